import type { z } from 'zod';
import { sentenceOf } from '#shared/contract/sentence';
import type { ResultQuality } from '#shared/domain/quality';
import { minute } from '#shared/domain/time';
import { type DefinedTool, pictureFieldsOf, pictureIdsOf } from '#shared/tools/define-tool';

/** Name of the engine that the parameters request, as JSON if it is not a string; undefined when they request none. */
export function nameOfEngine({ engine }: Readonly<Record<string, unknown>>): string | undefined {
  return engine === undefined || typeof engine === 'string' ? engine : JSON.stringify(engine);
}

/** Every picture the parameters name, with the field it stands in. */
export function inputsOf(
  tool: DefinedTool,
  params: Record<string, unknown>,
): Array<{ field: string; imageId: string }> {
  return pictureFieldsOf(tool).flatMap((field) =>
    pictureIdsOf(tool, { [field]: params[field] }).map((imageId) => ({ field, imageId })),
  );
}

/** Questions of one account while it fills in a form, of each kind. */
export const questionLimit = { windowMs: minute, most: 240 };

/** Tries of a job before its task fails. */
export const maxAttempts = 3;

export const leaseMs = 20_000;

/** Waits 1 s, 4 s, 16 s … before another try. */
export function retryDelay(attempt: number): number {
  return 1000 * 4 ** (attempt - 1);
}

/** A run whose engine took no more work is tried again after this long, or when the engine asked for. */
export const busyRetryMs = 15_000;

/** Tries in a row that an engine may turn down because it is busy; then the task fails. */
export const mostBusyTries = 20;

/** Longest pause that an engine may ask for. */
export const longestPauseMs = 60 * minute;

/** A run that found the disk full or broken is tried again after this long, until it works or is canceled. */
export const storageRetryMs = 15_000;

/**
 * Returns true when the outputs of a run are meant to differ by themselves. False for tools that make one picture for
 * each given one.
 */
export function areVariants(tool: DefinedTool): boolean {
  return !tool.isResultOwn && Object.values(tool.fields).every(({ editor }) => editor !== 'images');
}

/** Held tickets and the spent part of them. */
interface Bill {
  spent: number;
  /** Tickets that return for doubles, or for what fell short of the tool's usual quality. */
  back: number;
  /** Free outputs used. */
  free: number;
}

/**
 * Final cost of a run; today's free outputs are used for outputs that do not repeat another. A preview costs nothing,
 * whatever quality the tool usually has.
 */
export function billOf(
  task: { outputs: number; free_outputs: number; ticket_each: number },
  delivered: number,
  { doubles, quality }: { doubles: number; quality: ResultQuality },
): Bill {
  if (quality === 'preview')
    return { spent: 0, back: Math.max(0, task.outputs - task.free_outputs) * task.ticket_each, free: 0 };
  const counted = Math.min(delivered, task.outputs);
  const own = Math.max(0, counted - doubles);
  const free = doubles > 0 ? Math.min(task.free_outputs, own) : task.free_outputs;
  const spent = Math.max(0, own - free) * task.ticket_each;
  return { spent, back: Math.max(0, counted - task.free_outputs) * task.ticket_each - spent, free };
}

/** Sentence for a preview whose tickets were returned; undefined when it cost none. */
export function previewSentence(quality: ResultQuality, back: number): string | undefined {
  return quality === 'preview' && back > 0 ? `这次只得到示意图，已退回 ${back} 张券` : undefined;
}

/** Sentence for repeated outputs; undefined when there are none. */
export function doublesSentence(doubles: number, back: number): string | undefined {
  if (doubles === 0) return undefined;
  return `有 ${doubles} 张与前面的结果几乎相同${back > 0 ? `，已退回 ${back} 张券` : ''}`;
}

/** Faults of parameters, per field and as one sentence. */
export function paramFaults(issues: readonly z.core.$ZodIssue[]): { fields: Record<string, string[]>; detail: string } {
  const fields: Record<string, string[]> = {};
  for (const issue of issues) {
    const name = issue.path.map(String).join('.') || '_';
    fields[name] = [...(fields[name] ?? []), sentenceOf(issue)];
  }
  return { fields, detail: Object.values(fields).flat().join('；') };
}
