import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AccountNote } from '#shared/contract/account-desk';
import { day, hour, minute, toChinaTime } from '#shared/domain/time';
import { enlargement, refusal, startTestServer, type TestServer } from '../support/server.ts';
import { drawPicture } from '../support/server-pictures.ts';
import type { Visitor } from '../support/server-visitor.ts';

let server: TestServer;
let admin: Visitor & { accountId: string };
let support: Visitor & { accountId: string };
beforeAll(async () => {
  server = await startTestServer({ config: { staffSessionDays: 400 } });
  admin = await server.staff('admin');
  support = await server.staff('support');
});
afterAll(async () => {
  expect(await server.faults()).toEqual([]);
  await server.close();
});

let phones = 0;
const newPhone = () => `1380000${String(++phones).padStart(4, '0')}`;

/** A call as the console sends it: the answer, and by what it can be undone. */
async function send<T>(staff: Visitor, method: string, path: string, body: object = {}) {
  const headers = { 'content-type': 'application/json' };
  const answer = await staff.fetch(`/api/${path}`, { method, headers, body: JSON.stringify(body) });
  return {
    status: answer.status,
    body: (await answer.json()) as T,
    changeId: answer.headers.get('x-change-id') ?? '',
  };
}
const undo = (staff: Visitor, id: string) => send(staff, 'POST', `admin/v1/changes/${id}/revert`);
const auditOf = async (subject: string) =>
  (await admin.api.auditEntries({ subject })).map(({ action, reason }) => [action, reason]);

/** Comes in by the page's login with a code. */
async function comeIn(phoneNo: string, deviceId?: string) {
  server.clock.set({ advanceMs: 2 * minute });
  const visitor = server.visitor();
  await visitor.api.sendSmsCode({ phoneNo });
  const verifyCode = server.sms.sent(phoneNo)[0]?.code ?? '';
  const login = visitor.api.login({ phoneNo, verifyCode, agreementVersion: '2026-11', ...(deviceId && { deviceId }) });
  return { visitor, login };
}

it('a ban with an end says until when and why, ends sessions, and lifts by itself at that moment', async () => {
  const phoneNo = newPhone();
  const first = await comeIn(phoneNo);
  const accountId = (await first.login).userInfo.userId;
  const until = server.clock.now() + 2 * day;
  const ban = { accountId, status: 'banned' as const, statusReason: '批量注册', bannedUntil: until };
  expect(await admin.api.updateAccount(ban)).toMatchObject({ status: 'banned', bannedUntil: until });
  expect((await refusal(first.visitor.api.userInfo())).status).toBe(401);
  expect((await admin.api.accountSessions({ accountId })).length).toBe(0);
  const refused = await refusal((await comeIn(phoneNo)).login);
  expect(refused).toMatchObject({ reason: 'auth.banned', status: 403 });
  expect(refused.message).toBe(`账号已被封禁至 ${toChinaTime(until).slice(0, 16)}：批量注册`);
  expect(await admin.api.staffAccounts({ id: accountId, status: 'banned', bannedUntil: until })).toHaveLength(1);

  // Over at its end, before anything has booked it, and nobody has to do anything for it.
  server.clock.set({ advanceMs: 2 * day });
  expect(await admin.api.accountDetail({ accountId })).toMatchObject({ status: 'active', bannedUntil: null });
  await (await comeIn(phoneNo)).login;
  const { version } = await admin.api.accountDetail({ accountId });
  await server.deps.tick();
  const after = await admin.api.accountDetail({ accountId });
  expect(after).toMatchObject({ status: 'active', statusReason: '', version: version + 1 });
  expect((await auditOf(accountId))[0]).toEqual(['account.ban_ended', '封禁到期，自动恢复']);
  await server.deps.tick();
  expect((await admin.api.accountDetail({ accountId })).version).toBe(version + 1);
});

