import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newClientKey } from '#shared/domain/client-key';
import { mayStaff, type StaffRole, staffRoles } from '#shared/domain/staff-permissions';
import { day } from '#shared/domain/time';
import { refusal, startTestServer, type TestServer } from '../support/server.ts';
import type { Visitor } from '../support/server-visitor.ts';

type Staff = Visitor & { accountId: string };
let server: TestServer;
let admin: Staff;
let operator: Staff;
let support: Staff;
beforeAll(async () => {
  server = await startTestServer({ config: { staffSessionDays: 60, sessionDays: 365 } });
  admin = await server.staff('admin');
  operator = await server.staff('operator');
  support = await server.staff('support');
});
afterAll(() => server.close());

let numbers = 0;
const newPhone = () => `1366001${String(++numbers).padStart(4, '0')}`;
const masked = (phoneNo: string) => phoneNo.replace(/^(\d{3})\d{4}/, '$1****');
const reason = '用户来电核实';
const in30Days = () => server.clock.now() + 30 * day;

/** The changes that take a right of their own, and which. */
const changes = {
  nickName: { right: 'account.write', fields: () => ({ nickName: '改名' }), needsReason: false },
  ban: { right: 'account.ban', fields: () => ({ status: 'banned' as const }), needsReason: true },
  plan: {
    right: 'account.grant_plan',
    fields: () => ({ plan: 'basic' as const, planExpiresAt: in30Days() }),
    needsReason: true,
  },
  phoneNo: { right: 'account.credentials', fields: () => ({ phoneNo: newPhone() }), needsReason: true },
  email: { right: 'account.credentials', fields: () => ({ email: `${newPhone()}@example.com` }), needsReason: true },
  loginName: { right: 'account.credentials', fields: () => ({ loginName: `name-${newPhone()}` }), needsReason: true },
  password: { right: 'account.credentials', fields: () => ({ password: 'Another-pass-1' }), needsReason: true },
} as const;

describe('role × change × reason', () => {
  it.each(staffRoles)('%s', async (role: StaffRole) => {
    const visitor = role === 'admin' ? await otherAdmin() : await server.staff(role);
    for (const [name, { right, fields, needsReason }] of Object.entries(changes)) {
      for (const said of [undefined, reason]) {
        const { accountId } = await server.member();
        const outcome = await visitor.api.updateAccount({ accountId, ...fields(), ...(said && { reason: said }) }).then(
          () => 'done',
          (error: { reason: string; fields?: Record<string, string[]> }) =>
            `${error.reason} ${Object.keys(error.fields ?? {}).join()}`.trim(),
        );
        const isAllowed = mayStaff(role, 'account.write') && mayStaff(role, right);
        const expected = !isAllowed ? 'auth.forbidden' : needsReason && !said ? 'request.invalid reason' : 'done';
        expect([role, name, said, outcome]).toEqual([role, name, said, expected]);
      }
    }
  });

  it('the seeded administrator of local mode needs neither reason nor second person', async () => {
    for (const { fields } of Object.values(changes)) {
      const { accountId } = await server.member();
      const changed = await admin.api.updateAccount({ accountId, ...fields() });
      expect(changed.pendingChange).toBeUndefined();
      expect(changed.version).toBe(2);
    }
  });
});

