import type { PriceChange, StaffPlan, StaffProduct } from '#shared/contract/product-desk';
import { type Plan, plans as planNames } from '#shared/domain/plan';
import type { TicketKind } from '#shared/domain/ticket-kind';
import { ProductError } from '#shared/errors';
import type { Clock } from '../../adapters/clock/port.ts';
import type { Ids } from '../../ids.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { ChangeSets } from '../audit/change-sets.service.ts';
import type { RequestFacts, StaffCaller } from '../caller.ts';
import type { ComputedList, ConsoleList } from '../console-list.ts';
import type { Db, Store } from '../store.ts';
import type { PlanRow } from './catalogue.ts';
import * as catalogue from './product.repository.ts';
import { type ProductService, quotaColumns, toPlan } from './product.service.ts';

export interface ProductDeskDeps {
  store: Store;
  clock: Clock;
  ids: Ids;
  products: ProductService;
  audit: AuditService;
  changeSets: ChangeSets;
}

export interface PackageDraft {
  title: string;
  ticketKind: TicketKind;
  tickets: number;
  validMonths: number;
  /** Fen. */
  price: number;
  listPrice: number | null;
}

export interface ProductPatch {
  title?: string | undefined;
  price?: number | undefined;
  listPrice?: number | null | undefined;
  limitPerPhone?: number | null | undefined;
  isOnShelf?: boolean | undefined;
  position?: number | undefined;
  version: number;
}

export interface PlanPatch extends Partial<{ [K in Exclude<keyof PlanRow, 'plan'>]: PlanRow[K] | undefined }> {
  version: number;
}

export type ProductDesk = ReturnType<typeof createProductDesk>;

export const productList: ConsoleList<StaffProduct> = {
  source: catalogue.productSource,
  async rows(db, ids) {
    const sold = await catalogue.countSold(db, ids as string[]);
    return (await catalogue.staffProducts(db, ids)).map((row) => toStaffProduct(row, sold.get(row.id) ?? 0));
  },
  idOf: ({ id }) => id,
};