it('the end of a ban is checked, moved, kept by other changes, and undone with the ban', async () => {
  const { accountId } = await server.member();
  const now = server.clock.now();
  const change = (fields: object) => send(support, 'POST', `user/manage/account/${accountId}`, fields);
  const sentences = async (fields: object) => {
    const { body } = await change(fields);
    return (body as { error: { fields: Record<string, string[]> } }).error.fields.bannedUntil;
  };
  expect(await sentences({ status: 'banned', reason: '滥用', bannedUntil: now })).toEqual(['封禁期限要晚于现在']);
  expect(await sentences({ status: 'banned', reason: '滥用', bannedUntil: now + 4000 * day })).toEqual([
    '封禁最长 10 年，更久请不填期限',
  ]);
  expect(await sentences({ bannedUntil: now + day })).toEqual(['没有停用的账号没有封禁期限']);
  const state = async () => {
    const { status, bannedUntil } = await support.api.accountDetail({ accountId });
    return { status, bannedUntil };
  };
  const banned = await change({ status: 'banned', statusReason: '滥用', bannedUntil: now + day });
  await change({ nickName: '改了名' });
  expect(await state()).toEqual({ status: 'banned', bannedUntil: now + day });
  expect((await undo(support, banned.changeId)).status).toBe(409);
  const moved = await change({ bannedUntil: null, reason: '情节严重' });
  expect(await state()).toEqual({ status: 'banned', bannedUntil: null });
  expect((await undo(support, moved.changeId)).status).toBe(200);
  expect(await state()).toEqual({ status: 'banned', bannedUntil: now + day });
  // A change of something else after the end does not make the ban endless.
  server.clock.set({ advanceMs: day + hour });
  await change({ nickName: '又改名' });
  expect(await state()).toEqual({ status: 'active', bannedUntil: null });

  const viewer = await server.staff('viewer');
  expect((await refusal(viewer.api.updateAccount({ accountId, bannedUntil: null }))).reason).toBe('auth.forbidden');
});

it('notes are written, changed by who wrote them, deleted, and all of it undone; the audit tells each', async () => {
  const { accountId } = await server.member();
  const notes = (staff: Visitor) => staff.api.accountNotes({ accountId });
  const made = await send<AccountNote>(support, 'POST', 'admin/v1/accountNotes', { accountId, text: ' 老客户 ' });
  expect(made.body).toMatchObject({ text: '老客户', isOwn: true, version: 1, authorName: 'support' });
  const { id } = made.body;
  expect(await notes(admin)).toMatchObject([{ id, isOwn: false }]);
  const change = { text: '老客户，电话联系', version: 1 };
  expect((await refusal(admin.api.updateAccountNote({ id, ...change }))).reason).toBe('note.not_own');
  const finance = await server.staff('finance');
  expect((await refusal(finance.api.deleteAccountNote({ id }))).reason).toBe('note.not_own');
  const changed = await send<AccountNote>(support, 'PATCH', `admin/v1/accountNotes/${id}`, change);
  expect(changed.body).toMatchObject({ text: '老客户，电话联系', version: 2 });
  expect((await send(support, 'PATCH', `admin/v1/accountNotes/${id}`, change)).status).toBe(409);
  const gone = await send(admin, 'DELETE', `admin/v1/accountNotes/${id}`);
  expect(await notes(support)).toEqual([]);

  expect((await undo(admin, gone.changeId)).status).toBe(200);
  expect(await notes(support)).toMatchObject([{ id, text: '老客户，电话联系', isOwn: true }]);
  expect((await undo(support, changed.changeId)).status).toBe(200);
  expect(await notes(support)).toMatchObject([{ text: '老客户' }]);
  expect((await undo(support, made.changeId)).status).toBe(200);
  expect(await notes(support)).toEqual([]);
  expect((await auditOf(accountId)).map(([action]) => action)).toEqual([
    'account.delete_note',
    'account.update_note',
    'account.create_note',
  ]);
  const unknown = await refusal(support.api.createAccountNote({ accountId: 'none', text: '谁' }));
  expect(unknown.reason).toBe('account.not_found');
  const viewer = await server.staff('viewer');
  expect((await refusal(viewer.api.accountNotes({ accountId }))).reason).toBe('auth.forbidden');
});

