import type { Generated } from 'kysely';
import type { TicketKind } from '#shared/domain/ticket-kind';

export interface TicketLotTable {
  id: string;
  account_id: string;
  kind: TicketKind;
  source: string;
  amount: number;
  remaining: number;
  starts_at: number;
  expires_at: number | null;
  created_at: number;
  /** Reason as its owner reads it, e.g. 注册赠送. */
  reason: Generated<string>;
  /** Order, redeem code or grant window it came from. */
  reference: Generated<string | null>;
}

export interface TicketHoldTable {
  id: string;
  account_id: string;
  kind: TicketKind;
  amount: number;
  /** Id of the task that the tickets are held for. */
  reference: string;
  state: 'held' | 'settled';
  spent: number;
  returned: number;
  created_at: number;
  settled_at: number | null;
  /** Number of times it was held: increased each time a canceled task waits again. */
  round: Generated<number>;
}

export interface TicketHoldPartTable {
  hold_id: string;
  lot_id: string;
  amount: number;
}

export interface LedgerAccountTable {
  id: string;
  owner_id: string | null;
  kind: TicketKind;
  role: 'available' | 'held' | 'spent' | 'granted' | 'expired';
  balance: number;
}

export interface LedgerTransactionTable {
  id: string;
  account_id: string;
  kind: TicketKind;
  movement: string;
  /** The same movement is never booked twice. */
  idempotency_key: string;
  reference: string | null;
  reason: string;
  operator: string | null;
  created_at: number;
  /** Grows in the order of booking. */
  number: number;
}

export interface LedgerEntryTable {
  id: Generated<number>;
  transaction_id: string;
  ledger_account: string;
  delta: number;
  balance_after: number;
}
