import type { PendingChange } from '#shared/contract/pending-change';
import type { PriceChange, StaffPlan, StaffProduct } from '#shared/contract/product-desk';
import { formatMoney } from '#shared/domain/format';
import { type Plan, plans as planNames } from '#shared/domain/plan';
import { type TicketKind, ticketKinds, ticketLabels } from '#shared/domain/ticket-kind';
import { ProductError } from '#shared/errors';
import type { Ids } from '../../../ids.ts';
import { withDeps } from '../../../with-deps.ts';
import type { StaffAct, StaffCaller } from '../../base/caller.ts';
import type { ComputedList } from '../../base/console-list.ts';
import type { Db, Store } from '../../base/store.ts';
import type { Reasons } from '../../identity/account/reasons.ts';
import type { RevertContext } from '../../records/audit/change-sets.service.ts';
import type { PendingChanges } from '../../records/pending/pending-change.service.ts';
import {
  plainVerbs,
  type RecordKind,
  storedRows,
  titled,
  type UndoItem,
} from '../../records/record-kit/record-kind.ts';
import { createRecordKit, type RecordDeps, type RecordKit } from '../../records/record-kit/record-kit.ts';
import type { PlanRow } from './catalogue.ts';
import * as catalogue from './product.repository.ts';
import { dailyColumns, monthlyColumns, type ProductService, toPlan } from './product.service.ts';

export interface ProductDeskDeps extends RecordDeps {
  store: Store;
  ids: Ids;
  products: ProductService;
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

const productColumns = {
  title: 'title',
  price: 'price',
  listPrice: 'list_price',
  limitPerPhone: 'limit_per_phone',
  position: 'place',
  /** A product for sale is not marked as waiting any more. */
  isOnShelf: (isOnShelf: boolean) =>
    isOnShelf ? ({ is_on_shelf: 1, is_waiting: 0 } as const) : ({ is_on_shelf: 0 } as const),
} as const;
const planColumns = {
  title: 'title',
  monthly: monthlyColumns,
  daily: dailyColumns,
  running: 'running_limit',
  queued: 'queued_limit',
} as const;

type ProductState = Pick<StaffProduct, keyof typeof productColumns>;
type PlanState = Pick<StaffPlan, keyof typeof planColumns>;

interface ProductDeskParts extends ProductDeskDeps {
  productKit: RecordKit<'product', StaffProduct, ProductState, 'create' | 'update'>;
  planKit: RecordKit<'plan', StaffPlan, PlanState, 'update'>;
}

const productKind = (
  parts: () => ProductDeskParts,
): RecordKind<'product', StaffProduct, keyof typeof productColumns, 'create' | 'update'> => ({
  resource: 'product',
  source: catalogue.productSource,
  columns: productColumns,
  async rows(db, ids) {
    const sold = await catalogue.countSold(db, ids.map(String));
    return (await storedRows(db, 'product', ids)).map((row) => toStaffProduct(row, sold.get(row.id) ?? 0));
  },
  missing: 'product.not_found',
  stale: 'product.changed_meanwhile',
  titleOf: titled('商品', plainVerbs, ({ title }) => title),
  isStamped: true,
  undo: { revert: (tx, item, context) => putProductBack(parts(), tx, item, context) },
});

const planKind = (
  parts: () => ProductDeskParts,
): RecordKind<'plan', StaffPlan, keyof typeof planColumns, 'update'> => ({
  resource: 'plan',
  source: { table: 'plan', columns: {} },
  columns: planColumns,
  rows: async (db, ids) => (await staffPlans(parts(), db)).filter(({ id }) => ids.includes(id)),
  missing: 'product.not_found',
  stale: 'product.changed_meanwhile',
  titleOf: titled('套餐', plainVerbs, ({ title }) => title),
  isStamped: true,
  undo: { revert: (tx, item, context) => putPlanBack(parts(), tx, item, context) },
});

export type ProductDesk = ReturnType<typeof createProductDesk>;

/**
 * Changes of the catalogue by staff. Orders keep the data they were created with; changes of plans apply from the next
 * grant on. Lower prices, higher purchase limits and larger plans need approval.
 */
export function createProductDesk(deps: ProductDeskDeps) {
  const { store, products, pending } = deps;
  const productKit = createRecordKit(
    deps,
    productKind(() => parts),
  );
  const planKit = createRecordKit(
    deps,
    planKind(() => parts),
  );
  const parts: ProductDeskParts = { ...deps, productKit, planKit };
  pending.register<ProductPatch>('product', {
    async carryOut(tx, { subject, version, change: asked, reason }, decision) {
      const before = await productKit.mustFind(tx, subject);
      if (before.version !== version) throw new ProductError('pending.stale');
      if (asked.isOnShelf && !products.isUsable({ ticket_kind: before.ticketKind }))
        throw new ProductError('product.unusable', { fill: { title: before.title } });
      await carryOut(parts, tx, decision, before, { ...asked, reason });
      return undefined;
    },
  });
  pending.register<PlanPatch>('plan', {
    async carryOut(tx, { subject, version, change: asked, reason }, decision) {
      const before = await planKit.mustFind(tx, subject);
      if (before.version !== version) throw new ProductError('pending.stale');
      await planKit.change(tx, decision, subject, { version: asked.version, fields: asked, reason });
      return { afterwards: () => products.load() };
    },
  });
  return {
    ...withDeps(parts, { create, update, shelveRow, prices, updatePlan }),
    list: productKit.list,
    /** Inside a transaction, for many at once. */
    rows: withDeps(parts, { update: updateRow }),
    plans: { all: () => staffPlans(deps, store.db), idOf: ({ id }) => id } satisfies ComputedList<StaffPlan>,
  };
}

/** Creates a package; a new product is sold only after approval. */
async function create(deps: ProductDeskParts, act: StaffAct, draft: PackageDraft): Promise<Changed<StaffProduct>> {
  const { ids, store, clock, pending, reasons, products, productKit } = deps;
  const { caller } = act;
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
    const after = await productKit.mustFind(tx, id);
    await productKit.audit(tx, act, 'create', { after }, reason);
    if (!waits || !isUsable) return after;
    const change = { isOnShelf: true, version: after.version };
    const { title, version } = after;
    const held = { kind: 'product', subject: id, title, version, change, reason } as const;
    const pendingChange = await pending.hold(tx, act, { ...held, shown: productFields(after, change) });
    return { ...after, pendingChange };
  });
}