it('sessions end one by one or all at once; what was logged in with is remembered', async () => {
  const phoneNo = newPhone();
  const phone = await comeIn(phoneNo, 'phone-1');
  const accountId = (await phone.login).userInfo.userId;
  const desk = await comeIn(phoneNo, 'desk-1');
  await desk.login;
  const again = await comeIn(phoneNo, 'desk-1');
  await again.login;
  const sessions = () => support.api.accountSessions({ accountId });
  expect((await sessions()).map(({ deviceId }) => deviceId)).toEqual(['desk-1', 'desk-1', 'phone-1']);
  const own = (await sessions()).at(-1)!;
  expect(own.id).toMatch(/^[0-9a-f]{16}$/);
  const one = await support.fetch(`/api/admin/v1/accountSessions/${own.id}`);
  expect(await one.json()).toEqual(own);

  expect(await support.api.endAccountSession({ id: own.id, reason: '手机丢了' })).toEqual({ ended: 1 });
  expect((await refusal(phone.visitor.api.userInfo())).status).toBe(401);
  await desk.visitor.api.userInfo();
  const late = await refusal(support.api.endAccountSession({ id: own.id, reason: '手机丢了' }));
  expect(late.reason).toBe('staff.session_not_found');
  // Nothing that stands for many sessions ends one.
  for (const id of ['0', '%25', 'zzzz', own.id.slice(0, 15)])
    expect((await send(support, 'POST', `admin/v1/accountSessions/${id}/end`, { reason: '试试' })).status).toBe(404);
  const viewer = await server.staff('viewer');
  expect((await refusal(viewer.api.endAccountSessions({ id: accountId, reason: '试试' }))).reason).toBe(
    'auth.forbidden',
  );
  expect(await support.api.endAccountSessions({ id: accountId, reason: '换手机' })).toEqual({ ended: 2 });
  expect(await sessions()).toEqual([]);
  expect((await auditOf(accountId)).map(([, reason]) => reason)).toEqual(['换手机', '手机丢了']);

  const devices = await support.api.accountDevices({ accountId });
  expect(devices.map(({ deviceId, logins }) => [deviceId, logins])).toEqual([
    ['desk-1', 2],
    ['phone-1', 1],
  ]);
  expect(devices[0]).toMatchObject({ addresses: ['127.0.0.1'], lastSeenAt: server.clock.now() });
  expect((devices[0]?.lastSeenAt ?? 0) - (devices[0]?.firstSeenAt ?? 0)).toBe(2 * minute);
  const consents = await support.api.consents({ accountId });
  expect(consents.map(({ agreementVersion }) => agreementVersion)).toEqual(['2026-11', '2026-11', '2026-11']);
  server.clock.set({ advanceMs: 201 * day });
  await server.deps.sweep();
  expect(await support.api.accountDevices({ accountId })).toEqual([]);
});

it('lots, stretches of membership and small pictures of results come by the account', async () => {
  const member = await server.member({ plan: 'pro', tickets: { normal: 20 } });
  const { accountId } = member;
  const others = await server.member({ tickets: { normal: 5 } });
  const lots = await support.api.ticketLots({ accountId });
  expect(lots.filter(({ source }) => source === 'adjust')).toMatchObject([{ kind: 'normal', amount: 20 }]);
  expect(lots.every((lot) => lot.accountId === accountId)).toBe(true);
  expect(await support.api.membershipPeriods({ accountId })).toMatchObject([
    { plan: 'pro', endsAt: expect.any(Number) },
  ]);
  expect(await support.api.membershipPeriods({ accountId: others.accountId })).toEqual([]);

  const { imageId } = await member.upload(await drawPicture());
  const { taskId } = await member.api.startTask(enlargement(imageId));
  await server.deps.runner.idle();
  const [thumb, ...rest] = await support.api.taskThumbs({ ids: `${taskId},none` });
  expect(rest).toEqual([]);
  expect(thumb).toMatchObject({ taskId, count: 1 });
  const picture = await support.fetch(`${thumb?.url}?w=160`);
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp']);
});
