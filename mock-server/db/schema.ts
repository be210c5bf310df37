import type { Generated } from 'kysely';
import type { BuildingState } from '#shared/contract/building-model';
import type { BuildingFormat } from '#shared/domain/building-formats';
import type { Plan } from '#shared/domain/plan';
import type { StaffRole } from '#shared/domain/staff-permissions';
import type { AgreementTables } from './schema-agreement.ts';
import type { ChatSchema } from './schema-chat.ts';
import type {
  BillDayTable,
  CustomRequestTable,
  InvoiceTable,
  MembershipPeriodTable,
  OrderEventTable,
  PaymentDifferenceTable,
  PaymentNotificationTable,
  PlanTable,
  ProductPriceTable,
  ProductTable,
  PurchaseOrderTable,
  RedeemBatchTable,
  RedeemCodeTable,
  RedeemTryTable,
  RedeemUseTable,
  RefundTable,
  RefusedNotificationTable,
  StaffRequestTable,
} from './schema-commerce.ts';
import type { ConsoleSchema } from './schema-console.ts';
import type { EnginesSchema } from './schema-engines.ts';
import type { GallerySchema } from './schema-gallery.ts';
import type { ModelTables } from './schema-models.ts';
import type { PeopleSchema } from './schema-people.ts';
import type { PersonalDataSchema } from './schema-personal-data.ts';
import type { RightsSchema } from './schema-rights.ts';
import type { StaffSchema } from './schema-staff.ts';
import type { TaskSchema } from './schema-tasks.ts';
import type {
  LedgerAccountTable,
  LedgerEntryTable,
  LedgerTransactionTable,
  TicketHoldPartTable,
  TicketHoldTable,
  TicketLotTable,
} from './schema-tickets.ts';
import type { ViewTables } from './schema-view.ts';
import type { WorksSchema } from './schema-works.ts';

/** Times are milliseconds on the product's clock; truth values are 0 and 1; JSON is text. */
type Flag = 0 | 1;

export interface AccountTable {
  id: string;
  phone_no: string | null;
  nick_name: string;
  avatar: string;
  user_type: 0 | 1 | 2 | 3 | 9;
  plan: Plan;
  plan_expires_at: number | null;
  is_test: Flag;
  status: 'active' | 'banned';
  status_reason: string;
  invite_code: string;
  invited_by: string | null;
  login_name: string | null;
  password_hash: string | null;
  role: StaffRole | null;
  source: string | null;
  last_login_at: number | null;
  version: number;
  created_at: number;
  updated_at: number;
  deleted_at: number | null;
  email: Generated<string | null>;
  /** When the next tickets of the plan are due; null when none will be. */
  next_grant_at: Generated<number | null>;
  /** When a ban ends by itself; null while there is none, or no end. */
  banned_until: Generated<number | null>;
  /** The account that all of this one's became part of. */
  merged_into: Generated<string | null>;
  /** When what is personal of it was deleted on request. */
  erased_at: Generated<number | null>;
}

export interface SessionTable {
  token_hash: string;
  kind: 'user' | 'staff';
  account_id: string;
  /** Hash of the login's CAS ticket; null for staff. */
  ticket_hash: string | null;
  address: string;
  user_agent: string;
  /** The client's own id of its device; null when it told none. */
  device_id: string | null;
  created_at: number;
  expires_at: number;
}

/** Codes sent to log in or to prove a phone. */
export interface LoginCodeTable {
  id: Generated<number>;
  /** Phone number or e-mail address. */
  target: string;
  address: string;
  code_hash: string;
  wrong_tries: number;
  used_at: number | null;
  expires_at: number;
  created_at: number;
}

export interface ConsentTable {
  id: Generated<number>;
  account_id: string;
  agreement_version: string;
  address: string;
  created_at: number;
}

export interface StoredFileTable {
  sha256: string;
  bytes: number;
  created_at: number;
}

export interface ImageTable {
  id: string;
  owner_id: string;
  sha256: string;
  width: number;
  height: number;
  bytes: number;
  format: string;
  type: number;
  is_public: Flag;
  main_color: string;
  thumb_hash: string;
  created_at: number;
  deleted_at: number | null;
  /** Building model that it is a view of, which may be gone; null for all other pictures. */
  building_model_id: Generated<string | null>;
  /** `BuildingPicture` as JSON; null likewise. */
  building_view: Generated<string | null>;
  /** File of the model as it was drawn, kept as long as the picture; null likewise. */
  building_sha256: Generated<string | null>;
}

/** A building model of an account's own. */
export interface BuildingModelTable {
  id: string;
  account_id: string;
  name: string;
  /** Name that the person's file had, for its ending. */
  file_name: string;
  /** Null for an archive that was not read yet. */
  format: BuildingFormat | null;
  state: BuildingState;
  /** Reason of a refusal, Chinese. */
  sentence: string | null;
  /** The uploaded file. */
  sha256: string;
  bytes: number;
  /** Our own file of it; null until it was read. */
  mesh_sha256: string | null;
  mesh_bytes: number;
  /** File for viewers; null until it was read. */
  viewer_sha256: string | null;
  viewer_bytes: number;
  /** `BuildingFacts` as JSON; null until it was read. */
  facts: string | null;
  /** Proposed views as JSON; null until it was read. */
  views: string | null;
  /** `BuildingPlacement` as JSON, as the person confirmed it; null before. */
  placement: string | null;
  created_at: number;
}

