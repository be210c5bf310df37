import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { StaffCategory } from '#shared/contract/category-desk';
import type { Change } from '#shared/contract/change-desk';
import type { StaffHotWord } from '#shared/contract/content-desk';
import { categoryNames, childrenOf, findCategory } from '#shared/domain/category-tree';
import { startTestServer, type TestServer } from '../support/server.ts';
import { publishOn } from '../support/server-gallery.ts';
import type { Visitor } from '../support/server-visitor.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterEach(async () => {
  expect(await server.faults()).toEqual([]);
});
afterAll(() => server.close());

type Refusal = { reason: string; message: string; current: StaffCategory };

/** A call as the console sends it: the answer, and by what it can be undone. */
async function send(staff: Visitor, method: string, path: string, body: object = {}) {
  const headers = { 'content-type': 'application/json' };
  const answer = await staff.fetch(`/api/admin/v1/${path}`, { method, headers, body: JSON.stringify(body) });
  const changeId = answer.headers.get('x-change-id') ?? '';
  return { status: answer.status, body: (await answer.json()) as StaffCategory & Refusal & Change, changeId };
}
const undo = (staff: Visitor, changeId: string) => send(staff, 'POST', `changes/${changeId}/revert`);
const served = async () => server.visitor().api.getAllClassify({});
const namesBelow = async (id: string) => childrenOf(findCategory(await served(), id)!).map(({ name }) => name);

it('a category is made, renamed, hidden and removed, the served tree follows, and each step can be undone', async () => {
  const operator = await server.staff('operator');
  const made = await send(operator, 'POST', 'categories', { parentId: '101', name: '竹构' });
  expect(made.body).toMatchObject({ parentId: '101', level: 3, presetId: '101', used: 0, version: 1 });
  const { id } = made.body;
  expect(id).toMatch(/^\d+$/);
  expect(categoryNames(await served(), id)).toEqual(['建筑', '别墅', '竹构']);
  const twice = await send(operator, 'POST', 'categories', { parentId: '101', name: '竹构' });
  expect(twice).toMatchObject({ status: 409, body: { reason: 'category.name_taken' } });

  const renamed = await send(operator, 'PATCH', `categories/${id}`, { name: '竹木', version: 1 });
  expect((await namesBelow('101')).at(-1)).toBe('竹木');
  const stale = await send(operator, 'PATCH', `categories/${id}`, { isHidden: true, version: 1 });
  expect(stale).toMatchObject({
    status: 409,
    body: { reason: 'category.changed_meanwhile', current: { name: '竹木', version: 2 } },
  });
  const hidden = await send(operator, 'PATCH', `categories/${id}`, { isHidden: true, version: 2 });
  expect(await namesBelow('101')).not.toContain('竹木');
  expect((await undo(operator, hidden.changeId)).status).toBe(200);
  expect((await undo(operator, renamed.changeId)).status).toBe(200);
  expect((await namesBelow('101')).at(-1)).toBe('竹构');

  const removed = await send(operator, 'DELETE', `categories/${id}`);
  expect(removed.status).toBe(200);
  expect(await namesBelow('101')).not.toContain('竹构');
  expect((await send(operator, 'PATCH', `categories/${id}`, { name: '又来', version: 5 })).status).toBe(404);
  expect((await undo(operator, removed.changeId)).status).toBe(200);
  expect((await operator.api.category({ id })).name).toBe('竹构');
  expect((await send(operator, 'DELETE', 'categories/10101')).body).toMatchObject({
    reason: 'category.used',
    message: '「现代」是工具的预设，不能删除，可以隐藏',
  });
  expect((await send(operator, 'DELETE', 'categories/101')).status).toBe(409);

  const rows = await server.deps.store.db
    .selectFrom('audit')
    .select(['action', 'before', 'after'])
    .where('subject', '=', id)
    .orderBy('id')
    .execute();
  expect(rows.map(({ action }) => action)).toEqual([
    ...['category.create', 'category.update', 'category.update'],
    ...['category.undo', 'category.undo', 'category.remove', 'category.undo'],
  ]);
  expect(rows[1]?.before).toContain('竹构');
  expect(rows[1]?.after).toContain('竹木');
});

it('a move keeps the order that was asked for, and is refused where it would make a circle, go too deep or take a preset from its tool', async () => {
  const operator = await server.staff('operator');
  const make = async (parentId: string, name: string) =>
    (await send(operator, 'POST', 'categories', { parentId, name })).body;
  const move = (id: string, parentId: string | null, version: number, beforeId: string | null = null) =>
    send(operator, 'POST', `categories/${id}/move`, { parentId, beforeId, version });
  const names = await namesBelow('2');
  const [first, second] = childrenOf(findCategory(await served(), '2')!);
  const swapped = await move(second!.id, '2', 1, first!.id);
  expect(await namesBelow('2')).toEqual([names[1], names[0], ...names.slice(2)]);
  expect((await undo(operator, swapped.changeId)).status).toBe(200);
  expect(await namesBelow('2')).toEqual(names);

  const outer = await make('2', '外层');
  const inner = await make(outer.id, '内层');
  const deep = await make(inner.id, '更深');
  expect(deep).toMatchObject({ level: 4, presetId: '2' });
  expect((await send(operator, 'POST', 'categories', { parentId: deep.id, name: '太深' })).body.reason).toBe(
    'category.too_deep',
  );
  expect((await move(outer.id, deep.id, 1)).body.reason).toBe('category.cycle');
  expect((await move(outer.id, outer.id, 1)).body.reason).toBe('category.cycle');
  expect((await move(outer.id, first!.id, 1)).body.reason).toBe('category.too_deep');
  expect((await move(outer.id, null, 1)).body.reason).toBe('category.root_fixed');
  expect((await move('2', '1', 1)).body.reason).toBe('category.root_fixed');
  expect((await move('101', '2', 1)).body).toMatchObject({
    reason: 'category.preset_fixed',
    message: '「别墅」是「建筑」工具的预设，只能在「建筑」之内的第 2 级移动',
  });
  expect((await move(inner.id, first!.id, 9)).status).toBe(409);
  // Into another root, with what lies below it: levels follow, and the old place is free.
  const moved = await move(inner.id, '8', 1);
  expect(moved.body).toMatchObject({ level: 2, parentId: '8' });
  expect((await operator.api.category({ id: deep.id })).level).toBe(3);
  expect(categoryNames(await served(), deep.id)).toEqual(['材质', '内层', '更深']);
  expect((await undo(operator, moved.changeId)).status).toBe(200);
  expect(categoryNames(await served(), deep.id)).toEqual(['景观', '外层', '内层', '更深']);
});