function update(
  deps: ProductDeskParts,
  act: StaffAct,
  id: string,
  patch: ProductPatch,
): Promise<Changed<StaffProduct>> {
  return deps.store.transact((tx) => updateRow(deps, tx, act, id, patch));
}

async function shelveRow(
  deps: ProductDeskParts,
  tx: Db,
  act: StaffAct,
  id: string,
  { isOnShelf, reason }: { isOnShelf: boolean; reason: string },
) {
  const { version } = await deps.productKit.mustFind(tx, id);
  return updateRow(deps, tx, act, id, { isOnShelf, version, reason: reason || '批量上架' });
}

async function prices({ store, productKit }: ProductDeskParts, id: string): Promise<PriceChange[]> {
  await productKit.mustFind(store.db, id);
  return (await catalogue.pricesOf(store.db, id)).map((row) => ({
    id: row.id,
    price: row.price,
    listPrice: row.list_price,
    operator: row.operator,
    createdAt: row.created_at,
  }));
}

async function updatePlan(
  deps: ProductDeskParts,
  act: StaffAct,
  id: Plan,
  { reason: said, ...asked }: PlanPatch,
): Promise<Changed<StaffPlan>> {
  const { store, pending, reasons, products, planKit } = deps;
  const after = await store.transact(async (tx) => {
    const before = await planKit.mustFind(tx, id);
    if (!isRicher(before, asked) || !(await pending.isNeeded(tx, act.caller)))
      return planKit.change(tx, act, id, { version: asked.version, fields: asked, reason: said });
    if (before.version !== asked.version)
      throw new ProductError('product.changed_meanwhile', { beside: { current: before } });
    const reason = await reasons.require(tx, act.caller, said);
    const { title, version } = before;
    const held = { kind: 'plan', subject: id, title, version, change: asked, reason } as const;
    const pendingChange = await pending.hold(tx, act, { ...held, shown: planFields(before, asked) });
    return { ...before, pendingChange };
  });
  await products.load();
  return after;
}

async function staffPlans(deps: Pick<ProductDeskDeps, 'clock'>, handle: Db): Promise<StaffPlan[]> {
  const accounts = await catalogue.countAccounts(handle, deps.clock.now());
  const rows = (await catalogue.allPlans(handle)).map(({ version, ...row }) => {
    const { plan, ...given } = toPlan({ ...row, version });
    return { id: plan, ...given, accounts: accounts.get(plan) ?? 0, rank: planNames.indexOf(plan), version };
  });
  return rows.sort((a, b) => a.rank - b.rank);
}

