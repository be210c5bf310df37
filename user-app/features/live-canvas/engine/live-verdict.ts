import { ApiError } from '#shared/client/create-client';
import { TransportError } from '#shared/client/transport';
import type { Verdict } from './live-loop';

const verdicts: Readonly<Record<string, Verdict>> = {
  'live.superseded': 'superseded',
  'live.taken_over': 'taken',
  'live.ended': 'ended',
  'ticket.short': 'short',
  'auth.required': 'login',
  'server.no_envelope': 'offline',
};

/** Meaning of a failed call. No answer, a 5xx or a 429 may pass: they count as offline, which is retried. */
export function verdictOf(error: unknown): Verdict {
  if (error instanceof TransportError) return 'offline';
  if (!(error instanceof ApiError)) return 'refused';
  return verdicts[error.reason] ?? (error.status >= 500 || error.status === 429 ? 'offline' : 'refused');
}
