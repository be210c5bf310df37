import { expect } from 'vitest';
import { z } from 'zod';
import type { Endpoint } from '#shared/contract/endpoint';
import { type ErrorReason, errorCatalogue } from '#shared/errors';
import type { RawAnswer } from './server-visitor.ts';

const Envelope = z.strictObject({
  error: z.strictObject({
    code: z.int(),
    errorCode: z.int(),
    message: z.string(),
    errorMsg: z.string(),
    reason: z.string(),
    fields: z.record(z.string(), z.array(z.string().min(1))).optional(),
    values: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
    current: z.record(z.string(), z.unknown()).optional(),
  }),
  data: z.unknown(),
});

const Dialect = z.strictObject({
  statusCode: z.int(),
  message: z.string().min(1),
  reason: z.string(),
  errors: z.record(z.string(), z.array(z.string().min(1))),
  /** The record as it stands, where somebody else changed it meanwhile. */
  current: z.unknown().optional(),
});

const chinese = /[\u4e00-\u9fff]/;

/** Checks that an answer has the form its call promises, and gives its reason: empty for success. */
export function reasonOf(spec: Endpoint, answer: RawAnswer): string {
  expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  expect(answer.status, answer.text.slice(0, 300)).not.toBe(500);
  const isSuccess = answer.status < 400;
  if (isSuccess && spec.answers === 'envelope') {
    const { error } = Envelope.parse(answer.json);
    expect(error).toEqual({ code: 0, errorCode: 0, message: '', errorMsg: '', reason: '' });
  }
  if (isSuccess) return '';
  // Where a person stands before the answer of a foreign protocol, it is a page.
  if (spec.answers === 'bare' && String(answer.headers['content-type']).startsWith('text/html')) return '';
  // A file of the console is refused in the console's dialect.
  return spec.path.startsWith('/api/admin/v1/') ? dialectReason(answer) : envelopeReason(answer);
}

/** Checks a failure in the envelope against the catalogue. */
export function envelopeReason(answer: RawAnswer): string {
  const { error, data } = Envelope.parse(answer.json);
  const entry = errorCatalogue[error.reason as ErrorReason];
  expect(entry, `unknown reason ${error.reason}`).toBeDefined();
  expect(data).toBeNull();
  expect({ code: error.code, errorCode: error.errorCode, status: answer.status }).toEqual({
    code: entry.code,
    errorCode: entry.code,
    status: entry.status,
  });
  expect(error.errorMsg).toBe(error.message);
  expect(error.message).toMatch(chinese);
  expect(error.message).not.toMatch(/\{\w+\}/);
  for (const sentence of Object.values(error.fields ?? {}).flat()) expect(sentence).toMatch(chinese);
  if (entry.status === 429) expect(Number(answer.headers['retry-after'] ?? 1)).toBeGreaterThan(0);
  return error.reason;
}

function dialectReason(answer: RawAnswer): string {
  const { statusCode, reason, message } = Dialect.parse(answer.json);
  expect(statusCode).toBe(answer.status);
  expect(errorCatalogue[reason as ErrorReason]?.status).toBe(answer.status);
  expect(message).toMatch(chinese);
  return reason;
}
