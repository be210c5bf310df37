import { afterAll, beforeAll, expect, it } from 'vitest';
import { newClientKey } from '#shared/domain/client-key';
import { refusal, startTestServer, type TestServer } from '../support/server.ts';
import type { Visitor } from '../support/server-visitor.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** A list of the console as somebody's browser asks for it. */
async function listed<T>(visitor: Pick<Visitor, 'fetch'>, query: string): Promise<T[]> {
  const response = await visitor.fetch(`/api/admin/v1/${query}`);
  expect(response.status).toBe(200);
  return (await response.json()) as T[];
}
const viewNames = async (visitor: Pick<Visitor, 'fetch'>) =>
  (await listed<{ name: string }>(visitor, 'views?resource=orders&_sort=name&_order=asc')).map(({ name }) => name);

it('a list is kept under a name, for oneself or, by administrators, for a role', async () => {
  const [admin, support, finance] = [
    await server.staff('admin'),
    await server.staff('support'),
    await server.staff('finance'),
  ];
  const view = { resource: 'orders', query: 'status=paid&sort=-amount', layout: null };
  const mine = await support.api.createView({ ...view, name: '我的', isDefault: true });
  expect(
    (await refusal(support.api.createView({ ...view, name: '客服', scope: 'role', role: 'support' }))).status,
  ).toBe(403);
  expect((await refusal(admin.api.createView({ ...view, name: '谁的', scope: 'role' }))).fields).toHaveProperty('role');
  const roles = await admin.api.createView({
    ...view,
    name: '客服的',
    scope: 'role',
    role: 'support',
    isDefault: true,
  });

  expect(await viewNames(support)).toEqual(['客服的', '我的']);
  expect(await viewNames(finance)).toEqual([]);
  expect(await viewNames(admin)).toEqual(['客服的']);
  expect((await refusal(finance.api.view({ id: mine.id }))).reason).toBe('view.not_found');
  expect((await refusal(support.api.deleteView({ id: roles.id }))).status).toBe(403);

  const second = await support.api.createView({ ...view, name: '另一个', isDefault: true });
  expect(await support.api.view({ id: mine.id })).toMatchObject({ isDefault: false });
  expect(await support.api.view({ id: roles.id })).toMatchObject({ isDefault: true });
  await support.api.updateView({ id: second.id, name: '改名', version: 1 });
  const stale = support.api.updateView({ id: second.id, name: '又改', version: 1 });
  expect((await refusal(stale)).reason).toBe('view.changed_meanwhile');
  await support.api.deleteView({ id: second.id });
  expect(await viewNames(support)).toEqual(['客服的', '我的']);
});

it('one question finds people, orders and tasks, as far as one may see them', async () => {
  const member = await server.member();
  const { phoneNo, accountId } = member;
  const [admin, reviewer, viewer] = [
    await server.staff('admin'),
    await server.staff('reviewer'),
    await server.staff('viewer'),
  ];
  const order = await member.api.createOrder({ productId: 'normal-20', payType: 'wechat' });
  const formatted = `+86 ${phoneNo.slice(0, 3)} ${phoneNo.slice(3, 7)} ${phoneNo.slice(7)}`;
  expect(await admin.api.search({ q: formatted })).toMatchObject([{ resource: 'accounts', id: accountId }]);
  expect(await admin.api.search({ q: order.orderNo.slice(0, -2) })).toContainEqual(
    expect.objectContaining({ resource: 'orders', id: order.orderId, title: order.orderNo }),
  );
  expect(await reviewer.api.search({ q: order.orderNo })).toEqual([]);
  const [seen] = await viewer.api.search({ q: phoneNo });
  expect(seen?.note).toContain('****');
  expect(await viewer.api.search({ q: phoneNo.slice(2, 9) })).toEqual([]);
});

it('a list of numbers is tried before it is given to: unknown, double and malformed lines are named', async () => {
  const [one, two] = [await server.member(), await server.member()];
  const admin = await server.staff('admin');
  const gift = { kind: 'normal' as const, amount: 5, days: null, reason: '活动奖励', clientKey: newClientKey() };
  const phones = [one.phoneNo, '17799990001', `+86 ${one.phoneNo}`, '12', two.phoneNo];
  const before = await one.api.ticketSummary({});
  const trial = await admin.api.giveTicketsToMany({ ...gift, phones, ids: [two.accountId], dryRun: true });
  expect(trial.rows.map(({ state }) => state)).toEqual(['ok', 'unknown', 'double', 'malformed', 'ok', 'double']);
  expect(trial).toMatchObject({ accounts: 2, tickets: 10, left: null, isDone: false });
  expect(trial.rows[1]?.given).toBe('177****0001');
  expect(await one.api.ticketSummary({})).toEqual(before);

  const given = await admin.api.giveTicketsToMany({ ...gift, phones, ids: [two.accountId] });
  expect(given).toMatchObject({ accounts: 2, tickets: 10, isDone: true });
  expect(await admin.api.giveTicketsToMany({ ...gift, phones, ids: [two.accountId] })).toMatchObject({ tickets: 10 });
  const movements = await listed<{ reason: string }>(admin, `tickets?accountId=${one.accountId}`);
  expect(movements.filter(({ reason }) => reason === '活动奖励')).toHaveLength(1);

  const nobody = admin.api.giveTicketsToMany({ ...gift, phones: ['17799990001'], clientKey: newClientKey() });
  expect((await refusal(nobody)).reason).toBe('ticket.nobody');
});

it('a value of the wrong kind is told what it should be, not called missing', async () => {
  const admin = await server.staff('admin');
  const wrong = { kind: 'normal', amount: 'viele', reason: '活动奖励', clientKey: newClientKey(), phones: ['1'] };
  const { fields } = await refusal(admin.api.giveTicketsToMany(wrong as never));
  expect(fields).toMatchObject({ amount: ['应为数字'] });
});

it('a note is not written over one that somebody else wrote meanwhile', async () => {
  const member = await server.member();
  const { orderId: id } = await member.api.createOrder({ productId: 'normal-20', payType: 'wechat' });
  const [one, two] = [await server.staff('admin'), await server.staff('support')];
  await one.api.noteOrder({ id, note: '已联系', was: '' });
  const late = await refusal(two.api.noteOrder({ id, note: '要发票', was: '' }));
  expect(late).toMatchObject({ status: 409, reason: 'order.note_changed_meanwhile' });
  expect(late.message).toContain('已联系');
  expect(await two.api.noteOrder({ id, note: '要发票', was: '已联系' })).toMatchObject({ note: '要发票' });
});
