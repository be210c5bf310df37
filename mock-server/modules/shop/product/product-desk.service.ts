import type { PendingChange } from '#shared/contract/pending-change';
import type { PriceChange, StaffPlan, StaffProduct } from '#shared/contract/product-desk';
import { formatMoney } from '#shared/domain/format';
import { type Plan, plans as planNames } from '#shared/domain/plan';
import { type TicketKind, ticketKinds, ticketLabels } from '#shared/domain/ticket-kind';
import { ProductError } from '#shared/errors';
import type { Clock } from '../../../adapters/clock/port.ts';
import type { Ids } from '../../../ids.ts';
import { withDeps } from '../../../with-deps.ts';
import type { RequestFacts, StaffAct, StaffCaller } from '../../base/caller.ts';
import type { ComputedList, ConsoleList } from '../../base/console-list.ts';
import type { Db, Store } from '../../base/store.ts';
import type { Reasons } from '../../identity/account/reasons.ts';
import type { AuditService } from '../../records/audit/audit.service.ts';
import type { ChangeSets } from '../../records/audit/change-sets.service.ts';
import type { PendingChanges } from '../../records/pending/pending-change.service.ts';
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
  pending: PendingChanges;
  reasons: Reasons;
}

export interface PackageDraft {
  title: string;
  ticketKind: TicketKind;
  tickets: number;
  validMonths: number;
  /** Fen. */
  price: number;
  listPrice: number | null;
  reason?: string | undefined;
}

export interface ProductPatch {
  title?: string | undefined;
  price?: number | undefined;
  listPrice?: number | null | undefined;
  limitPerPhone?: number | null | undefined;
  isOnShelf?: boolean | undefined;
  position?: number | undefined;
  version: number;
  /** Required when the change needs approval. */
  reason?: string | undefined;
}

export interface PlanPatch extends Partial<{ [K in Exclude<keyof PlanRow, 'plan'>]: PlanRow[K] | undefined }> {
  version: number;
  reason?: string | undefined;
}

type Changed<T> = T & { pendingChange?: PendingChange };

export type ProductDesk = ReturnType<typeof createProductDesk>;

export const productList: ConsoleList<StaffProduct> = {
  source: catalogue.productSource,
  async rows(db, ids) {
    const sold = await catalogue.countSold(db, ids as string[]);
    return (await catalogue.staffProducts(db, ids)).map((row) => toStaffProduct(row, sold.get(row.id) ?? 0));
  },
  idOf: ({ id }) => id,
};

/**
 * Changes of the catalogue by staff. Orders keep the data they were created with; changes of plans apply from the next
 * grant on. Lower prices, higher purchase limits and larger plans need approval.
 */
export function createProductDesk(deps: ProductDeskDeps) {
  const { store, products, changeSets, pending } = deps;
  pending.register<ProductPatch>('product', {
    async carryOut(tx, { subject, version, change: asked, reason }, decision) {
      const before = await shown(tx, subject);
      if (before.version !== version) throw new ProductError('pending.stale');
      if (asked.isOnShelf && !products.isUsable({ ticket_kind: before.ticketKind }))
        throw new ProductError('product.unusable', { fill: { title: before.title } });
      await carryOut(deps, tx, decision, before, asked, reason);
      return undefined;
    },
  });
  pending.register<PlanPatch>('plan', {
    async carryOut(tx, { subject, version, change: asked, reason }, decision) {
      const before = await shownPlan(deps, tx, subject as Plan);
      if (before.version !== version) throw new ProductError('pending.stale');
      await carryOutPlan(deps, tx, decision, before, asked, reason);
      return { afterwards: () => products.load() };
    },
  });
  changeSets.register('product', {
    async now(tx, id) {
      const product = await catalogue.findProduct(tx, id);
      return product ? productState(toStaffProduct(product, 0)) : null;
    },
    async revert(tx, { id, before }, { caller }) {
      const present = await shown(tx, id);
      const patch = { ...(before as ReturnType<typeof productState>), version: present.version };
      if (isCheaper(present, patch)) await pending.refuseUndo(tx, caller);
      await change(deps, tx, caller, present, patch);
    },
  });
  changeSets.register('plan', {
    now: async (tx, id) => planState(await shownPlan(deps, tx, id as Plan)),
    async revert(tx, { id, before }, { caller, afterwards }) {
      const present = await shownPlan(deps, tx, id as Plan);
      const patch = { ...(before as ReturnType<typeof planState>), version: present.version };
      if (isRicher(present, patch)) await pending.refuseUndo(tx, caller);
      await changePlan(deps, tx, id as Plan, patch);
      afterwards(() => products.load());
    },
  });
  return {
    ...withDeps(deps, { create, update, shelveRow, prices, updatePlan }),
    /** Inside a transaction, for many at once. */
    rows: withDeps(deps, { update: updateRow }),
    plans: { all: () => staffPlans(deps, store.db), idOf: ({ id }) => id } satisfies ComputedList<StaffPlan>,
  };
}

