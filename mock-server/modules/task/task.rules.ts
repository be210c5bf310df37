import type { z } from 'zod';
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

/** What is wrong with parameters, per field and as one sentence. */
export function paramFaults(issues: readonly z.core.$ZodIssue[]): { fields: Record<string, string[]>; detail: string } {
  const fields: Record<string, string[]> = {};
  for (const issue of issues) {
    const name = issue.path.map(String).join('.') || '_';
    fields[name] = [...(fields[name] ?? []), sentenceOf(issue)];
  }
  return { fields, detail: Object.values(fields).flat().join('；') };
}
