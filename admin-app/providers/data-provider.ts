import type { CrudFilter, CrudFilters, CrudSorting, DataProvider, Pagination } from '@refinedev/core';
import simpleRest from '@refinedev/simple-rest';
import { galleryDeskContract } from '#shared/contract/gallery-desk';
import { orderDeskContract } from '#shared/contract/order-desk';
import { productDeskContract } from '#shared/contract/product-desk';
import { adminContract, manageContract } from '#shared/contract/staff';
import { estimatedLists, http } from './http.ts';

const dialectRoot = '/api/admin/v1';
const manageRoot = '/api/user/manage';

/** What each list can be asked: field names straight from the contract. */
const dialectFields: Record<string, ReadonlySet<string>> = {
  tasks: fieldsOf(adminContract.staffTasks),
  tickets: fieldsOf(adminContract.staffTicketMovements),
  products: fieldsOf(productDeskContract.staffProducts),
  plans: new Set(),
  orders: fieldsOf(orderDeskContract.staffOrders),
  refunds: fieldsOf(orderDeskContract.staffRefunds),
  invoices: fieldsOf(orderDeskContract.staffInvoices),
  paymentDifferences: fieldsOf(orderDeskContract.paymentDifferences),
  redeemBatches: fieldsOf(productDeskContract.redeemBatches),
  customRequests: fieldsOf(orderDeskContract.staffCustomRequests),
  galleryReviews: fieldsOf(galleryDeskContract.galleryReviews),
  authorReports: fieldsOf(galleryDeskContract.authorReports),
};
const pageFields = fieldsOf(manageContract.accountPage);

function fieldsOf({ input }: { input: { shape: object } }): ReadonlySet<string> {
  return new Set(Object.keys(input.shape));
}

type FieldFilter = Extract<CrudFilter, { field: string }>;

/**
 * simple-rest sends most operators as plain equality, and a list would then show other rows than were asked for. Here
 * every filter that it cannot send as meant throws.
 */
function readFilters(
  filters: CrudFilters | undefined,
  fields: ReadonlySet<string>,
  operators: readonly string[],
): FieldFilter[] {
  return (filters ?? []).map((filter) => {
    if (!('field' in filter)) throw new Error(`Filters joined by "${filter.operator}" have no wire form`);
    if (!fields.has(filter.field)) throw new Error(`The list has no filter "${filter.field}"`);
    if (!operators.includes(filter.operator)) {
      throw new Error(`Operator "${filter.operator}" of "${filter.field}" has no wire form`);
    }
    return filter;
  });
}

/** Query of the page calls: `page`, `size`, `sort`, `order` and one value per filter. */
export function toPageQuery(list: {
  pagination?: Pagination | undefined;
  sorters?: CrudSorting | undefined;
  filters?: CrudFilters | undefined;
}): Record<string, string | number> {
  const { pagination, sorters, filters } = list;
  const [sorter, ...furtherSorters] = sorters ?? [];
  if (furtherSorters.length > 0) throw new Error('The page calls sort by one field');
  const query: Record<string, string | number> = {
    page: pagination?.currentPage ?? 1,
    size: pagination?.pageSize ?? 20,
  };
  if (sorter) Object.assign(query, { sort: sorter.field, order: sorter.order });
  for (const { field, value } of readFilters(filters, pageFields, ['eq'])) {
    if (value !== undefined && value !== '') query[field] = value;
  }
  return query;
}

/** Throws on a filter that simple-rest cannot send as meant. */
export function checkDialectFilters(resource: string, filters: CrudFilters | undefined): void {
  const fields = dialectFields[resource];
  if (!fields) throw new Error(`There is no list "${resource}" under ${dialectRoot}`);
  readFilters(filters, fields, ['eq', 'in']);
}

const dialect = simpleRest(dialectRoot, http);

/** The lists under `/api/admin/v1`. Pictures of the gallery are numbered; ids in addresses are text, and so here. */
export const admin: DataProvider = {
  ...dialect,
  getList: async (list) => {
    checkDialectFilters(list.resource, list.filters);
    const { data, total } = await dialect.getList(list);
    const rows = data.map((row) => ({ ...row, id: String(row.id) }));
    return { data: rows as never, total, ...(estimatedLists.has(data) && { isEstimated: true }) };
  },
  getOne: async (one) => {
    const { data } = await dialect.getOne(one);
    return { data: { ...data, id: String(data.id) } as never };
  },
};

// No documented call reads several accounts at once: Refine asks for them one by one instead.
const { getMany: _noMany, ...documented } = simpleRest(manageRoot, http);

interface IdentifiedRow {
  accountId: string;
}

const withId = <R extends IdentifiedRow>(row: R): R & { id: string } => ({ ...row, id: row.accountId });

/** The documented calls under `/api/user/manage`; updates are POSTs there. */
export const manage = {
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
} satisfies DataProvider as DataProvider;

/** Address of the call that brings a deleted account back. */
export function restorePath(accountId: string): string {
  return manageContract.restoreAccount.path.replace(':accountId', encodeURIComponent(accountId));
}
