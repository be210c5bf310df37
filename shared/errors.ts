import { commerce } from './error-catalogue/commerce.ts';
import { gallery } from './error-catalogue/gallery.ts';
import { people } from './error-catalogue/people.ts';
import { requests } from './error-catalogue/requests.ts';
import { works } from './error-catalogue/works.ts';

/**
 * The error catalogue: every failure the product answers with, by its reason, the stable name clients and tests rely on.
 */
export const errorCatalogue = { ...requests, ...people, ...works, ...gallery, ...commerce } as const;

export type ErrorReason = keyof typeof errorCatalogue;

/** A failure with its place in the catalogue. Thrown by services, answered by `http/errors.ts`, rebuilt by the client. */
export class ProductError extends Error {
  override readonly name = 'ProductError';
  readonly reason: ErrorReason;
  readonly code: number;
  readonly status: number;
  /** Sentences per field at fault, for forms. */
  readonly fields: Readonly<Record<string, string[]>> | undefined;
  /** Values filled into the sentence, for clients that act on them. */
  readonly values: Readonly<Record<string, string | number>> | undefined;
  /** Seconds after which a retry makes sense; sent as Retry-After. */
  readonly retryAfter: number | undefined;
  /** Further parts of the answer to staff, beside the sentence: `drift`, or the present record as `current`. */
  readonly beside: Readonly<Record<string, unknown>> | undefined;

  constructor(
    reason: ErrorReason,
    details: {
      fill?: Record<string, string | number>;
      fields?: Record<string, string[]>;
      retryAfter?: number;
      beside?: Record<string, unknown>;
      cause?: unknown;
    } = {},
  ) {
    const entry = errorCatalogue[reason];
    super(
      fillSentence(entry.sentence, details.fill ?? {}),
      details.cause === undefined ? {} : { cause: details.cause },
    );
    this.reason = reason;
    this.code = entry.code;
    this.status = entry.status;
    this.fields = details.fields;
    this.values = details.fill;
    this.retryAfter = details.retryAfter ?? retryAfterOf(entry.status);
    this.beside = details.beside;
  }
}

/** Default of the `Retry-After` header for a status, seconds; undefined for statuses other than 429 and 503. */
export function retryAfterOf(status: number): number | undefined {
  return { 429: 60, 503: 5 }[status];
}

function fillSentence(sentence: string, fill: Record<string, string | number>): string {
  return sentence.replace(/\{(\w+)\}/g, (place, name: string) => String(fill[name] ?? place));
}
