import { existsSync, renameSync, rmSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { contentHash } from '../../../scripts/lib/content-hash.mjs';
import { say } from '../measurement.ts';
import { startServer } from '../server.ts';

const accounts = 100_000;
/** Tasks, ledger rows and orders each; `CONSOLE_ROWS=100000` looks at a tenth. */
const rows = Number(process.env.CONSOLE_ROWS ?? 1_000_000);
/** The newest row's time. */
const newest = Date.parse('2026-11-20T12:00:00+08:00');
const stepMs = 25_000;

/** A data folder of that many rows, made once and kept between runs; servers bring its schema up to date. */
export async function consoleFolder(): Promise<string> {
  const hash = contentHash(['tests/bench/console/seed.ts'], String(rows));
  const folder = path.join(tmpdir(), `zhuhui-bench-console-${hash.slice(0, 16)}`);
  if (existsSync(folder)) return folder;
  const draft = `${folder}.part`;
  rmSync(draft, { recursive: true, force: true });
  await mkdir(draft);
  await (await startServer(draft)).stop();
  say(`${accounts} accounts, ${rows} tasks, ledger rows and orders each are made once, in ${folder}`);
  fill(path.join(draft, 'zhuhui.db'));
  renameSync(draft, folder);
  return folder;
}

function fill(file: string): void {
  const db = new Database(file);
  db.pragma('synchronous = OFF');
  db.pragma('foreign_keys = OFF');
  db.pragma('cache_size = -800000');
  const indexes = db
    .prepare(
      "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL AND tbl_name IN (?, ?, ?, ?, ?, ?)",
    )
    .all('task', 'ticket_hold', 'job', 'ledger_transaction', 'ledger_entry', 'purchase_order') as Array<{
    name: string;
    sql: string;
  }>;
  for (const { name } of indexes) db.exec(`DROP INDEX ${name}`);
  const tables: Array<[name: string, rows: number, rowAt: (place: number) => Record<string, unknown>]> = [
    ['account', accounts, accountAt],
    ['task', rows, taskAt],
    ['ticket_hold', rows, holdAt],
    ['job', rows, jobAt],
    ['ledger_transaction', rows, movementAt],
    ['ledger_entry', rows, entryAt],
    ['purchase_order', rows, orderAt],
  ];
  for (const [name, count, rowAt] of tables) {
    const columns = Object.keys(rowAt(0));
    const insert = db.prepare(
      `INSERT INTO ${name} (${columns.join(', ')}) VALUES (${columns.map((column) => `@${column}`).join(', ')})`,
    );
    db.transaction(() => {
      for (let place = 0; place < count; place++) insert.run(rowAt(place));
    })();
    say(`${count} of ${name}`);
  }
  for (const { sql } of indexes) db.exec(sql);
  db.exec(`UPDATE counter SET given = ${rows + 1_000_000} WHERE name = 'ledger_transaction'`);
  db.close();
  say('the indexes are made');
}

/** A number that looks like chance, the same for the same place. */
function chance(place: number, salt: number): number {
  let value = Math.imul(place + 1, 0x9e3779b1) ^ Math.imul(salt + 1, 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d);
  value = Math.imul(value ^ (value >>> 12), 0x297a2d39);
  return (value ^ (value >>> 15)) >>> 0;
}
const idOf = (prefix: string, place: number) =>
  `${prefix}_${chance(place, 90).toString(32).padStart(7, '0')}${chance(place, 91).toString(32).padStart(7, '0')}${place.toString(32).padStart(6, '0')}`;
const pick = <T>(list: readonly T[], place: number, salt: number): T => list[chance(place, salt) % list.length] as T;
const often = <T>(list: ReadonlyArray<readonly [T, number]>, place: number, salt: number): T => {
  let left = chance(place, salt) % list.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [value, weight] of list) {
    left -= weight;
    if (left < 0) return value;
  }
  return (list[0] as readonly [T, number])[0];
};

const surnames = [
  ...'王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈姚卢',
];
const given = [
  ...'伟芳娜敏静丽强磊军洋勇艳杰娟涛明超秀霞平刚桂英华玉兰红建国志文云龙海波宁雪梅晨宇浩然子轩欣怡梓涵一诺思远嘉佳琪雨桐',
];
const crafts = ['设计', '建筑', '工作室', '室内', '景观', '空间'];
const nickNameAt = (place: number): string => {
  const name = pick(surnames, place, 1) + pick(given, place, 2) + (chance(place, 3) % 3 ? pick(given, place, 4) : '');
  if (chance(place, 5) % 4 === 0) return name + pick(crafts, place, 6);
  return chance(place, 5) % 4 === 1 ? `用户${place}` : name;
};
const phoneAt = (place: number): string => `1${3 + (chance(place, 7) % 6)}${String(100_000_000 + place).slice(0, 9)}`;
const accountId = (place: number): string => idOf('acc', place);
/** A few accounts do most. */
const ownerAt = (place: number, salt: number): string =>
  accountId(Math.floor((chance(place, salt) / 2 ** 32) ** 2 * accounts));
const timeAt = (place: number): number => newest - (rows - 1 - place) * stepMs;

function accountAt(place: number) {
  const created = newest - (accounts - place) * 250_000;
  const plan = often(
    [
      ['free', 80],
      ['basic', 10],
      ['pro', 8],
      ['team', 2],
    ],
    place,
    10,
  );
  return {
    id: accountId(place),
    phone_no: phoneAt(place),
    nick_name: nickNameAt(place),
    avatar: '',
    user_type: { free: 0, basic: 1, pro: 2, team: 3 }[plan],
    plan,
    plan_expires_at: plan === 'free' ? null : newest + (chance(place, 11) % 300) * 86_400_000,
    is_test: 0,
    status: chance(place, 12) % 500 === 0 ? 'banned' : 'active',
    status_reason: '',
    invite_code: `B${place.toString(36)}`,
    email: chance(place, 13) % 3 === 0 ? `user${place}@example.com` : null,
    last_login_at: chance(place, 14) % 10 ? created + (chance(place, 15) % 10_000) * 60_000 : null,
    version: 1,
    created_at: created,
    updated_at: created,
  };
}

