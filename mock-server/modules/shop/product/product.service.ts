import type { PlanInfo } from '#shared/contract/order';
import { type Plan, plans as planNames } from '#shared/domain/plan';
import type { TicketKind } from '#shared/domain/ticket-kind';
import type { Clock } from '../../../adapters/clock/port.ts';
import type { Db, Store } from '../../base/store.ts';
import { defaultPlans, defaultProducts, type PlanRow, type Plans, planFacts } from './catalogue.ts';
import * as catalogue from './product.repository.ts';

export type { ProductRow } from './product.repository.ts';

export type ProductService = ReturnType<typeof createProductService>;

export interface ProductDeps {
  store: Store;
  clock: Clock;
  /** Kinds of tickets that something here can be paid with; packages of others are not sold. */
  usableTickets: () => readonly TicketKind[];
}

/**
 * Products for sale and the benefits of each plan. The plans are kept in memory; `load` reads them again after a
 * change.
 */
export function createProductService({ store, clock, usableTickets }: ProductDeps) {
  const { db, transact } = store;
  let known = new Map<Plan, PlanRow>();

  const plans: Plans = {
    of(plan) {
      const row = known.get(plan);
      if (!row) throw new Error(`plan ${plan} was asked for before the catalogue was loaded`);
      return row;
    },
  };

  /** Returns true when what a product sells can be used here. */
  const isUsable = ({ ticket_kind: kind }: Pick<catalogue.ProductRow, 'ticket_kind'>) =>
    kind === null || usableTickets().includes(kind);

  /** Puts in the default plans and products where there are none. */
  async function ensureCatalogue(tx: Db): Promise<void> {
    const now = clock.now();
    if ((await catalogue.allPlans(tx)).length === 0) {
      const rows = defaultPlans.map(({ plan, title, monthly, daily, running, queued }) => ({
        id: plan,
        title,
        ...monthlyColumns(monthly),
        ...dailyColumns(daily),
        running_limit: running,
        queued_limit: queued,
        updated_at: now,
      }));
      await catalogue.insertPlans(tx, rows);
    }
    if (await catalogue.hasProducts(tx)) return;
    for (const [index, product] of defaultProducts.entries()) {
      const times = { created_at: now, updated_at: now };
      const shelf = { is_on_shelf: isUsable(product) ? 1 : 0, place: (index + 1) * 10 } as const;
      await catalogue.insertProduct(tx, { ...product, ...shelf, ...times });
      const { price, list_price } = product;
      await catalogue.insertPrice(tx, { product_id: product.id, price, list_price, operator: null, created_at: now });
    }
  }

  async function load(): Promise<void> {
    const rows = await catalogue.allPlans(db);
    known = new Map(rows.map((row) => [row.id, toPlan(row)]));
  }

  async function start(): Promise<void> {
    await transact(ensureCatalogue);
    await load();
  }
  store.whenEmptied(start);

  return {
    plans,
    ensureCatalogue,
    load,

    /** Creates the catalogue if there is none, and loads the plans. */
    start,

    find: (handle: Db, productId: string) => catalogue.findProduct(handle, productId),
    usableTickets,
    isUsable,
    /** In the order of the shelf, without what cannot be used. */
    onShelf: async (handle: Db) => (await catalogue.productsOnShelf(handle)).filter(isUsable),

    /** Every plan with what it gives, from the least to the most. */
    planInfos(): PlanInfo[] {
      return planNames.map((plan) => {
        const { title, monthly, daily, running, queued } = plans.of(plan);
        return { plan, title, monthly, daily, limits: { running, queued }, ...planFacts[plan] };
      });
    },
  };
}

export const monthlyColumns = ({ normal, live, gpt }: PlanRow['monthly']) => {
  return { monthly_normal: normal, monthly_live: live, monthly_gpt: gpt };
};
export const dailyColumns = ({ normal, live, gpt }: PlanRow['daily']) => {
  return { daily_normal: normal, daily_live: live, daily_gpt: gpt };
};

export function toPlan(row: catalogue.StoredPlan): PlanRow {
  return {
    plan: row.id,
    title: row.title,
    monthly: { normal: row.monthly_normal, live: row.monthly_live, gpt: row.monthly_gpt },
    daily: { normal: row.daily_normal, live: row.daily_live, gpt: row.daily_gpt },
    running: row.running_limit,
    queued: row.queued_limit,
  };
}
