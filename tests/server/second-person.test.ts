import { TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decisionsByVerb } from '#shared/contract/second-person';
import { newClientKey } from '#shared/domain/client-key';
import { type PendingKind, pendingKinds } from '#shared/domain/second-person';
import { mayStaff, type StaffRole, staffRoles } from '#shared/domain/staff-permissions';
import { day, dayKey, hour } from '#shared/domain/time';
import { refusal, startTestServer, type TestServer } from '../support/server.ts';
import { ordersOf } from '../support/server-orders.ts';
import type { Visitor } from '../support/server-visitor.ts';

type Staff = Visitor & { accountId: string };
let server: TestServer;
let admin: Staff;
beforeAll(async () => {
  server = await startTestServer({ config: { staffSessionDays: 60, sessionDays: 365 } });
  admin = await server.staff('admin');
  // Second factors have tests of their own and are switched off here.
  for (const { id, isFactorNeeded, version } of await admin.api.staffRoleList({}))
    if (isFactorNeeded) await admin.api.updateStaffRole({ id, isFactorNeeded: false, version, reason: '测试' });
});
afterAll(async () => {
  expect(await server.faults()).toEqual([]);
  await server.close();
});

const { buy } = ordersOf(() => server);
const reason = '核对过';
let made = 0;

/** Creates a new member of staff with no recorded creator, and logs in. */
async function person(role: StaffRole, on = server): Promise<Staff> {
  const loginName = `${role}-${++made}`;
  const passwordHash = await on.deps.passwords.hash(on.adminPassword);
  const { id } = await on.deps.store.transact((tx) =>
    on.deps.accounts.create(tx, { nickName: loginName, staff: { loginName, passwordHash, role } }),
  );
  const visitor = on.visitor();
  await visitor.api.staffLogin({ account: loginName, password: on.adminPassword });
  return { ...visitor, accountId: id };
}

/**
 * Returns a role other than `admin` that has, or lacks, the right to approve changes of this kind; `admin` when there
 * is none.
 */
function roleFor(kind: PendingKind, isAllowed: boolean): StaffRole {
  const found = staffRoles.find((role) => role !== 'admin' && mayStaff(role, pendingKinds[kind]) === isAllowed);
  return found ?? 'admin';
}

/** Makes a request that needs approval. Resolves to a function that tells whether the change was carried out. */
type Ask = (asker: Staff) => Promise<() => Promise<unknown>>;
const product = async (id: string) => {
  const row = (await admin.api.staffProducts({ _end: 100 })).find((each) => each.id === id);
  if (!row) throw new Error(`no product ${id}`);
  return row;
};
const lowered = async (id: string) => ({
  id,
  price: (await product(id)).price - 1,
  version: (await product(id)).version,
});

async function newProduct(asker: Staff) {
  const draft = { title: `新券包 ${++made}`, ticketKind: 'normal' as const, tickets: 1000, price: 1, reason };
  const { id, isOnShelf } = await asker.api.createProduct(draft);
  expect(isOnShelf).toBe(false);
  return id;
}

