import { foldTyped } from '../domain/typed.ts';
import { readInteger } from './coerce.ts';
import {
  type ListCondition,
  type ListOperator,
  type ListQuery,
  type ListRequest,
  listOperators,
  mostRows,
  unsupported,
} from './list.ts';
import type { ListDefinition, ListField, ListFieldKind, ListSort } from './list-definition.ts';
import { notWellFormed, withoutDirection } from './text.ts';

/** Operators by what a field holds; a field that may be empty takes `null` besides. */
const operatorsByKind: Record<ListFieldKind, readonly ListOperator[]> = {
  id: ['eq', 'ne', 'in', 'nin'],
  choice: ['eq', 'ne', 'in', 'nin'],
  code: ['eq', 'ne', 'in', 'nin', 'startswith'],
  text: ['eq', 'ne', 'like', 'startswith'],
  number: ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'between'],
  instant: ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'between'],
  flag: ['eq', 'ne'],
};

export function operatorsOf({ kind, canBeNull }: ListField): readonly ListOperator[] {
  return canBeNull ? [...operatorsByKind[kind], 'null'] : operatorsByKind[kind];
}

/** Operators that take several values; all others but `between` take one. */
const takesSeveral: readonly ListOperator[] = ['eq', 'ne', 'in', 'nin'];
/** Operators whose values may stand in one text, `a,b`. */
const takesCommas: readonly ListOperator[] = ['in', 'nin', 'between'];
const suffixes = listOperators.filter((operator) => operator !== 'eq');

const longestValue = 200;
const longestSearch = 60;
const controlCharacter = /\p{Cc}|[\u2028\u2029]/u;
const plainNumber = /^-?(0|[1-9]\d*)(\.\d+)?$/;

/**
 * Understands the query of a list, or refuses it with 400 `query.unsupported`: nothing is ever ignored. It speaks the
 * dialects of simple-rest and json-server (`_start`, `_end`, `_sort`, `_order`, `field_operator`, a repeated key for any
 * of several values) and of ra-data-simple-rest (`range`, `sort` and `filter` as JSON).
 * @param query repeated keys as lists; `version`, which every GET may carry, is taken out before
 */
export function readListQuery(definition: ListDefinition, query: ListQuery): ListRequest {
  const { _start, _end, _sort, _order, q, range, sort, filter, ...rest } = query;
  const found = filter === undefined ? {} : readFilter(one('filter', filter));
  const { q: alsoQ, ...filters } = found;
  if (q !== undefined && alsoQ !== undefined) throw unsupported('q', 'q 只能给出一次');
  const search = readSearch(definition, q ?? alsoQ);
  const conditions = [...Object.entries(rest), ...Object.entries(filters)].map(([name, value]) =>
    readCondition(definition, name, value),
  );
  return {
    ...readWindow({ _start, _end, range }, conditions),
    sorts: readSorts(definition, { _sort, _order, sort }),
    conditions,
    ...(search === undefined ? {} : { q: search }),
  };
}

function one(name: string, value: unknown): string {
  if (Array.isArray(value)) throw unsupported(name, `${name} 只能给出一次`);
  if (typeof value !== 'string') throw unsupported(name, `${name} 应为文字`);
  return value;
}

function readJson(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw unsupported(name, `${name} 不是有效的 JSON`);
  }
}

function readFilter(text: string): Record<string, unknown> {
  const value = readJson('filter', text);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw unsupported('filter', 'filter 应为 JSON 对象');
  return value as Record<string, unknown>;
}

function readSearch({ hasSearch }: ListDefinition, value: unknown): string | undefined {
  if (value === undefined) return undefined;
  if (!hasSearch) throw unsupported('q', '这个列表不支持搜索');
  const typed = withoutDirection(one('q', value)).trim();
  if (typed.length > longestSearch) throw unsupported('q', `最多搜索 ${longestSearch} 个字`);
  refuseControl('q', typed);
  return typed === '' ? undefined : typed;
}

