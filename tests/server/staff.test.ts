import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newClientKey } from '#shared/domain/client-key';
import {
  mayStaff,
  permissionsOf,
  type StaffPermission,
  type StaffRole,
  staffRoles,
} from '#shared/domain/staff-permissions';
import { day, minute } from '#shared/domain/time';
import { refusal, startTestServer, type TestServer } from '../support/server.ts';
import type { Visitor } from '../support/server-visitor.ts';

let server: TestServer;
let names = 0;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

describe('staff log in by password', () => {
  it('with a cookie of their own that lasts a day', async () => {
    const body = new URLSearchParams({ account: 'admin', password: server.adminPassword });
    const response = await fetch(`${server.origin}/api/user/manage/login`, { method: 'POST', body });
    const [cookie = ''] = response.headers.getSetCookie();
    expect(cookie).toMatch(/^staff_sid=[\w-]{43};.*HttpOnly.*SameSite=Lax/);
    expect(cookie).toContain(`Max-Age=${24 * 3600}`);

    const admin = await server.staff('admin');
    expect((await admin.api.myPermissions()).permissions).toEqual([...permissionsOf('admin')]);
    server.clock.set({ advanceMs: day });
    expect((await refusal(admin.api.accountPage())).status).toBe(401);
  });

  it('and log out', async () => {
    const admin = await server.staff('admin');
    const token = admin.cookies.get('staff_sid') ?? '';
    await admin.api.staffLogout();
    const thief = server.visitor();
    thief.cookies.set('staff_sid', token);
    expect((await refusal(thief.api.accountPage())).status).toBe(401);
  });

  it('with five tries, then not for fifteen minutes, even with the right password', async () => {
    await server.staff('viewer');
    const attempt = (password: string) => server.visitor().api.staffLogin({ account: 'viewer', password });
    for (const left of [4, 3, 2, 1]) {
      const answer = await refusal(attempt('wrong-password'));
      expect(answer).toMatchObject({
        status: 422,
        reason: 'staff.wrong_password',
        message: `账号或密码错误，还可尝试${left}次`,
      });
    }
    expect(await refusal(attempt('wrong-password'))).toMatchObject({ status: 429, reason: 'staff.locked' });
    server.clock.set({ advanceMs: 10 * minute });
    expect((await refusal(attempt(server.adminPassword))).message).toBe(
      '密码错误次数过多，当前网络暂时不能登录这个账号，请 5 分钟后再试',
    );
    server.clock.set({ advanceMs: 5 * minute });
    expect((await attempt(server.adminPassword)).loginName).toBe('viewer');
    expect((await refusal(attempt('wrong-password'))).message).toContain('还可尝试4次');
  });

  it('with the same answer for a name nobody has', async () => {
    const answer = await refusal(server.visitor().api.staffLogin({ account: 'nobody', password: 'wrong-password' }));
    expect(answer).toMatchObject({
      status: 422,
      reason: 'staff.wrong_password',
      message: '账号或密码错误，还可尝试4次',
    });
  });
});

