import { formatNumber } from '#shared/domain/format';
import { planRank } from '#shared/domain/plan';
import { type TicketKind, ticketLabels } from '#shared/domain/ticket-kind';
import type { Catalogue } from '../../data/order';
import type { Offer } from '../../lib/shop-store';
import { priceOfPiece, ticketAmount } from '../../lib/ticket-words';

export interface OfferChoice {
  productId: string;
  quantity: number;
  title: string;
  text: string;
  /** Fen, of the whole quantity. */
  price: number;
  /** Price per piece; empty when it is not sold by the piece. */
  each: string;
}

export interface Choices {
  packages: OfferChoice[];
  memberships: OfferChoice[];
  /** The one that is chosen at first: the smallest that is enough. */
  first: string | undefined;
}

type Product = Catalogue['products'][number];
type Plan = Catalogue['plans'][number];

function packageChoice(product: Product, quantity: number): OfferChoice {
  const { productId, title, ticketKind, tickets, price } = product;
  const pieces = (tickets ?? 0) * quantity;
  return {
    productId,
    quantity,
    title: quantity > 1 ? `${title} × ${quantity}` : title,
    text: '',
    price: price * quantity,
    each: ticketKind && pieces > 0 ? priceOfPiece(ticketKind, price * quantity, pieces) : '',
  };
}

/** Packages that each cover what is missing; if none does, the largest one in the quantity that does. */
function packagesFor(products: readonly Product[], kind: TicketKind, missing: number): OfferChoice[] {
  const known = products
    .filter((product) => product.kind === 'package' && product.ticketKind === kind && product.isAvailable)
    .sort((a, b) => (a.tickets ?? 0) - (b.tickets ?? 0));
  const enough = known.filter(({ tickets }) => (tickets ?? 0) >= missing);
  const largest = known.at(-1);
  if (enough.length > 0 || !largest?.tickets) return enough.map((product) => packageChoice(product, 1));
  return [packageChoice(largest, Math.ceil(missing / largest.tickets))];
}

/** A month of each plan that is good for what is wanted, or its trial, cheapest first. */
function membershipsFor(
  catalogue: Catalogue,
  isGood: (plan: Plan) => boolean,
  say: (plan: Plan) => string,
): OfferChoice[] {
  const offered = catalogue.products.flatMap((product) => {
    const plan = catalogue.plans.find((known) => known.plan === product.plan);
    const isOffered = product.kind === 'membership' && product.months === 1 && product.isAvailable;
    // The team plan needs a number of seats, which is chosen on the membership page.
    if (!isOffered || !plan || plan.plan === 'team' || !isGood(plan)) return [];
    const { productId, title, price } = product;
    return [{ plan: plan.plan, choice: { productId, quantity: 1, title, text: say(plan), price, each: '' } }];
  });
  const cheapest = offered.toSorted((a, b) => a.choice.price - b.choice.price);
  return cheapest
    .filter(({ plan }, place) => cheapest.findIndex((other) => other.plan === plan) === place)
    .map(({ choice }) => choice);
}

/** Products that give `want`, cheapest first within each group. `plan` is the user's current one. */
export function choicesFor(catalogue: Catalogue, { want, shortage }: Offer, plan: Plan['plan']): Choices {
  if (!('tickets' in want)) {
    const isLarge = (of: Plan, size: '2K' | '4K') =>
      of.bestQuality.includes('4K') || (size === '2K' && of.bestQuality.includes('2K'));
    const isGood = (of: Plan) => {
      if ('downloads' in want) return of.plan !== 'free';
      return 'batch' in want ? of.batch >= want.batch : isLarge(of, want.size);
    };
    const first = (of: Plan) =>
      'downloads' in want ? '图库下载不限张数，' : 'batch' in want ? `一次 ${of.batch} 张，` : '';
    const upgrades = catalogue.upgrades.flatMap((upgrade) => {
      const target = catalogue.plans.find((known) => known.plan === upgrade.plan);
      if (!target || target.plan === 'team' || !isGood(target)) return [];
      const { productId, title, price } = upgrade;
      return [{ productId, quantity: 1, title, text: '补现套餐的差价，到期日不变', price, each: '' }];
    });
    const bought = membershipsFor(
      catalogue,
      (of) => isGood(of) && planRank(of.plan) > planRank(plan),
      (of) => `${first(of)}${of.bestQuality} 出图，每月 ${formatNumber(of.monthly.normal)} 张普通券`,
    );
    const memberships = [...upgrades, ...bought].sort((a, b) => a.price - b.price);
    return { packages: [], memberships, first: memberships[0]?.productId };
  }
  const kind = want.tickets;
  const missing = shortage ? Math.max(1, shortage.needed - shortage.left) : 1;
  const packages = packagesFor(catalogue.products, kind, missing);
  // A member who buys another month gets its tickets later, not now.
  const memberships =
    plan === 'free'
      ? membershipsFor(
          catalogue,
          (of) => of.monthly[kind] >= missing,
          (of) =>
            `每月 ${ticketAmount(kind, of.monthly[kind])}${ticketLabels[kind]}，${of.bestQuality} 出图，无品牌水印`,
        )
      : [];
  return { packages, memberships, first: packages[0]?.productId ?? memberships[0]?.productId };
}
