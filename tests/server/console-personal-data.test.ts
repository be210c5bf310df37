import { createHash } from 'node:crypto';
import path from 'node:path';
import Database from 'better-sqlite3';
import JSZip from 'jszip';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { day, minute } from '#shared/domain/time';
import { columnWords } from '../../mock-server/modules/desk/personal-data/column-words.ts';
import { personalTables } from '../../mock-server/modules/desk/personal-data/personal-tables.repository.ts';
import { plainModel } from '../support/building-engine.ts';
import { enlargement, type Member, refusal, startTestServer, type TestServer } from '../support/server.ts';
import { putBuildingView } from '../support/server-buildings.ts';
import { ordersOf } from '../support/server-orders.ts';
import { drawPicture } from '../support/server-pictures.ts';
import type { Visitor } from '../support/server-visitor.ts';

let server: TestServer;
let admin: Visitor & { accountId: string };
const shop = ordersOf(() => server);
const reason = '本人来信要求';
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.staff('admin');
});
afterAll(() => server.close());

function read<T>(body: (database: Database.Database) => T): T {
  const database = new Database(path.join(server.dataDir, 'zhuhui.db'), { readonly: true });
  try {
    return body(database);
  } finally {
    database.close();
  }
}

/** Derived from `account` by triggers, or older than any person. */
const ofTheDatabase = /^(migration|text_place|account_number|account_text(_\w+)?|sqlite_\w+)$/;

/** Time goes on; the console's login lasts a day. */
async function days(count: number): Promise<void> {
  await server.pass(count * day);
  admin = await server.staff('admin');
}

/** A word that stands in everything of theirs, and in nothing of others. */
const markOf = (phoneNo: string) => `临江${phoneNo.slice(-1)}号`;

/** Somebody who has left traces everywhere. */
async function someone(phoneNo: string) {
  const member = await server.member({ plan: 'pro', tickets: { normal: 20 }, phoneNo });
  const { accountId } = member;
  const mark = markOf(phoneNo);
  const { sha256, imageId } = await member.upload(await drawPicture('png', { shade: Number(phoneNo.slice(-1)) }));
  server.engine.readPictures();
  const { taskId } = await member.api.startTask(enlargement(imageId));
  await server.settled(member, taskId);
  await member.api.updateWork({ taskId, title: `${mark}小筑` });
  await member.api.createProject({ name: `${mark}一期` });
  await member.api.createFolder({ name: `${mark}灵感`, clientKey: `folder-${accountId}` });
  await member.api.editAbout({ about: `${mark}人，做住宅` });
  await member.api.trackEvents({ events: [{ name: 'page', label: `${mark}页` }] });
  await member.api.chat({ message: `${mark}的房子怎么朝向` });
  await admin.api.updateAccount({ accountId, nickName: `${mark}林工`, email: `${phoneNo}@linjiang.example`, reason });
  await server.comeAgain(member);
  const { modelId } = await putBuildingView(server, member, `${mark}别墅`);
  return { ...member, sha256, imageId, taskId, modelId };
}

async function fileOf(who: Member) {
  const address = `/api/admin/v1/accounts/${who.accountId}/personalData?${new URLSearchParams({ reason })}`;
  const response = await admin.fetch(address);
  expect(response.status).toBe(200);
  return JSZip.loadAsync(await response.arrayBuffer(), { checkCRC32: true });
}

