import { expect, test } from 'vitest';
import { batchLimits } from '#shared/domain/plan';
import type { Catalogue } from '../../data/order';
import { choicesFor } from './offer-choices';

type Product = Catalogue['products'][number];
type Plan = Catalogue['plans'][number];

const product = (productId: string, price: number, part: Partial<Product>): Product => ({
  productId,
  kind: 'package',
  title: productId,
  plan: null,
  months: null,
  ticketKind: null,
  tickets: null,
  validMonths: null,
  price,
  listPrice: null,
  limitPerPhone: null,
  mostQuantity: 100,
  isAvailable: true,
  refusal: null,
  ...part,
});
const pack = (tickets: number, price: number) =>
  product(`normal-${tickets}`, price, { ticketKind: 'normal', tickets, validMonths: 24 });
const month = (plan: 'basic' | 'pro' | 'team', price: number, part: Partial<Product> = {}) =>
  product(`${plan}-month`, price, { kind: 'membership', plan, months: 1, ...part });
const plan = (name: Plan['plan'], normal: number, bestQuality: string): Plan => ({
  plan: name,
  title: name,
  monthly: { normal, live: 0, gpt: 0 },
  daily: { normal: 0, live: 0, gpt: 0 },
  limits: { running: 1, queued: 1 },
  bestQuality,
  hasWatermark: false,
  keptDays: null,
  batch: 1,
  isCommercial: true,
});

const catalogue: Catalogue = {
  plans: [plan('free', 0, '标清'), plan('basic', 120, '2K'), plan('pro', 350, '4K'), plan('team', 900, '4K')],
  products: [
    pack(300, 9900),
    pack(20, 990),
    pack(100, 3900),
    month('pro', 8900),
    month('basic', 3900),
    month('team', 19_900),
    { ...month('basic', 1990, { limitPerPhone: 1 }), productId: 'basic-trial' },
  ],
  usableTickets: ['normal', 'live'],
  upgrades: [],
  channels: [],
};
const ids = (choices: { productId: string; quantity: number }[]) =>
  choices.map(({ productId, quantity }) => (quantity > 1 ? `${productId} × ${quantity}` : productId));

test('only what is enough is offered, the smallest first', () => {
  const short = { needed: 60, left: 10 };
  const { packages, memberships, first } = choicesFor(
    catalogue,
    { want: { tickets: 'normal' }, shortage: short },
    'free',
  );
  expect(ids(packages)).toEqual(['normal-100', 'normal-300']);
  expect(first).toBe('normal-100');
  expect(ids(memberships)).toEqual(['basic-trial', 'pro-month']);
});

test('where even the largest package is too small, as many of it are offered as are enough', () => {
  const { packages } = choicesFor(
    catalogue,
    { want: { tickets: 'normal' }, shortage: { needed: 700, left: 0 } },
    'free',
  );
  expect(ids(packages)).toEqual(['normal-300 × 3']);
  expect(packages[0]?.price).toBe(29_700);
});

test('who has a plan is not offered one for tickets: its next ones would come later', () => {
  expect(choicesFor(catalogue, { want: { tickets: 'normal' } }, 'basic').memberships).toEqual([]);
});

test('a size asks for a plan that has it, above the own one; an upgrade is the cheaper way', () => {
  expect(ids(choicesFor(catalogue, { want: { size: '2K' } }, 'free').memberships)).toEqual([
    'basic-trial',
    'pro-month',
  ]);
  const upgrade = { productId: 'upgrade-pro', plan: 'pro' as const, title: '升级', price: 1200, endsAt: 1 };
  const own = choicesFor({ ...catalogue, upgrades: [upgrade] }, { want: { size: '4K' } }, 'basic');
  expect(ids(own.memberships)).toEqual(['upgrade-pro', 'pro-month']);
  expect(own.first).toBe('upgrade-pro');
});

test('more pictures in one go ask for a plan that takes them', () => {
  const plans = catalogue.plans.map((known) => ({ ...known, batch: batchLimits[known.plan] }));
  const offered = (batch: number) => choicesFor({ ...catalogue, plans }, { want: { batch } }, 'free').memberships;
  expect(ids(offered(6))).toEqual(['basic-trial', 'pro-month']);
  expect(ids(offered(12))).toEqual(['pro-month']);
  expect(offered(12)[0]?.text).toMatch(/^一次 30 张/);
});

test('what may not be bought is not offered', () => {
  const soldOut = { ...catalogue, products: catalogue.products.map((known) => ({ ...known, isAvailable: false })) };
  expect(choicesFor(soldOut, { want: { tickets: 'normal' } }, 'free')).toEqual({
    packages: [],
    memberships: [],
    first: undefined,
  });
});