describe('what opens an account', () => {
  it.each(['phoneNo', 'email', 'loginName', 'password'] as const)(
    '%s: once changed, its sessions are over',
    async (name) => {
      const member = await server.member();
      const { accountId } = member;
      await admin.api.updateAccount({ accountId, nickName: '林工' });
      expect(await member.api.userInfo()).toMatchObject({ nickName: '林工' });
      await admin.api.updateAccount({ accountId, ...changes[name].fields() });
      expect((await refusal(member.api.userInfo())).status).toBe(401);
    },
  );

  it('waits for a second person, unchanged until then; the old number is told and the sessions end', async () => {
    const member = await server.member();
    const { accountId, phoneNo } = member;
    const next = newPhone();
    const asked = await support.api.updateAccount({ accountId, nickName: '林工', phoneNo: next, reason });
    expect(asked).toMatchObject({
      nickName: '林工',
      phoneNo: masked(phoneNo),
      pendingChange: {
        fields: [{ name: 'phoneNo', before: masked(phoneNo), after: masked(next) }],
        reason,
        status: 'waiting',
        requestedBy: support.accountId,
        createdAt: server.clock.now(),
      },
    });
    expect((await member.api.userInfo()).phoneNo).toBe(masked(phoneNo));
    expect((await operator.api.accountDetail({ accountId })).pendingChange).toEqual(asked.pendingChange);
    const id = asked.pendingChange?.id ?? '';
    const waiting = (await operator.raw('GET', '/api/admin/v1/pendingChanges?status=waiting')).json as object[];
    expect(waiting).toContainEqual(asked.pendingChange);

    expect((await refusal(support.api.approveChange({ id }))).reason).toBe('pending.same_person');
    const viewer = await server.staff('viewer');
    expect((await refusal(viewer.api.approveChange({ id }))).reason).toBe('auth.forbidden');
    expect(await operator.api.approveChange({ id })).toMatchObject({
      status: 'approved',
      answeredBy: operator.accountId,
    });
    expect((await refusal(operator.api.approveChange({ id }))).reason).toBe('pending.not_waiting');
    expect((await operator.api.accountDetail({ accountId })).phoneNo).toBe(masked(next));
    expect((await refusal(member.api.userInfo())).status).toBe(401);
    expect(server.sms.sent(phoneNo)[0]?.text).toContain('换绑');
    const rows = await server.deps.store.db
      .selectFrom('audit')
      .select(['id', 'action', 'actor_id', 'reason', 'before', 'after'])
      .where('subject', '=', accountId)
      .orderBy('id')
      .execute();
    expect(rows.map(({ action, actor_id }) => [action, actor_id])).toEqual([
      ['account.update', support.accountId],
      ['account.ask_change', support.accountId],
      ['account.approve_change', operator.accountId],
    ]);
    expect(rows.map((row) => row.reason)).toEqual([reason, reason, reason]);

    // The audit shows both numbers masked, and whole to who may see them.
    const said = JSON.stringify(rows.map(({ before, after }) => [before, after]));
    for (const number of [phoneNo, next]) {
      expect(said).not.toContain(number);
      expect(said).toContain(masked(number));
    }
    const shown = await operator.api.revealAudit({ id: rows[2]?.id ?? 0, reason: '用户申诉' });
    expect(shown.changes).toContainEqual({ field: 'phoneNo', before: phoneNo, after: next });
  });

  it('does not wait where the customer tells the codes of the new number and of the one before', async () => {
    const member = await server.member();
    const { accountId } = member;
    const next = newPhone();
    await support.api.sendPhoneCode({ id: accountId, phoneNo: next });
    await support.api.sendPhoneCode({ id: accountId });
    const phoneCode = server.sms.sent(next)[0]?.code ?? '';
    const oldPhoneCode = server.sms.sent(member.phoneNo)[0]?.code ?? '';
    const wrong = phoneCode === '000000' ? '000001' : '000000';
    const guess = (codes: object) => support.api.updateAccount({ accountId, phoneNo: next, reason, ...codes });
    expect((await refusal(guess({ phoneCode: wrong, oldPhoneCode }))).reason).toBe('code.wrong');
    // A code requested for changing the account is not valid for a login.
    const stolen = server.visitor().api.login({ phoneNo: member.phoneNo, verifyCode: oldPhoneCode });
    expect((await refusal(stolen)).reason).toBe('code.wrong');
    const changed = await guess({ phoneCode, oldPhoneCode });
    expect(changed).toMatchObject({ phoneNo: masked(next) });
    expect(changed.pendingChange).toBeUndefined();
    const [entry] = await operator.api.auditEntries({ subject: accountId, action: 'account.update' });
    expect(entry?.changes).toContainEqual({ field: 'phoneNo', before: masked(member.phoneNo), after: masked(next) });
    const shown = await operator.api.revealAudit({ id: entry?.id ?? 0, reason: '用户申诉' });
    expect(shown.changes).toContainEqual({ field: 'phoneNo', before: member.phoneNo, after: next });
    expect((await refusal(member.api.userInfo())).status).toBe(401);
    expect(server.sms.sent(member.phoneNo)[0]?.text).toContain('换绑');
    const { phoneNo } = await server.member();
    expect((await refusal(support.api.sendPhoneCode({ id: accountId, phoneNo }))).reason).toBe('account.phone_taken');
  });

  it('waits where the new number alone was proved, which may be anybody’s own', async () => {
    const { accountId, phoneNo } = await server.member();
    const next = newPhone();
    await support.api.sendPhoneCode({ id: accountId, phoneNo: next });
    const phoneCode = server.sms.sent(next)[0]?.code ?? '';
    const changed = await support.api.updateAccount({ accountId, phoneNo: next, reason, phoneCode });
    expect(changed).toMatchObject({ phoneNo: masked(phoneNo), pendingChange: { kind: 'account', status: 'waiting' } });
  });

  it('is told to the number and to the address of before, whatever of it was changed', async () => {
    const { accountId, phoneNo } = await server.member();
    const email = `${phoneNo}@example.com`;
    await admin.api.updateAccount({ accountId, email });
    expect(server.sms.sent(phoneNo)[0]?.text).toContain('修改登录方式');
    const asked = await support.api.updateAccount({ accountId, password: 'Secret-pass-1', reason });
    const before = server.sms.sent(phoneNo).length;
    await operator.api.approveChange({ id: asked.pendingChange?.id ?? '' });
    expect(server.sms.sent(phoneNo)).toHaveLength(before + 1);
    expect(server.deps.emails.sent(email)[0]?.text).toContain('如非本人操作');
  });

  it('is not put back by undoing: the number of before may be somebody else’s by now', async () => {
    const member = await server.member();
    const { accountId, phoneNo } = member;
    const next = newPhone();
    await support.api.sendPhoneCode({ id: accountId, phoneNo: next });
    await support.api.sendPhoneCode({ id: accountId });
    const [phoneCode, oldPhoneCode] = [next, phoneNo].map((number) => server.sms.sent(number)[0]?.code ?? '');
    const changed = await support.fetch(`/api/user/manage/account/${accountId}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ phoneNo: next, reason, phoneCode, oldPhoneCode }),
    });
    const id = changed.headers.get('x-change-id') ?? '';
    expect((await refusal(support.api.revertChange({ id }))).reason).toBe('pending.undo');
    expect((await operator.api.accountDetail({ accountId })).phoneNo).toBe(masked(next));
  });

  it('can be rejected, goes stale when the account moves on, and ends after seven days', async () => {
    const { accountId } = await server.member();
    const ask = async () =>
      (await support.api.updateAccount({ accountId, loginName: `login-${newPhone()}`, reason })).pendingChange?.id ??
      '';
    const first = await ask();
    expect(await support.api.rejectChange({ id: first, answer: '填错了' })).toMatchObject({ status: 'rejected' });
    const second = await ask();
    await operator.api.updateAccount({ accountId, nickName: '动过' });
    expect(await refusal(operator.api.approveChange({ id: second }))).toMatchObject({
      status: 409,
      reason: 'pending.stale',
    });
    const third = await ask();
    expect((await refusal(operator.api.approveChange({ id: second }))).reason).toBe('pending.not_waiting');
    server.clock.set({ advanceMs: 7 * day });
    expect((await refusal(operator.api.approveChange({ id: third }))).reason).toBe('pending.not_waiting');
    expect((await operator.api.accountDetail({ accountId })).pendingChange).toBeUndefined();
    expect((await operator.api.accountDetail({ accountId })).loginName).toBeNull();
  });

  it('shows neither a password nor its hash', async () => {
    const { accountId } = await server.member();
    const { pendingChange } = await support.api.updateAccount({ accountId, password: 'Secret-pass-1', reason });
    expect(pendingChange?.fields).toEqual([{ name: 'password', before: null, after: '••••••' }]);
    const rows = await server.deps.store.db.selectFrom('audit').selectAll().where('subject', '=', accountId).execute();
    expect(JSON.stringify(rows)).not.toMatch(/Secret-pass|scrypt/);
  });
});

describe('what staff give away', () => {
  const batch = (count: number, amount: number, more: object = {}) => ({
    name: '活动',
    reason,
    count,
    ticketKind: 'normal' as const,
    amount,
    clientKey: newClientKey(),
    ...more,
  });

  it('shares one ceiling of the day, in tickets: gifts, plans and codes', async () => {
    const { accountId } = await server.member();
    const gift = { accountIds: [accountId], kind: 'normal' as const, amount: 2000, reason, clientKey: newClientKey() };
    await operator.api.giveTickets(gift);
    // 30 days of 专业会员 give 350 + 90 + 800 tickets.
    await operator.api.updateAccount({ accountId, plan: 'pro', planExpiresAt: in30Days(), reason });
    await operator.api.createRedeemBatch(batch(10, 100));
    expect(await refusal(operator.api.createRedeemBatch(batch(1, 761)))).toMatchObject({
      status: 409,
      reason: 'ticket.daily_ceiling',
      message: '今天最多还能赠送 760 张，请明天再试或请管理员处理',
    });
    const plan = operator.api.updateAccount({ accountId: (await server.member()).accountId, plan: 'team', reason });
    expect((await refusal(plan)).reason).toBe('ticket.daily_ceiling');
    await operator.api.createRedeemBatch(batch(1, 760));
    server.clock.set({ advanceMs: day });
    await operator.api.createRedeemBatch(batch(1, 5000));
  });

  it('is no batch of codes beyond measure, whoever makes it, and none without a reason', async () => {
    const answer = await refusal(admin.api.createRedeemBatch(batch(10_000, 100_000, { usesPerCode: 100_000 })));
    expect(answer).toMatchObject({ status: 422, reason: 'redeem.batch_ceiling' });
    const { reason: _reason, ...unsaid } = batch(1, 1);
    expect((await refusal(operator.api.createRedeemBatch(unsaid))).fields).toEqual({ reason: ['请写明理由'] });
  });

  it('is no plan until the next century', async () => {
    const { accountId } = await server.member();
    const planExpiresAt = Date.parse('2126-01-01T00:00:00+08:00');
    const answer = await refusal(admin.api.updateAccount({ accountId, plan: 'team', planExpiresAt, reason }));
    expect(answer).toMatchObject({ status: 422, fields: { planExpiresAt: ['会员到期日最多在 3 年以后，请检查年份'] } });
  });
});

/** One whom no first start made; that role takes no second factor here. */
async function otherAdmin(): Promise<Visitor> {
  const roles = await admin.api.staffRoleList({} as never);
  const { version = 1 } = roles.find(({ id }) => id === 'admin') ?? {};
  await admin.api.updateStaffRole({ id: 'admin', isFactorNeeded: false, version, reason: '测试' });
  const loginName = 'second-admin';
  const passwordHash = await server.deps.passwords.hash(server.adminPassword);
  await server.deps.store.transact((tx) =>
    server.deps.accounts.create(tx, { nickName: '二号', staff: { loginName, passwordHash, role: 'admin' } }),
  );
  const visitor = server.visitor();
  await visitor.api.staffLogin({ account: loginName, password: server.adminPassword });
  return visitor;
}