describe('what the product knows of a person', () => {
  it('is decided for every table: in the file or not, and what deletion does with it', () => {
    const tables = read((database) =>
      database.prepare(`SELECT name FROM sqlite_master WHERE type = 'table'`).pluck().all(),
    ) as string[];
    expect(tables.filter((name) => !ofTheDatabase.test(name)).sort()).toEqual(Object.keys(personalTables).sort());
    for (const [table, rule] of Object.entries(personalTables)) {
      if (!('own' in rule) || 'none' in rule.file) continue;
      const columns = read((database) => database.pragma(`table_info("${table}")`) as Array<{ name: string }>);
      const shown = columns.map(({ name }) => name).filter((name) => !rule.without?.includes(name));
      expect([table, shown.filter((name) => columnWords[name] === undefined)]).toEqual([table, []]);
      expect([table, shown.filter((name) => /hash$|secret|open_id|staff_session/.test(name))]).toEqual([table, []]);
    }
  });

  it('is decided for every column of text of what stays: it is emptied, nobody writes into it, or the law wants it', () => {
    const undecided = Object.entries(personalTables).flatMap(([table, rule]) => {
      if (!('own' in rule) || rule.erased === 'deleted') return [];
      const { set = {}, dated = [], ours, law = [] } = rule.erased;
      const texts = read(
        (database) => database.pragma(`table_info("${table}")`) as Array<{ name: string; type: string }>,
      )
        .filter(({ type }) => type.toUpperCase() === 'TEXT')
        .map(({ name }) => name);
      const decided = [...Object.keys(set), ...dated, ...ours, ...law];
      const twice = decided.filter((name, place) => decided.indexOf(name) !== place);
      const gone = [...ours, ...law].filter((name) => !texts.includes(name));
      return [...texts.filter((name) => !decided.includes(name)), ...twice, ...gone].map((name) => `${table}.${name}`);
    });
    expect(undecided).toEqual([]);
  });

  it('is given as one file with pictures, whole numbers and no secret, and the audit says to whom', async () => {
    const who = await someone('13812340001');
    const other = await someone('13812340002');
    const zip = await fileOf(who);
    const names = Object.keys(zip.files);
    expect(names).toEqual(expect.arrayContaining(['账号.json', '账号.csv', '任务.json', '对话消息.json', '说明.txt']));
    const account = JSON.parse((await zip.file('账号.json')?.async('string')) ?? '');
    expect(account).toMatchObject([{ 手机号: '13812340001', 昵称: '临江1号林工' }]);
    const originals = names.filter((name) => name.startsWith('图片原件/'));
    expect(originals).toHaveLength(3);
    const model = await zip.file(`模型原件/${who.modelId}.ifc`)?.async('nodebuffer');
    expect(model).toEqual(plainModel('临江1号别墅'));
    const picture = await zip.file(originals.find((name) => name.includes(who.imageId)) ?? '')?.async('nodebuffer');
    expect(picture && sha256Of(picture)).toBe(who.sha256);
    const all = (await Promise.all(Object.values(zip.files).map((file) => file.async('string')))).join('\n');
    expect(all).toContain('临江1号的房子怎么朝向');
    expect(all).not.toContain(other.accountId);
    expect(all).not.toContain('scrypt');
    const [told] = await admin.api.auditEntries({ subject: who.accountId, action: 'account.export' });
    expect(told).toMatchObject({ actorId: admin.accountId, reason });
    const csv = (await zip.file('任务.csv')?.async('string')) ?? '';
    expect(csv.split('\r\n')[0]).toContain('工具,参数');
  });

  it('is deleted on request after a time in which that can be withdrawn, and what the law keeps stays without them', async () => {
    const who = await someone('13812340003');
    const bought = await shop.buy(who);
    const asked = await admin.api.requestErasure({ id: who.accountId, reason });
    expect(asked.dueAt).toBe(server.clock.now() + 15 * day);
    expect((await refusal(admin.api.requestErasure({ id: who.accountId, reason }))).reason).toBe(
      'personal.already_requested',
    );
    await admin.api.withdrawErasure({ id: who.accountId, reason: '改变主意' });
    await days(16);
    await server.deps.personalData.sweep();
    expect((await admin.api.accountDetail({ accountId: who.accountId })).nickName).toBe('临江3号林工');

    const reading = read((database) =>
      database.prepare('SELECT sha256 FROM task_reading WHERE task_id = ?').pluck().get(who.taskId),
    ) as string;
    expect(await server.deps.storage.localFile(reading)).toContain(reading);
    const modelFiles = read((database) =>
      database
        .prepare('SELECT sha256, mesh_sha256, viewer_sha256 FROM building_model WHERE id = ?')
        .raw()
        .get(who.modelId),
    ) as string[];
    const again = await admin.api.requestErasure({ id: who.accountId, reason });
    const outlook = await admin.api.erasureOutlook({ id: who.accountId });
    expect(outlook).toMatchObject({ request: { id: again.id }, lost: { works: 1, conversations: 1 } });
    await days(15);
    await server.deps.personalData.sweep();

    const gone = await admin.api.accountDetail({ accountId: who.accountId });
    expect(gone).toMatchObject({ nickName: '已注销用户', phoneNo: null, email: null, tickets: { normal: 0 } });
    for (const file of [who.sha256, reading, ...modelFiles])
      expect(await server.deps.storage.localFile(file).catch(() => 'gone')).toBe('gone');
    expect(placesOf(markOf('13812340003'))).toEqual([]);
    for (const text of ['13812340003', '13812340003@linjiang.example', who.imageId]) {
      expect([text, placesOf(text)]).toEqual([text, []]);
    }
    for (const q of [markOf('13812340003'), '13812340003'])
      expect([q, await admin.api.staffAccounts({ q })]).toEqual([q, []]);
    // What the law keeps is there, with the number alone.
    const order = await admin.api.staffOrder({ id: bought.orderId });
    expect(order.accountId).toBe(who.accountId);
    expect(await server.faults()).toEqual([]);
    expect((await server.deps.audit.verify()).fault).toBeUndefined();
    // The number is anybody's again, and nothing brings the account back.
    expect((await server.login('13812340003')).answer.isNew).toBe(true);
    expect((await refusal(admin.api.restoreAccount({ accountId: who.accountId }))).reason).toBe('account.not_found');
  });

  it('waits while an order is open, and is carried out when it is not any more', async () => {
    const who = await someone('13812340004');
    await admin.api.requestErasure({ id: who.accountId, reason });
    await days(15);
    const { orderId } = await shop.order(who);
    expect((await admin.api.erasureOutlook({ id: who.accountId })).open.orders).toBe(1);
    await server.deps.personalData.sweep();
    expect((await admin.api.erasureOutlook({ id: who.accountId })).request?.status).toBe('waiting');
    await who.api.cancelOrder({ orderId });
    await server.deps.personalData.sweep();
    expect((await admin.api.erasureOutlook({ id: who.accountId })).request?.status).toBe('done');
  });

  it('is deleted when the person asks for it, who is logged out and can take it back after a new login', async () => {
    const who = await someone('13812340006');
    const visitor = await server.visitor();
    const { images } = await who.api.getTaskByTaskId({ taskId: who.taskId });
    const { token } = await who.api.createShare({ imageId: images[0]?.imageId ?? '', days: 30 });
    expect(await who.api.ownErasure({})).toMatchObject({ waitsDays: 7, lost: { works: 1, isMember: true } });
    const { dueAt } = await who.api.requestOwnErasure({ confirmation: '注销账号' });
    expect(dueAt).toBe(server.clock.now() + 7 * day);
    expect((await refusal(who.api.userInfo({}))).status).toBe(401);

    const back = (await server.login(who.phoneNo)).visitor;
    expect(await back.api.userInfo({})).toMatchObject({ erasureDueAt: dueAt });
    expect((await refusal(back.api.requestOwnErasure({ confirmation: '注销账号' }))).reason).toBe(
      'personal.already_requested',
    );
    const { request } = await admin.api.erasureOutlook({ id: who.accountId });
    expect(request).toMatchObject({ status: 'waiting', requestedBy: who.accountId, dueAt });
    await back.api.withdrawOwnErasure({});
    expect(await back.api.userInfo({})).not.toHaveProperty('erasureDueAt');
    expect((await refusal(back.api.withdrawOwnErasure({}))).reason).toBe('personal.none_waiting');

    await server.pass(minute);
    await back.api.requestOwnErasure({ confirmation: '注销账号' });
    await days(6);
    await server.deps.personalData.sweep();
    expect(await visitor.api.sharedResult({ token })).toMatchObject({ expiresAt: expect.any(Number) });
    await days(1);
    await server.deps.personalData.sweep();
    expect(placesOf(markOf(who.phoneNo))).toEqual([]);
    expect((await refusal(visitor.api.sharedResult({ token }))).status).toBe(404);
    expect((await server.login(who.phoneNo)).answer.isNew).toBe(true);
    const told = await admin.api.auditEntries({ subject: who.accountId, actorId: who.accountId });
    expect(told.map(({ action }) => action).sort()).toEqual([
      'account.ask_erasure',
      'account.ask_erasure',
      'account.withdraw_erasure',
    ]);
    expect(await server.faults()).toEqual([]);
  });

  it('leaves pictures that somebody else works with, without a name', async () => {
    const who = await someone('13812340005');
    const other = await server.member({ tickets: { normal: 5 } });
    await server.deps.store.db.updateTable('image').set({ is_public: 1 }).where('id', '=', who.imageId).execute();
    const { taskId } = await other.api.startTask(enlargement(who.imageId));
    await server.settled(other, taskId);
    await admin.api.requestErasure({ id: who.accountId, reason });
    await days(15);
    await server.deps.personalData.sweep();
    expect((await other.fetch(`/api/images/${who.imageId}`)).status).toBe(200);
    expect((await other.api.getTaskByTaskId({ taskId })).status).toBe('succeeded');
  });
});

const sha256Of = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** Tables in which a text still stands. */
function placesOf(text: string): string[] {
  return read((database) => {
    const tables = database.prepare(`SELECT name FROM sqlite_master WHERE type = 'table'`).pluck().all() as string[];
    return tables.filter((name) =>
      (database.prepare(`SELECT * FROM "${name}"`).all() as object[]).some((row) => JSON.stringify(row).includes(text)),
    );
  });
}
