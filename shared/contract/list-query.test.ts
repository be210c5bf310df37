import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ProductError } from '../errors.ts';
import { type ListQuery, type ListRequest, listField, listOf } from './list.ts';
import { operatorsOf, readListQuery } from './list-query.ts';

const orders = listOf(
  {
    status: listField.choice(['paying', 'paid', 'closed'], { isSortable: true }),
    title: listField.text(),
    orderNo: listField.code(),
    amount: listField.number({ isSortable: true }),
    /** A field whose name ends like an operator. */
    amount_gte: listField.flag(),
    createdAt: listField.instant({ isSortable: true }),
    paidAt: listField.instant({ canBeNull: true }),
    isTest: listField.flag(),
  },
  { hasSearch: true },
);

const read = (query: ListQuery): ListRequest => readListQuery(orders, query);
const asked = (query: ListQuery) => read(query).conditions;

/** The field a query is refused for, undefined where it is understood. */
function refusedFor(query: ListQuery): string | undefined {
  try {
    read(query);
    return undefined;
  } catch (error) {
    if (!(error instanceof ProductError) || error.reason !== 'query.unsupported') throw error;
    return Object.keys(error.fields ?? {})[0];
  }
}

describe('what a list can be asked', () => {
  test('rows, orders and a search', () => {
    expect(read({ _start: '20', _end: '40', _sort: 'amount,createdAt', _order: 'ASC,desc', q: ' 团队 ' })).toEqual({
      offset: 20,
      limit: 20,
      sorts: [
        { field: 'amount', order: 'asc' },
        { field: 'createdAt', order: 'desc' },
      ],
      conditions: [],
      q: '团队',
    });
    expect(read({})).toEqual({ offset: 0, limit: 200, isUnpaged: true, sorts: [orders.defaultSort], conditions: [] });
    expect(read({ q: '' })).not.toHaveProperty('q');
  });

  test('the same in JSON', () => {
    const query = {
      range: '[0,9]',
      sort: '["id","ASC"]',
      filter: '{"id":["a","b"],"status":"paid","amount_gte":true,"paidAt":null,"q":"x"}',
    };
    expect(read(query)).toEqual({
      offset: 0,
      limit: 10,
      sorts: [{ field: 'id', order: 'asc' }],
      conditions: [
        { field: 'id', operator: 'eq', values: ['a', 'b'] },
        { field: 'status', operator: 'eq', values: ['paid'] },
        { field: 'amount_gte', operator: 'eq', values: [true] },
        { field: 'paidAt', operator: 'null', values: [true] },
      ],
      q: 'x',
    });
  });

  test('repeated keys are any of the values, and ids are rows rather than a page', () => {
    expect(read({ id: ['a', 'b'] })).toEqual({
      offset: 0,
      limit: 200,
      sorts: [orders.defaultSort],
      conditions: [{ field: 'id', operator: 'eq', values: ['a', 'b'] }],
    });
  });

  test('a known name is a field before it is a field with an operator', () => {
    expect(asked({ amount_gte: '1' })).toEqual([{ field: 'amount_gte', operator: 'eq', values: [true] }]);
    const apart = { field: 'amount_gte', operator: 'ne', values: [true], isNeverNull: true };
    expect(asked({ amount_gte_ne: '1' })).toEqual([apart]);
    expect(asked({ amount_gt: '1.5' })).toEqual([{ field: 'amount', operator: 'gt', values: [1.5] }]);
  });

  test.each([
    [{ status: '["paid","closed"]' }, { field: 'status', operator: 'eq', values: ['paid', 'closed'] }],
    [{ status_in: 'paid,closed' }, { field: 'status', operator: 'in', values: ['paid', 'closed'] }],
    [
      { status_nin: ['paid', 'closed'] },
      { field: 'status', operator: 'nin', values: ['paid', 'closed'], isNeverNull: true },
    ],
    [
      { status_ne: ['paid', 'closed'] },
      { field: 'status', operator: 'ne', values: ['paid', 'closed'], isNeverNull: true },
    ],
    [{ amount_between: '1,5' }, { field: 'amount', operator: 'between', values: [1, 5] }],
    [{ amount_between: ['1', '5'] }, { field: 'amount', operator: 'between', values: [1, 5] }],
    [{ title_like: '50%,团队' }, { field: 'title', operator: 'like', values: ['50%,团队'] }],
    [{ title_startswith: '团' }, { field: 'title', operator: 'startswith', values: ['团'] }],
    [{ orderNo: 'B1' }, { field: 'orderNo', operator: 'eq', values: ['B1'] }],
    [{ orderNo_startswith: 'B1' }, { field: 'orderNo', operator: 'startswith', values: ['B1'], isExact: true }],
    [{ paidAt_null: 'false' }, { field: 'paidAt', operator: 'null', values: [false] }],
  ])('%j', (query, condition) => {
    expect(asked(query)).toEqual([condition]);
  });
});

