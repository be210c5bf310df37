import type { OrderStatus } from '#shared/domain/order-status';
import type { TicketKind } from '#shared/domain/ticket-kind';

/** End of an attempt at a task, as operators count it. */
export interface CountedRun {
  /** Id of the task. */
  task: string;
  tool: string;
  engine: string;
  /** `stopped`: canceled, or given back because the server stops. */
  outcome: 'succeeded' | 'refused' | 'failed' | 'stopped';
  /** Reason of the error catalogue; empty where nothing went wrong. */
  reason: string;
  /** From the claim of the task to its end. */
  seconds: number;
}

/** Tickets that a movement of the ledger added to the accounts of one role. */
export interface CountedTickets {
  kind: TicketKind;
  movement: string;
  to: string;
  amount: number;
}

/** Counts of what services do, since the start. Services call it after the commit of what they count. */
export interface Tally {
  orderMoved(status: OrderStatus, channel: string): void;
  /** A line of an order's history, e.g. `refunded`. */
  orderNoted(event: string): void;
  ticketsMoved(moved: CountedTickets): void;
  runEnded(run: CountedRun): void;
}

/** End of a request. */
export interface CountedRequest {
  /** Name of the call in its contract, or of what else answered. */
  call: string;
  /** `2xx` … `5xx`, or `aborted` when the client left before the end of the answer. */
  status: string;
  /** Undefined for event streams, whose duration says nothing. */
  seconds: number | undefined;
}

/** A state that is read at each scrape. */
export interface WatchedState {
  /** Name without the product's prefix, with its unit, e.g. `disk_free_bytes`. */
  name: string;
  help: string;
  /** Names of labels. */
  labels: readonly string[];
  /** Values with those of the labels, in their order. Reads memory, files or an index; never whole tables. */
  read: () => Promise<ReadonlyArray<readonly [values: readonly string[], value: number]>>;
}

export interface Metrics extends Tally {
  requestEnded(request: CountedRequest): void;
  watch(states: readonly WatchedState[]): void;
  /** Begins to watch this process: CPU, memory, open files, garbage collection, and the delay of the event loop. */
  watchProcess(): void;
  /** Everything, in Prometheus' text format. */
  text(): Promise<string>;
  /** Media type of {@link Metrics.text}. */
  mediaType: string;
}

const nothing = () => undefined;

/** Counts nothing. */
export const silentTally: Tally = {
  orderMoved: nothing,
  orderNoted: nothing,
  ticketsMoved: nothing,
  runEnded: nothing,
};
