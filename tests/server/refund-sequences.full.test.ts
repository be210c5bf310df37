import fc from 'fast-check';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type TicketKind, ticketKinds } from '#shared/domain/ticket-kind';
import { day } from '#shared/domain/time';
import { type Member, startTestServer, type TestServer } from '../support/server.ts';
import { ordersOf } from '../support/server-orders.ts';
import type { Visitor } from '../support/server-visitor.ts';

let server: TestServer;
let staff: Visitor[];
beforeAll(async () => {
  server = await startTestServer({ config: { staffSessionDays: 4000, sessionDays: 4000 } });
  staff = [await server.staff('admin'), await server.staff('finance')];
});
afterAll(() => server.close());

const { buy, row } = ordersOf(() => server);

type Step =
  | { name: 'part'; permille: number; isRefused: boolean }
  | { name: 'rules' }
  | { name: 'buyer' }
  | { name: 'use'; kind: TicketKind; share: number }
  | { name: 'wait'; days: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    arbitrary: fc.record({
      name: fc.constant('part' as const),
      permille: fc.integer({ min: 1, max: 1100 }),
      isRefused: fc.boolean(),
    }),
    weight: 5,
  },
  { arbitrary: fc.constantFrom<Step>({ name: 'rules' }, { name: 'buyer' }), weight: 1 },
  {
    arbitrary: fc.record({
      name: fc.constant('use' as const),
      kind: fc.constantFrom(...ticketKinds),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
    }),
    weight: 2,
  },
  { arbitrary: fc.record({ name: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 12 }) }), weight: 2 },
);

let uses = 0;
async function use(member: Member, kind: TicketKind, share: number): Promise<void> {
  const { tickets, store } = server.deps;
  const left = (await tickets.spendable(store.db, member.accountId))[kind];
  const amount = Math.floor(left * share);
  const reference = `sequence-${++uses}`;
  await store.transact((tx) => tickets.hold(tx, member.accountId, kind, amount, reference, '测试'));
  await store.transact((tx) => tickets.settle(tx, reference, amount, '测试'));
}

/** A refusal is one of the answers; anything else is a fault. */
const allowed = async <T>(call: Promise<T>): Promise<T | undefined> =>
  call.catch((error: { status?: number }) => {
    if (![409, 422].includes(error.status ?? 0)) throw error;
    return undefined;
  });

async function take(
  member: Member,
  orderId: string,
  { permille, isRefused }: { permille: number; isRefused: boolean },
) {
  const order = await row(orderId);
  const rest = (order.paid_amount ?? 0) - order.refunded_amount;
  const amount = Math.max(1, Math.floor((rest * permille) / 1000));
  const provider = server.deps.payments.named('simulated');
  if (isRefused && provider)
    vi.spyOn(provider, 'refund').mockResolvedValueOnce({ state: 'refused', detail: '余额不足' });
  const asked = await allowed(staff[0]?.api.refundOrder({ id: orderId, amount, reason: '协商退款' }) ?? never());
  expect(asked === undefined).toBe(amount > rest || rest === 0);
  if (asked?.status === 'requested') await staff[1]?.api.approveRefund({ id: asked.id });
  await server.pass(1000);
  vi.restoreAllMocks();
  const { refunds } = await (staff[0] ?? never()).api.staffOrder({ id: orderId });
  const failed = refunds.find(({ status }) => status === 'failed');
  if (!failed) return;
  const before = await server.deps.tickets.spendable(server.deps.store.db, member.accountId);
  const rejected = await allowed((staff[1] ?? never()).api.rejectRefund({ id: failed.id, answer: '改为继续使用' }));
  const after = await server.deps.tickets.spendable(server.deps.store.db, member.accountId);
  for (const kind of ticketKinds) expect(after[kind]).toBeGreaterThanOrEqual(before[kind]);
  if (rejected) return;
  await staff[1]?.api.approveRefund({ id: failed.id });
  await server.pass(1000);
}

async function run(member: Member, orderId: string, one: Step): Promise<void> {
  if (one.name === 'use') await use(member, one.kind, one.share);
  else if (one.name === 'wait') await server.pass(one.days * day);
  else if (one.name === 'part') await take(member, orderId, one);
  else if (one.name === 'rules') {
    const asked = await allowed((staff[1] ?? never()).api.refundOrder({ id: orderId, reason: '客户要求' }));
    if (asked?.status === 'requested') await staff[0]?.api.approveRefund({ id: asked.id });
    await server.pass(1000);
  } else if (await allowed(member.api.requestRefund({ orderId, reason: '不想要了' }))) {
    const { refunds } = await (staff[0] ?? never()).api.staffOrder({ id: orderId });
    const id = refunds.find(({ status }) => status === 'requested')?.id ?? '';
    for (const visitor of staff) await allowed(visitor.api.approveRefund({ id }));
    await server.pass(1000);
  }
}

it('no sequence of refunds gives back more than was paid, and the books balance after each', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('normal-100', 'normal-1000', 'basic-month', 'pro-month', 'team-quarter', 'live-120'),
      fc.array(step, { minLength: 2, maxLength: 7 }),
      async (productId, steps) => {
        const member = await server.member();
        const { orderId, amount } = await buy(member, productId);
        let refunded = 0;
        for (const one of steps) {
          await run(member, orderId, one);
          const order = await row(orderId);
          expect(order.refunded_amount).toBeGreaterThanOrEqual(refunded);
          expect(order.refunded_amount).toBeLessThanOrEqual(amount);
          expect(['completed', 'refunded']).toContain(order.status);
          if (order.refunded_amount === amount) expect(order.status).toBe('refunded');
          refunded = order.refunded_amount;
        }
        expect(await server.faults()).toEqual([]);
      },
    ),
    { numRuns: 12, seed: 20261123 },
  );
}, 60_000);

function never(): never {
  throw new Error('not there');
}
