/** Accounts, sessions, pictures, tasks, the ticket ledger. */
export const foundation = `
CREATE TABLE account (
  id TEXT PRIMARY KEY,
  phone_no TEXT,
  nick_name TEXT NOT NULL,
  avatar TEXT NOT NULL DEFAULT '',
  user_type INTEGER NOT NULL CHECK (user_type IN (0, 1, 2, 3, 9)),
  plan TEXT NOT NULL DEFAULT 'free' CHECK (plan IN ('free', 'basic', 'pro', 'team')),
  plan_expires_at INTEGER,
  is_test INTEGER NOT NULL DEFAULT 0,
  status TEXT NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'banned')),
  status_reason TEXT NOT NULL DEFAULT '',
  invite_code TEXT NOT NULL UNIQUE,
  invited_by TEXT REFERENCES account(id),
  login_name TEXT,
  password_hash TEXT,
  role TEXT,
  failed_logins INTEGER NOT NULL DEFAULT 0,
  locked_until INTEGER,
  source TEXT,
  last_login_at INTEGER,
  version INTEGER NOT NULL DEFAULT 1,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  deleted_at INTEGER
);
CREATE UNIQUE INDEX account_phone ON account(phone_no) WHERE phone_no IS NOT NULL AND deleted_at IS NULL;
CREATE UNIQUE INDEX account_login_name ON account(login_name) WHERE login_name IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX account_created ON account(created_at);

CREATE TABLE session (
  token_hash TEXT PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('user', 'staff')),
  account_id TEXT NOT NULL REFERENCES account(id),
  ticket_hash TEXT UNIQUE,
  address TEXT NOT NULL,
  user_agent TEXT NOT NULL,
  device_id TEXT,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
);
CREATE INDEX session_account ON session(account_id);

CREATE TABLE sms_code (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  phone_no TEXT NOT NULL,
  address TEXT NOT NULL,
  code_hash TEXT NOT NULL,
  wrong_tries INTEGER NOT NULL DEFAULT 0,
  used_at INTEGER,
  expires_at INTEGER NOT NULL,
  created_at INTEGER NOT NULL
);
CREATE INDEX sms_code_phone ON sms_code(phone_no, created_at);
CREATE INDEX sms_code_address ON sms_code(address, created_at);

CREATE TABLE consent (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id TEXT NOT NULL REFERENCES account(id),
  agreement_version TEXT NOT NULL,
  address TEXT NOT NULL,
  created_at INTEGER NOT NULL
);

CREATE TABLE blob (
  sha256 TEXT PRIMARY KEY,
  bytes INTEGER NOT NULL,
  created_at INTEGER NOT NULL
);

CREATE TABLE image (
  id TEXT PRIMARY KEY,
  owner_id TEXT NOT NULL REFERENCES account(id),
  sha256 TEXT NOT NULL REFERENCES blob(sha256),
  width INTEGER NOT NULL,
  height INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  format TEXT NOT NULL,
  type INTEGER NOT NULL,
  is_public INTEGER NOT NULL DEFAULT 0,
  main_color TEXT NOT NULL,
  thumb_hash TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  deleted_at INTEGER
);
CREATE INDEX image_owner ON image(owner_id, created_at);
CREATE INDEX image_blob ON image(sha256);

CREATE TABLE task (
  id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES account(id),
  tool TEXT NOT NULL,
  client_key TEXT NOT NULL,
  params TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('queued', 'running', 'succeeded', 'failed', 'canceled')),
  seq INTEGER NOT NULL,
  progress REAL NOT NULL DEFAULT 0,
  engine TEXT NOT NULL,
  algorithm TEXT,
  quality TEXT,
  seed INTEGER NOT NULL,
  ms INTEGER,
  facts TEXT,
  ticket_kind TEXT NOT NULL,
  ticket_each INTEGER NOT NULL,
  free_outputs INTEGER NOT NULL,
  outputs INTEGER NOT NULL,
  error_reason TEXT,
  error_message TEXT,
  retried_from TEXT REFERENCES task(id),
  parent_id TEXT REFERENCES task(id),
  created_at INTEGER NOT NULL,
  started_at INTEGER,
  finished_at INTEGER,
  deleted_at INTEGER,
  UNIQUE (account_id, client_key)
);
CREATE INDEX task_account ON task(account_id, created_at);
CREATE INDEX task_tool ON task(account_id, tool, created_at);
CREATE INDEX task_finished ON task(tool, finished_at);
CREATE INDEX task_created ON task(created_at);

CREATE TABLE task_image (
  task_id TEXT NOT NULL REFERENCES task(id),
  position INTEGER NOT NULL,
  image_id TEXT NOT NULL REFERENCES image(id),
  PRIMARY KEY (task_id, position)
) WITHOUT ROWID;

CREATE TABLE task_event (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id TEXT NOT NULL,
  task_id TEXT NOT NULL REFERENCES task(id),
  seq INTEGER NOT NULL,
  created_at INTEGER NOT NULL
);
CREATE INDEX task_event_account ON task_event(account_id, id);
CREATE INDEX task_event_created ON task_event(created_at);

CREATE TABLE job (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  task_id TEXT NOT NULL UNIQUE REFERENCES task(id),
  state TEXT NOT NULL CHECK (state IN ('ready', 'running', 'done', 'dead')),
  attempt INTEGER NOT NULL DEFAULT 0,
  run_at INTEGER NOT NULL,
  lease_owner TEXT,
  lease_token TEXT,
  lease_until INTEGER,
  operation TEXT,
  created_at INTEGER NOT NULL
);
CREATE INDEX job_ready ON job(state, run_at, id);

CREATE TABLE ticket_lot (
  id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES account(id),
  kind TEXT NOT NULL CHECK (kind IN ('normal', 'live', 'gpt')),
  source TEXT NOT NULL,
  amount INTEGER NOT NULL CHECK (amount > 0),
  left INTEGER NOT NULL CHECK (left >= 0 AND left <= amount),
  starts_at INTEGER NOT NULL,
  expires_at INTEGER,
  created_at INTEGER NOT NULL
);
CREATE INDEX ticket_lot_account ON ticket_lot(account_id, kind, expires_at);

CREATE TABLE ticket_hold (
  id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES account(id),
  kind TEXT NOT NULL,
  amount INTEGER NOT NULL CHECK (amount > 0),
  reference TEXT NOT NULL UNIQUE,
  state TEXT NOT NULL CHECK (state IN ('held', 'settled')),
  spent INTEGER NOT NULL DEFAULT 0,
  returned INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  settled_at INTEGER,
  CHECK (state = 'held' OR spent + returned = amount)
);
CREATE TABLE ticket_hold_part (
  hold_id TEXT NOT NULL REFERENCES ticket_hold(id),
  lot_id TEXT NOT NULL REFERENCES ticket_lot(id),
  amount INTEGER NOT NULL CHECK (amount > 0),
  PRIMARY KEY (hold_id, lot_id)
) WITHOUT ROWID;

CREATE TABLE ledger_account (
  id TEXT PRIMARY KEY,
  owner_id TEXT REFERENCES account(id),
  kind TEXT NOT NULL,
  role TEXT NOT NULL CHECK (role IN ('available', 'held', 'spent', 'granted', 'expired')),
  balance INTEGER NOT NULL,
  CHECK (role NOT IN ('available', 'held') OR balance >= 0)
);
CREATE TABLE ledger_transaction (
  id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES account(id),
  kind TEXT NOT NULL,
  movement TEXT NOT NULL,
  idempotency_key TEXT NOT NULL UNIQUE,
  reference TEXT,
  reason TEXT NOT NULL,
  operator TEXT,
  created_at INTEGER NOT NULL
);
CREATE INDEX ledger_transaction_account ON ledger_transaction(account_id, created_at);
CREATE INDEX ledger_transaction_created ON ledger_transaction(created_at);
CREATE TABLE ledger_entry (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  transaction_id TEXT NOT NULL REFERENCES ledger_transaction(id),
  ledger_account TEXT NOT NULL REFERENCES ledger_account(id),
  delta INTEGER NOT NULL,
  balance_after INTEGER NOT NULL
);
CREATE INDEX ledger_entry_transaction ON ledger_entry(transaction_id);

CREATE TABLE page_event (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id TEXT,
  device_id TEXT,
  name TEXT NOT NULL,
  label TEXT,
  detail TEXT NOT NULL,
  created_at INTEGER NOT NULL
);

CREATE TABLE audit (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  actor_id TEXT NOT NULL,
  action TEXT NOT NULL,
  subject TEXT NOT NULL,
  before TEXT,
  after TEXT,
  address TEXT NOT NULL,
  request_id TEXT NOT NULL,
  created_at INTEGER NOT NULL
);
CREATE INDEX audit_subject ON audit(subject, created_at);

`;
