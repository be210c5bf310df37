import type { z } from 'zod';
import type { DefinedTool } from '#shared/tools/define-tool';
import { sentenceOf } from '../issues.ts';

/** The engine that parameters ask for; undefined leaves it to the operator. */
export function nameOfEngine({ engine }: Readonly<Record<string, unknown>>): string | undefined {
  return typeof engine === 'string' ? engine : undefined;
}

/** Tries of a job before its task fails. */
export const maxAttempts = 3;

export const leaseMs = 20_000;

/** Waits 1 s, 4 s, 16 s … before another try. */
export function retryDelay(attempt: number): number {
  return 1000 * 4 ** (attempt - 1);
}

/** A run that found the disk full or broken is tried again after this long, until it works or is canceled. */
export const storageRetryMs = 15_000;

/**
 * Whether the outputs of a run are meant to differ by themselves. One picture for each that was given says nothing of
 * the others.
 */
export function areVariants(tool: DefinedTool): boolean {
  return !tool.isResultOwn && Object.values(tool.fields).every(({ editor }) => editor !== 'images');
}

/** What a run costs in the end; today's free outputs are used for what does not repeat another. */
export function billOf(
  task: { outputs: number; free_outputs: number; ticket_each: number },
  delivered: number,
  doubles: number,
): { spent: number /** Tickets that return for doubles. */; back: number /** Free outputs used. */; free: number } {
  const counted = Math.min(delivered, task.outputs);
  const own = Math.max(0, counted - doubles);
  const free = doubles > 0 ? Math.min(task.free_outputs, own) : task.free_outputs;
  const spent = Math.max(0, own - free) * task.ticket_each;
  return { spent, back: Math.max(0, counted - task.free_outputs) * task.ticket_each - spent, free };
}

/** What is said of doubles; nothing when there are none. */
export function doublesSentence(doubles: number, back: number): string | undefined {
  if (doubles === 0) return undefined;
  return `有 ${doubles} 张与前面的结果几乎相同${back > 0 ? `，已退回 ${back} 张券` : ''}`;
}

/** What is wrong with parameters, per field and as one sentence. */
export function paramFaults(issues: readonly z.core.$ZodIssue[]): { fields: Record<string, string[]>; detail: string } {
  const fields: Record<string, string[]> = {};
  for (const issue of issues) {
    const name = issue.path.map(String).join('.') || '_';
    fields[name] = [...(fields[name] ?? []), sentenceOf(issue)];
  }
  return { fields, detail: Object.values(fields).flat().join('；') };
}
