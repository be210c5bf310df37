import type { RenderOutcome, RenderOutput, RenderRequest } from '../port.ts';

/** What a tool gets in the worker thread. */
export interface ToolJob extends Omit<RenderRequest, 'key' | 'tool'> {
  /** Existing folder for files that can be made again and serve later jobs; nothing is kept when absent. */
  cacheFolder?: string;
  /** 0–1; may be called as often as convenient, the engine thins the calls out. */
  onProgress(fraction: number): void;
}

export interface ToolResult {
  outputs: RenderOutput[];
  facts?: Record<string, string | number | boolean>;
  /** What this result is, where it is not what the tool's results are as a rule. */
  quality?: RenderOutcome['quality'];
}

/**
 * One tool of the embedded engine. `run` throws RenderRefused when the input is at fault; anything else it throws is
 * the engine's fault. It runs in a worker thread that may be ended at any moment, so it holds nothing outside.
 */
export interface EmbeddedTool {
  quality: RenderOutcome['quality'];
  /** The method, for people who ask; see `ToolCapability.algorithm`. */
  algorithm: string;
  run(job: ToolJob): Promise<ToolResult>;
}

/** What the worker answers: a refusal travels as data, because an error loses its class between threads. */
export type WorkerAnswer = { result: ToolResult } | { refusal: string };
