/** Definition of a list of the console: filters, search and order; see `list.ts`. */

/**
 * Kind of a field's value, which decides the operators it takes:
 * `id` and `choice`: `=` (repeated: any of them), `_ne` (repeated: none of them), `_in`, `_nin`;
 * `code` (a number of letters and digits, capitals as stored): the same and `_startswith`;
 * `number` and `instant` (milliseconds): `=`, `_ne`, `_gt`, `_gte`, `_lt`, `_lte`, `_between=a,b`;
 * `text`: `=`, `_ne`, `_like` (contains), `_startswith`; `flag`: `=` true or false, `_ne`;
 * fields that may be empty also: `_null` true or false.
 */
export type ListFieldKind = 'id' | 'choice' | 'code' | 'text' | 'number' | 'instant' | 'flag';

export interface ListField {
  kind: ListFieldKind;
  /** Values of a `choice`. */
  choices: readonly string[];
  canBeNull: boolean;
  isSortable: boolean;
}

export interface ListDefinition {
  /** By the names of the row's own fields. `id` is in every list and sortable. */
  fields: Readonly<Record<string, ListField>>;
  /** True when `q` searches it. */
  hasSearch: boolean;
  /** Order without a `_sort`; the id is always the last key. */
  defaultSort: ListSort;
}

export interface ListSort {
  field: string;
  order: 'asc' | 'desc';
}
