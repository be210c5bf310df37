import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { day, hour, minute, startTestServer, type TestServer } from '../support/server.ts';
import { ordersOf } from '../support/server-orders.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});
afterEach(async () => {
  vi.restoreAllMocks();
  expect(await server.faults()).toEqual([]);
  await server.close();
});

const { play, order, buy, cutLine, tamper, differences, row } = ordersOf(() => server);

it('yesterday’s bill finds what was paid there and not here, here and not there, and other amounts', async () => {
  const member = await server.member();
  const lost = await order(member, 'normal-20');
  const mine = await buy(member, 'normal-100');
  const less = await buy(member, 'normal-300');
  await member.api.cancelOrder({ orderId: lost.orderId });
  await server.pass(hour);
  // It lands when nobody looks any more.
  await play(lost.orderNo, 'late', { isSilent: true });
  tamper(less.orderNo, 9800);
  const bill = vi.spyOn(server.deps.payments.of('alipay') ?? never(), 'bill');
  await server.pass(Date.parse('2026-11-21T02:59:59+08:00') - server.clock.now());
  expect(bill).not.toHaveBeenCalled();
  bill.mockImplementationOnce(async () => [
    { orderNo: lost.orderNo, tradeNo: 'T1', amount: 990 },
    { orderNo: less.orderNo, tradeNo: 'T2', amount: 9800 },
    { orderNo: 'ZH20261120NOBODYKNOWSIT', tradeNo: 'T3', amount: 100 },
  ]);
  await server.pass(1000);
  expect(bill.mock.calls).toEqual([['2026-11-20']]);
  expect(await row(lost.orderId)).toMatchObject({ status: 'refunding' });
  expect(await differences(mine.orderNo)).toEqual(['paid_here_only']);
  expect(await differences('ZH20261120NOBODYKNOWSIT')).toEqual(['paid_there_only']);
  expect(await differences(less.orderNo)).toEqual(['wrong_amount']);
  expect(await differences(lost.orderNo)).toEqual([]);
  await server.pass(day / 2);
  expect(bill).toHaveBeenCalledTimes(1);
  expect(await row(lost.orderId)).toMatchObject({ status: 'refunded', refunded_amount: 990 });
});

it('yesterday’s bill is compared again after a restart, and brings nothing up that staff dealt with', async () => {
  const mine = await buy(await server.member());
  const { dataDir } = server;
  const emptyBill = () => vi.spyOn(server.deps.payments.of('alipay') ?? never(), 'bill').mockResolvedValue([]);
  emptyBill();
  await server.pass(15 * hour);
  const [missing] = await (await server.staff('viewer')).api.paymentDifferences({ q: mine.orderNo });
  const finance = await server.staff('finance');
  await finance.api.resolveDifference({ id: missing?.id ?? '', resolution: '账单晚到，已核对' });
  const now = server.clock.now();
  await server.stop(1000);

  server = await startTestServer({ dataDir });
  const bill = emptyBill();
  server.clock.set({ now });
  await server.pass(1000);
  expect(bill).toHaveBeenCalledTimes(1);
  expect(await differences(mine.orderNo)).toEqual([]);
});

it('yesterday’s bill is asked for again while it cannot be had', async () => {
  const bill = vi.spyOn(server.deps.payments.of('alipay') ?? never(), 'bill');
  cutLine(true);
  await server.pass(15 * hour);
  expect(bill).toHaveBeenCalledTimes(1);
  await server.pass(30 * minute);
  expect(bill).toHaveBeenCalledTimes(1);
  cutLine(false);
  await server.pass(30 * minute);
  await server.pass(hour);
  expect(bill).toHaveBeenCalledTimes(2);
});

function never(): never {
  throw new Error('no provider is in use');
}
