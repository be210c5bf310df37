import type { Order } from '#shared/contract/order';
import type { Db } from '../../base/store.ts';
import type { OrderRow } from './order.repository.ts';

/** Facts of a refund that orders need. */
export interface BookedRefund {
  order_id: string;
  status: NonNullable<Order['refund']>['status'];
  /** Fen. */
  amount: number;
  reason: string;
  answer: string;
  created_at: number;
  done_at: number | null;
}

export type NewRefund = Pick<BookedRefund, 'amount' | 'reason' | 'status'> & {
  /** `buyer`, `provider`, `system` or the account of a member of staff. */
  requested_by: string;
  approved_by?: string | null;
};

/** Port of orders to refunds, which are built on orders and so not imported here. */
export interface OrderRefunds {
  /** For use inside a transaction. Gives the refund's id; a pending one is sent with the next tick. */
  add(tx: Db, order: Pick<OrderRow, 'id'>, refund: NewRefund): Promise<string>;
  /** The newest refund of each of these orders that has one. */
  newestOf(handle: Db, orderIds: readonly string[]): Promise<Map<string, BookedRefund>>;
  /** `refusal` is null when the order can be given back now. */
  quote(handle: Db, order: OrderRow): Promise<{ refusal: string | null }>;
}

/** A point where our books and the provider's differ. Amounts in fen. */
export interface Difference {
  kind: string;
  detail: string;
  orderNo: string;
  provider: string;
  orderId?: string | null;
  ourAmount?: number | null;
  theirAmount?: number | null;
}

/** List of differences for staff. */
export interface DifferenceList {
  add(handle: Db, found: Difference): Promise<void>;
}