/** What staff do to the catalogue. Orders keep what they were made with; plans change from the next grant on. */
export function createProductDesk({ store, clock, ids, products, audit, changeSets }: ProductDeskDeps) {
  const { db, transact } = store;

  async function mustFind(handle: Db, id: string): Promise<catalogue.ProductRow> {
    const product = await catalogue.findProduct(handle, id);
    if (!product) throw new ProductError('product.not_found');
    return product;
  }

  async function shown(handle: Db, id: string): Promise<StaffProduct> {
    const product = await mustFind(handle, id);
    return toStaffProduct(product, (await catalogue.countSold(handle, [id])).get(id) ?? 0);
  }

  async function shownPlan(handle: Db, id: Plan): Promise<StaffPlan> {
    const plans = await staffPlans(handle);
    const plan = plans.find((row) => row.id === id);
    if (!plan) throw new Error(`plan ${id} is not in the catalogue`);
    return plan;
  }

  async function staffPlans(handle: Db): Promise<StaffPlan[]> {
    const accounts = await catalogue.countAccounts(handle, clock.now());
    const rows = (await catalogue.allPlans(handle)).map(({ version, ...row }) => {
      const { plan, ...given } = toPlan({ ...row, version });
      return { id: plan, ...given, accounts: accounts.get(plan) ?? 0, rank: planNames.indexOf(plan), version };
    });
    return rows.sort((a, b) => a.rank - b.rank);
  }

  async function change(tx: Db, caller: StaffCaller, before: StaffProduct, patch: ProductPatch): Promise<StaffProduct> {
    const { title, price, listPrice, limitPerPhone, isOnShelf, position, version } = patch;
    const { id } = before;
    const isChanged = await catalogue.updateProduct(tx, id, version, {
      ...(title === undefined ? {} : { title }),
      ...(price === undefined ? {} : { price }),
      ...(listPrice === undefined ? {} : { list_price: listPrice }),
      ...(limitPerPhone === undefined ? {} : { limit_per_phone: limitPerPhone }),
      ...(isOnShelf === undefined ? {} : { is_on_shelf: isOnShelf ? 1 : 0 }),
      ...(position === undefined ? {} : { place: position }),
      updated_at: clock.now(),
    });
    if (!isChanged) throw new ProductError('product.changed_meanwhile', { beside: { current: before } });
    const after = await shown(tx, id);
    if (after.price !== before.price || after.listPrice !== before.listPrice)
      await notePrice(tx, caller, id, after.price, after.listPrice);
    return after;
  }

  async function changePlan(tx: Db, id: Plan, patch: PlanPatch): Promise<void> {
    const before = await shownPlan(tx, id);
    const { title, monthly = before.monthly, daily = before.daily, running, queued, version } = patch;
    const isChanged = await catalogue.updatePlan(tx, id, version, {
      ...(title === undefined ? {} : { title }),
      ...quotaColumns(monthly, daily),
      ...(running === undefined ? {} : { running_limit: running }),
      ...(queued === undefined ? {} : { queued_limit: queued }),
      updated_at: clock.now(),
    });
    if (!isChanged) throw new ProductError('product.changed_meanwhile', { beside: { current: before } });
  }

  async function updateRow(
    tx: Db,
    caller: StaffCaller,
    id: string,
    patch: ProductPatch,
    facts: RequestFacts,
  ): Promise<StaffProduct> {
    const before = await shown(tx, id);
    if (patch.isOnShelf && !products.isUsable({ ticket_kind: before.ticketKind }))
      throw new ProductError('product.unusable', { fill: { title: before.title } });
    const after = await change(tx, caller, before, patch);
    await audit.record(tx, { caller, facts, action: 'product.update', subject: id, before, after });
    const item = { resource: 'product', id, before: productState(before), after: productState(after) };
    await changeSets.record(tx, { caller, facts, title: `修改商品「${before.title}」`, items: [item] });
    return after;
  }

  changeSets.register('product', {
    async now(tx, id) {
      const product = await catalogue.findProduct(tx, id);
      return product ? productState(toStaffProduct(product, 0)) : null;
    },
    async revert(tx, { id, before }, { caller }) {
      const present = await shown(tx, id);
      await change(tx, caller, present, { ...(before as ReturnType<typeof productState>), version: present.version });
    },
  });

  changeSets.register('plan', {
    now: async (tx, id) => planState(await shownPlan(tx, id as Plan)),
    async revert(tx, { id, before }, { afterwards }) {
      const { version } = await shownPlan(tx, id as Plan);
      await changePlan(tx, id as Plan, { ...(before as ReturnType<typeof planState>), version });
      afterwards(() => products.load());
    },
  });

  return {
    async create(caller: StaffCaller, draft: PackageDraft, facts: RequestFacts): Promise<StaffProduct> {
      const id = ids.next('product');
      return transact(async (tx) => {
        const now = clock.now();
        await catalogue.insertProduct(tx, {
          id,
          kind: 'package',
          title: draft.title,
          plan: null,
          months: null,
          ticket_kind: draft.ticketKind,
          tickets: draft.tickets,
          valid_months: draft.validMonths,
          price: draft.price,
          list_price: draft.listPrice,
          limit_per_phone: null,
          is_on_shelf: products.isUsable({ ticket_kind: draft.ticketKind }) ? 1 : 0,
          place: (await catalogue.lastPlace(tx)) + 10,
          created_at: now,
          updated_at: now,
        });
        await notePrice(tx, caller, id, draft.price, draft.listPrice);
        const after = await shown(tx, id);
        await audit.record(tx, { caller, facts, action: 'product.create', subject: id, after });
        return after;
      });
    },

    /** Inside a transaction, for many at once. */
    rows: { update: updateRow },

    update: (caller: StaffCaller, id: string, patch: ProductPatch, facts: RequestFacts): Promise<StaffProduct> =>
      transact((tx) => updateRow(tx, caller, id, patch, facts)),

    async shelveRow(tx: Db, caller: StaffCaller, id: string, isOnShelf: boolean, facts: RequestFacts) {
      const { version } = await mustFind(tx, id);
      return updateRow(tx, caller, id, { isOnShelf, version }, facts);
    },

    async prices(id: string): Promise<PriceChange[]> {
      await mustFind(db, id);
      return (await catalogue.pricesOf(db, id)).map((row) => ({
        id: row.id,
        price: row.price,
        listPrice: row.list_price,
        operator: row.operator,
        createdAt: row.created_at,
      }));
    },

    plans: { all: () => staffPlans(db), idOf: ({ id }) => id } satisfies ComputedList<StaffPlan>,

    async updatePlan(caller: StaffCaller, id: Plan, patch: PlanPatch, facts: RequestFacts): Promise<StaffPlan> {
      const after = await transact(async (tx) => {
        const before = await shownPlan(tx, id);
        await changePlan(tx, id, patch);
        const changed = await shownPlan(tx, id);
        await audit.record(tx, { caller, facts, action: 'plan.update', subject: id, before, after: changed });
        const item = { resource: 'plan', id, before: planState(before), after: planState(changed) };
        await changeSets.record(tx, { caller, facts, title: `修改套餐「${before.title}」`, items: [item] });
        return changed;
      });
      await products.load();
      return after;
    },
  };

  async function notePrice(tx: Db, caller: StaffCaller, id: string, price: number, listPrice: number | null) {
    const operator = caller.accountId;
    await catalogue.insertPrice(tx, {
      product_id: id,
      price,
      list_price: listPrice,
      operator,
      created_at: clock.now(),
    });
  }
}

const planState = ({ title, monthly, daily, running, queued }: StaffPlan) => {
  return { title, monthly, daily, running, queued };
};

/** What staff change of a product. */
const productState = ({ title, price, listPrice, limitPerPhone, isOnShelf, position }: StaffProduct) => {
  return { title, price, listPrice, limitPerPhone, isOnShelf, position };
};

function toStaffProduct(row: catalogue.ProductRow, sold: number): StaffProduct {
  return {
    id: row.id,
    kind: row.kind,
    title: row.title,
    plan: row.plan,
    months: row.months,
    ticketKind: row.ticket_kind,
    tickets: row.tickets,
    validMonths: row.valid_months,
    price: row.price,
    listPrice: row.list_price,
    limitPerPhone: row.limit_per_phone,
    isOnShelf: row.is_on_shelf === 1,
    position: row.place,
    sold,
    version: row.version,
    updatedAt: row.updated_at,
  };
}
