import type { TicketKind } from '#shared/domain/ticket-kind';

/** What a client knows that the server said yes to. */
export interface MemberBook {
  accountId: string;
  sid: string;
  /** Tickets at the beginning, and by everything since that is no task. */
  tickets: Record<TicketKind, number>;
  /** Hash of the bytes by picture. */
  uploads: Map<string, string>;
  /** By task: what was asked for, and what the client did about it. */
  tasks: Map<string, { scale: number; canceled?: string; isDeleted?: true }>;
  orders: Map<string, { amount: number; end: 'paid' | 'canceled' | 'refund_asked' | 'refunded' }>;
  /** Texts of the questions by conversation. */
  questions: Map<string, string[]>;
  /** Titles by number of the picture. */
  published: Map<number, string>;
  collected: Set<number>;
  /** Numbers of the pictures by image set. */
  sets: Map<string, { title: string; pictures: Set<number> }>;
  /** Text by note; those that were deleted have none. */
  notes: Map<string, string | null>;
}

/** What staff were told to be done: `action subject` by how often, for the audit. */
export interface Books {
  members: MemberBook[];
  /** Whether accounts are banned that do nothing else: a ban ends their sessions. */
  bans: Map<string, boolean>;
  staffActs: Map<string, number>;
  /** Names by category; those that were deleted have none. */
  categories: Map<string, { name: string | null; isHidden: boolean }>;
  /** Pictures that everybody may see. */
  approved: Set<number>;
  /** Acknowledged operations by kind. */
  done: Map<string, number>;
  /** How often an acknowledged operation was sent again under its key after a kill. */
  repeats: number;
  /** Refusals that nobody expected and answers that contradict the book. */
  faults: string[];
}

export function openBooks(): Books {
  return {
    members: [],
    bans: new Map(),
    staffActs: new Map(),
    categories: new Map(),
    approved: new Set(),
    done: new Map(),
    repeats: 0,
    faults: [],
  };
}

export const operationsIn = ({ done }: Books) => [...done.values()].reduce((sum, times) => sum + times, 0);

export function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}