/** Throws `auth.forbidden` where undoing gives more than is allowed without approval. */
async function putProductBack(
  deps: ProductDeskParts,
  tx: Db,
  { id, before }: UndoItem<ProductState>,
  { caller }: RevertContext,
): Promise<void> {
  const { pending, productKit } = deps;
  const present = await productKit.mustFind(tx, id);
  const state = before as ProductState;
  if (isCheaper(present, state)) await pending.refuseUndo(tx, caller);
  await productKit.takeVersion(tx, present, present.version);
  await productKit.write(tx, id, state);
  await notePrice(deps, tx, caller, { id, was: present, ...state });
}

/** Throws `auth.forbidden` where undoing gives more than is allowed without approval. */
async function putPlanBack(
  { pending, products, planKit }: ProductDeskParts,
  tx: Db,
  { id, before }: UndoItem<PlanState>,
  { caller, afterwards }: RevertContext,
): Promise<void> {
  const present = await planKit.mustFind(tx, id);
  const state = before as PlanState;
  if (isRicher(present, state)) await pending.refuseUndo(tx, caller);
  await planKit.takeVersion(tx, present, present.version);
  await planKit.write(tx, id, state);
  afterwards(() => products.load());
}

async function updateRow(
  deps: ProductDeskParts,
  tx: Db,
  act: StaffAct,
  id: string,
  patch: ProductPatch,
): Promise<Changed<StaffProduct>> {
  const { products, pending, reasons, productKit } = deps;
  const before = await productKit.mustFind(tx, id);
  if (patch.isOnShelf && !products.isUsable({ ticket_kind: before.ticketKind }))
    throw new ProductError('product.unusable', { fill: { title: before.title } });
  const { reason: said, ...asked } = patch;
  if (isCheaper(before, asked) && (await pending.isNeeded(tx, act.caller))) {
    if (before.version !== asked.version)
      throw new ProductError('product.changed_meanwhile', { beside: { current: before } });
    const reason = await reasons.require(tx, act.caller, said);
    const { title, version } = before;
    const held = { kind: 'product', subject: id, title, version, change: asked, reason } as const;
    const pendingChange = await pending.hold(tx, act, { ...held, shown: productFields(before, asked) });
    return { ...before, pendingChange };
  }
  return carryOut(deps, tx, act, before, patch);
}

async function carryOut(
  deps: ProductDeskParts,
  tx: Db,
  act: StaffAct,
  before: StaffProduct,
  { version, reason, ...fields }: ProductPatch,
): Promise<StaffProduct> {
  const { id } = before;
  const after = await deps.productKit.change(tx, act, id, { version, fields, reason });
  await notePrice(deps, tx, act.caller, { id, was: before, price: after.price, listPrice: after.listPrice });
  return after;
}

interface Price {
  /** Fen. */
  price: number;
  listPrice: number | null;
}

/** Adds to the history of prices, unless both are what they were. */
async function notePrice(
  deps: ProductDeskDeps,
  tx: Db,
  caller: StaffCaller,
  { id, was, price, listPrice }: Price & { id: string; was?: Price },
): Promise<void> {
  if (price === was?.price && listPrice === was.listPrice) return;
  await catalogue.insertPrice(tx, {
    product_id: id,
    price,
    list_price: listPrice,
    operator: caller.accountId,
    created_at: deps.clock.now(),
  });
}

type Fields = PendingChange['fields'];

/** True for a lower price, a higher purchase limit, or the first sale of a product that waits for approval. */
function isCheaper(before: StaffProduct, { price, limitPerPhone, isOnShelf }: Omit<ProductPatch, 'version'>): boolean {
  const limitBefore = before.limitPerPhone ?? Number.POSITIVE_INFINITY;
  const isOftener = limitPerPhone !== undefined && (limitPerPhone ?? Number.POSITIVE_INFINITY) > limitBefore;
  const isLess = price !== undefined && price < before.price;
  return isLess || isOftener || (isOnShelf === true && before.isWaiting);
}

/** True when the plan gets more tickets, or more running or queued tasks. */
function isRicher(before: StaffPlan, { monthly, daily, running, queued }: Omit<PlanPatch, 'version'>): boolean {
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