describe('each role may do what the matrix says, and nothing else', () => {
  const attempts: Partial<
    Record<Exclude<StaffPermission, 'account.reveal_phone'>, (visitor: Visitor, accountId: string) => Promise<unknown>>
  > = {
    'account.read': (visitor, accountId) => visitor.api.accountDetail({ accountId }),
    'account.write': (visitor, accountId) => visitor.api.updateAccount({ accountId, nickName: '改名' }),
    'account.ban': (visitor, accountId) =>
      visitor.api.updateAccount({ accountId, status: 'banned', reason: '违规内容' }),
    'account.grant_plan': (visitor, accountId) =>
      visitor.api.updateAccount({
        accountId,
        plan: 'basic',
        planExpiresAt: server.clock.now() + day,
        reason: '补偿故障',
      }),
    'account.credentials': (visitor, accountId) =>
      visitor.api.updateAccount({ accountId, loginName: `login-${++names}`, reason: '用户来电' }),
    'account.delete': (visitor, accountId) => visitor.api.deleteAccount({ accountId }),
    'staff.write': (visitor) =>
      visitor.api.createAccount({
        userType: 9,
        loginName: `made-${++names}`,
        password: 'long-enough',
        role: 'viewer',
      }),
    'task.read': (visitor) => dialect(visitor, '/api/admin/v1/tasks?_end=1'),
    'ticket.read': (visitor) => dialect(visitor, '/api/admin/v1/tickets?_end=1'),
    'ticket.give': (visitor, accountId) =>
      visitor.api.takeBackTickets({ accountId, kind: 'normal', amount: 1, reason: '误发', clientKey: newClientKey() }),
    'product.read': (visitor) => visitor.api.staffPlans(),
    'product.write': (visitor) =>
      visitor.api.createProduct({
        title: '普通券 50 张',
        ticketKind: 'normal',
        tickets: 50,
        price: 2200,
        reason: '新规格',
      }),
    'order.read': (visitor) => dialect(visitor, '/api/admin/v1/orders'),
    'order.write': (visitor) => forbiddenOr('order.not_found', visitor.api.noteOrder({ id: 'none', note: '已联系' })),
    'refund.write': (visitor) => forbiddenOr('refund.not_found', visitor.api.approveRefund({ id: 'none' })),
    'invoice.write': (visitor) =>
      forbiddenOr(
        'invoice.not_found',
        visitor.api.answerInvoice({ id: 'none', status: 'issued', invoiceNo: '12345678' }),
      ),
    'redeem.read': (visitor) => dialect(visitor, '/api/admin/v1/redeemBatches'),
    'redeem.write': (visitor) =>
      visitor.api.createRedeemBatch({
        name: '活动',
        reason: '活动',
        count: 1,
        ticketKind: 'normal',
        amount: 5,
        clientKey: newClientKey(),
      }),
    'custom.read': (visitor) => dialect(visitor, '/api/admin/v1/customRequests'),
    'custom.write': (visitor) =>
      forbiddenOr('custom.not_found', visitor.api.updateCustomRequest({ id: 'none', status: 'contacted' })),
    'gallery.read': (visitor) => dialect(visitor, '/api/admin/v1/galleryReviews'),
    'gallery.review': (visitor) =>
      forbiddenOr('gallery.picture_not_found', visitor.api.approvePicture({ id: 1_000_000 })),
  };

  it.each(staffRoles)('%s', async (role: StaffRole) => {
    const visitor = await server.staff(role);
    for (const [permission, attempt] of Object.entries(attempts)) {
      const { accountId } = await server.member();
      const outcome = await attempt(visitor, accountId).then(
        () => 'done',
        (error: { reason: string }) => error.reason,
      );
      expect(`${permission}: ${outcome}`).toBe(
        `${permission}: ${mayStaff(role, permission as StaffPermission) ? 'done' : 'auth.forbidden'}`,
      );
    }
  });

  it.each(staffRoles)('%s sees masked numbers, and a whole one only where it may and says why', async (role) => {
    const visitor = await server.staff(role);
    const { accountId, phoneNo } = await server.member();
    const masked = `${phoneNo.slice(0, 3)}****${phoneNo.slice(7)}`;
    expect((await visitor.api.accountDetail({ accountId })).phoneNo).toBe(masked);
    const { list } = await visitor.api.accountPage({ keyword: accountId });
    expect(list.map((account) => account.phoneNo)).toEqual([masked]);

    // Who may not look at all is told so before anything else.
    expect((await reveal(visitor, accountId, '')).status).toBe(mayStaff(role, 'account.reveal_phone') ? 422 : 403);
    const answer = await reveal(visitor, accountId, '用户来电核对身份');
    const looks = await server.deps.store.db
      .selectFrom('audit')
      .select(['actor_id', 'after'])
      .where('action', '=', 'account.reveal_phone')
      .where('subject', '=', accountId)
      .execute();
    if (mayStaff(role, 'account.reveal_phone')) {
      expect(answer).toMatchObject({ status: 200, json: { phoneNo } });
      expect(looks).toEqual([{ actor_id: visitor.accountId, after: JSON.stringify({ reason: '用户来电核对身份' }) }]);
    } else {
      expect(answer).toMatchObject({ status: 403, json: { reason: 'auth.forbidden' } });
      expect(looks).toEqual([]);
    }
  });

  it('a role that is taken away is gone with the next request', async () => {
    const admin = await server.staff('admin');
    const operator = await server.staff('operator');
    const { accountId } = await server.member();
    await operator.api.updateAccount({ accountId, nickName: '一' });
    await admin.api.updateAccount({ accountId: operator.accountId, role: 'viewer' });
    expect((await refusal(operator.api.updateAccount({ accountId, nickName: '二' }))).status).toBe(403);
    await admin.api.updateAccount({ accountId: operator.accountId, role: 'operator' });
  });

  it('whoever is no staff any more cannot come in again', async () => {
    const admin = await server.staff('admin');
    const reviewer = await server.staff('reviewer');
    await admin.api.updateAccount({ accountId: reviewer.accountId, userType: 1 });
    expect((await refusal(reviewer.api.accountPage())).status).toBe(401);
    const again = server.visitor().api.staffLogin({ account: 'reviewer', password: server.adminPassword });
    expect((await refusal(again)).reason).toBe('staff.wrong_password');
  });

  it('an operator neither deletes nor restores nor changes staff', async () => {
    const admin = await server.staff('admin');
    const operator = await server.staff('operator');
    const { accountId } = await server.staff('finance');
    expect((await refusal(operator.api.updateAccount({ accountId, nickName: '改' }))).status).toBe(403);
    expect((await refusal(operator.api.deleteAccount({ accountId }))).status).toBe(403);
    await admin.api.deleteAccount({ accountId });
    expect((await refusal(operator.api.restoreAccount({ accountId }))).status).toBe(403);
    expect((await admin.api.restoreAccount({ accountId })).loginName).toBe('finance');
  });
});

