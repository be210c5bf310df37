import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type ImportAnswer, idHeading, importables, importResources } from '#shared/contract/import-desk';
import { readTable } from '#shared/domain/csv-table';
import { startTestServer, type TestServer } from '../support/server.ts';
import { publishOn } from '../support/server-gallery.ts';
import type { Visitor } from '../support/server-visitor.ts';

let server: TestServer;
let numbers = 0;
const newPhone = () => `1366004${String(++numbers).padStart(4, '0')}`;
let operator: Visitor & { accountId: string };
beforeAll(async () => {
  server = await startTestServer();
  operator = await server.staff('operator');
  const { imageId } = await publishOn(server, await server.member());
  const materials = ['a', 'b'].map((id, place) => ({ id, name: `木纹 ${id}`, kind: 'material' as const, place }));
  await server.deps.store.db
    .insertInto('material')
    .values(materials.map((row) => ({ ...row, classify_id: '801', image_id: imageId })))
    .execute();
});
afterEach(async () => {
  expect(await server.faults()).toEqual([]);
});
afterAll(() => server.close());

type Answered = ImportAnswer & { status: number; reason: string; message: string; errors?: Record<string, string[]> };

async function bring(
  staff: Visitor,
  resource: string,
  { text, columns, trial }: { text: string; columns: string[]; trial?: ImportAnswer },
): Promise<Answered> {
  const versions = Object.fromEntries((trial?.rows ?? []).map((row) => [row.id ?? '', row.version ?? 0]));
  const answer = await staff.fetch(`/api/admin/v1/${resource}/import`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ isTrial: !trial, text, columns, versions }),
  });
  return { ...((await answer.json()) as Answered), status: answer.status };
}
const exported = async (resource: string) =>
  (await operator.fetch(`/api/admin/v1/${resource}/export?format=csv`)).text();
const undo = (staff: Visitor, id: string | null) => staff.api.revertChange({ id: id ?? '' });

it('knows the headings of every export: a file that goes out and comes back changes nothing', async () => {
  await server.member();
  await operator.api.createAccount({ phoneNo: newPhone(), nickName: "=cmd|'/c'!A1" });
  for (const resource of importResources) {
    const text = await exported(resource);
    const { headings, rows } = readTable(text);
    const fields: Array<[string, { heading: string }]> = Object.entries(importables[resource].fields);
    const names = new Map(fields.map(([name, { heading }]) => [heading, name]));
    names.set(idHeading, 'id');
    const columns = headings.map((heading) => names.get(heading) ?? '');
    const known = fields.filter(([name]) => name !== 'note').map(([name]) => name);
    expect(known.filter((name) => !columns.includes(name))).toEqual([]);
    const trial = await bring(operator, resource, { text, columns });
    expect([resource, trial.counts, trial.rows]).toEqual([
      resource,
      { new: 0, changed: 0, unchanged: rows.length, refused: 0 },
      [],
    ]);
  }
});

it('tells what becomes of each row, writes nothing until it is asked to, and is undone as one', async () => {
  const before = await operator.api.staffHotWords({ _end: 100 });
  const [first, second] = before;
  const columns = ['id', 'word', ''];
  const text = `编号;热词;备注\r\n${first?.id};'=天台;\r\n;夜景民宿;x\r\n${second?.id};${second?.word};\r\n;夜景民宿;\r\n;"两\n行";\r\n99999;没有;\r\n`;
  const trial = await bring(operator, 'hotWords', { text, columns });
  expect(trial.counts).toEqual({ new: 1, changed: 1, unchanged: 1, refused: 3 });
  expect(trial.rows.map(({ line, state, message }) => [line, state, message])).toEqual([
    [2, 'changed', ''],
    [3, 'new', ''],
    [5, 'refused', '与第 3 行重复'],
    [6, 'refused', expect.stringContaining('换行')],
    [8, 'refused', '没有编号为 99999 的热词'],
  ]);
  expect(trial.rows[0]).toMatchObject({
    ...{ id: first?.id, version: first?.version, name: first?.word },
    changes: [{ field: 'word', before: first?.word, after: '=天台' }],
  });
  expect(trial.changeId).toBeNull();
  expect(await operator.api.staffHotWords({ _end: 100 })).toEqual(before);

  const done = await bring(operator, 'hotWords', { text, columns, trial });
  expect(done.counts).toEqual(trial.counts);
  const after = await operator.api.staffHotWords({ _end: 100 });
  expect(after.map(({ word }) => word)).toEqual(['=天台', ...before.slice(1).map(({ word }) => word), '夜景民宿']);
  const change = (await operator.api.changes({})).find(({ id }) => id === done.changeId);
  expect(change).toMatchObject({ title: '从文件导入热词', count: 2, state: 'open' });
  // Sent again, it finds nothing to do but what is there already.
  const again = await bring(operator, 'hotWords', { text, columns, trial });
  expect([again.counts.changed, again.counts.new, again.changeId]).toEqual([0, 0, null]);
  await undo(operator, done.changeId);
  expect((await operator.api.staffHotWords({ _end: 100 })).map(({ word }) => word)).toEqual(
    before.map(({ word }) => word),
  );
});

