import { z } from 'zod';
import type { StaffPermission } from '../domain/staff-permissions.ts';
import { type ErrorReason, ProductError } from '../errors.ts';
import { endpoint } from './endpoint.ts';
import type { ListDefinition, ListField, ListFieldKind, ListSort } from './list-definition.ts';

/**
 * Lists of the console, `GET /api/admin/v1/<resource>`. What a list can be asked is a value, and nothing that was not
 * understood is ever ignored (docs/RULES.md R13). The server reads it, the console's data provider checks against it,
 * the description of the API is made from it.
 */

export const listOperators = [
  'eq',
  'ne',
  'in',
  'nin',
  'gt',
  'gte',
  'lt',
  'lte',
  'between',
  'like',
  'startswith',
  'null',
] as const;
export type ListOperator = (typeof listOperators)[number];

/** One condition; all of a request hold together. `values` are one or more, of `between` two, of `null` one truth value. */
export interface ListCondition {
  field: string;
  operator: ListOperator;
  values: ReadonlyArray<string | number | boolean>;
  /** Of `ne` and `nin`: every row has a value in the field, so that none has to be looked for. */
  isNeverNull?: true;
  /** Of `startswith`: capitals as they stand, which an index gives. */
  isExact?: true;
}

/** The query of a list as it travels: repeated keys are lists. */
export type ListQuery = Readonly<Record<string, unknown>>;

/** A request for a list, parsed and validated. */
export interface ListRequest {
  /** Rows to leave out, and how many at most to give: 1–{@link mostRows}. */
  offset: number;
  limit: number;
  /** Neither rows nor ids were named: the whole list is meant, and one with more than {@link mostRows} is refused. */
  isUnpaged?: boolean;
  /** At least one; without the last one by id. */
  sorts: readonly ListSort[];
  conditions: readonly ListCondition[];
  /** Trimmed, not empty; undefined where nothing is searched for. */
  q?: string | undefined;
}

/** A list answers at most so many rows at once, and an unpaged read is refused beyond them. */
export const mostRows = 200;

type FieldOptions = { isSortable?: boolean; canBeNull?: boolean };

const field = (kind: ListFieldKind, choices: readonly string[], options: FieldOptions): ListField => ({
  kind,
  choices,
  canBeNull: options.canBeNull ?? false,
  isSortable: options.isSortable ?? false,
});

/** Makes the fields of a list: `listField.instant({ isSortable: true })`. */
export const listField = {
  id: (options: FieldOptions = {}) => field('id', [], options),
  choice: (choices: readonly string[], options: FieldOptions = {}) => field('choice', choices, options),
  code: (options: FieldOptions = {}) => field('code', [], options),
  text: (options: FieldOptions = {}) => field('text', [], options),
  number: (options: FieldOptions = {}) => field('number', [], options),
  instant: (options: FieldOptions = {}) => field('instant', [], options),
  flag: (options: FieldOptions = {}) => field('flag', [], options),
};

/** Names that mean something else in a query. */
const reservedNames = /^(_.*|q|range|sort|filter|version)$/;

/** Declares what a list can be asked. */
export function listOf(
  fields: Record<string, ListField>,
  options: { hasSearch?: boolean; defaultSort?: ListSort } = {},
): ListDefinition {
  const reserved = Object.keys(fields).find((name) => reservedNames.test(name));
  if (reserved) throw new Error(`A list cannot have a field named ${reserved}`);
  return {
    fields: { id: listField.id({ isSortable: true }), ...fields },
    hasSearch: options.hasSearch ?? false,
    defaultSort: options.defaultSort ?? { field: 'createdAt', order: 'desc' },
  };
}

/** Clients send a query, handlers receive what it asks: the mount reads it with `readListQuery`. */
const Request = z.custom((value) => typeof value === 'object' && value !== null) as z.ZodType<ListRequest, ListQuery>;

/** The list call of a resource, in the dialect of simple-rest: bare rows, `X-Total-Count`. */
export function listEndpoint<Row extends z.ZodType>(spec: {
  path: `/api/admin/v1/${string}`;
  permission: StaffPermission | null;
  summary: string;
  list: ListDefinition;
  row: Row;
  errors?: readonly ErrorReason[];
}) {
  return {
    ...endpoint({
      method: 'GET',
      access: 'staff',
      answers: 'dialect',
      tag: '管理',
      path: spec.path,
      permission: spec.permission,
      summary: spec.summary,
      input: Request,
      output: z.array(spec.row),
      errors: ['query.unsupported', ...(spec.errors ?? [])],
    }),
    list: spec.list,
  };
}

/** A refusal that names the field at fault. */
export function unsupported(name: string, sentence: string): ProductError {
  return new ProductError('query.unsupported', { fill: { name }, fields: { [name]: [sentence] } });
}