/** Requests by verb, one for every verb that needs a second person; the test of a verb without an entry fails. */
const asks: Record<string, Ask> = {
  async updateAccount(asker) {
    const { accountId } = await server.member();
    await asker.api.updateAccount({ accountId, loginName: `name-${++made}`, reason });
    return async () => (await admin.api.accountDetail({ accountId })).loginName !== null;
  },
  async 'importRecords.products'(asker) {
    const { id, price, version } = await lowered('live-30');
    const text = `编号,价格（元）\n${id},${price / 100}`;
    const answer = await asker.fetch('/api/admin/v1/products/import', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ isTrial: false, text, columns: ['id', 'price'], versions: { [id]: version } }),
    });
    expect(answer.status).toBe(200);
    return async () => (await product(id)).price === price;
  },
  async createProduct(asker) {
    const id = await newProduct(asker);
    return async () => (await product(id)).isOnShelf;
  },
  async updateProduct(asker) {
    const patch = await lowered('normal-20');
    await asker.api.updateProduct({ ...patch, reason });
    return async () => (await product(patch.id)).price === patch.price;
  },
  async 'bulkProducts.onShelf'(asker) {
    const id = await newProduct(asker);
    const body = { verb: 'onShelf' as const, ids: [id], clientKey: newClientKey() };
    expect((await asker.api.bulkProducts(body)).done).toEqual([id]);
    return async () => (await product(id)).isOnShelf;
  },
  async updatePlan(asker) {
    const find = async () => (await admin.api.staffPlans({})).find(({ id }) => id === 'pro')!;
    const { monthly, version } = await find();
    const more = { ...monthly, normal: monthly.normal + 1 };
    await asker.api.updatePlan({ id: 'pro', monthly: more, version, reason });
    return async () => (await find()).monthly.normal === more.normal;
  },
  async createRedeemBatch(asker) {
    const batch = {
      name: '活动',
      reason,
      count: 1,
      ticketKind: 'normal' as const,
      amount: 1,
      clientKey: newClientKey(),
    };
    const { id } = await asker.api.createRedeemBatch(batch);
    const codes = () => asker.fetch(`/api/admin/v1/redeemBatches/${id}/codes`);
    expect((await codes()).status).toBe(409);
    return async () => (await codes()).status === 200;
  },
  async refundOrder(asker) {
    const member = await server.member();
    const { orderId } = await buy(member, 'pro-year');
    const { id } = await asker.api.refundOrder({ id: orderId, reason });
    return async () => (await admin.api.staffRefunds({ id }))[0]?.status !== 'requested';
  },
  async approveRefund(asker) {
    const member = await server.member();
    const { orderId } = await buy(member, 'pro-year');
    await member.api.requestRefund({ orderId, reason: '不需要了' });
    const [refund] = await admin.api.staffRefunds({ orderId });
    await asker.api.approveRefund({ id: refund?.id ?? '' });
    return async () => (await admin.api.staffRefunds({ orderId }))[0]?.status !== 'requested';
  },
  async updateStaffRole(asker) {
    const find = async () => (await admin.api.staffRoleList({})).find(({ id }) => id === 'viewer')!;
    if (!(await find()).isFactorNeeded)
      await admin.api.updateStaffRole({ id: 'viewer', isFactorNeeded: true, version: (await find()).version, reason });
    await asker.api.updateStaffRole({ id: 'viewer', isFactorNeeded: false, version: (await find()).version, reason });
    return async () => !(await find()).isFactorNeeded;
  },
  async changeSetting(asker) {
    const id = 'limit-refundCeiling';
    const { version, value } = await asker.api.staffSetting({ id });
    const more = Number(value) + 1;
    await asker.api.changeSetting({ id, value: more, version, reason });
    return async () => (await admin.api.staffSetting({ id })).value === more;
  },
  async updateConnectedEngine(asker) {
    const id = `card-${++made}`;
    await asker.api.createConnectedEngine({
      ...{ name: id, title: '工作室显卡', adapter: 'comfyui', address: 'http://127.0.0.1:1', graphs: ['text-qwen'] },
      ...{ models: {}, tools: null, plans: null, priceFactor: 1, laneSize: 1, timeLimitSeconds: 600 },
      ...{ budget: null, leavesHouse: false },
    });
    await asker.api.updateConnectedEngine({ id, isEnabled: true, version: 1, reason });
    return async () => (await admin.api.staffConnectedEngine({ id })).isEnabled;
  },
  async mergeAccounts(asker) {
    const [from, into] = [await server.member(), await server.member()];
    const outlook = await asker.api.mergeOutlook({ id: from.accountId, into: into.accountId });
    const versions = { version: outlook.from.version, intoVersion: outlook.into.version };
    await asker.api.mergeAccounts({ id: from.accountId, into: into.accountId, ...versions, reason });
    return async () => (await admin.api.accountDetail({ accountId: from.accountId })).deletedAt !== null;
  },
  async publishAgreement(asker) {
    const { version, edition } = await asker.api.staffAgreement({ id: 'member' });
    const draft = `新的一版 ${++made}\n\n## 第一节\n- 条目`;
    const saved = await asker.api.updateAgreement({ id: 'member', draft, version });
    const effectiveOn = dayKey(server.clock.now() + 8 * day);
    const asked = { id: 'member', effectiveOn, needsConsent: true, version: saved.version, reason };
    await asker.api.publishAgreement(asked);
    return async () => (await admin.api.staffAgreement({ id: 'member' })).edition > edition;
  },
};

