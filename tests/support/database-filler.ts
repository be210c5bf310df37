import Database from 'better-sqlite3';
import type { Snapshot } from '../../mock-server/modules/shop/order/order-snapshot.ts';

interface Column {
  name: string;
  type: string;
  notnull: number;
  dflt_value: string | null;
  pk: number;
}

/**
 * SQL expressions, by table and column, for columns whose value decides whether background work finds a row. `n` is the
 * row number.
 */
const decisiveValues: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  account: {
    user_type: '0',
    status: `'banned'`,
    plan: `'free'`,
    deleted_at: 'NULL',
    role: 'NULL',
    merged_into: 'NULL',
    erased_at: 'NULL',
  },
  pending_change: { status: `'waiting'`, kind: `'account'`, fields: `'{}'` },
  account_erasure: { status: `'done'` },
  chat_message: {
    state: `'streaming'`,
    attachments: `'[]'`,
    pictures: `'[]'`,
    sources: `'[]'`,
    cards: `'[]'`,
    usage: 'NULL',
    cost: '0',
    price: '0',
  },
  audit: { action: `'staff.login_failed'`, forgotten_at: 'NULL', before: 'NULL', after: 'NULL', sealed: 'NULL' },
  change_set: { states_forgotten_at: 'NULL' },
  ticket_lot: { kind: `'normal'`, amount: '1', remaining: '1' },
  ledger_account: {
    role: `'available'`,
    kind: `'normal'`,
    balance: '1000000',
    owner_id: `'f' || n`,
    id: `'f' || n || ':normal:available'`,
  },
  membership_period: { plan: `'basic'`, seats: '1', upgraded_from: 'NULL', ends_at: 'n + 1000' },
  purchase_order: { status: `'closed'`, next_check_at: 'NULL', provider: `'simulated'` },
  refund: { status: `'done'`, next_try_at: 'NULL', taken: 'NULL' },
  payment_difference: { resolved_by: 'NULL' },
  task: { status: `'succeeded'`, purged_at: 'NULL', retried_from: 'NULL', parent_id: 'NULL', params: `'{}'` },
  job: { state: `'done'` },
  download_record: { created_at: '0', charged_on: `'2020-01-01'` },
  impersonation: { ended_at: 'NULL', expires_at: 'n' },
  live_session: { ended_at: 'n', ended_by: `'client'` },
};

/**
 * Tables written by staff or by the program itself, with some hundreds of rows at most. All others can have a million.
 */
export const smallTables: ReadonlySet<string> = new Set([
  ...[
    'agreement',
    'agreement_edition',
    'bill_day',
    'category',
    'connected_engine',
    'counter',
    'engine_graph',
    'engine_graph_version',
    'hot_word',
    'installation',
    'material',
  ],
  ...['migration', 'model_slot', 'model_trial', 'notice', 'notice_edition', 'plan', 'product', 'product_price'],
  ...['queue_pause', 'redeem_batch', 'refused_notification', 'setting', 'staff_role', 'staff_view'],
]);

/** Product snapshot for orders. */
export const soldSnapshot: Snapshot = {
  kind: 'package',
  title: '普通券 20 张',
  price: 1900,
  gives: ['普通券 20 张'],
  ticketKind: 'normal',
  tickets: 20,
  validMonths: 12,
  singlePrice: 100,
};

/** Rows to insert into one table. Texts are `f1`, `f2` …, unless background work reads them as days or JSON. */
export interface Filling {
  table: string;
  rows: number;
  /** SQL expressions of columns that need other values than usual. `n` is the row number. */
  values?: Readonly<Record<string, string>>;
}

/**
 * Inserts rows into tables of a database that no server has open. All times are near 1970. Columns are read from the
 * schema, so that later ones are filled, too. Rows with the same number belong together.
 */
export function fillDatabase(file: string, fillings: readonly Filling[]): void {
  const connection = new Database(file);
  connection.pragma('foreign_keys = OFF');
  connection.pragma('ignore_check_constraints = ON');
  connection.transaction(() => {
    for (const { table, rows, values: own } of fillings) {
      const columns = connection.pragma(`table_info("${table}")`) as Column[];
      const values = columns.map(({ name, type }) => own?.[name] ?? decisiveValues[table]?.[name] ?? fillOf(type));
      connection.exec(`WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${rows})
        INSERT OR IGNORE INTO "${table}" (${columns.map(({ name }) => `"${name}"`).join()})
        SELECT ${values.join()} FROM numbers`);
    }
    connection.exec('UPDATE counter SET given = given + 1000000');
  })();
  connection.close();
}

/** Names of all tables except SQLite's own and full-text indexes. */
export function tablesOf(file: string): string[] {
  const connection = new Database(file, { readonly: true });
  const names = connection
    .prepare(`SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name`)
    .pluck()
    .all() as string[];
  connection.close();
  return names.filter((name) => !/^(account_text|.*_fts)/.test(name));
}

function fillOf(type: string): string {
  if (/INT|REAL|DOUBLE|NUM/i.test(type)) return 'n';
  if (/BLOB/i.test(type)) return 'NULL';
  return `'f' || n`;
}
