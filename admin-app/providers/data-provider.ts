import type {
  BaseRecord,
  CrudFilter,
  CrudFilters,
  CrudOperators,
  CrudSorting,
  DataProvider,
  GetListParams,
  Pagination,
} from '@refinedev/core';
import simpleRest from '@refinedev/simple-rest';
import { consoleContract, resourceOf } from '#shared/contract/console';
import type { Endpoint } from '#shared/contract/endpoint';
import { unsupported } from '#shared/contract/list';
import { readListQuery } from '#shared/contract/list-query';
import { manageContract } from '#shared/contract/staff';
import { shownFailure } from '#shared/domain/failure-words';
import type { ProductError } from '#shared/errors';
import { estimatedLists, http } from './http.ts';

const dialectRoot = '/api/admin/v1';
const manageRoot = '/api/user/manage';

/** Definition of each list, by the name of its resource. */
const lists = new Map(
  Object.values<Endpoint>(consoleContract).flatMap(({ list, path }) => (list ? [[resourceOf(path), list]] : [])),
);
const pageFields = new Set(Object.keys(manageContract.accountPage.input.shape));

/** The wire's word for each operator that it has; every other one throws `query.unsupported`. */
const wireOperators: Partial<Record<CrudOperators, string>> = {
  eq: '',
  in: '',
  ne: '_ne',
  nin: '_nin',
  lt: '_lt',
  gt: '_gt',
  lte: '_lte',
  gte: '_gte',
  contains: '_like',
  startswith: '_startswith',
  between: '_between',
  null: '_null',
  nnull: '_null',
};

function noSuchOperator(filter: CrudFilter): ProductError {
  const field = 'field' in filter ? filter.field : '';
  return unsupported(`${field} ${filter.operator}`.trim(), '这个列表不能这样筛选');
}

function addFilter(query: Map<string, string[]>, filter: CrudFilter): void {
  if (filter.operator === 'and') {
    for (const part of filter.value) addFilter(query, part);
    return;
  }
  const suffix = wireOperators[filter.operator];
  if (suffix === undefined || !('field' in filter)) throw noSuchOperator(filter);
  const { field, operator, value } = filter;
  if (value === undefined || value === '') return;
  const name = `${field}${suffix}`;
  // Two conditions by one name would be read as any of both.
  if (query.has(name)) throw unsupported(name, '同一个条件只能给出一次');
  if (operator === 'null' || operator === 'nnull') query.set(name, [String(operator === 'null')]);
  else query.set(name, [value].flat().map(String));
}

/** Newest first is what an address without an order means; a list without that time has an order of its own. */
export function ordersOf(resource: string, sorters: CrudSorting): CrudSorting {
  const isUnsaid = sorters[0]?.field === 'createdAt' && !lists.get(resource)?.fields.createdAt?.isSortable;
  return isUnsaid ? [] : sorters;
}

/**
 * The query of a list under `/api/admin/v1`. simple-rest sends most operators as plain equality, and a list would then
 * show other rows than were asked for; here every filter goes out as meant or throws `query.unsupported`, and the reader of the server has
 * to understand the whole.
 */
export function toListQuery(
  resource: string,
  { pagination, sorters = [], filters = [] }: Pick<GetListParams, 'pagination' | 'sorters' | 'filters'>,
): URLSearchParams {
  const definition = lists.get(resource);
  if (!definition) throw new Error(`There is no list "${resource}" under ${dialectRoot}`);
  const query = new Map<string, string[]>();
  for (const filter of filters) addFilter(query, filter);
  if (pagination?.mode !== 'off') {
    const { currentPage = 1, pageSize = 20 } = pagination ?? {};
    query.set('_start', [String((currentPage - 1) * pageSize)]);
    query.set('_end', [String(currentPage * pageSize)]);
  }
  const orders = ordersOf(resource, sorters);
  if (orders.length > 0) {
    query.set('_sort', [orders.map(({ field }) => field).join()]);
    query.set('_order', [orders.map(({ order }) => order).join()]);
  }
  readListQuery(
    definition,
    Object.fromEntries([...query].map(([name, [one, ...more]]) => [name, more.length > 0 ? [one, ...more] : one])),
  );
  return new URLSearchParams([...query].flatMap(([name, values]) => values.map((value) => [name, value])));
}

