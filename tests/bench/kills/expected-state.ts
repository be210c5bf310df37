import type { TicketKind } from '#shared/domain/ticket-kind';

/** Data of one member according to the acknowledged operations. */
export interface ExpectedMember {
  accountId: string;
  sid: string;
  /** Balances without the tickets that tasks spent. */
  tickets: Record<TicketKind, number>;
  /** SHA-256 of the uploaded bytes by image id. */
  uploads: Map<string, string>;
  /** Parameters of each task, and whether it was canceled or deleted. */
  tasks: Map<string, { scale: number; canceled?: string; isDeleted?: true }>;
  orders: Map<string, { amount: number; end: 'paid' | 'canceled' | 'refund_asked' | 'refunded' }>;
  /** Texts of the questions by conversation id. */
  questions: Map<string, string[]>;
  /** Titles by gallery picture id. */
  published: Map<number, string>;
  collected: Set<number>;
  /** Title and gallery picture ids by image set id. */
  sets: Map<string, { title: string; pictures: Set<number> }>;
  /** Text by note id; null for deleted notes. */
  notes: Map<string, string | null>;
}

/** Data of the installation according to the acknowledged operations. */
export interface ExpectedState {
  members: ExpectedMember[];
  /** State of the accounts that are only banned and unbanned: a ban ends sessions, so members are never banned. */
  bans: Map<string, boolean>;
  /** Number of acknowledged operations by `action subject`, as in the audit. */
  staffOperations: Map<string, number>;
  /** Name by category id; null for deleted categories. */
  categories: Map<string, { name: string | null; isHidden: boolean }>;
  /** Ids of the gallery pictures that passed their review. */
  approved: Set<number>;
  /** Acknowledged operations by kind. */
  done: Map<string, number>;
  /** Number of acknowledged operations that were repeated with their key after a kill. */
  repeats: number;
  /** Unexpected refusals, and answers that contradict this state. */
  faults: string[];
}

export function createExpectedState(): ExpectedState {
  return {
    members: [],
    bans: new Map(),
    staffOperations: new Map(),
    categories: new Map(),
    approved: new Set(),
    done: new Map(),
    repeats: 0,
    faults: [],
  };
}

export const operationCount = ({ done }: ExpectedState) => [...done.values()].reduce((sum, times) => sum + times, 0);

export function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}
