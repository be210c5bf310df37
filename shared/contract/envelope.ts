import { z } from 'zod';
import { errorCatalogue, type ProductError } from '../errors.ts';

/**
 * The one envelope of the product API. `code`/`message` and `errorCode`/`errorMsg` say the same thing, because
 * clients read errors in both ways (docs/RULES.md R3). Success has code 0.
 */
export const ErrorPart = z.object({
  code: z.int(),
  errorCode: z.int(),
  message: z.string(),
  errorMsg: z.string(),
  /** Stable dotted name from the error catalogue; empty on success. */
  reason: z.string(),
  /** Sentences per field at fault. */
  fields: z.record(z.string(), z.array(z.string())).optional(),
  /** Values filled into the sentence, e.g. the numbers of tickets needed and left. */
  values: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  /** The record as it stands, where somebody else changed it meanwhile. */
  current: z.record(z.string(), z.unknown()).optional(),
});
export type ErrorPart = z.infer<typeof ErrorPart>;

export interface Envelope<T> {
  error: ErrorPart;
  data: T | null;
}

export function successEnvelope<T>(data: T): Envelope<T> {
  return { error: { code: 0, errorCode: 0, message: '', errorMsg: '', reason: '' }, data };
}

export function failureEnvelope(
  error: Pick<ProductError, 'code' | 'message' | 'reason' | 'fields' | 'values' | 'beside'>,
): Envelope<never> {
  const { code, message, reason, fields, values, beside } = error;
  return {
    error: {
      ...{ code, errorCode: code, message, errorMsg: message, reason },
      ...(fields ? { fields: { ...fields } } : {}),
      ...(values ? { values: { ...values } } : {}),
      ...(beside?.current ? { current: beside.current as Record<string, unknown> } : {}),
    },
    data: null,
  };
}

export const knownReasons = new Set<string>(Object.keys(errorCatalogue));
