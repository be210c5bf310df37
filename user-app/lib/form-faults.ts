import type { z } from 'zod';
import { ApiError } from '#shared/client/create-client';
import { sentenceOf } from '#shared/contract/sentence';

export type Faults = Readonly<Record<string, string>>;

/** Faults of a form before it is sent, by field, in the words of the call's own schema. Empty when there are none. */
export function faultsOf(schema: z.ZodType, values: unknown): Faults {
  const read = schema.safeParse(values);
  if (read.success) return {};
  const faults: Record<string, string> = {};
  for (const issue of read.error.issues) faults[String(issue.path[0] ?? '')] ??= sentenceOf(issue);
  return faults;
}

/** Faults told by the server, by field; undefined when the failure concerns no field. */
export function faultsIn(error: unknown): Faults | undefined {
  if (!(error instanceof ApiError) || !error.fields) return undefined;
  return Object.fromEntries(Object.entries(error.fields).map(([name, sentences]) => [name, sentences[0] ?? '']));
}
