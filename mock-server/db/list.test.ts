import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CompiledQuery, sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ListCondition, ListRequest } from '#shared/contract/list';
import { boundsOf, type ListPage, type ListSource, listIds, readListPage } from './list.ts';
import { type Db, openStore, type Store } from './open.ts';
import { belongsToTyped } from './person-search.ts';

const rows = 600;
let folder: string;
let store: Store;
const everything = { seesContacts: true };
const names = ['王伟', '李娜', '王小明设计', 'Ada_b', '用户7', '欧阳'];

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'zhuhui-list-'));
  store = openStore(path.join(folder, 'zhuhui.db'));
  await store.transact(async (tx) => {
    for (const [place, nick_name] of names.entries()) {
      const same = { avatar: '', user_type: 0, plan: 'free', is_test: 0, status: 'active', status_reason: '' } as const;
      const id = `account${place}`;
      const dates = { created_at: place, updated_at: place };
      await tx
        .insertInto('account')
        .values({
          id,
          nick_name,
          invite_code: id,
          version: 1,
          phone_no: `1380013800${place}`,
          ...same,
          ...dates,
        } as never)
        .execute();
    }
    for (let place = 0; place < rows; place++) {
      await tx
        .insertInto('ledger_transaction')
        .values({
          id: `tx${(place * 7) % rows}`,
          account_id: `account${place % names.length}`,
          kind: place % 3 ? 'normal' : 'live',
          movement: place % 60 ? 'spend' : 'grant',
          idempotency_key: String(place),
          reference: place % 4 ? `ref${place}` : null,
          reason: '',
          operator: null,
          created_at: Math.floor(place / 5),
          number: place + 1,
        })
        .execute();
    }
    await tx.deleteFrom('ledger_transaction').where('number', 'in', [10, 200, 201]).execute();
  });
});
afterAll(async () => {
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

const source: ListSource<'ledger_transaction'> = {
  table: 'ledger_transaction',
  columns: {
    id: 'id',
    createdAt: 'created_at',
    kind: 'kind',
    movement: 'movement',
    reference: 'reference',
    number: 'number',
  },
  fewTexts: ['movement'],
  search: (typed, db, sight) => belongsToTyped(db, 'ledger_transaction.account_id', typed, sight),
};
const where = (field: string, operator: ListCondition['operator'], ...values: Array<string | number | boolean>) => [
  { field, operator, values },
];
const request = (asked: Partial<ListRequest>): ListRequest => ({
  offset: 0,
  limit: 20,
  sorts: [{ field: 'createdAt', order: 'desc' }],
  conditions: [],
  ...asked,
});
/** As if a few hundred rows were a million. */
const asIfLong = { smallTable: 10, mostCounted: 50, roughly: 100, closely: 300, together: 5, widestWindow: 200 };

const questions: Array<[string, Partial<ListRequest>]> = [
  ['everything', {}],
  ['a page beyond the middle', { offset: 420 }],
  ['the last page', { offset: 590 }],
  ['nothing beyond the end', { offset: 700 }],
  ['a value many rows have', { conditions: where('kind', 'eq', 'normal') }],
  ['its later pages', { conditions: where('kind', 'eq', 'normal'), offset: 300 }],
  ['a value few rows have', { conditions: where('movement', 'eq', 'grant') }],
  ['any of two values', { conditions: where('movement', 'in', 'grant', 'spend'), offset: 40 }],
  ['rows at the far end of the order', { conditions: where('createdAt', 'lt', 30) }],
  ['two conditions', { conditions: [...where('kind', 'eq', 'live'), ...where('createdAt', 'between', 20, 90)] }],
  ['none of a value few rows have', { conditions: where('movement', 'ne', 'grant') }],
  ['none of a value many rows have', { conditions: where('movement', 'nin', 'spend', 'none') }],
  ['none of some numbers', { conditions: where('number', 'nin', 10, 9, 600, 9) }],
  ['none of a value, or nothing', { conditions: where('reference', 'ne', 'ref1') }],
  ['a part of a text', { conditions: where('reference', 'like', 'f59') }],
  ['a part of one of few texts', { conditions: where('movement', 'like', 'RAN') }],
  ['the beginning of one that many have', { conditions: where('movement', 'startswith', 'sp') }],
  ['a part that none of them has', { conditions: where('movement', 'like', 'none') }],
  ['rows without a value', { conditions: where('reference', 'null', true) }],
  ['another order', { sorts: [{ field: 'reference', order: 'asc' }] }],
  [
    'two orders',
    {
      sorts: [
        { field: 'kind', order: 'asc' },
        { field: 'number', order: 'desc' },
      ],
      offset: 100,
    },
  ],
  ['a name', { q: '王' }],
  ['a part of a name', { q: '小明' }],
  ['a name and a value', { q: '王伟', conditions: where('kind', 'eq', 'live') }],
  ['the last digits of a number', { q: '8003' }],
  ['nobody', { q: '没有' }],
];

async function pageOf(db: Db, asked: ListRequest, measures?: typeof asIfLong): Promise<ListPage> {
  return readListPage(db, source, asked, everything, await boundsOf(db, source.table), measures);
}

it('counts what matches on a full page, on the last one and beyond it', async () => {
  const { length } = await store.db.selectFrom('ledger_transaction').select('id').execute();
  const seen = async (asked: Partial<ListRequest>) => {
    const { total, ids } = await pageOf(store.db, request({ limit: 50, ...asked }));
    return [total, ids.length];
  };
  expect(await seen({})).toEqual([length, 50]);
  expect(await seen({ offset: length - 20 })).toEqual([length, 20]);
  expect(await seen({ offset: length + 50 })).toEqual([length, 0]);
  expect(await seen({ conditions: where('movement', 'eq', 'none') })).toEqual([0, 0]);
});

it.each(questions)('finds %s alike, long or short, before statistics and after', async (_what, asked) => {
  const whole = request(asked);
  const plain = await pageOf(store.reading.db, whole);
  const compare = async () => {
    const found = await pageOf(store.reading.db, whole, asIfLong);
    expect(found.ids).toEqual(plain.ids);
    if (!found.isEstimated) expect(found.total).toBe(plain.total);
    else expect(Math.abs(found.total - plain.total)).toBeLessThan(plain.total * 0.2);
  };
  await compare();
  await sql`analyze`.execute(store.db);
  await compare();
  await sql`drop table if exists sqlite_stat1`
    .execute(store.db)
    .catch(() => sql`delete from sqlite_stat1`.execute(store.db));
});

it('ends every order with time and id, the same way round', async () => {
  const asked = request({ sorts: [{ field: 'kind', order: 'asc' }] });
  const walk = await listIds(store.reading.db, source, asked, everything);
  const { rows: all } = await store.reading.db.executeQuery(walk);
  const sorted = await store.db
    .selectFrom('ledger_transaction')
    .select('id')
    .orderBy('kind')
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  expect(all).toEqual(sorted);
});

it('leaves out nothing but the values that are named, and what is empty only where nothing can be', async () => {
  const total = async (...conditions: ListCondition[]) => (await pageOf(store.db, request({ conditions }))).total;
  const all = await total();
  const [one] = where('reference', 'ne', 'ref1');
  expect(await total(one as ListCondition)).toBe(all - 1);
  const [several] = where('reference', 'nin', 'ref2', 'ref1', 'ref3', 'none');
  expect(await total(several as ListCondition)).toBe(all - 3);
  const [empty] = where('reference', 'null', true);
  const without = await total(empty as ListCondition);
  expect(without).toBeGreaterThan(0);
  expect(await total({ ...(one as ListCondition), isNeverNull: true })).toBe(all - 1 - without);
});

async function firstStep(of: ListSource<'ledger_transaction'>, asked: Partial<ListRequest>): Promise<string> {
  const statement = await listIds(store.db, of, request(asked), everything);
  const explained = CompiledQuery.raw(`EXPLAIN QUERY PLAN ${statement.sql}`, [...statement.parameters]);
  return (await store.db.executeQuery<{ detail: string }>(explained)).rows[0]?.detail ?? '';
}

it('finds rows without a reference, and those with a part of a reason, by an index', async () => {
  expect(await firstStep(source, { conditions: where('reference', 'null', true) })).toMatch(
    /USING (COVERING )?INDEX ledger_transaction_list_no_reference/,
  );
  expect(await firstStep(source, { conditions: where('movement', 'like', 'ran') })).toMatch(
    /USING (COVERING )?INDEX ledger_transaction_list_movement/,
  );
});

it('finds what one account has by the account, whatever else is asked', async () => {
  const ofPeople = { ...source, columns: { ...source.columns, accountId: 'account_id' } };
  const sorts = [{ field: 'createdAt', order: 'desc' }] as const;
  const conditions = [
    { field: 'movement', operator: 'eq', values: ['spend'] },
    { field: 'accountId', operator: 'eq', values: ['account1'] },
  ] as const;
  expect(await firstStep(ofPeople, { conditions })).toMatch(
    /USING (COVERING )?INDEX ledger_transaction_list_account_id/,
  );
  const statement = await listIds(store.db, ofPeople, { sorts, conditions }, everything);
  const { rows: found } = await store.db.executeQuery(statement);
  expect(found.length).toBeGreaterThan(0);
});