function readWindow(
  { _start, _end, range }: { _start?: unknown; _end?: unknown; range?: unknown },
  conditions: readonly ListCondition[],
): Pick<ListRequest, 'offset' | 'limit' | 'isUnpaged'> {
  if (range !== undefined) {
    if (_start !== undefined || _end !== undefined) throw unsupported('range', 'range 不能与 _start、_end 同用');
    const [first, last, ...more] = listIn('range', readJson('range', one('range', range)));
    if (!isCount(first) || !isCount(last) || more.length > 0)
      throw unsupported('range', 'range 应为 [第一行, 最后一行]，从 0 数起');
    return window('range', first, last + 1);
  }
  if (_end !== undefined)
    return window('_end', _start === undefined ? 0 : count('_start', _start), count('_end', _end));
  if (_start !== undefined) throw unsupported('_start', '给出 _start 时也要给出 _end');
  const isById = conditions.some(({ field, operator }) => field === 'id' && (operator === 'eq' || operator === 'in'));
  return isById ? { offset: 0, limit: mostRows } : { offset: 0, limit: mostRows, isUnpaged: true };
}

function window(name: string, start: number, end: number): Pick<ListRequest, 'offset' | 'limit'> {
  if (end <= start) throw unsupported(name, '要取的范围里没有一行');
  if (end - start > mostRows) throw unsupported(name, `一次最多取 ${mostRows} 行`);
  return { offset: start, limit: end - start };
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function count(name: string, value: unknown): number {
  const text = one(name, value);
  const read = readInteger(text);
  if (!isCount(read)) throw unsupported(name, `${name} 应为不小于 0 的整数`);
  return read;
}

function listIn(name: string, value: unknown): unknown[] {
  if (!Array.isArray(value)) throw unsupported(name, `${name} 应为 JSON 数组`);
  return value;
}

function readSorts(
  definition: ListDefinition,
  { _sort, _order, sort }: { _sort?: unknown; _order?: unknown; sort?: unknown },
): ListSort[] {
  if (sort !== undefined && (_sort !== undefined || _order !== undefined))
    throw unsupported('sort', 'sort 不能与 _sort、_order 同用');
  const { fields, orders } = sort === undefined ? readPlainSort(_sort, _order) : readJsonSort(one('sort', sort));
  if (orders.length > fields.length) throw unsupported('_order', '_order 比 _sort 多');
  if (fields.length === 0) return [definition.defaultSort];
  return fields.map((field, place) => {
    if (!(fieldOf(definition, field)?.isSortable ?? false)) throw unsupported(field, `不能按 ${field || '空'} 排序`);
    if (fields.indexOf(field) !== place) throw unsupported(field, `排序中 ${field} 出现了两次`);
    return { field, order: readOrder(orders[place]) };
  });
}

function readPlainSort(_sort: unknown, _order: unknown) {
  const split = (name: string, value: unknown) => {
    if (value === undefined) return [];
    const texts = Array.isArray(value) ? value : [value];
    return texts.flatMap((text) => one(name, text).split(','));
  };
  return { fields: split('_sort', _sort), orders: split('_order', _order) };
}

function readJsonSort(text: string): { fields: string[]; orders: string[] } {
  const [field, order, ...more] = listIn('sort', readJson('sort', text));
  if (typeof field !== 'string' || typeof order !== 'string' || more.length > 0)
    throw unsupported('sort', 'sort 应为 [字段, "ASC" 或 "DESC"]');
  return { fields: [field], orders: [order] };
}

function readOrder(text = 'asc'): ListSort['order'] {
  const order = text.toLowerCase();
  if (order !== 'asc' && order !== 'desc') throw unsupported('_order', '排序方向应为 asc 或 desc');
  return order;
}

function fieldOf({ fields }: ListDefinition, name: string): ListField | undefined {
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

function readCondition(definition: ListDefinition, name: string, value: unknown): ListCondition {
  const known = fieldOf(definition, name);
  if (known) {
    if (value === null) return readValues(name, name, known, 'null', [true]);
    return readValues(name, name, known, 'eq', valuesOf(known, value));
  }
  for (const operator of suffixes) {
    if (!name.endsWith(`_${operator}`)) continue;
    const field = name.slice(0, -operator.length - 1);
    const of = fieldOf(definition, field);
    if (!of) continue;
    const given = valuesOf(of, value);
    const values = takesCommas.includes(operator)
      ? given.flatMap((item) => (typeof item === 'string' ? item.split(',') : [item]))
      : given;
    return readValues(name, field, of, operator, values);
  }
  throw unsupported(name, `没有可以筛选的字段 ${name}`);
}

/** Repeated keys, or a JSON list as the typed client sends it; texts may begin with a bracket. */
function valuesOf({ kind }: ListField, value: unknown): unknown[] {
  if (kind !== 'text' && typeof value === 'string' && value.startsWith('[')) {
    try {
      return [JSON.parse(value)].flat();
    } catch {
      return [value];
    }
  }
  return Array.isArray(value) ? value : [value];
}

function readValues(
  name: string,
  field: string,
  of: ListField,
  operator: ListOperator,
  given: readonly unknown[],
): ListCondition {
  if (!operatorsOf(of).includes(operator)) throw unsupported(name, `${field} 不支持 ${operator}`);
  if (given.length === 0) throw unsupported(name, '没有给出值');
  if (given.length > mostRows) throw unsupported(name, `一次最多给出 ${mostRows} 个值`);
  if (operator === 'between' && given.length !== 2) throw unsupported(name, '应为两个值：从,到');
  if (operator !== 'between' && !takesSeveral.includes(operator) && given.length > 1)
    throw unsupported(name, '只能给出一个值');
  const read = operator === 'null' ? readFlag : readers[of.kind];
  const values = given.map((item) => read(name, item, of));
  const isApart = operator === 'ne' || operator === 'nin';
  return {
    field,
    operator,
    values,
    ...(isApart && !of.canBeNull && { isNeverNull: true as const }),
    ...(of.kind === 'code' && operator === 'startswith' && { isExact: true as const }),
  };
}

type Reader = (name: string, value: unknown, of: ListField) => string | number | boolean;

const readCode: Reader = (name, value) => {
  const text = foldTyped(readText(name, value));
  if (text === '') throw unsupported(name, '编号不能为空');
  return text;
};

const readers: Record<ListFieldKind, Reader> = {
  id: readCode,
  code: readCode,
  choice: (name, value, { choices }) => {
    const text = readText(name, value);
    if (!choices.includes(text)) throw unsupported(name, `没有这个选项；可选：${choices.join('、')}`);
    return text;
  },
  text: (name, value) => {
    const text = readText(name, value);
    if (text === '') throw unsupported(name, '没有给出值');
    return text;
  },
  number: (name, value) => {
    const number = readNumber(value);
    if (number === undefined) throw unsupported(name, '应为数字');
    return number;
  },
  instant: (name, value) => {
    const number = readNumber(value);
    if (!Number.isSafeInteger(number)) throw unsupported(name, '应为毫秒数表示的时间');
    return number as number;
  },
  flag: readFlag,
};

/** Ids and choices may be numbers in JSON. */
function readText(name: string, value: unknown): string {
  if (typeof value !== 'string' && typeof value !== 'number') throw unsupported(name, '应为文字');
  const text = String(value);
  if (text.length > longestValue) throw unsupported(name, `最多 ${longestValue} 个字`);
  refuseControl(name, text);
  return text;
}

function refuseControl(name: string, text: string): void {
  if (!text.isWellFormed()) throw unsupported(name, notWellFormed);
  if (controlCharacter.test(text)) throw unsupported(name, '不能包含换行或控制字符');
}

function readNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && plainNumber.test(value) ? Number(value) : value;
  return typeof number === 'number' && Math.abs(number) <= Number.MAX_SAFE_INTEGER ? number : undefined;
}

function readFlag(name: string, value: unknown): boolean {
  if (value === true || value === 'true' || value === '1') return true;
  if (value === false || value === 'false' || value === '0') return false;
  throw unsupported(name, '应为 true 或 false');
}
