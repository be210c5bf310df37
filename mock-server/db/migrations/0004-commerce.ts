/** Plans, products, memberships, orders, refunds, invoices, redeem codes; scan login, service tickets, login by e-mail. */
export const commerce = `
CREATE TABLE plan (
  id TEXT PRIMARY KEY CHECK (id IN ('free', 'basic', 'pro', 'team')),
  title TEXT NOT NULL,
  monthly_normal INTEGER NOT NULL CHECK (monthly_normal >= 0),
  monthly_live INTEGER NOT NULL CHECK (monthly_live >= 0),
  monthly_gpt INTEGER NOT NULL CHECK (monthly_gpt >= 0),
  daily_normal INTEGER NOT NULL CHECK (daily_normal >= 0),
  daily_live INTEGER NOT NULL CHECK (daily_live >= 0),
  daily_gpt INTEGER NOT NULL CHECK (daily_gpt >= 0),
  running INTEGER NOT NULL CHECK (running > 0),
  queued INTEGER NOT NULL CHECK (queued >= 0),
  version INTEGER NOT NULL DEFAULT 1,
  updated_at INTEGER NOT NULL
);

CREATE TABLE product (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('membership', 'package')),
  title TEXT NOT NULL,
  plan TEXT CHECK (plan IN ('basic', 'pro', 'team')),
  months INTEGER CHECK (months > 0),
  ticket_kind TEXT CHECK (ticket_kind IN ('normal', 'live', 'gpt')),
  tickets INTEGER CHECK (tickets > 0),
  valid_months INTEGER CHECK (valid_months > 0),
  price INTEGER NOT NULL CHECK (price > 0),
  list_price INTEGER CHECK (list_price > 0),
  limit_per_phone INTEGER CHECK (limit_per_phone > 0),
  is_on_shelf INTEGER NOT NULL DEFAULT 1,
  position INTEGER NOT NULL,
  version INTEGER NOT NULL DEFAULT 1,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  CHECK ((kind = 'membership') = (plan IS NOT NULL AND months IS NOT NULL)),
  CHECK ((kind = 'package') = (ticket_kind IS NOT NULL AND tickets IS NOT NULL AND valid_months IS NOT NULL))
);
CREATE TABLE product_price (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  product_id TEXT NOT NULL REFERENCES product(id),
  price INTEGER NOT NULL,
  list_price INTEGER,
  operator TEXT,
  created_at INTEGER NOT NULL
);
CREATE INDEX product_price_product ON product_price(product_id, id);

CREATE TABLE membership_period (
  id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES account(id),
  plan TEXT NOT NULL CHECK (plan IN ('basic', 'pro', 'team')),
  seats INTEGER NOT NULL DEFAULT 1 CHECK (seats > 0),
  starts_at INTEGER NOT NULL,
  ends_at INTEGER NOT NULL,
  source TEXT NOT NULL,
  reference TEXT,
  upgraded_from TEXT,
  created_at INTEGER NOT NULL,
  CHECK (ends_at > starts_at)
);
CREATE INDEX membership_period_account ON membership_period(account_id, starts_at);
CREATE INDEX membership_period_reference ON membership_period(reference) WHERE reference IS NOT NULL;
INSERT INTO membership_period (id, account_id, plan, seats, starts_at, ends_at, source, reference, created_at)
  SELECT 'period_' || id, id, plan, 1, created_at, coalesce(plan_expires_at, 7258118400000), 'staff', NULL, created_at
  FROM account WHERE plan <> 'free' AND user_type <> 9 AND (plan_expires_at IS NULL OR plan_expires_at > created_at);

ALTER TABLE account ADD COLUMN email TEXT;
ALTER TABLE account ADD COLUMN next_grant_at INTEGER;
UPDATE account SET next_grant_at = 0 WHERE plan <> 'free' AND user_type <> 9;
CREATE UNIQUE INDEX account_email ON account(email) WHERE email IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX account_next_grant ON account(next_grant_at) WHERE next_grant_at IS NOT NULL;
CREATE INDEX account_plan_expires ON account(plan_expires_at) WHERE plan_expires_at IS NOT NULL;

ALTER TABLE ticket_lot ADD COLUMN reason TEXT NOT NULL DEFAULT '';
ALTER TABLE ticket_lot ADD COLUMN reference TEXT;
CREATE INDEX ticket_lot_reference ON ticket_lot(reference) WHERE reference IS NOT NULL;
CREATE INDEX ticket_lot_expires ON ticket_lot(expires_at) WHERE left > 0;

CREATE TABLE purchase_order (
  id TEXT PRIMARY KEY,
  order_no TEXT NOT NULL UNIQUE,
  account_id TEXT NOT NULL REFERENCES account(id),
  product_id TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('membership', 'package', 'upgrade')),
  quantity INTEGER NOT NULL CHECK (quantity > 0),
  amount INTEGER NOT NULL CHECK (amount > 0),
  snapshot TEXT NOT NULL,
  pay_type TEXT NOT NULL CHECK (pay_type IN ('alipay', 'wechat')),
  provider TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('created', 'paying', 'paid', 'completed', 'closed', 'refunding', 'refunded')),
  close_reason TEXT CHECK (close_reason IN ('canceled', 'expired', 'replaced', 'refused', 'wrong_amount', 'staff')),
  code_url TEXT,
  trade_no TEXT,
  paid_amount INTEGER,
  refunded_amount INTEGER NOT NULL DEFAULT 0 CHECK (refunded_amount >= 0),
  grant_error TEXT NOT NULL DEFAULT '',
  note TEXT NOT NULL DEFAULT '',
  checks INTEGER NOT NULL DEFAULT 0,
  last_check_at INTEGER,
  next_check_at INTEGER,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  paid_at INTEGER,
  completed_at INTEGER,
  closed_at INTEGER,
  refunded_at INTEGER,
  CHECK ((status = 'closed') <= (close_reason IS NOT NULL)),
  CHECK (refunded_amount <= coalesce(paid_amount, 0))
);
CREATE UNIQUE INDEX purchase_order_open ON purchase_order(account_id, product_id) WHERE status IN ('created', 'paying');
CREATE UNIQUE INDEX purchase_order_trade ON purchase_order(provider, trade_no) WHERE trade_no IS NOT NULL;
CREATE INDEX purchase_order_account ON purchase_order(account_id, created_at, id);
CREATE INDEX purchase_order_created ON purchase_order(created_at, id);
CREATE INDEX purchase_order_check ON purchase_order(next_check_at) WHERE next_check_at IS NOT NULL;
CREATE INDEX purchase_order_product ON purchase_order(product_id, status);

CREATE TABLE order_event (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  order_id TEXT NOT NULL REFERENCES purchase_order(id),
  what TEXT NOT NULL,
  detail TEXT NOT NULL DEFAULT '',
  actor TEXT NOT NULL,
  created_at INTEGER NOT NULL
);
CREATE INDEX order_event_order ON order_event(order_id, id);

CREATE TABLE payment_notification (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  provider TEXT NOT NULL,
  order_no TEXT,
  body TEXT NOT NULL,
  verdict TEXT NOT NULL,
  created_at INTEGER NOT NULL
);
CREATE INDEX payment_notification_order ON payment_notification(order_no);
CREATE INDEX payment_notification_created ON payment_notification(created_at);

CREATE TABLE refund (
  id TEXT PRIMARY KEY,
  order_id TEXT NOT NULL REFERENCES purchase_order(id),
  amount INTEGER NOT NULL CHECK (amount > 0),
  reason TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('requested', 'pending', 'done', 'failed', 'rejected')),
  requested_by TEXT NOT NULL,
  approved_by TEXT,
  answer TEXT NOT NULL DEFAULT '',
  error TEXT NOT NULL DEFAULT '',
  tries INTEGER NOT NULL DEFAULT 0,
  next_try_at INTEGER,
  created_at INTEGER NOT NULL,
  done_at INTEGER
);
CREATE UNIQUE INDEX refund_open ON refund(order_id) WHERE status IN ('requested', 'pending', 'failed');
CREATE INDEX refund_order ON refund(order_id, created_at);
CREATE INDEX refund_try ON refund(next_try_at) WHERE next_try_at IS NOT NULL;
CREATE INDEX refund_created ON refund(created_at);

CREATE TABLE invoice (
  id TEXT PRIMARY KEY,
  order_id TEXT NOT NULL REFERENCES purchase_order(id),
  title_kind TEXT NOT NULL CHECK (title_kind IN ('personal', 'company')),
  title TEXT NOT NULL,
  tax_no TEXT NOT NULL,
  email TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('requested', 'issued', 'rejected')),
  invoice_no TEXT NOT NULL DEFAULT '',
  answer TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL,
  done_at INTEGER
);
CREATE UNIQUE INDEX invoice_live ON invoice(order_id) WHERE status IN ('requested', 'issued');
CREATE INDEX invoice_created ON invoice(created_at);

CREATE TABLE payment_difference (
  id TEXT PRIMARY KEY,
  order_id TEXT REFERENCES purchase_order(id),
  order_no TEXT NOT NULL,
  provider TEXT NOT NULL,
  kind TEXT NOT NULL,
  detail TEXT NOT NULL,
  our_amount INTEGER,
  their_amount INTEGER,
  resolved_by TEXT,
  resolution TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL
);
CREATE UNIQUE INDEX payment_difference_open ON payment_difference(provider, order_no, kind) WHERE resolved_by IS NULL;
CREATE INDEX payment_difference_created ON payment_difference(created_at);

CREATE TABLE redeem_batch (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  ticket_kind TEXT CHECK (ticket_kind IN ('normal', 'live', 'gpt')),
  amount INTEGER CHECK (amount > 0),
  days INTEGER CHECK (days > 0),
  plan TEXT CHECK (plan IN ('basic', 'pro', 'team')),
  plan_days INTEGER CHECK (plan_days > 0),
  uses_per_code INTEGER NOT NULL CHECK (uses_per_code > 0),
  expires_at INTEGER,
  is_disabled INTEGER NOT NULL DEFAULT 0,
  operator TEXT NOT NULL,
  created_at INTEGER NOT NULL
);
CREATE TABLE redeem_code (
  code TEXT PRIMARY KEY,
  batch_id TEXT NOT NULL REFERENCES redeem_batch(id),
  uses INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX redeem_code_batch ON redeem_code(batch_id);
CREATE TABLE redeem_use (
  code TEXT NOT NULL REFERENCES redeem_code(code),
  account_id TEXT NOT NULL REFERENCES account(id),
  created_at INTEGER NOT NULL,
  PRIMARY KEY (code, account_id)
) WITHOUT ROWID;
CREATE TABLE redeem_try (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id TEXT NOT NULL REFERENCES account(id),
  created_at INTEGER NOT NULL
);
CREATE INDEX redeem_try_account ON redeem_try(account_id, created_at);

CREATE TABLE custom_request (
  id TEXT PRIMARY KEY,
  receipt_no TEXT NOT NULL UNIQUE,
  account_id TEXT REFERENCES account(id),
  company TEXT NOT NULL,
  contact TEXT NOT NULL,
  phone_no TEXT NOT NULL,
  need TEXT NOT NULL CHECK (need IN ('private', 'seats', 'training', 'api')),
  seats INTEGER NOT NULL CHECK (seats > 0),
  budget TEXT NOT NULL,
  note TEXT NOT NULL,
  staff_note TEXT NOT NULL DEFAULT '',
  status TEXT NOT NULL CHECK (status IN ('received', 'contacted', 'quoted', 'won', 'closed')),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
);
CREATE INDEX custom_request_created ON custom_request(created_at);
CREATE INDEX custom_request_phone ON custom_request(phone_no, created_at);

ALTER TABLE sms_code RENAME TO login_code;
ALTER TABLE login_code RENAME COLUMN phone_no TO target;

CREATE TABLE wechat_identity (
  open_id TEXT PRIMARY KEY,
  union_id TEXT,
  account_id TEXT NOT NULL UNIQUE REFERENCES account(id),
  nick_name TEXT NOT NULL,
  avatar TEXT NOT NULL,
  created_at INTEGER NOT NULL
);
CREATE TABLE scan_scene (
  id TEXT PRIMARY KEY,
  ticket_hash TEXT NOT NULL UNIQUE,
  browser_hash TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('waiting', 'scanned', 'confirmed', 'canceled', 'expired')),
  open_id TEXT,
  union_id TEXT,
  nick_name TEXT NOT NULL DEFAULT '',
  avatar TEXT NOT NULL DEFAULT '',
  confirmed_at INTEGER,
  redeemed_at INTEGER,
  address TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  CHECK (status NOT IN ('scanned', 'confirmed') OR open_id IS NOT NULL)
);
CREATE INDEX scan_scene_browser ON scan_scene(browser_hash, created_at);
CREATE INDEX scan_scene_created ON scan_scene(created_at);
CREATE INDEX scan_scene_address ON scan_scene(address, created_at);

CREATE TABLE service_ticket (
  ticket_hash TEXT PRIMARY KEY,
  session_ticket_hash TEXT NOT NULL,
  account_id TEXT NOT NULL REFERENCES account(id),
  service TEXT NOT NULL,
  is_from_new_login INTEGER NOT NULL,
  used_at INTEGER,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
);
CREATE INDEX service_ticket_expires ON service_ticket(expires_at);
CREATE INDEX service_ticket_session ON service_ticket(session_ticket_hash);
CREATE INDEX session_ticket ON session(ticket_hash) WHERE ticket_hash IS NOT NULL;
`;
