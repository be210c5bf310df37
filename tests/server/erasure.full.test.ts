import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { day } from '#shared/domain/time';
import { erasureSteps } from '../../mock-server/modules/desk/personal-data/erasure.service.ts';
import { personalTables } from '../../mock-server/modules/desk/personal-data/personal-tables.repository.ts';
import type { Pause } from '../../mock-server/slices.ts';
import { enlargement, type Member, startTestServer, type TestServer } from '../support/server.ts';
import { publishOn } from '../support/server-gallery.ts';
import { ordersOf } from '../support/server-orders.ts';
import { drawPicture } from '../support/server-pictures.ts';
import type { Visitor } from '../support/server-visitor.ts';

/** Pauses between slices of background work, which a test may hold. */
let pause: Pause = () => turn();
let server: TestServer;
let admin: Visitor & { accountId: string };
const shop = ordersOf(() => server);
beforeAll(async () => {
  server = await startTestServer({ pause: (...given) => pause(...given) });
  admin = await server.staff('admin');
});
afterAll(() => server.close());

type Row = Record<string, string | number | null>;

/** Reads or writes the database directly. */
function database<T>(body: (connection: Database.Database) => T): T {
  const connection = new Database(path.join(server.dataDir, 'zhuhui.db'));
  try {
    connection.pragma('secure_delete = ON');
    connection.pragma('foreign_keys = OFF');
    connection.pragma('ignore_check_constraints = ON');
    return body(connection);
  } finally {
    connection.close();
  }
}

/**
 * Encodings in which a file may contain a text: UTF-8, UTF-16, JSON escapes, percent-encoding, base64 and hexadecimal.
 */
