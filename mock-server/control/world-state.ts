import type { AdjustableClock } from '../adapters/clock/port.ts';
import type { EmailOutbox } from '../adapters/email/outbox.ts';
import type { EmailMessage } from '../adapters/email/port.ts';
import type { SimulatedPayment } from '../adapters/payment/simulated/index.ts';
import type { SmsOutbox } from '../adapters/sms/outbox.ts';
import type { SmsMessage } from '../adapters/sms/port.ts';
import type { SeededIds, SeedState } from '../ids.ts';
import type { Faults } from './faults.ts';
import type { Journal } from './journal/journal.ts';

/** Part of a world that lies in memory and not in its folder; plain JSON. */
export interface WorldState {
  clock: { now: number; isFrozen: boolean; offsetMs: number };
  /**
   * True in snapshots: a clock that runs goes on from `now`, in the place of being as far ahead as it was, and engines
   * know nothing of the runs.
   */
  isSnapshot?: boolean;
  ids?: SeedState | undefined;
  /** Newest first. */
  sms?: SmsMessage[];
  /** Newest first. */
  emails?: EmailMessage[];
  /** The simulated payment company cannot be reached. */
  isPayLineDown?: boolean;
  faults?: ReturnType<Faults['save']>;
  journal?: Awaited<ReturnType<Journal['save']>> | undefined;
}

interface Keepers {
  clock: AdjustableClock;
  ids: SeededIds;
  sms: SmsOutbox;
  emails: EmailOutbox;
  simulatedPayment: SimulatedPayment | undefined;
  faults: Faults;
}

/** The state of a world that begins now. @param seed of its ids; unguessable ones when absent */
export function newState(now: number, seed?: string): WorldState {
  const ids = seed === undefined ? undefined : { seed, drawn: {} };
  return { clock: { now, isFrozen: false, offsetMs: 0 }, ids };
}

export async function saveState(keepers: Keepers, journal: Journal | undefined): Promise<WorldState> {
  const { clock, ids, sms, emails, simulatedPayment, faults } = keepers;
  return {
    ...{ clock: clock.state(), ids: ids.save(), sms: sms.sent(), emails: emails.sent() },
    isPayLineDown: simulatedPayment?.isDown() ?? false,
    faults: faults.save(),
    journal: await journal?.save(),
  };
}

/** Puts a state back, but for the journal. */
export function loadState(keepers: Keepers, state: WorldState): void {
  const { now, isFrozen, offsetMs } = state.clock;
  keepers.clock.set({ now: isFrozen || state.isSnapshot ? now : Date.now() + offsetMs, isFrozen });
  keepers.ids.load(state.ids);
  keepers.sms.load(state.sms ?? []);
  keepers.emails.load(state.emails ?? []);
  keepers.simulatedPayment?.setOutage(state.isPayLineDown ?? false);
  if (state.faults) keepers.faults.load(state.faults);
}