/** Query of the page calls: `page`, `size`, `sort`, `order` and one value per filter. */
export function toPageQuery(list: {
  pagination?: Pagination | undefined;
  sorters?: CrudSorting | undefined;
  filters?: CrudFilters | undefined;
}): Record<string, string | number> {
  const { pagination, sorters, filters } = list;
  const [sorter, ...furtherSorters] = sorters ?? [];
  if (furtherSorters.length > 0) throw unsupported('sort', '这个列表只能按一项排序');
  const query: Record<string, string | number> = {
    page: pagination?.currentPage ?? 1,
    size: pagination?.pageSize ?? 20,
  };
  if (sorter) Object.assign(query, { sort: sorter.field, order: sorter.order });
  for (const filter of filters ?? []) {
    if (!('field' in filter) || filter.operator !== 'eq') throw noSuchOperator(filter);
    const { field, value } = filter;
    if (!pageFields.has(field)) throw unsupported(field, '这个列表不能按这一项筛选');
    if (value !== undefined && value !== '') query[field] = value;
  }
  return query;
}

/**
 * The provider with a sentence to show in every failure. ConsoleErrors and refused questions have one; what else is
 * thrown while an answer is read is a fault of the console, and goes to the browser's log.
 */
function withShownFailures<P extends object>(provider: P): P {
  const told = Object.entries(provider).map(([name, call]) => [
    name,
    async (...asked: unknown[]) => {
      try {
        return await call(...asked);
      } catch (error) {
        const shown = shownFailure(error as Error);
        if (shown !== error) console.error(error);
        throw shown;
      }
    },
  ]);
  return Object.fromEntries(told) as P;
}

const dialect = simpleRest(dialectRoot, http);

/** The lists under `/api/admin/v1`. Pictures of the gallery are numbered; ids in addresses are text, and so here. */
export const admin: DataProvider = withShownFailures({
  ...dialect,
  getList: async (list) => {
    const query = toListQuery(list.resource, list);
    const { data, headers } = await http.get<BaseRecord[]>(`${dialectRoot}/${list.resource}?${query}`);
    const rows = data.map((row) => ({ ...row, id: String(row.id) }));
    const total = Number(headers['x-total-count']);
    return { data: rows as never, total, ...(estimatedLists.has(data) && { isEstimated: true }) };
  },
  getOne: async (one) => {
    const { data } = await dialect.getOne(one);
    return { data: { ...data, id: String(data.id) } as never };
  },
} satisfies DataProvider);

// No documented call reads several accounts at once: Refine asks for them one by one instead.
const { getMany: _noMany, ...documented } = simpleRest(manageRoot, http);

interface IdentifiedRow {
  accountId: string;
}

const withId = <R extends IdentifiedRow>(row: R): R & { id: string } => ({ ...row, id: row.accountId });

/** The documented calls under `/api/user/manage`; updates are POSTs there. */
export const manage = withShownFailures({
  ...documented,
  getList: async ({ resource, ...list }) => {
    const { data } = await http.get(`${manageRoot}/page/${resource}`, { params: toPageQuery(list) });
    return { data: data.list.map(withId), total: data.total };
  },
  getOne: async (one) => {
    const { data } = await documented.getOne<IdentifiedRow>(one);
    return { data: withId(data) as never };
  },
  update: (change) => documented.update({ ...change, meta: { ...change.meta, method: 'post' } }),
} satisfies DataProvider as DataProvider);

/** Key of the provider that a resource travels by. */
export function providerOf(resource: string): 'default' | 'manage' {
  return resource === 'account' ? 'manage' : 'default';
}

/** Address of the call that brings a deleted account back. */
export function restorePath(accountId: string): string {
  return manageContract.restoreAccount.path.replace(':accountId', encodeURIComponent(accountId));
}