function formsOf(text: string): Buffer[] {
  const utf8 = Buffer.from(text);
  const utf16 = Buffer.from(text, 'utf16le');
  const escaped = [...text].map((letter) =>
    letter < '\x80' ? letter : `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return [
    ...[utf8, utf16, Buffer.from(utf16).swap16(), Buffer.from(escaped.join('')), Buffer.from(encodeURIComponent(text))],
    // Preceding bytes shift the base64 encoding by 0, 1 or 2 bytes.
    ...[0, 1, 2].map((shift) =>
      Buffer.from(
        Buffer.concat([Buffer.alloc(shift), utf8])
          .toString('base64')
          .slice(shift === 0 ? 0 : 4, -4),
      ),
    ),
    Buffer.from(utf8.toString('hex')),
  ];
}

/** Files of the data folder that contain one of the texts. Backups are skipped: they expire separately. */
function filesWith(texts: readonly string[]): string[] {
  const sought = texts.flatMap((text) => formsOf(text).map((form) => [text, form] as const));
  return readdirSync(server.dataDir, { recursive: true, withFileTypes: true }).flatMap((entry) => {
    const file = path.join(entry.parentPath, entry.name);
    if (!entry.isFile() || path.relative(server.dataDir, file).startsWith('backups')) return [];
    const bytes = readFileSync(file);
    return sought.filter(([, form]) => bytes.includes(form)).map(([text]) => `${entry.name}: ${text}`);
  });
}

/** Columns that contain a text, as `table.column`. */
function placesOf(text: string): string[] {
  return database((db) => {
    const tables = db.prepare(`SELECT name FROM sqlite_master WHERE type = 'table'`).pluck().all() as string[];
    return tables.flatMap((table) => {
      const rows = db.prepare(`SELECT * FROM "${table}"`).all() as Row[];
      const columns = rows.flatMap((row) => Object.keys(row).filter((name) => String(row[name]).includes(text)));
      return [...new Set(columns)].map((name) => `${table}.${name}`);
    });
  });
}

async function days(count: number): Promise<void> {
  await server.pass(count * day);
  admin = await server.staff('admin');
}

/** Creates a member with a marked text in every field that a user can fill, and marked texts of staff about them. */
async function someone(phoneNo: string, mark: string) {
  const who = await server.member({ plan: 'pro', tickets: { normal: 20 }, phoneNo });
  const { accountId } = who;
  const said = (name: string) => `${mark}${name}`;
  const { imageId } = await who.upload(await drawPicture('png', { shade: Number(phoneNo.slice(-2)) % 60 }));
  const { taskId } = await who.api.startTask(enlargement(imageId));
  await server.settled(who, taskId);
  await who.api.updateWork({ taskId, title: said('作品') });
  const card = await publishOn(server, who, { title: said('图'), description: said('说明'), tags: [said('签')] });
  await who.api.chat({ message: said('问') });
  const { orderId } = await shop.buy(who);
  await who.api.requestInvoice({ orderId, titleKind: 'personal', title: '个人', email: `${phoneNo}@erased.example` });
  const reason = said('理由');
  await admin.api.updateAccount({ accountId, nickName: said('名'), email: `${phoneNo}@erased.example`, reason });
  await server.comeAgain(who);
  await admin.api.createAccountNote({ accountId, text: said('员工备注') });
  await admin.api.noteOrder({ id: orderId, note: said('订单备注') });
  await admin.api.giveTickets({
    accountIds: [accountId],
    kind: 'normal',
    amount: 1,
    reason,
    clientKey: `gift-${phoneNo.slice(-2)}`,
  });
  await admin.api.createView({ resource: 'orders', name: '今天', query: `q=${phoneNo}` });
  await admin.api.impersonate({ id: accountId, reason });
  return { ...who, taskId, orderId, pictureId: card.id };
}

const texts = (table: string) =>
  database(
    (db) => db.pragma(`table_info("${table}")`) as Array<{ name: string; type: string; notnull: number; pk: number }>,
  );

/** Inserts a row of the person into every personal table, with a distinct marked text in each text column. */
function markEverything(who: { accountId: string; taskId: string; orderId: string; pictureId: number }, mark: string) {
  database((db) => {
    const orderNo = db.prepare('SELECT order_no FROM purchase_order WHERE id = ?').pluck().get(who.orderId) as string;
    const imageId = db
      .prepare('SELECT image_id FROM gallery_picture WHERE id = ?')
      .pluck()
      .get(who.pictureId) as string;
    const phone = db.prepare('SELECT phone_no FROM account WHERE id = ?').pluck().get(who.accountId) as string;
    const known: Row = {
      ...Object.fromEntries(
        ['account_id', 'owner_id', 'author_id', 'follower_id', 'blocked_id'].map((name) => [name, who.accountId]),
      ),
      ...{
        task_id: who.taskId,
        order_id: who.orderId,
        order_no: orderNo,
        picture_id: who.pictureId,
        image_id: imageId,
      },
      ...{
        target: phone,
        open_id: `open-${who.accountId}`,
        set_id: 'picture_set-made',
        case_id: 'design_case-made',
      },
      ...{ hold_id: 'ticket_hold-made', transaction_id: 'ledger_transaction-made', resource: 'account' },
      ...{ subject: who.accountId, merged_into: null, operator: 'staff_1', state: 'done', status: 'done' },
    };
    for (const [table, rule] of Object.entries(personalTables)) {
      // These tables have a single row per person, which exists already, or hash-chained rows.
      if (!('own' in rule) || ['account', 'audit', 'account_erasure', 'image', 'stored_file'].includes(table)) continue;
      const kept = rule.erased === 'deleted' ? [] : [...rule.erased.ours, ...(rule.erased.law ?? [])];
      const row: Row = {};
      for (const { name, type, pk, notnull } of texts(table)) {
        const isText = type.toUpperCase() === 'TEXT';
        if (name in known) row[name] = known[name] ?? null;
        else if (name === 'id') row[name] = isText ? `${table}-made` : null;
        else if (isText && !kept.includes(name) && !/(_id|^id|sha256)$/.test(name)) {
          row[name] = `${mark}${table}${name}`;
        } else if (isText) row[name] = notnull || pk ? `${table}-${name}` : null;
        else row[name] = notnull || pk ? 1 : null;
      }
      if (table === 'picture_set') row.kind = 'folder';
      const names = Object.keys(row);
      db.prepare(
        `INSERT OR IGNORE INTO "${table}" (${names.map((name) => `"${name}"`)}) VALUES (${names.map(() => '?')})`,
      ).run(Object.values(row));
    }
  });
}

it('closes the account at once, goes on after a stop from where it was, and does everything once', async () => {
  const who: Member = await server.member({ plan: 'pro', tickets: { normal: 20 }, phoneNo: '13877770022' });
  const { imageId } = await who.upload(await drawPicture('png', { shade: 7 }));
  const { taskId } = await who.api.startTask(enlargement(imageId));
  await server.settled(who, taskId);
  await admin.api.updateAccount({ accountId: who.accountId, nickName: '鬯黼', reason: '鬯黼来电' });
  await admin.api.requestErasure({ id: who.accountId, reason: '本人来信' });
  await days(15);

  const { dataDir, stop } = server;
  const half = erasureSteps.indexOf('task');
  // Stops the server in the middle of the erasure: later slices do not begin any more.
  const { personalData } = server.deps;
  const held = Promise.withResolvers<void>();
  let slices = 0;
  pause = (_ms, signal) => {
    slices += 1;
    if (slices < 10) return turn();
    held.resolve();
    return new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
  };
  const sweeping = personalData.sweep();
  await held.promise;
  const under = await admin.api.erasureOutlook({ id: who.accountId });
  expect(under.request).toMatchObject({ status: 'running', progress: { steps: erasureSteps.length } });
  expect(under.request?.progress?.step).toBeGreaterThan(0);
  expect((await server.login(who.phoneNo)).answer.isNew).toBe(true);
  await stop(0);
  await sweeping;
  server = await startTestServer({ dataDir });
  admin = await server.staff('admin');
  const left = (await admin.api.erasureOutlook({ id: who.accountId })).request;
  expect([left?.status, (left?.progress?.step ?? 0) <= half + erasureSteps.length]).toEqual(['running', true]);
  await Promise.all([server.deps.personalData.sweep(), server.deps.personalData.sweep()]);
  expect((await admin.api.erasureOutlook({ id: who.accountId })).request?.status).toBe('done');
  expect(filesWith(['鬯黼'])).toEqual([]);
  const rows = await admin.api.auditEntries({ subject: who.accountId, action: 'account.erase' });
  const listed = rows.flatMap(({ changes }) => changes.filter(({ field }) => field === 'emptied'));
  const ids = listed.flatMap(({ after }) => (after as string[]).map((each) => each.split(':')[0]));
  expect(ids.length).toBeGreaterThan(0);
  expect(new Set(ids).size).toBe(ids.length);
  expect((await server.deps.audit.verify()).fault).toBeUndefined();
  expect(await server.faults()).toEqual([]);
}, 60_000);

it('leaves no word of a person in any file of the data folder, whatever table it stood in', async () => {
  const [phoneNo, mark] = ['13877770011', '鬯黻'];
  const who = await someone(phoneNo, mark);
  const other = await server.member();
  await other.api.takeDownloads({ pictureIds: [who.pictureId] });
  markEverything(who, mark);
  const sought = [mark, phoneNo, `${phoneNo}@erased.example`];
  expect(filesWith(sought).length).toBeGreaterThan(2);
  const outlook = await admin.api.erasureOutlook({ id: who.accountId });
  expect(outlook.kept).toEqual(
    expect.arrayContaining([
      '已公开且别人收藏、下载或使用的图片 1 张：对这些人仍可见，不再有标题和署名',
      '订单、退款与发票：金额、时间、发票抬头与税号',
      '数据库备份里的旧资料，随备份到期删除',
    ]),
  );
  await admin.api.requestErasure({ id: who.accountId, reason: `${mark}来信` });
  await admin.api.rejectPicture({ id: who.pictureId, reason: `${mark}看看` });
  await admin.api.approvePicture({ id: who.pictureId });
  expect(placesOf(mark)).toContain('change_set.title');
  // Open records among the generated rows do not block the erasure.
  await days(15);
  // After a day staff cannot undo a change any more, but its title stays for a month.
  await server.deps.changeSets.sweep();
  await server.deps.personalData.sweep();
  expect((await admin.api.erasureOutlook({ id: who.accountId })).request).toMatchObject({
    status: 'done',
    progress: null,
  });

  expect(placesOf(mark)).toEqual([]);
  expect(filesWith(sought)).toEqual([]);
  // The full-text index contains pairs of letters.
  const pair = Buffer.from(mark).toString('hex');
  const terms = database((db) => {
    db.exec(`CREATE VIRTUAL TABLE temp.terms USING fts5vocab('main', 'account_text', 'row')`);
    return db.prepare('SELECT count(*) FROM temp.terms WHERE term = ?').pluck().get(pair);
  });
  expect(terms).toBe(0);
  expect((await server.deps.audit.verify()).fault).toBeUndefined();

  // Another user's download of a public picture remains, without the title.
  const [record] = (await other.api.downloads({})).list;
  expect(record).toMatchObject({ title: '', pictureId: who.pictureId });
  expect((await other.fetch(record?.url ?? '')).status).toBe(200);
  expect((await other.api.picture({ id: who.pictureId })).author.name).toBe('已注销用户');
  expect((await server.visitor().fetch(`/api/inspiration/picture/${who.pictureId}`)).status).toBe(404);
}, 60_000);
