import type { CallName } from '#shared/contract/index';
import { callSamples, type SampleIds } from '../../mock-server/http/call-samples.ts';

/** Ids that exist on the server the calls are made on. */
export type KnownIds = SampleIds;

/** Values every call of the contract accepts, for tests that make them all. */
export function sampleValues(ids: KnownIds): Record<CallName, Record<string, unknown>> {
  return {
    ...callSamples(ids),
    // Not the words that are wanted: whoever makes every call still needs the session.
    requestOwnErasure: { confirmation: '不注销' },
  };
}
