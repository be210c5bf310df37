import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { contains } from './dialect.ts';
import { openStore, type Store } from './open.ts';
import { belongsToTyped } from './person-search.ts';
import { accountsWith, textsThat } from './text-search.ts';

let folder: string;
let store: Store;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'zhuhui-text-'));
  store = openStore(path.join(folder, 'zhuhui.db'));
  await put('ming', '小明');
  await put('alone', '明');
  await put('studio', '湖畔 Studio-7 · 工作室', { email: 'Ling@Example.com' });
  await put('smile', '👍🏽好', { phone_no: '13800138001' });
  await put('quotes', `a"b*c'^ OR`);
});
afterAll(async () => {
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

async function put(id: string, nick_name: string, more: object = {}): Promise<void> {
  const same = { avatar: '', user_type: 0, plan: 'free', is_test: 0, status: 'active', status_reason: '', version: 1 };
  const account = { id, nick_name, invite_code: id, created_at: 1, updated_at: 1, ...same, ...more };
  await store.db
    .insertInto('account')
    .values(account as never)
    .execute();
}

const found = async (typed: string, seesContacts = true): Promise<string[]> => {
  const condition = await belongsToTyped(store.db, 'account.id', typed, { seesContacts });
  const rows = await store.db.selectFrom('account').select('id').where(condition).orderBy('id').execute();
  return rows.map(({ id }) => id);
};

it.each([
  ['明', ['alone', 'ming']],
  ['小明', ['ming']],
  ['小', ['ming']],
  ['studio-7 ·', ['studio']],
  ['畔 s', ['studio']],
  ['👍🏽', ['smile']],
  ['好', ['smile']],
  ['"b*', ['quotes']],
  ["'^ or", ['quotes']],
  ['明小', []],
  ['7', ['studio']],
  ['ling@', ['studio']],
  ['138 0013 8001', ['smile']],
  ['0013', ['smile']],
])('%j is found letter by letter', async (typed, ids) => {
  expect(await found(typed)).toEqual(ids);
});

it('finds no address and no part of a number for who may not see them', async () => {
  expect(await found('ling@', false)).toEqual([]);
  expect(await found('0013', false)).toEqual([]);
  expect(await found('8001', false)).toEqual(['smile']);
  expect(await found('小明', false)).toEqual(['ming']);
});

it('follows what is written, whoever writes, and a copy of the database', async () => {
  await put('moved', '旧名字');
  await store.db.updateTable('account').set({ nick_name: '新名字' }).where('id', '=', 'moved').execute();
  expect([await found('旧名'), await found('新名')]).toEqual([[], ['moved']]);
  await store.db.deleteFrom('account').where('id', '=', 'alone').execute();
  const copy = path.join(folder, 'copy.db');
  await sql`vacuum into ${copy}`.execute(store.db);
  const other = openStore(copy);
  const ids = async (typed: string) =>
    (await accountsWith(['nick_name'], typed)?.execute(other.db))?.rows.map(({ id }) => id);
  expect([await ids('明'), await ids('新名'), await ids('工作室')]).toEqual([['ming'], ['moved'], ['studio']]);
  await other.close();
});

it('looks at each different text of a column once, and at none where there are too many', async () => {
  await put('twin', '小明');
  const found = (typed: string, most?: number) =>
    textsThat(store.db, 'account', 'nick_name', (text) => contains(text, typed), most);
  expect(await found('明')).toEqual(['小明']);
  expect(await found('没有')).toEqual([]);
  const { length } = (await found('')) ?? [];
  expect([await found('明', length), await found('明', length - 1)]).toEqual([['小明'], undefined]);
});