/** Creates a package; a new product is sold only after approval. */
async function create(
  deps: ProductDeskDeps,
  caller: StaffCaller,
  draft: PackageDraft,
  facts: RequestFacts,
): Promise<Changed<StaffProduct>> {
  const { ids, store, clock, pending, reasons, products, audit } = deps;
  const id = ids.next('product');
  return store.transact(async (tx) => {
    const now = clock.now();
    const waits = await pending.isNeeded(tx, caller);
    const reason = waits ? await reasons.require(tx, caller, draft.reason) : (draft.reason ?? '');
    const isUsable = products.isUsable({ ticket_kind: draft.ticketKind });
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
      is_on_shelf: isUsable && !waits ? 1 : 0,
      is_waiting: waits ? 1 : 0,
      place: (await catalogue.lastPlace(tx)) + 10,
      created_at: now,
      updated_at: now,
    });
    await notePrice(deps, tx, caller, { id, price: draft.price, listPrice: draft.listPrice });
    const after = await shown(tx, id);
    await audit.record(tx, {
      caller,
      facts,
      action: 'product.create',
      subject: id,
      after,
      ...(reason && { reason }),
    });
    if (!waits || !isUsable) return after;
    const change = { isOnShelf: true, version: after.version };
    const { title, version } = after;
    const held = { kind: 'product', subject: id, title, version, change, reason } as const;
    const pendingChange = await pending.hold(tx, { caller, facts }, { ...held, shown: productFields(after, change) });
    return { ...after, pendingChange };
  });
}

function update(
  deps: ProductDeskDeps,
  caller: StaffCaller,
  id: string,
  patch: ProductPatch,
  facts: RequestFacts,
): Promise<Changed<StaffProduct>> {
  return deps.store.transact((tx) => updateRow(deps, tx, caller, id, patch, facts));
}

async function shelveRow(
  deps: ProductDeskDeps,
  tx: Db,
  { caller, facts }: StaffAct,
  id: string,
  isOnShelf: boolean,
  said: string,
) {
  const { version } = await mustFind(tx, id);
  return updateRow(deps, tx, caller, id, { isOnShelf, version, reason: said || '批量上架' }, facts);
}

async function prices({ store }: ProductDeskDeps, id: string): Promise<PriceChange[]> {
  await mustFind(store.db, id);
  return (await catalogue.pricesOf(store.db, id)).map((row) => ({
    id: row.id,
    price: row.price,
    listPrice: row.list_price,
    operator: row.operator,
    createdAt: row.created_at,
  }));
}

async function updatePlan(
  deps: ProductDeskDeps,
  caller: StaffCaller,
  id: Plan,
  { reason: said, ...asked }: PlanPatch,
  facts: RequestFacts,
): Promise<Changed<StaffPlan>> {
  const { store, pending, reasons, products } = deps;
  const after = await store.transact(async (tx) => {
    const before = await shownPlan(deps, tx, id);
    if (!isRicher(before, asked) || !(await pending.isNeeded(tx, caller)))
      return carryOutPlan(deps, tx, { caller, facts }, before, asked, said);
    if (before.version !== asked.version)
      throw new ProductError('product.changed_meanwhile', { beside: { current: before } });
    const reason = await reasons.require(tx, caller, said);
    const { title, version } = before;
    const held = { kind: 'plan', subject: id, title, version, change: asked, reason } as const;
    const pendingChange = await pending.hold(tx, { caller, facts }, { ...held, shown: planFields(before, asked) });
    return { ...before, pendingChange };
  });
  await products.load();
  return after;
}

async function mustFind(handle: Db, id: string): Promise<catalogue.ProductRow> {
  const product = await catalogue.findProduct(handle, id);
  if (!product) throw new ProductError('product.not_found');
  return product;
}