it('the list answers filters, order and search; a thumbnail is a public picture; who only reads changes nothing', async () => {
  const [operator, viewer] = [await server.staff('operator'), await server.staff('viewer')];
  const roots = await viewer.api.categories({ parentId_null: true, _sort: 'place', _order: 'asc' });
  expect(roots.map(({ name }) => name)).toEqual((await served()).map(({ name }) => name));
  expect(roots[0]).toMatchObject({ children: 19, level: 1, presetId: '1' });
  const found = await viewer.api.categories({ q: '奶油', _end: 50 });
  expect(found.length).toBeGreaterThan(5);
  expect(found.every(({ name }) => name.includes('奶油'))).toBe(true);
  expect((await viewer.api.categoryTree({})).length).toBeGreaterThan(2000);
  const refused = await viewer.fetch('/api/admin/v1/categories?parent=1');
  expect([refused.status, ((await refused.json()) as Refusal).reason]).toEqual([400, 'query.unsupported']);
  expect((await send(viewer, 'PATCH', 'categories/9', { name: '风格', version: 1 })).status).toBe(403);
  expect(
    (await send(operator, 'PATCH', 'categories/9', { thumbnailPictureId: 999_999, version: 1 })).body,
  ).toMatchObject({
    reason: 'category.no_thumbnail',
  });
  const picture = await publishOn(server, await server.member(), { classifyId: '901' });
  const shown = await send(operator, 'PATCH', 'categories/9', { thumbnailPictureId: picture.id, version: 1 });
  expect(shown.body).toMatchObject({ thumbnailPictureId: picture.id, thumbnailUrl: picture.url });
  expect((await operator.api.category({ id: '901' })).used).toBe(1);
});

it('hot words are made, put in order, changed and removed, are served at once and come back by undoing', async () => {
  const operator = await server.staff('operator');
  const words = async () => server.visitor().api.hotWords({});
  const before = await words();
  const made = (await send(operator, 'POST', 'hotWords', { word: '竹构' })).body as unknown as StaffHotWord;
  expect(await words()).toEqual([...before, '竹构']);
  expect((await send(operator, 'POST', 'hotWords', { word: '竹构' })).body.reason).toBe('content.word_taken');
  const listed = await operator.api.staffHotWords({});
  expect(listed.map(({ word }) => word)).toEqual([...before, '竹构']);
  const [first] = listed;
  const moved = await send(operator, 'POST', `hotWords/${made.id}/move`, { beforeId: first!.id, version: 1 });
  expect(await words()).toEqual(['竹构', ...before]);
  expect((await send(operator, 'PATCH', `hotWords/${made.id}`, { word: '竹屋', version: 1 })).status).toBe(409);
  expect((await undo(operator, moved.changeId)).status).toBe(200);
  const removed = await send(operator, 'DELETE', `hotWords/${first!.id}`);
  expect(await words()).toEqual([...before.slice(1), '竹构']);
  expect((await undo(operator, removed.changeId)).status).toBe(200);
  expect(await words()).toEqual([...before, '竹构']);
});

it('materials are renamed, filed, hidden and put in order', async () => {
  const operator = await server.staff('operator');
  const { imageId } = await publishOn(server, await server.member());
  const rows = ['a', 'b'].map((id, place) => ({ id, name: `木纹 ${id}`, kind: 'material' as const, place }));
  await server.deps.store.db
    .insertInto('material')
    .values(rows.map((row) => ({ ...row, classify_id: '802', image_id: imageId })))
    .execute();
  const offered = async () => (await server.visitor().api.getAllSuCai({})).map(({ name }) => name);
  expect(await operator.api.staffMaterials({ classifyId: '802' })).toMatchObject([
    { category: '木' },
    { category: '木' },
  ]);
  const hidden = await send(operator, 'PATCH', 'materials/a', { isHidden: true, version: 1 });
  expect(await offered()).toEqual(['木纹 b']);
  expect((await undo(operator, hidden.changeId)).status).toBe(200);
  expect((await send(operator, 'POST', 'materials/b/move', { beforeId: 'a', version: 1 })).status).toBe(200);
  expect(await offered()).toEqual(['木纹 b', '木纹 a']);
  expect((await send(operator, 'PATCH', 'materials/a', { classifyId: '101', version: 3 })).body.reason).toBe(
    'content.no_material_category',
  );
  expect(
    (await send(operator, 'PATCH', 'materials/a', { classifyId: '801', name: '石纹', version: 3 })).body,
  ).toMatchObject({
    ...{ classifyId: '801', category: '石材', name: '石纹' },
  });
});