/** Returns the pending change of the asker. */
async function waitingOf(asker: Staff) {
  const [change] = await asker.api.pendingChanges({ requestedBy: asker.accountId, status: 'waiting' });
  if (!change) throw new Error('nothing waits');
  return change;
}

const byOthers = decisionsByVerb().flatMap(([verb, decision]) =>
  decision.check === 'second' ? [[verb, decision.kind] as const] : [],
);

it('every kind of change is carried out by somebody', () => {
  expect(server.deps.pending.unregistered()).toEqual([]);
});

describe('what a second person decides', () => {
  it.each(byOthers)('%s', async (verb, kind) => {
    const role = roleFor(kind, true);
    const asker = await person(role);
    const ask = asks[verb];
    if (!ask) throw new Error(`${verb} is not tried`);
    const isDone = await ask(asker);
    const change = await waitingOf(asker);
    expect(change).toMatchObject({ kind, status: 'waiting', requestedBy: asker.accountId, aloneFrom: null });
    expect(change.fields.length).toBeGreaterThan(0);
    expect(await isDone()).toBe(false);
    const approve = async (by: Staff) => (await refusal(by.api.approveChange({ id: change.id }))).reason;
    expect(await approve(asker)).toBe('pending.same_person');
    const puppet = await person(role);
    const { store, security } = server.deps;
    await store.transact((tx) => security.notePasswordByOthers(tx, puppet.accountId, asker.accountId));
    await store.db
      .updateTable('staff_password')
      .set({ must_change: 0 })
      .where('account_id', '=', puppet.accountId)
      .execute();
    expect(await approve(puppet)).toBe('pending.same_hand');
    expect(await approve(await person(roleFor(kind, false)))).toBe('auth.forbidden');
    expect(await isDone()).toBe(false);
    const other = await person(role);
    expect(await other.api.approveChange({ id: change.id })).toMatchObject({
      ...{ status: 'approved', answeredBy: other.accountId },
    });
    expect(await isDone()).toBe(true);
    expect(await approve(other)).toBe('pending.not_waiting');
  });
});