async function shown(handle: Db, id: string): Promise<StaffProduct> {
  const product = await mustFind(handle, id);
  return toStaffProduct(product, (await catalogue.countSold(handle, [id])).get(id) ?? 0);
}

async function shownPlan(deps: ProductDeskDeps, handle: Db, id: Plan): Promise<StaffPlan> {
  const plans = await staffPlans(deps, handle);
  const plan = plans.find((row) => row.id === id);
  if (!plan) throw new Error(`plan ${id} is not in the catalogue`);
  return plan;
}

async function staffPlans(deps: ProductDeskDeps, handle: Db): Promise<StaffPlan[]> {
  const accounts = await catalogue.countAccounts(handle, deps.clock.now());
  const rows = (await catalogue.allPlans(handle)).map(({ version, ...row }) => {
    const { plan, ...given } = toPlan({ ...row, version });
    return { id: plan, ...given, accounts: accounts.get(plan) ?? 0, rank: planNames.indexOf(plan), version };
  });
  return rows.sort((a, b) => a.rank - b.rank);
}

async function change(
  deps: ProductDeskDeps,
  tx: Db,
  caller: StaffCaller,
  before: StaffProduct,
  patch: ProductPatch,
): Promise<StaffProduct> {
  const { title, price, listPrice, limitPerPhone, isOnShelf, position, version } = patch;
  const { id } = before;
  const isChanged = await catalogue.updateProduct(tx, id, version, {
    ...(title === undefined ? {} : { title }),
    ...(price === undefined ? {} : { price }),
    ...(listPrice === undefined ? {} : { list_price: listPrice }),
    ...(limitPerPhone === undefined ? {} : { limit_per_phone: limitPerPhone }),
    ...(isOnShelf === undefined ? {} : { is_on_shelf: isOnShelf ? 1 : 0 }),
    ...(isOnShelf ? { is_waiting: 0 } : {}),
    ...(position === undefined ? {} : { place: position }),
    updated_at: deps.clock.now(),
  });
  if (!isChanged) throw new ProductError('product.changed_meanwhile', { beside: { current: before } });
  const after = await shown(tx, id);
  if (after.price !== before.price || after.listPrice !== before.listPrice)
    await notePrice(deps, tx, caller, { id, price: after.price, listPrice: after.listPrice });
  return after;
}

async function changePlan(deps: ProductDeskDeps, tx: Db, id: Plan, patch: PlanPatch): Promise<void> {
  const before = await shownPlan(deps, tx, id);
  const { title, monthly = before.monthly, daily = before.daily, running, queued, version } = patch;
  const isChanged = await catalogue.updatePlan(tx, id, version, {
    ...(title === undefined ? {} : { title }),
    ...quotaColumns(monthly, daily),
    ...(running === undefined ? {} : { running_limit: running }),
    ...(queued === undefined ? {} : { queued_limit: queued }),
    updated_at: deps.clock.now(),
  });
  if (!isChanged) throw new ProductError('product.changed_meanwhile', { beside: { current: before } });
}

async function updateRow(
  deps: ProductDeskDeps,
  tx: Db,
  caller: StaffCaller,
  id: string,
  patch: ProductPatch,
  facts: RequestFacts,
): Promise<Changed<StaffProduct>> {
  const { products, pending, reasons } = deps;
  const before = await shown(tx, id);
  if (patch.isOnShelf && !products.isUsable({ ticket_kind: before.ticketKind }))
    throw new ProductError('product.unusable', { fill: { title: before.title } });
  const { reason: said, ...asked } = patch;
  if (isCheaper(before, asked) && (await pending.isNeeded(tx, caller))) {
    if (before.version !== asked.version)
      throw new ProductError('product.changed_meanwhile', { beside: { current: before } });
    const reason = await reasons.require(tx, caller, said);
    const { title, version } = before;
    const held = { kind: 'product', subject: id, title, version, change: asked, reason } as const;
    const pendingChange = await pending.hold(tx, { caller, facts }, { ...held, shown: productFields(before, asked) });
    return { ...before, pendingChange };
  }
  return carryOut(deps, tx, { caller, facts }, before, asked, said);
}