it('refuses a row that was changed since the trial, and takes the others', async () => {
  const [one, two] = (await operator.api.staffMaterials({ _end: 2 })) ?? [];
  if (!one || !two) throw new Error('no materials');
  const text = `编号\t名称\t隐藏\n${one.id}\t甲\tFALSE\n${two.id}\t乙\t是\n`;
  const columns = ['id', 'name', 'isHidden'];
  const trial = await bring(operator, 'materials', { text, columns });
  expect(trial.counts).toMatchObject({ changed: 2, refused: 0 });
  await operator.api.updateMaterial({ id: one.id, name: '别人改的', version: one.version });
  const done = await bring(operator, 'materials', { text, columns, trial });
  expect(done.rows.map(({ id, state, message }) => [id, state, message])).toEqual([
    [one.id, 'refused', '试算之后这条记录又有改动，请重新试算'],
    [two.id, 'changed', ''],
  ]);
  expect((await operator.api.staffMaterial({ id: one.id })).name).toBe('别人改的');
  expect(await operator.api.staffMaterial({ id: two.id })).toMatchObject({ name: '乙', isHidden: true });
  await undo(operator, done.changeId);
  expect(await operator.api.staffMaterial({ id: two.id })).toMatchObject({ name: two.name, isHidden: two.isHidden });
});

it('makes customers, changes names and writes notes, as far as somebody may, and takes the new ones away again', async () => {
  const { accountId, phoneNo } = await server.member();
  const next = newPhone();
  const columns = ['id', 'phoneNo', 'nickName', 'isTestUser', 'note'];
  const text = `编号,手机号,昵称,测试账号,备注\n${accountId},,林工,是,来电核对\n,+86 ${next},新客户,,展会\n,${phoneNo},重复,,\n${accountId},,再一次,,\n,123,短号,,\n`;
  const trial = await bring(operator, 'accounts', { text, columns });
  expect(trial.rows.map(({ line, state }) => [line, state])).toEqual([
    [2, 'changed'],
    ...[[3, 'new'], ...[4, 5, 6].map((line) => [line, 'refused'])],
  ]);
  const done = await bring(operator, 'accounts', { text, columns, trial });
  expect(done.counts).toEqual({ new: 1, changed: 1, unchanged: 0, refused: 3 });
  expect(await operator.api.accountDetail({ accountId })).toMatchObject({ nickName: '林工', isTestUser: true });
  expect((await operator.api.accountNotes({ accountId })).map((note) => note.text)).toEqual(['来电核对']);
  const [made] = await operator.api.staffAccounts({ q: next });
  expect(made).toMatchObject({ nickName: '新客户', userType: 1 });
  expect(JSON.stringify(await operator.api.auditEntries({ subject: made?.id ?? '' } as never))).not.toContain(next);
  await undo(operator, done.changeId);
  expect((await operator.api.accountDetail({ accountId: made?.id ?? '' })).deletedAt).not.toBeNull();
  expect(await operator.api.accountNotes({ accountId })).toEqual([]);

  const viewer = await server.staff('viewer');
  expect((await bring(viewer, 'accounts', { text, columns })).reason).toBe('auth.forbidden');
  expect((await bring(operator, 'accounts', { text, columns: ['id', 'plan', '', '', ''] })).errors).toEqual({
    columns: ['不能导入「plan」这一项'],
  });
  expect((await bring(operator, 'orders', { text, columns })).status).toBe(404);
});

it('takes prices in yuan and says how much is too much', async () => {
  const [pack] = await operator.api.staffProducts({ id: 'normal-20' } as never);
  const columns = ['id', 'price', 'listPrice'];
  const text = `编号,价格（元）,划线价（元）\nnormal-20,"1,234.50",\nnormal-100,3.999,\nlive-30,,\n`;
  const trial = await bring(operator, 'products', { text, columns });
  expect(trial.rows.map(({ state, message }) => [state, message])).toEqual([
    ['changed', ''],
    ['refused', '「价格（元）」请填金额，最多两位小数'],
    ['refused', '「价格（元）」不能为空'],
  ]);
  const done = await bring(operator, 'products', { text, columns, trial });
  expect((await operator.api.staffProducts({ id: 'normal-20' } as never))[0]).toMatchObject({ price: 123_450 });
  // Lowering a price needs the approval of a second person, also when it undoes a change.
  await undo(await server.staff('admin'), done.changeId);
  expect((await operator.api.staffProducts({ id: 'normal-20' } as never))[0]).toMatchObject({ price: pack?.price });

  const lines = Array.from({ length: 10_001 }, (_, index) => `gone-${index},1`);
  const long = await bring(operator, 'products', {
    text: ['编号,价格', ...lines].join('\n'),
    columns: ['id', 'price'],
  });
  expect([long.status, long.message]).toEqual([422, '一个文件最多 10000 行，请分成几个文件']);
  const most = await bring(operator, 'products', {
    ...{ text: ['编号,价格', ...lines.slice(1)].join('\n'), columns: ['id', 'price'] },
  });
  expect([most.counts.refused, most.rows.length]).toEqual([10_000, 500]);
  const many = ['热词', ...Array.from({ length: 2001 }, (_, index) => `词${index}`)].join('\n');
  expect((await bring(operator, 'hotWords', { text: many, columns: ['word'] })).reason).toBe('import.too_many_changes');
  const open = await bring(operator, 'products', { text: '编号,价格\n"normal-20,1', columns: ['id', 'price'] });
  expect(open).toMatchObject({ status: 422, message: '第 2 行的引号没有结束' });
});