const tools = ['toline', 'upScaleImg', 'allPlan', 'sketch', 'redraw', 'expand', 'segment', 'video', 'light', 'furnish'];
const statusAt = (place: number) =>
  often(
    [
      ['succeeded', 900],
      ['failed', 60],
      ['canceled', 39],
      ['queued', 1],
    ],
    place,
    20,
  );

function taskAt(place: number) {
  const status = statusAt(place);
  const created = timeAt(place);
  const hasRun = status === 'succeeded' || status === 'failed';
  const ms = hasRun ? 500 + (chance(place, 21) % 60_000) : null;
  return {
    id: idOf('task', place),
    account_id: ownerAt(place, 22),
    tool: pick(tools, place, 23),
    client_key: `bench${place}`,
    params: JSON.stringify({
      upload_img: idOf('img', place),
      prompt: '现代客厅，落地窗，黄昏的光',
      num: 1,
      strength: 0.6,
    }),
    status,
    seq: 5,
    progress: status === 'succeeded' ? 1 : 0,
    engine: 'embedded',
    seed: place,
    ms,
    ticket_kind: 'normal',
    ticket_each: 1,
    free_outputs: 0,
    outputs: 1,
    error_reason: status === 'failed' ? pick(['engine.timeout', 'engine.failed', 'image.unreadable'], place, 24) : null,
    error_message: status === 'failed' ? '引擎没有按时给出结果' : null,
    created_at: created,
    started_at: hasRun ? created + 800 : null,
    finished_at: hasRun && ms !== null ? created + 800 + ms : null,
    words: '现代客厅 落地窗 黄昏的光',
  };
}

function holdAt(place: number) {
  const spent = statusAt(place) === 'succeeded' ? 1 : 0;
  return {
    id: idOf('hold', place),
    account_id: ownerAt(place, 22),
    kind: 'normal',
    amount: 1,
    reference: idOf('task', place),
    state: 'settled',
    spent,
    returned: 1 - spent,
    created_at: timeAt(place),
    settled_at: timeAt(place) + 9000,
  };
}

function jobAt(place: number) {
  return {
    task_id: idOf('task', place),
    state: 'done',
    attempt: 1,
    run_at: timeAt(place),
    created_at: timeAt(place),
    account_id: ownerAt(place, 22),
    turn: place,
  };
}

const kinds = ['normal', 'normal', 'normal', 'live', 'gpt'];
const movementKind = (place: number) => pick(kinds, place, 32);

function movementAt(place: number) {
  return {
    id: idOf('tx', place),
    account_id: ownerAt(place, 30),
    kind: movementKind(place),
    movement: often(
      [
        ['hold', 45],
        ['spend', 40],
        ['return', 8],
        ['grant', 5],
        ['expire', 1],
        ['adjust', 1],
      ],
      place,
      31,
    ),
    idempotency_key: `bench${place}`,
    reference: idOf('task', chance(place, 33) % rows),
    reason: '线稿',
    operator: null,
    created_at: timeAt(place),
    number: 1_000_000 + place,
  };
}

function entryAt(place: number) {
  return {
    transaction_id: idOf('tx', place),
    ledger_account: `${ownerAt(place, 30)}:${movementKind(place)}:available`,
    delta: -1,
    balance_after: 10,
  };
}

const titles = [
  '普通券 20 张',
  '普通券 100 张',
  '实时券 50 张',
  '对话券 200 张',
  '专业版 1 个月',
  '专业版 12 个月',
  '团队版 1 个月',
  '基础版 3 个月',
];

function orderAt(place: number) {
  const status = often(
    [
      ['completed', 700],
      ['closed', 270],
      ['refunded', 25],
      ['paying', 1],
      ['paid', 4],
    ],
    place,
    40,
  );
  const isPaid = status === 'completed' || status === 'refunded' || status === 'paid';
  const created = timeAt(place);
  const amount = [1900, 6900, 9900, 19_900, 99_900][chance(place, 41) % 5] as number;
  const title = pick(titles, place, 42);
  return {
    id: idOf('order', place),
    order_no: `B${place}`,
    account_id: accountId(place % accounts),
    product_id: `bench-${place}`,
    kind: 'package',
    quantity: 1,
    amount,
    title,
    snapshot: JSON.stringify({
      kind: 'package',
      title,
      gives: [title],
      ticketKind: 'normal',
      tickets: 20,
      validMonths: 12,
    }),
    pay_type: pick(['alipay', 'wechat'], place, 43),
    // One that nobody asks for a bill: what is made up stands in no books.
    provider: 'bench',
    status,
    close_reason: status === 'closed' ? 'expired' : null,
    trade_no: isPaid ? `T${place}` : null,
    paid_amount: isPaid ? amount : null,
    refunded_amount: status === 'refunded' ? amount : 0,
    created_at: created,
    expires_at: created + 900_000,
    paid_at: isPaid ? created + 30_000 + (chance(place, 44) % 100_000) : null,
    completed_at: status === 'completed' ? created + 31_000 : null,
    closed_at: status === 'closed' ? created + 900_000 : null,
    refunded_at: status === 'refunded' ? created + 86_400_000 : null,
  };
}
