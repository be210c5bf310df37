import { consoleContract, resourceOf } from '../../../shared/contract/console.ts';
import type { ListDefinition, ListField } from '../../../shared/contract/list-definition.ts';
import { operatorsOf } from '../../../shared/contract/list-query.ts';

export interface BenchList {
  path: string;
  name: string;
  definition: ListDefinition;
}

/** Every list of the console. */
export const benchLists: BenchList[] = Object.values(consoleContract).flatMap((call) =>
  'list' in call ? [{ path: call.path, name: resourceOf(call.path), definition: call.list as ListDefinition }] : [],
);

export const longLists = ['accounts', 'tasks', 'tickets', 'orders'];

type Row = Record<string, unknown>;

/** A query for each operator of each declared field, with values that rows of the list have. */
export function filtersOf({ definition }: BenchList, rows: readonly Row[]): string[] {
  return Object.entries(definition.fields).flatMap(([field, declared]) =>
    operatorsOf(declared).flatMap((operator) => {
      const values = valuesOf(field, declared, rows);
      if (operator === 'null') return [`${field}_null=true`, `${field}_null=false`];
      return values.slice(0, 2).map((value) => {
        const key = operator === 'eq' ? field : `${field}_${operator}`;
        const given = operator === 'between' ? `${value},${values.at(-1)}` : value;
        return `${key}=${encodeURIComponent(operator === 'like' ? value.slice(0, 6) || 'a' : given)}`;
      });
    }),
  );
}

function valuesOf(field: string, { kind, choices }: ListField, rows: readonly Row[]): string[] {
  if (kind === 'choice') return [choices[0] ?? '', choices.at(-1) ?? ''];
  if (kind === 'flag') return ['true', 'false'];
  const known = rows.map((row) => row[field]).filter((value) => value !== null && value !== undefined && value !== '');
  const texts = [...new Set(known.map(String))].filter((value) => !value.includes('*'));
  if (kind === 'number' || kind === 'instant')
    return texts.length > 0 ? texts.sort((a, b) => Number(a) - Number(b)) : ['1'];
  return texts.length > 0 ? texts : ['bench'];
}

export function sortsOf({ definition }: BenchList): string[] {
  return Object.entries(definition.fields)
    .filter(([, { isSortable }]) => isSortable)
    .flatMap(([field]) => [`_sort=${field}&_order=asc`, `_sort=${field}&_order=desc`]);
}

/**
 * Typed search texts: surnames, whole names, trades, the last digits of a number, an order's title, a text without
 * results.
 */
export const typed = ['王', '王伟', '李娜', '设计', '工作室', '0042', '13800000001', '团队版', '用户9', '没有的名字'];
