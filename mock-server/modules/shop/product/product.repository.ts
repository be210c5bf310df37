import { type Insertable, type Selectable, sql } from 'kysely';
import type { Plan } from '#shared/domain/plan';
import { contains } from '../../../db/dialect.ts';
import type { ListSource } from '../../../db/list.ts';
import type { PlanTable, ProductPriceTable, ProductTable } from '../../../db/schema-commerce.ts';
import type { Db } from '../../base/store.ts';

export type ProductRow = Selectable<ProductTable>;
export type StoredPlan = Selectable<PlanTable>;

export async function allPlans(db: Db): Promise<StoredPlan[]> {
  return db.selectFrom('plan').selectAll().execute();
}

export async function insertPlans(db: Db, rows: Array<Insertable<PlanTable>>): Promise<void> {
  await db.insertInto('plan').values(rows).execute();
}

/** Accounts by the plan they are on now. */
export async function countAccounts(db: Db, now: number): Promise<Map<Plan, number>> {
  const live = sql<Plan>`CASE WHEN plan_expires_at <= ${now} THEN 'free' ELSE plan END`;
  const rows = await db
    .selectFrom((from) =>
      from
        .selectFrom('account')
        .select(live.as('plan'))
        .where('deleted_at', 'is', null)
        .where('user_type', '!=', 9)
        .as('present'),
    )
    .select((select) => ['present.plan', select.fn.countAll<number>().as('count')])
    .groupBy('present.plan')
    .execute();
  return new Map(rows.map((row) => [row.plan, row.count]));
}

export async function hasProducts(db: Db): Promise<boolean> {
  return (await db.selectFrom('product').select('id').limit(1).executeTakeFirst()) !== undefined;
}

export async function insertProduct(db: Db, row: Insertable<ProductTable>): Promise<void> {
  await db.insertInto('product').values(row).execute();
}

export async function findProduct(db: Db, id: string): Promise<ProductRow | undefined> {
  return db.selectFrom('product').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function productsOnShelf(db: Db): Promise<ProductRow[]> {
  return db.selectFrom('product').selectAll().where('is_on_shelf', '=', 1).orderBy('place').orderBy('id').execute();
}

export async function lastPlace(db: Db): Promise<number> {
  const row = await db
    .selectFrom('product')
    .select((select) => select.fn.max('place').as('last'))
    .executeTakeFirst();
  return row?.last ?? 0;
}

export const productSource: ListSource<'product'> = {
  table: 'product',
  columns: {
    id: 'id',
    kind: 'kind',
    title: 'title',
    plan: 'plan',
    months: 'months',
    ticketKind: 'ticket_kind',
    tickets: 'tickets',
    validMonths: 'valid_months',
    price: 'price',
    listPrice: 'list_price',
    limitPerPhone: 'limit_per_phone',
    isOnShelf: 'is_on_shelf',
    position: 'place',
    createdAt: 'created_at',
    updatedAt: 'updated_at',
  },
  search: (typed) => sql`(product.id = ${typed} OR ${contains('product.title', typed)})`,
};

/** Orders that were paid for each. */
export async function countSold(db: Db, productIds: readonly string[]): Promise<Map<string, number>> {
  if (productIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('purchase_order')
    .select((select) => ['product_id', select.fn.countAll<number>().as('count')])
    .where('product_id', 'in', [...productIds])
    .where('paid_at', 'is not', null)
    .groupBy('product_id')
    .execute();
  return new Map(rows.map((row) => [row.product_id, row.count]));
}

export async function insertPrice(db: Db, row: Insertable<ProductPriceTable>): Promise<void> {
  await db.insertInto('product_price').values(row).execute();
}

/** Newest first, with the name of who set it. */
export async function pricesOf(db: Db, productId: string) {
  return db
    .selectFrom('product_price')
    .leftJoin('account', 'account.id', 'product_price.operator')
    .select(['product_price.id', 'price', 'list_price', 'product_price.created_at'])
    .select((select) => select.fn.coalesce('account.nick_name', 'product_price.operator').as('operator'))
    .where('product_id', '=', productId)
    .orderBy('product_price.id', 'desc')
    .execute();
}