describe('who decides about whom', () => {
  const ask = async (asker: Staff) => {
    await asks.updateProduct?.(asker);
    return (await waitingOf(asker)).id;
  };
  const accountOf = async ({ accountId }: Staff) => admin.api.accountDetail({ accountId });

  it('nobody, once who asked is no member of staff with that right any more', async () => {
    const [gone, moved, other] = [await person('operator'), await person('operator'), await person('operator')];
    const first = await ask(gone);
    await admin.api.updateAccount({ accountId: gone.accountId, status: 'banned', statusReason: '离职', reason });
    expect((await refusal(other.api.approveChange({ id: first }))).reason).toBe('pending.requester_gone');
    const second = await ask(moved);
    await admin.api.updateAccount({ accountId: moved.accountId, role: 'viewer', reason });
    expect((await refusal(other.api.approveChange({ id: second }))).reason).toBe('pending.requester_gone');
    expect(await other.api.rejectChange({ id: second, answer: '人已不在' })).toMatchObject({ status: 'rejected' });
  });

  it('nobody, whose own right was taken away since', async () => {
    const [asker, other] = [await person('operator'), await person('operator')];
    const id = await ask(asker);
    await admin.api.updateAccount({ accountId: other.accountId, role: 'support', reason });
    expect((await refusal(other.api.approveChange({ id }))).reason).toBe('auth.forbidden');
    expect((await other.api.pendingChanges({})).map((change) => change.id)).not.toContain(id);
  });

  it('not who was given the password by the same hand, for a week; and never who gave it', async () => {
    const [maker, asker, other] = [await person('admin'), await person('operator'), await person('operator')];
    const give = (to: Staff, password: string) =>
      maker.api.updateAccount({ accountId: to.accountId, password, reason });
    await give(asker, 'Passwort-one-1');
    await give(other, 'Passwort-two-2');
    const again = async (staff: Staff, password: string) => {
      const { loginName } = await accountOf(staff);
      await staff.api.staffLogin({ account: loginName ?? '', password });
      await staff.api.changeOwnPassword({ password, newPassword: `${password}-own` });
    };
    await again(asker, 'Passwort-one-1');
    await again(other, 'Passwort-two-2');
    const id = await ask(asker);
    for (const decider of [other, maker])
      expect((await refusal(decider.api.approveChange({ id }))).reason).toBe('pending.same_hand');
    server.clock.set({ advanceMs: 7 * day });
    const later = await ask(asker);
    expect((await refusal(maker.api.approveChange({ id: later }))).reason).toBe('pending.same_hand');
    expect(await other.api.approveChange({ id: later })).toMatchObject({ status: 'approved' });
  });

  it('anybody else may say no, and who asked may take it back; nobody answers twice', async () => {
    const [asker, other] = [await person('operator'), await person('operator')];
    const id = await ask(asker);
    expect(await asker.api.rejectChange({ id, answer: '填错了' })).toMatchObject({ status: 'rejected' });
    expect((await refusal(other.api.approveChange({ id }))).reason).toBe('pending.not_waiting');
    expect((await refusal(other.api.rejectChange({ id, answer: '再来' }))).reason).toBe('pending.not_waiting');
    expect((await refusal((await person('viewer')).api.rejectChange({ id, answer: '我来' }))).reason).toBe(
      'auth.forbidden',
    );
  });

  it('nobody after seven days, nor where the record moved on; a newer request takes the older one’s place', async () => {
    const [asker, other] = [await person('operator'), await person('operator')];
    const first = await ask(asker);
    const second = await ask(asker);
    expect((await refusal(other.api.approveChange({ id: first }))).reason).toBe('pending.not_waiting');
    const { id, version, position } = await product('normal-20');
    await other.api.updateProduct({ id, position: position + 1, version });
    expect((await refusal(other.api.approveChange({ id: second }))).reason).toBe('pending.stale');
    const third = await ask(asker);
    await server.pass(7 * day);
    expect((await refusal(other.api.approveChange({ id: third }))).reason).toBe('pending.not_waiting');
    await server.deps.pending.sweep();
    expect((await asker.api.pendingChanges({ id: third }))[0]?.status).toBe('expired');
  });

  it('two at once: one of them', async () => {
    const id = await ask(await person('operator'));
    const deciders = [await person('operator'), await person('operator')];
    const answers = await Promise.allSettled(deciders.map((decider) => decider.api.approveChange({ id })));
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});

it('what was not approved leaves nothing behind: codes stay worthless, a refund is rejected, the sum of the day is free', async () => {
  const [operator, finance] = [await person('operator'), await person('finance')];
  await asks.createRedeemBatch?.(operator);
  const batch = await waitingOf(operator);
  const caller = { kind: 'staff' as const, accountId: operator.accountId, role: 'operator' as const };
  const left = () => server.deps.grants.leftOf(server.deps.store.db, { ...caller, sessionHash: '', mustSetUp: [] });
  const before = (await left()) ?? 0;
  await admin.api.rejectChange({ id: batch.id, answer: '没有活动' });
  expect(await left()).toBe(before + 1);
  expect((await admin.api.redeemBatches({ id: batch.subject }))[0]).toMatchObject({
    isWaiting: true,
    isDisabled: true,
  });

  await asks.refundOrder?.(finance);
  const refund = await waitingOf(finance);
  await server.pass(7 * day);
  await server.deps.pending.sweep();
  expect((await admin.api.staffRefunds({ id: refund.subject }))[0]).toMatchObject({
    ...{ status: 'rejected', answer: '7 天内没有批准' },
  });
});

it('what a newer request replaces leaves nothing behind either', async () => {
  const operator = await person('operator');
  await asks.createRedeemBatch?.(operator);
  const { id, subject } = await waitingOf(operator);
  const { store, pending } = server.deps;
  const caller = { kind: 'staff' as const, accountId: operator.accountId, role: 'operator' as const };
  const decision = {
    caller: { ...caller, sessionHash: '', mustSetUp: [] },
    facts: { requestId: 'r', address: '', userAgent: '', isSecure: true },
  };
  const again = { kind: 'redeem', subject, version: 0, change: {}, reason } as const;
  await store.transact((tx) => pending.hold(tx, decision, again));
  expect((await operator.api.pendingChanges({ id }))[0]?.status).toBe('expired');
  expect((await admin.api.redeemBatches({ id: subject }))[0]).toMatchObject({ isWaiting: true, isDisabled: true });
});

it('money goes back by one alone up to a sum of the day, whatever the orders, and not to staff', async () => {
  const finance = await person('finance');
  const refund = async (productId: string) => {
    const { orderId } = await buy(await server.member(), productId);
    return (await finance.api.refundOrder({ id: orderId, reason })).status;
  };
  const { version, value } = await admin.api.staffSetting({ id: 'limit-refundCeiling' });
  await admin.api.changeSetting({ id: 'limit-refundCeiling', value: 5000, version, reason });
  expect(await refund('normal-100')).toBe('pending');
  expect(await refund('normal-100')).toBe('requested');
  expect((await waitingOf(finance)).fields).toEqual([{ name: 'amount', before: null, after: '¥39' }]);
  await server.pass(day);
  expect(await refund('normal-100')).toBe('pending');
  const next = await admin.api.staffSetting({ id: 'limit-refundCeiling' });
  await admin.api.changeSetting({ id: 'limit-refundCeiling', value, version: next.version, reason });

  const member = await server.member();
  const { orderId } = await buy(member, 'normal-20');
  await server.deps.store.db.updateTable('account').set({ user_type: 9 }).where('id', '=', member.accountId).execute();
  expect((await finance.api.refundOrder({ id: orderId, reason })).status).toBe('requested');
});

it('gifts and plans to staff are refused, also to the account that was opened in their browser', async () => {
  const operator = await person('operator');
  const gift = (accountId: string) =>
    operator.api.giveTickets({ accountIds: [accountId], kind: 'normal', amount: 1, reason, clientKey: newClientKey() });
  const plan = (accountId: string) =>
    operator.api.updateAccount({ accountId, plan: 'basic', planExpiresAt: server.clock.now() + day, reason });
  const phoneNo = '13655550001';
  const own = server.visitor();
  await own.api.sendSmsCode({ phoneNo });
  const verifyCode = server.sms.sent(phoneNo)[0]?.code ?? '';
  const { userInfo } = await own.api.login({ phoneNo, verifyCode, deviceId: 'laptop-1' });
  await gift(userInfo.userId);
  const { loginName } = await admin.api.accountDetail({ accountId: operator.accountId });
  await operator.api.staffLogin({ account: loginName ?? '', password: server.adminPassword, deviceId: 'laptop-1' });
  for (const accountId of [operator.accountId, admin.accountId, userInfo.userId]) {
    expect((await refusal(gift(accountId))).reason).toBe('grant.to_staff');
    expect(
      (
        await refusal(
          admin.api.giveTickets({
            accountIds: [accountId],
            kind: 'normal',
            amount: 1,
            reason,
            clientKey: newClientKey(),
          }),
        )
      ).reason,
    ).toBe('grant.to_staff');
  }
  expect((await refusal(plan(userInfo.userId))).reason).toBe('grant.to_staff');
  const list = { phones: [phoneNo], kind: 'normal' as const, amount: 1, reason, clientKey: newClientKey() };
  expect((await operator.api.giveTicketsToMany({ ...list, dryRun: true })).rows).toMatchObject([{ state: 'staff' }]);
  expect((await refusal(operator.api.giveTicketsToMany(list))).reason).toBe('ticket.nobody');
});

it('an undoing that would lower a price is asked for like any other change', async () => {
  const operator = await person('operator');
  const { id, price, version } = await product('normal-100');
  const raised = await operator.fetch(`/api/admin/v1/products/${id}`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ price: price + 100, version }),
  });
  const change = raised.headers.get('x-change-id') ?? '';
  expect((await refusal(operator.api.revertChange({ id: change }))).reason).toBe('pending.undo');
  expect((await product(id)).price).toBe(price + 100);
});

