import type { Size } from '../result-size.ts';

/** One picture that a service is asked for. */
export interface PictureJob {
  prompt: string;
  /** Empty where the model is told in the prompt. */
  negative: string;
  seed: number;
  /** Size that the service is asked for, pixels. */
  size: Size;
  /** PNG files: base and mask of `size`; white of the mask is made anew. */
  pictures: { base?: Uint8Array; style?: Uint8Array; mask?: Uint8Array };
}

/** A picture that a service has made. Links are of short life. */
export type MadePicture = { base64: string } | { link: string };

/** Answer of a service to a job: its picture, or the task that makes it. */
export type JobAnswer = { made: MadePicture } | { task: string };

/** State of a task: ended with its picture or as the port's errors have it, or under way. */
export type TaskState = { made: MadePicture } | { failed: Error } | { waiting: 'queued' | 'running' };

/**
 * Wire of a service that makes one picture at a call. Errors are those of the port; `Uncertain` where it is unknown
 * whether the picture is being made.
 */
export interface ServiceWire {
  send(job: PictureJob, signal: AbortSignal): Promise<JobAnswer>;
  /** Absent on wires that answer with the picture itself. */
  look?(task: string, signal: AbortSignal): Promise<TaskState>;
  /** Ends a task where the service can. */
  cancel?(task: string, signal: AbortSignal): Promise<void>;
  /** Asks something that is free of charge; resolves with a Chinese sentence about what was found. */
  probe(signal: AbortSignal): Promise<string>;
}

/** Abilities of a model behind a wire. */
export interface ServiceModel {
  /** Method for people, with the model's name. */
  algorithm: string;
  /** Ids of the tools that it can run. */
  tools: readonly string[];
  language: 'zh' | 'en';
  hasNegative: boolean;
  /** Most characters of the prompt. */
  longestPrompt: number;
  /** Most characters of the words that must not appear. */
  longestNegative: number;
  /** Size to ask for when a result of this size is wanted. */
  sizeFor(wanted: Size): Size;
}

/** Method of a model that edits pictures by instruction, for people. */
export const methodOfModel = (model: string): string => `${model} 指令改图`;
