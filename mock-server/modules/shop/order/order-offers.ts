import type { Product, UpgradeOffer } from '#shared/contract/order';
import { formatDate } from '#shared/domain/format';
import { type PaidPlan, paidPlans } from '#shared/domain/plan';
import { ticketLabels } from '#shared/domain/ticket-kind';
import { ProductError } from '#shared/errors';
import { withDeps } from '../../../with-deps.ts';
import type { Db, Store } from '../../base/store.ts';
import type { AccountService } from '../../identity/account/account.service.ts';
import type { MembershipService } from '../membership/membership.service.ts';
import type { ProductRow, ProductService } from '../product/product.service.ts';
import { boughtBefore } from './order.repository.ts';
import type { Snapshot } from './order-snapshot.ts';

export interface OffersDeps {
  store: Store;
  products: ProductService;
  memberships: MembershipService;
  accounts: AccountService;
}

export type OrderOffers = ReturnType<typeof createOrderOffers>;

const mostSeats = 100;
const mostPackages = 100;
const mostTerms = 12;

/** Products for sale, their buyers, and the snapshot for an order. */
export function createOrderOffers(deps: OffersDeps) {
  return withDeps(deps, { offer, catalogue });
}

/**
 * For use in the transaction that makes the order. Throws `product.not_found`, `product.unusable`, `product.off_shelf`,
 * `product.limit`, `product.quantity`, `product.no_upgrade`, `product.endless`.
 */
async function offer(
  deps: OffersDeps,
  tx: Db,
  accountId: string,
  productId: string,
  quantity: number,
): Promise<{ amount: number; sold: Snapshot }> {
  const { products, accounts, memberships } = deps;
  const upgrade = paidPlans.find((plan) => productId === upgradeId(plan));
  if (upgrade) {
    const sold = await upgradeOf(deps, tx, accountId, upgrade, quantity);
    return { amount: sold.price, sold };
  }
  const product = await products.find(tx, productId);
  if (!product) throw new ProductError('product.not_found');
  const { title, limit_per_phone: limit } = product;
  if (!products.isUsable(product)) throw new ProductError('product.unusable', { fill: { title } });
  if (product.is_on_shelf === 0) throw new ProductError('product.off_shelf', { fill: { title } });
  const most = mostQuantity(product);
  if (quantity > most) throw refuseQuantity(title, most);
  if (limit !== null) {
    const buyer = await accounts.find(tx, accountId);
    const bought = (await boughtBefore(tx, buyer, [productId])).get(productId) ?? 0;
    if (bought >= limit) throw new ProductError('product.limit', { fill: { title, limit } });
  }
  if (product.plan !== null && (await memberships.isEndless(tx, accountId, product.plan)))
    throw new ProductError('product.endless', { fill: { title } });
  const sold = await saleOf(deps, tx, product, quantity);
  return { amount: sold.price * quantity, sold };
}

/** Everything on the shelf, as this caller may buy it; a visitor may look at all of it. */
async function catalogue(
  deps: OffersDeps,
  accountId: string | null,
): Promise<{ products: Product[]; upgrades: UpgradeOffer[] }> {
  const { products, store, accounts, memberships } = deps;
  const shelf = await products.onShelf(store.db);
  if (accountId === null) return { products: shelf.map((product) => toProduct(product, null)), upgrades: [] };
  const limited = shelf.filter((product) => product.limit_per_phone !== null).map(({ id }) => id);
  const bought = await boughtBefore(store.db, await accounts.find(store.db, accountId), limited);
  const endless = new Set<string>();
  const upgrades: UpgradeOffer[] = [];
  for (const plan of paidPlans) {
    if (await memberships.isEndless(store.db, accountId, plan)) endless.add(plan);
    const quote = await memberships.upgradeQuote(store.db, accountId, plan, 1);
    if (!quote) continue;
    const { endsAt } = quote;
    const title = `升级为${planTitle(deps, plan)}`;
    upgrades.push({ productId: upgradeId(plan), plan, title, price: leastPrice(quote.price), endsAt });
  }
  const refusalOf = ({ id, plan, limit_per_phone: limit }: ProductRow) => {
    if (limit !== null && (bought.get(id) ?? 0) >= limit) return `每个手机号限购 ${limit} 次`;
    return plan !== null && endless.has(plan) ? '您的套餐长期有效' : null;
  };
  return { products: shelf.map((product) => toProduct(product, refusalOf(product))), upgrades };
}

