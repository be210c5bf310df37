import { derivedContract } from '#shared/contract/console';
import type { CallName } from '#shared/contract/index';
import type { controlContract } from '../../mock-server/control/contract.ts';
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

/** Right values of the control plane's calls; a new one without an entry does not compile. */
export const controlSamples: Record<keyof typeof controlContract, Record<string, unknown>> = {
  sentSms: {},
  sentEmails: {},
  clock: {},
  setClock: { frozen: true },
  trades: {},
  playPayment: { orderNo: 'none', action: 'pay' },
  cutPayLine: { isDown: false },
  scans: {},
  playScan: { ticket: 'none', action: 'scan' },
  makeAccount: {},
  scenarios: {},
  removeTemplate: { name: 'console-1m' },
  spaces: {},
  removeSpace: { name: 'none' },
  makeState: { accounts: { lin: {} } },
  snapshots: {},
  makeSnapshot: { name: 'a' },
  restoreSnapshot: { name: 'none' },
  removeSnapshot: { name: 'none' },
  snapshotFile: { name: 'none' },
  putSnapshotFile: { name: 'b' },
  reset: { scenario: 'empty' },
  invariants: {},
  journal: {},
  clearJournal: {},
  journalHar: {},
  replayJournal: { format: 'curl' },
  planeOpenApi: {},
  verifyJournal: { match: { path: '/api/none' } },
  faults: {},
  setFaults: { faults: [] },
  clearFaults: {},
};

/** Those of the calls that follow from others: one row of a list by its id, a whole record in the place of a change. */
export function derivedSamples(ofProduct: Record<CallName, Record<string, unknown>>) {
  return Object.fromEntries(
    Object.keys(derivedContract).map((name) => [
      name,
      name.endsWith('Whole') ? ofProduct[name.slice(0, -'Whole'.length) as CallName] : { id: 'id_1' },
    ]),
  );
}