describe('what is refused, by the name of the field', () => {
  test.each<[string, ListQuery]>([
    ['nickName', { nickName: 'x' }],
    ['constructor', { constructor: 'x' }],
    ['__proto__', JSON.parse('{"__proto__":"x"}')],
    ['nickName_like', { nickName_like: 'x' }],
    ['_page', { _page: '1' }],
    ['status_gt', { status_gt: 'paid' }],
    ['amount_like', { amount_like: '1' }],
    ['orderNo_like', { orderNo_like: 'B1' }],
    ['title_in', { title_in: 'x' }],
    ['createdAt_null', { createdAt_null: 'true' }],
    ['status_neq', { status_neq: 'paid' }],
    ['status', { status: 'nonsense' }],
    ['status', { status: ['paid', 'nonsense'] }],
    ['status', { status: '' }],
    ['status_in', { status_in: 'paid,' }],
    ['id', { id: '' }],
    ['id', { id: ['a', ' '] }],
    ['id', { id: Array.from({ length: 201 }, (_, place) => `a${place}`) }],
    ['amount', { amount: 'x' }],
    ['amount', { amount: '' }],
    ['amount', { amount: '0x10' }],
    ['amount_gt', { amount_gt: ['1', '2'] }],
    ['amount_between', { amount_between: '1' }],
    ['amount_between', { amount_between: '1,2,3' }],
    ['createdAt_lte', { createdAt_lte: '1.5' }],
    ['isTest', { isTest: 'maybe' }],
    ['title_like', { title_like: '' }],
    ['title', { title: 'a\nb' }],
    ['title', { title: 'x'.repeat(201) }],
    ['q', { q: ['a', 'b'] }],
    ['q', { q: 'x'.repeat(61) }],
    ['title', { _sort: 'title' }],
    ['nickName', { _sort: 'amount,nickName', _order: 'asc,asc' }],
    ['amount', { _sort: 'amount,amount' }],
    ['', { _sort: '' }],
    ['_order', { _sort: 'amount', _order: 'sideways' }],
    ['_order', { _sort: 'amount,status', _order: 'asc,sideways' }],
    ['_order', { _sort: 'amount', _order: '' }],
    ['_order', { _sort: 'amount', _order: 'asc,desc' }],
    ['_order', { _order: 'asc' }],
    ['_end', { _start: '5', _end: '5' }],
    ['_end', { _start: '5', _end: '3' }],
    ['_end', { _start: '0', _end: '201' }],
    ['_end', { _end: '1e3' }],
    ['_end', { _end: ['1', '2'] }],
    ['_start', { _start: '-5', _end: '3' }],
    ['_start', { _start: '5' }],
    ['range', { range: '[5,4]' }],
    ['range', { range: '[0,200]' }],
    ['range', { range: '[0]' }],
    ['range', { range: '[-1,4]' }],
    ['range', { range: 'x' }],
    ['range', { range: '[0,9]', _end: '5' }],
    ['sort', { sort: '["id"]' }],
    ['sort', { sort: '{}' }],
    ['sort', { sort: '["id","ASC"]', _sort: 'id' }],
    ['nickName', { sort: '["nickName","ASC"]' }],
    ['_order', { sort: '["id","UP"]' }],
    ['filter', { filter: '[]' }],
    ['filter', { filter: '{' }],
    ['nickName', { filter: '{"nickName":1}' }],
    ['status', { filter: '{"status":{"a":1}}' }],
    ['status', { filter: '{"status":[]}' }],
    ['status', { filter: '{"status":null}' }],
    ['q', { filter: '{"q":1}' }],
    ['q', { filter: '{"q":"a"}', q: 'b' }],
  ])('%s: %j', (name, query) => {
    expect(refusedFor(query)).toBe(name);
  });

  test('a search where there is none', () => {
    expect(() => readListQuery(listOf({}), { q: 'x' })).toThrow(
      expect.objectContaining({ fields: { q: expect.anything() } }),
    );
  });

  test('names that mean something else cannot be fields', () => {
    for (const name of ['q', 'range', 'sort', 'filter', 'version', '_end'])
      expect(() => listOf({ [name]: listField.text() })).toThrow(name);
  });
});

describe('nothing is ever ignored', () => {
  const operators = [
    '',
    '_ne',
    '_gt',
    '_gte',
    '_lt',
    '_lte',
    '_like',
    '_in',
    '_nin',
    '_between',
    '_null',
    '_startswith',
    '_x',
  ];
  const name = fc
    .tuple(fc.constantFrom(...Object.keys(orders.fields), 'nickName', 'status_', ''), fc.constantFrom(...operators))
    .map((parts) => parts.join(''));
  const value = fc.oneof(
    fc.constantFrom('paid', 'closed', '1', '-1', '0', 'true', 'false', '1,2', '', 'x', 'NaN', 'Infinity', '1e999'),
    fc.string({ maxLength: 5 }),
  );
  const values = fc.oneof(value, fc.array(value, { minLength: 1, maxLength: 3 }));

  test('every key is one condition more, or the query is refused for that very key', () => {
    fc.assert(
      fc.property(fc.dictionary(name, values, { maxKeys: 4 }), (query) => {
        const refused = refusedFor(query);
        if (refused !== undefined) expect(Object.keys(query)).toContain(refused);
        else expect(asked(query)).toHaveLength(Object.keys(query).length);
      }),
      { numRuns: 2000 },
    );
  });

  test('what is understood keeps every value, with an operator that its field takes', () => {
    fc.assert(
      fc.property(name, values, (key, given) => {
        if (refusedFor({ [key]: given }) !== undefined) return;
        const [condition] = asked({ [key]: given });
        const field = orders.fields[condition?.field ?? ''];
        expect(field && operatorsOf(field)).toContain(condition?.operator);
        const sent = [given].flat().flatMap((text) => (/_(in|nin|between)$/.test(key) ? text.split(',') : [text]));
        expect(condition?.values).toHaveLength(sent.length);
        expect(condition?.values.every((item) => Number.isFinite(item) || typeof item !== 'number')).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  test('a key of JSON means what the same key means in the query', () => {
    fc.assert(
      fc.property(fc.dictionary(name, values, { maxKeys: 3 }), (query) => {
        const filter = { filter: JSON.stringify(query) };
        expect(refusedFor(filter)).toBe(refusedFor(query));
        if (refusedFor(query) === undefined) expect(asked(filter)).toEqual(asked(query));
      }),
      { numRuns: 500 },
    );
  });
});