async function carryOut(
  deps: ProductDeskDeps,
  tx: Db,
  { caller, facts }: StaffAct,
  before: StaffProduct,
  patch: ProductPatch,
  reason: string | undefined,
): Promise<StaffProduct> {
  const { id, title } = before;
  const after = await change(deps, tx, caller, before, patch);
  await deps.audit.record(tx, {
    caller,
    facts,
    action: 'product.update',
    subject: id,
    before,
    after,
    ...(reason && { reason }),
  });
  const item = { resource: 'product', id, before: productState(before), after: productState(after) };
  await deps.changeSets.record(tx, { caller, facts, title: `修改商品「${title}」`, items: [item] });
  return after;
}

async function carryOutPlan(
  deps: ProductDeskDeps,
  tx: Db,
  { caller, facts }: StaffAct,
  before: StaffPlan,
  patch: PlanPatch,
  reason: string | undefined,
): Promise<StaffPlan> {
  const { id, title } = before;
  await changePlan(deps, tx, id, patch);
  const after = await shownPlan(deps, tx, id);
  await deps.audit.record(tx, {
    caller,
    facts,
    action: 'plan.update',
    subject: id,
    before,
    after,
    ...(reason && { reason }),
  });
  const item = { resource: 'plan', id, before: planState(before), after: planState(after) };
  await deps.changeSets.record(tx, { caller, facts, title: `修改套餐「${title}」`, items: [item] });
  return after;
}

async function notePrice(
  deps: ProductDeskDeps,
  tx: Db,
  caller: StaffCaller,
  { id, price, listPrice }: { id: string; price: number; listPrice: number | null },
) {
  const operator = caller.accountId;
  await catalogue.insertPrice(tx, {
    product_id: id,
    price,
    list_price: listPrice,
    operator,
    created_at: deps.clock.now(),
  });
}

type Fields = PendingChange['fields'];

/** True for a lower price, a higher purchase limit, or the first sale of a product that waits for approval. */
function isCheaper(before: StaffProduct, { price, limitPerPhone, isOnShelf }: ProductPatch): boolean {
  const limitBefore = before.limitPerPhone ?? Number.POSITIVE_INFINITY;
  const isOftener = limitPerPhone !== undefined && (limitPerPhone ?? Number.POSITIVE_INFINITY) > limitBefore;
  const isLess = price !== undefined && price < before.price;
  return isLess || isOftener || (isOnShelf === true && before.isWaiting);
}

/** True when the plan gets more tickets, or more running or queued tasks. */
function isRicher(before: StaffPlan, { monthly, daily, running, queued }: PlanPatch): boolean {
  const isMore = (quota: StaffPlan['monthly'] | undefined, known: StaffPlan['monthly']) =>
    quota !== undefined && ticketKinds.some((kind) => quota[kind] > known[kind]);
  const hasRoom = (running ?? 0) > before.running || (queued ?? 0) > before.queued;
  return isMore(monthly, before.monthly) || isMore(daily, before.daily) || hasRoom;
}

function productFields(before: StaffProduct, { price, limitPerPhone, isOnShelf }: ProductPatch): Fields {
  const limit = (most: number | null) => (most === null ? '不限' : `每人 ${most} 次`);
  const fields: Fields = [];
  if (price !== undefined && price !== before.price)
    fields.push({ name: 'price', before: formatMoney(before.price), after: formatMoney(price) });
  if (limitPerPhone !== undefined && limitPerPhone !== before.limitPerPhone)
    fields.push({ name: 'limitPerPhone', before: limit(before.limitPerPhone), after: limit(limitPerPhone) });
  if (isOnShelf) {
    const what = before.ticketKind ? `${before.tickets ?? 0} 张${ticketLabels[before.ticketKind]}，` : '';
    fields.push({ name: 'isOnShelf', before: null, after: `${what}${formatMoney(price ?? before.price)}` });
  }
  return fields;
}

function planFields(before: StaffPlan, patch: PlanPatch): Fields {
  const quota = ({ normal, live, gpt }: StaffPlan['monthly']) => `${normal} / ${live} / ${gpt}`;
  const fields: Fields = [];
  for (const name of ['monthly', 'daily'] as const) {
    const given = patch[name];
    if (given) fields.push({ name, before: quota(before[name]), after: quota(given) });
  }
  for (const name of ['running', 'queued'] as const) {
    const given = patch[name];
    if (given !== undefined) fields.push({ name, before: String(before[name]), after: String(given) });
  }
  return fields.filter((field) => field.before !== field.after);
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
    isWaiting: row.is_waiting === 1,
    position: row.place,
    sold,
    version: row.version,
    updatedAt: row.updated_at,
  };
}
