import { type CompiledQuery, type Kysely, sql } from 'kysely';

/** Of accounts that are not deleted, so that counts and pages read nothing but the index. */
const live = 'deleted_at IS NULL';

/**
 * What lists are sorted and filtered by. Behind each column stand the time and the id, which every order ends with:
 * whoever leafs through pages meets nobody twice, and what a filter finds is sorted without a look at the rows.
 */
const listed: ReadonlyArray<[table: string, columns: readonly string[], where?: string]> = [
  [
    'account',
    ['created_at', 'last_login_at', 'plan', 'plan_expires_at', 'status', 'user_type', 'nick_name', 'source'],
    live,
  ],
  ['account', ['role'], 'role IS NOT NULL'],
  [
    'task',
    [
      'created_at',
      'account_id',
      'status',
      'tool',
      'engine',
      'quality',
      'ticket_kind',
      'ms',
      'started_at',
      'finished_at',
    ],
  ],
  ['task', ['error_reason'], 'error_reason IS NOT NULL'],
  ['task', ['error_message'], 'error_message IS NOT NULL'],
  ['ledger_transaction', ['created_at', 'account_id', 'movement', 'kind', 'reason']],
  ['ledger_transaction', ['operator'], 'operator IS NOT NULL'],
  [
    'purchase_order',
    [
      ...[
        'status',
        'pay_type',
        'provider',
        'product_id',
        'title',
        'quantity',
        'amount',
        'refunded_amount',
        'grant_error',
      ],
      ...['note', 'expires_at', 'paid_at', 'completed_at'],
    ],
  ],
  ['purchase_order', ['close_reason'], 'close_reason IS NOT NULL'],
  ['purchase_order', ['closed_at'], 'closed_at IS NOT NULL'],
  ['purchase_order', ['next_check_at'], 'next_check_at IS NOT NULL'],
  ['refund', ['created_at', 'status']],
  ['invoice', ['created_at', 'status']],
  ['payment_difference', ['created_at']],
  ['custom_request', ['created_at']],
];

/** What a search looks up. */
const lookedUp: ReadonlyArray<[table: string, column: string]> = [
  ['ledger_transaction', 'reference'],
  ['purchase_order', 'trade_no'],
];

/** Indexes that one of these holds at its beginning. */
const replaced = [
  'account_created',
  'task_created',
  'task_account',
  'ledger_transaction_created',
  'refund_created',
  'invoice_created',
  'payment_difference_created',
  'custom_request_created',
];

const indexes = [
  ...listed.flatMap(([table, columns, where]) =>
    columns.map((column) => {
      const rest = column === 'created_at' ? 'id' : 'created_at, id';
      return `CREATE INDEX ${table}_list_${column} ON ${table} (${column}, ${rest})${where ? ` WHERE ${where}` : ''}`;
    }),
  ),
  ...lookedUp.map(
    ([table, column]) => `CREATE INDEX ${table}_${column} ON ${table} (${column}) WHERE ${column} IS NOT NULL`,
  ),
];

const texts = ['nick_name', 'login_name', 'email', 'phone_no'] as const;
/** Longer texts are found by their beginning only, characters. */
const longestText = 320;

/** Two letters each, overlapping: `ABC` is `AB BC C`. In hexadecimal, since no letter of a text may part or join words. */
const pairsOf = (column: string) =>
  `(SELECT group_concat(hex(substr(lower(${column}), place, 2)), ' ')
    FROM text_place WHERE place <= length(${column}))`;
const indexed = (row: string) =>
  `INSERT INTO account_text (rowid, ${texts.join(', ')})
   SELECT number, ${texts.map((column) => pairsOf(`${row}.${column}`)).join(', ')}`;

/**
 * What lists are sorted and filtered by, and what accounts are searched by. The database itself keeps the pairs of
 * letters current, whoever writes. Accounts have a number for them: that of SQLite's rows is not kept by a backup.
 */
export function listIndexes(db: Kysely<unknown>): CompiledQuery[] {
  const statements = [
    `ALTER TABLE purchase_order ADD COLUMN title TEXT NOT NULL DEFAULT ''`,
    `UPDATE purchase_order SET title = coalesce(snapshot ->> '$.title', '')`,
    ...replaced.map((name) => `DROP INDEX ${name}`),
    ...indexes,
    `CREATE TABLE text_place (place INTEGER PRIMARY KEY)`,
    `WITH RECURSIVE counting (place) AS (SELECT 1 UNION ALL SELECT place + 1 FROM counting WHERE place < ${longestText})
     INSERT INTO text_place SELECT place FROM counting`,
    `CREATE TABLE account_number (number INTEGER PRIMARY KEY, account_id TEXT NOT NULL UNIQUE)`,
    `CREATE VIRTUAL TABLE account_text USING fts5(${texts.join(', ')}, content='', contentless_delete=1, tokenize='ascii')`,
    `INSERT INTO account_number (account_id) SELECT id FROM account`,
    `${indexed('account')} FROM account_number JOIN account ON account.id = account_number.account_id`,
    `CREATE TRIGGER account_text_insert AFTER INSERT ON account BEGIN
       INSERT INTO account_number (account_id) VALUES (new.id);
       ${indexed('new')} FROM account_number WHERE account_id = new.id;
     END`,
    `CREATE TRIGGER account_text_update AFTER UPDATE OF ${texts.join(', ')} ON account
     WHEN ${texts.map((column) => `new.${column} IS NOT old.${column}`).join(' OR ')} BEGIN
       DELETE FROM account_text WHERE rowid = (SELECT number FROM account_number WHERE account_id = new.id);
       ${indexed('new')} FROM account_number WHERE account_id = new.id;
     END`,
    `CREATE TRIGGER account_text_delete AFTER DELETE ON account BEGIN
       DELETE FROM account_text WHERE rowid = (SELECT number FROM account_number WHERE account_id = old.id);
       DELETE FROM account_number WHERE account_id = old.id;
     END`,
  ];
  return statements.map((statement) => sql.raw(statement).compile(db));
}