describe('the read-only lists', () => {
  it('speak the console’s dialect: bare rows, a total, sorting, windows', async () => {
    const admin = await server.staff('admin');
    const total = Number((await admin.fetch('/api/admin/v1/tickets?_end=1')).headers.get('x-total-count'));
    expect(total).toBeGreaterThan(3);
    const rows = (await dialect(admin, `/api/admin/v1/tickets?_start=1&_end=3&_sort=createdAt&_order=asc`)) as Array<{
      createdAt: number;
    }>;
    expect(rows).toHaveLength(2);
    expect((rows[0]?.createdAt ?? 0) <= (rows[1]?.createdAt ?? 0)).toBe(true);
    const kinds = (await dialect(admin, '/api/admin/v1/tickets?kind=live&kind=gpt&_end=50')) as Array<{
      kind: string;
      delta: number;
    }>;
    expect(new Set(kinds.map(({ kind }) => kind))).toEqual(new Set(['live', 'gpt']));
    const { accountId } = await server.member();
    const own = (await dialect(admin, `/api/admin/v1/tickets?accountId=${accountId}&kind=normal`)) as object[];
    expect(own).toMatchObject([{ accountId, movement: 'grant', delta: 20, balanceAfter: 20 }]);
  });

  it('refuse a column they cannot sort by', async () => {
    const admin = await server.staff('admin');
    for (const column of ['password_hash', '__proto__', 'constructor', "id'; DROP TABLE account"]) {
      const answer = await admin.raw('GET', `/api/admin/v1/tasks?_sort=${encodeURIComponent(column)}`);
      expect(answer.status).toBe(400);
      expect(answer.json).toMatchObject({ statusCode: 400, reason: 'query.unsupported' });
    }
  });

  it('answer failures in the dialect', async () => {
    const answer = await server.visitor().raw('GET', '/api/admin/v1/tasks');
    expect(answer.status).toBe(401);
    expect(answer.json).toEqual({ statusCode: 401, message: '请先登录', reason: 'auth.required', errors: {} });
  });
});

function reveal(visitor: Visitor, accountId: string, reason: string) {
  const path = `/api/admin/v1/accounts/${accountId}/revealPhone`;
  return visitor.raw('POST', path, { 'content-type': 'application/json' }, JSON.stringify({ reason }));
}

/** The right to do it is asked for before what it is done to. */
async function forbiddenOr(expected: string, call: Promise<unknown>): Promise<void> {
  await call.then(
    () => {
      throw new Error('expected a refusal');
    },
    (error: { reason: string }) => {
      if (error.reason !== expected) throw error;
    },
  );
}

async function dialect(visitor: Visitor, path: string): Promise<unknown> {
  const response = await visitor.fetch(path);
  const body = (await response.json()) as { reason?: string };
  if (!response.ok) throw body;
  return body;
}