/** One row: what this database is. */
export interface InstallationTable {
  id: string;
  /** Counts up as the server runs, so that an older copy is known as one. */
  generation: number;
  seen_at: number;
  /** When the first start was done with all that it puts in. */
  planted_at: number | null;
  room: Buffer | null;
  /** Number of rows of the audit, and the hash of its end: shows when rows are cut off its end. */
  audit_rows: Generated<number>;
  audit_head: Generated<string>;
}

export interface ProjectTable {
  id: string;
  account_id: string;
  name: string;
  cover_image_id: string | null;
  created_at: number;
  updated_at: number;
}

/** A deleted project for as long as it can be brought back. */
export interface RemovedProjectTable extends ProjectTable {
  /** Works that were in it, a JSON list of ids. */
  task_ids: string;
  removed_at: number;
}

export interface ShareLinkTable {
  token: string;
  account_id: string;
  image_id: string;
  /** Picture that the result was made from. */
  base_image_id: string | null;
  created_at: number;
  expires_at: number;
  ended_at: number | null;
}

export interface PageEventTable {
  id: Generated<number>;
  account_id: string | null;
  device_id: string | null;
  name: string;
  label: string | null;
  detail: string;
  created_at: number;
  event_id: string | null;
}

export interface LiveSessionTable {
  id: string;
  account_id: string;
  seed: number;
  /** Time drawn, milliseconds. */
  active_ms: number;
  /** Minutes of it that are paid, from the first on. */
  minutes_paid: number;
  frames: Generated<number>;
  /** When the last paid-for frame was asked for. */
  last_frame_at: number | null;
  created_at: number;
  ended_at: number | null;
  ended_by: 'client' | 'takeover' | null;
}

export interface WechatIdentityTable {
  open_id: string;
  union_id: string | null;
  account_id: string;
  nick_name: string;
  avatar: string;
  created_at: number;
}

export interface ScanSceneTable {
  id: string;
  ticket_hash: string;
  /** Hash of the cookie of the browser that asked. */
  browser_hash: string;
  status: 'waiting' | 'scanned' | 'confirmed' | 'canceled' | 'expired';
  open_id: string | null;
  union_id: string | null;
  nick_name: Generated<string>;
  avatar: Generated<string>;
  confirmed_at: number | null;
  /** When the browser was first told of the confirmation. */
  redeemed_at: number | null;
  address: string;
  created_at: number;
  expires_at: number;
}

/** CAS service tickets, good once and for one service. */
export interface ServiceTicketTable {
  ticket_hash: string;
  session_ticket_hash: string;
  account_id: string;
  service: string;
  is_from_new_login: Flag;
  used_at: number | null;
  created_at: number;
  expires_at: number;
}

/** Tables whose rows are told apart by the order they were written in. */
export type NumberedTable = 'ledger_transaction' | 'refund' | 'invoice';

/** The numbers that tables gave to their rows; see `nextNumber`. */
export interface CounterTable {
  name: NumberedTable;
  given: number;
}

export interface Schema
  extends GallerySchema,
    ChatSchema,
    ConsoleSchema,
    PeopleSchema,
    RightsSchema,
    StaffSchema,
    TaskSchema,
    WorksSchema,
    PersonalDataSchema,
    EnginesSchema,
    ModelTables,
    ViewTables,
    AgreementTables {
  counter: CounterTable;
  installation: InstallationTable;
  account: AccountTable;
  session: SessionTable;
  login_code: LoginCodeTable;
  consent: ConsentTable;
  stored_file: StoredFileTable;
  image: ImageTable;
  building_model: BuildingModelTable;
  project: ProjectTable;
  removed_project: RemovedProjectTable;
  share_link: ShareLinkTable;
  ticket_lot: TicketLotTable;
  ticket_hold: TicketHoldTable;
  ticket_hold_part: TicketHoldPartTable;
  ledger_account: LedgerAccountTable;
  ledger_transaction: LedgerTransactionTable;
  ledger_entry: LedgerEntryTable;
  live_session: LiveSessionTable;
  page_event: PageEventTable;
  plan: PlanTable;
  product: ProductTable;
  product_price: ProductPriceTable;
  membership_period: MembershipPeriodTable;
  purchase_order: PurchaseOrderTable;
  order_event: OrderEventTable;
  payment_notification: PaymentNotificationTable;
  refused_notification: RefusedNotificationTable;
  refund: RefundTable;
  invoice: InvoiceTable;
  payment_difference: PaymentDifferenceTable;
  bill_day: BillDayTable;
  staff_request: StaffRequestTable;
  redeem_batch: RedeemBatchTable;
  redeem_code: RedeemCodeTable;
  redeem_use: RedeemUseTable;
  redeem_try: RedeemTryTable;
  custom_request: CustomRequestTable;
  wechat_identity: WechatIdentityTable;
  scan_scene: ScanSceneTable;
  service_ticket: ServiceTicketTable;
}
