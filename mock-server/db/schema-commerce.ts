import type { Generated } from 'kysely';
import type { OrderStatus, PayType } from '#shared/domain/order-status';
import type { PaidPlan, Plan } from '#shared/domain/plan';
import type { TicketKind } from '#shared/domain/ticket-kind';

/** Tables of what is sold. Times are milliseconds on the product's clock, money is fen; truth values are 0 and 1. */
type Flag = 0 | 1;

export interface PlanTable {
  id: Plan;
  title: string;
  monthly_normal: number;
  monthly_live: number;
  monthly_gpt: number;
  daily_normal: number;
  daily_live: number;
  daily_gpt: number;
  running_limit: number;
  queued_limit: number;
  version: Generated<number>;
  updated_at: number;
}

export interface ProductTable {
  id: string;
  kind: 'membership' | 'package';
  title: string;
  plan: PaidPlan | null;
  months: number | null;
  ticket_kind: TicketKind | null;
  tickets: number | null;
  valid_months: number | null;
  /** Fen. */
  price: number;
  list_price: number | null;
  limit_per_phone: number | null;
  is_on_shelf: Flag;
  /** 1 while the product waits for the approval of a second person; it goes on the shelf when it is approved. */
  is_waiting: Generated<Flag>;
  place: number;
  version: Generated<number>;
  created_at: number;
  updated_at: number;
}

export interface ProductPriceTable {
  id: Generated<number>;
  product_id: string;
  price: number;
  list_price: number | null;
  operator: string | null;
  created_at: number;
}

/** Stretches of one account do not overlap. */
export interface MembershipPeriodTable {
  id: string;
  account_id: string;
  plan: PaidPlan;
  seats: Generated<number>;
  starts_at: number;
  /** `endlessAt` of the membership rules where there is no end. */
  ends_at: number;
  /** order, redeem, staff, control, seed. */
  source: string;
  /** Order or redeem code it came from. */
  reference: string | null;
  /** JSON: plan, seats, source and reference it had before an upgrade. */
  upgraded_from: Generated<string | null>;
  /** Time from which the months of the period are counted; null when it was not bought by the month. */
  anchor_at: Generated<number | null>;
  /**
   * Start and length in milliseconds of the month of which this period is the remainder, after a higher plan postponed
   * it.
   */
  rest_of_at: Generated<number | null>;
  rest_of_ms: Generated<number | null>;
  created_at: number;
}

export interface PurchaseOrderTable {
  id: string;
  order_no: string;
  account_id: string;
  product_id: string;
  kind: 'membership' | 'package' | 'upgrade';
  quantity: number;
  /** Fen. */
  amount: number;
  /** JSON: the product as it was ordered. */
  snapshot: string;
  /** Its title then. */
  title: string;
  pay_type: PayType;
  /** Adapter that handles it. */
  provider: string;
  status: OrderStatus;
  close_reason: 'canceled' | 'expired' | 'replaced' | 'refused' | 'wrong_amount' | 'staff' | null;
  code_url: string | null;
  /** The provider's own number of the payment. */
  trade_no: string | null;
  paid_amount: number | null;
  refunded_amount: Generated<number>;
  grant_error: Generated<string>;
  note: Generated<string>;
  checks: Generated<number>;
  last_check_at: number | null;
  next_check_at: number | null;
  created_at: number;
  expires_at: number;
  paid_at: number | null;
  completed_at: number | null;
  closed_at: number | null;
  refunded_at: number | null;
  /** Creation time of the order's first refund; null when it has none. */
  first_refund_at: Generated<number | null>;
}

export interface OrderEventTable {
  id: Generated<number>;
  order_id: string;
  what: string;
  detail: Generated<string>;
  actor: string;
  created_at: number;
}

export interface PaymentNotificationTable {
  id: Generated<number>;
  provider: string;
  order_no: string | null;
  body: string;
  verdict: string;
  created_at: number;
}

/** Number of refused notifications of a provider, by reason; of the rows themselves the newest are kept. */
export interface RefusedNotificationTable {
  provider: string;
  verdict: string;
  refusals: number;
  last_at: number;
}

