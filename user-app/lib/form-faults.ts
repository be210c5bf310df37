import type { z } from 'zod';
import { ApiError } from '#shared/client/create-client';

export type Faults = Readonly<Record<string, string>>;

/** What is wrong with a form before it is sent, by field, in the words of the call's own schema. Empty when nothing is. */
export function faultsOf(schema: z.ZodType, values: unknown): Faults {
  const read = schema.safeParse(values);
  if (read.success) return {};
  const faults: Record<string, string> = {};
  for (const { path, message } of read.error.issues) faults[String(path[0] ?? '')] ??= message;
  return faults;
}

/** What the server says is wrong, by field; undefined where the failure is about no field. */
export function faultsIn(error: unknown): Faults | undefined {
  if (!(error instanceof ApiError) || !error.fields) return undefined;
  return Object.fromEntries(Object.entries(error.fields).map(([name, sentences]) => [name, sentences[0] ?? '']));
}