describe('an installation that one person looks after', () => {
  it('has its changes wait a day in sight, and takes a code of their own; once there are two it is two again', async () => {
    const small = await startTestServer({ config: { staffSessionDays: 60, isSingleStaff: true } });
    const first = await small.staff('admin');
    const { version = 1 } = (await first.api.staffRoleList({})).find(({ id }) => id === 'admin') ?? {};
    await first.api.updateStaffRole({ id: 'admin', isFactorNeeded: false, version, reason });
    const alone = await person('admin', small);
    await small.deps.store.db
      .updateTable('account')
      .set({ status: 'banned' })
      .where('id', '=', first.accountId)
      .execute();
    const row = (await alone.api.staffProducts({ _end: 1 }))[0]!;
    const asked = await alone.api.updateProduct({ id: row.id, price: row.price - 1, version: row.version, reason });
    const id = asked.pendingChange?.id ?? '';
    expect(asked.pendingChange?.aloneFrom).toBe(small.clock.now() + day);
    const approve = (totpCode?: string) => alone.api.approveChange({ id, ...(totpCode && { totpCode }) });
    expect(await refusal(approve())).toMatchObject({
      reason: 'pending.too_early',
      message: expect.stringContaining('24'),
    });
    await small.pass(24 * hour);
    expect((await refusal(approve())).reason).toBe('staff.factor_off');
    const { secret } = await alone.api.startFactor({ password: small.adminPassword });
    const code = () => new TOTP({ secret }).generate({ timestamp: small.clock.now() });
    await alone.api.confirmFactor({ totpCode: code() });
    await small.pass(30_000);
    expect((await refusal(approve())).reason).toBe('staff.totp_needed');
    const second = await person('operator', small);
    expect((await refusal(approve(code()))).reason).toBe('pending.same_person');
    await small.deps.store.db
      .updateTable('account')
      .set({ status: 'banned' })
      .where('id', '=', second.accountId)
      .execute();
    expect(await approve(code())).toMatchObject({ status: 'approved', answeredBy: alone.accountId });
    const [entry] = await alone.api.auditEntries({ action: 'product.approve_change' });
    expect(entry?.changes).toContainEqual({ field: 'decidedBy', before: null, after: 'alone' });

    const buyer = await small.member();
    const { orderId } = await ordersOf(() => small).buy(buyer, 'pro-year');
    await buyer.api.requestRefund({ orderId, reason: '不需要了' });
    const [refund] = await alone.api.staffRefunds({ orderId });
    const approveRefund = (totpCode?: string) =>
      alone.api.approveRefund({ id: refund?.id ?? '', ...(totpCode && { totpCode }) });
    expect((await approveRefund()).status).toBe('requested');
    expect((await refusal(approveRefund(code()))).reason).toBe('pending.too_early');
    await small.pass(24 * hour);
    expect((await refusal(approveRefund())).reason).toBe('staff.totp_needed');
    expect((await refusal(approveRefund('000000'))).reason).toBe('staff.totp_wrong');
    expect((await approveRefund(code())).status).toBe('pending');
    await small.close();
  });
});