export interface RefundTable {
  id: string;
  order_id: string;
  amount: number;
  reason: string;
  status: 'requested' | 'pending' | 'done' | 'failed' | 'rejected';
  requested_by: string;
  approved_by: string | null;
  /** When the refund was approved; null until then. */
  approved_at: number | null;
  /** The first of two members of staff that what a buyer asked for needs above a sum. */
  first_approved_by: Generated<string | null>;
  answer: Generated<string>;
  error: Generated<string>;
  tries: Generated<number>;
  next_try_at: number | null;
  /** JSON: time and tickets that its beginning took from the buyer; null while it takes nothing. */
  taken: Generated<string | null>;
  created_at: number;
  done_at: number | null;
  /** Grows in the order of booking. */
  number: number;
}

export interface InvoiceTable {
  id: string;
  order_id: string;
  title_kind: 'personal' | 'company';
  title: string;
  tax_no: string;
  email: string;
  status: 'requested' | 'issued' | 'rejected';
  invoice_no: Generated<string>;
  answer: Generated<string>;
  created_at: number;
  done_at: number | null;
  /** Grows in the order of booking. */
  number: number;
}

export interface PaymentDifferenceTable {
  id: string;
  order_id: string | null;
  order_no: string;
  provider: string;
  kind: string;
  detail: string;
  our_amount: number | null;
  their_amount: number | null;
  resolved_by: string | null;
  resolution: Generated<string>;
  created_at: number;
}

/** A day in China, `2026-11-22`, whose bill was compared, or will be tried again. */
export interface BillDayTable {
  provider: string;
  bill_date: string;
  /** Times the bill could not be had or compared. */
  tries: Generated<number>;
  /** Null once it is compared. */
  next_try_at: number | null;
  compared_at: number | null;
  /** When the comparison was stopped because too many payments of the day differ; null when it was not stopped. */
  stopped_at: Generated<number | null>;
  stop_cause: Generated<string | null>;
  /** When, and by whom, the comparison was resumed despite the differences; null when it was not. */
  resumed_at: Generated<number | null>;
  resumed_by: Generated<string | null>;
  /** Number of payments of the day and their sum in fen, in our books and on the bill; null before the comparison. */
  our_count: Generated<number | null>;
  our_amount: Generated<number | null>;
  their_count: Generated<number | null>;
  their_amount: Generated<number | null>;
  /** JSON: number of differences by kind. */
  causes: Generated<string | null>;
}

/** Request of a member of staff under a key of the client, and its answer. */
export interface StaffRequestTable {
  operator: string;
  client_key: string;
  content_hash: string;
  /** JSON. */
  answer: string;
  created_at: number;
}

export interface RedeemBatchTable {
  id: string;
  name: string;
  ticket_kind: TicketKind | null;
  amount: number | null;
  days: number | null;
  plan: PaidPlan | null;
  plan_days: number | null;
  uses_per_code: number;
  expires_at: number | null;
  is_disabled: Generated<Flag>;
  /** 1 while the batch waits for the approval of a second person: its codes are neither valid nor shown. */
  is_waiting: Generated<Flag>;
  /** Id of the grant that counts against the creator's daily ceiling; reversed when the batch is rejected. */
  grant_id: number | null;
  operator: string;
  created_at: number;
}

export interface RedeemCodeTable {
  code: string;
  batch_id: string;
  uses: Generated<number>;
}

export interface RedeemUseTable {
  code: string;
  account_id: string;
  created_at: number;
}

export interface RedeemTryTable {
  id: Generated<number>;
  account_id: string;
  created_at: number;
}

export interface CustomRequestTable {
  id: string;
  receipt_no: string;
  account_id: string | null;
  company: string;
  contact: string;
  phone_no: string;
  need: 'private' | 'seats' | 'training' | 'api';
  seats: number;
  budget: string;
  note: string;
  staff_note: Generated<string>;
  status: 'received' | 'contacted' | 'quoted' | 'won' | 'closed';
  created_at: number;
  updated_at: number;
}