const planTitle = ({ products }: OffersDeps, plan: PaidPlan) => products.plans.of(plan).title;

function refuseQuantity(title: string, most: number): ProductError {
  return new ProductError('product.quantity', { fill: { title, most } });
}

async function upgradeOf(
  deps: OffersDeps,
  tx: Db,
  accountId: string,
  plan: PaidPlan,
  seats: number,
): Promise<Snapshot> {
  const title = `升级为${planTitle(deps, plan)}`;
  const most = plan === 'team' ? mostSeats : 1;
  if (seats > most) throw refuseQuantity(title, most);
  const quote = await deps.memberships.upgradeQuote(tx, accountId, plan, seats);
  if (!quote) throw new ProductError('product.no_upgrade');
  const gives = [`${planTitle(deps, plan)}${seatsText(seats)}，至 ${formatDate(quote.endsAt)}`];
  return {
    kind: 'upgrade',
    title,
    price: leastPrice(quote.price),
    gives,
    plan,
    seats,
    until: quote.endsAt,
    term: null,
  };
}

async function saleOf(deps: OffersDeps, tx: Db, product: ProductRow, quantity: number): Promise<Snapshot> {
  const { title, price, plan, months, ticket_kind: ticketKind, tickets, valid_months: validMonths } = product;
  if (plan !== null && months !== null) {
    const isTeam = plan === 'team';
    const seats = isTeam ? quantity : 1;
    const bought = isTeam ? months : months * quantity;
    const gives = [`${planTitle(deps, plan)} ${bought} 个月${seatsText(seats)}`];
    return { kind: 'membership', title, price, gives, plan, months: bought, seats, term: null };
  }
  if (ticketKind === null || tickets === null || validMonths === null)
    throw new Error(`product ${product.id} sells nothing`);
  const amount = tickets * quantity;
  const gives = [
    `${ticketLabels[ticketKind]} ${amount} ${ticketKind === 'live' ? '分钟' : '张'}，${validMonths} 个月内有效`,
  ];
  const singlePrice = await singlePriceOf(deps, tx, product);
  return { kind: 'package', title, price, gives, ticketKind, tickets: amount, validMonths, singlePrice };
}

/** Fen of one ticket in the smallest package of its kind, rounded up. */
async function singlePriceOf(deps: OffersDeps, tx: Db, product: ProductRow): Promise<number> {
  const packages = (await deps.products.onShelf(tx)).filter((other) => other.ticket_kind === product.ticket_kind);
  const smallest = [product, ...packages].reduce((least, other) =>
    (other.tickets ?? 0) < (least.tickets ?? 0) ? other : least,
  );
  return Math.ceil(smallest.price / (smallest.tickets ?? 1));
}

const upgradeId = (plan: PaidPlan) => `upgrade-${plan}`;

/** Payment providers take no order of nothing. */
const leastPrice = (fen: number) => Math.max(1, fen);

const seatsText = (seats: number) => (seats > 1 ? ` · ${seats} 席` : '');

function mostQuantity(product: ProductRow): number {
  if (product.limit_per_phone !== null) return 1;
  if (product.kind === 'package') return mostPackages;
  return product.plan === 'team' ? mostSeats : mostTerms;
}

function toProduct(row: ProductRow, refusal: string | null): Product {
  return {
    productId: row.id,
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
    mostQuantity: mostQuantity(row),
    isAvailable: refusal === null,
    refusal,
  };
}
