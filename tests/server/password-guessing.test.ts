import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hour, minute } from '#shared/domain/time';
import { startTestServer, type TestServer } from '../support/server.ts';
import type { Visitor } from '../support/server-visitor.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer({ config: { trustedProxies: 1, isAccountLoginOpen: true } });
});
afterEach(() => server.close());

interface Outcome {
  status: number;
  reason: string;
  message: string;
  retryAfter: number;
}

/** Somebody at a network address, with the browser they bring along. */
async function tryStaff(
  account: string,
  password: string,
  address: string,
  visitor: Visitor = server.visitor(),
): Promise<Outcome> {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': address };
  const body = JSON.stringify({ account, password });
  const answer = await visitor.raw('POST', '/api/user/manage/login', headers, body);
  for (const line of [answer.headers['set-cookie'] ?? []].flat()) {
    const [, name = '', value = ''] = /^(\w+)=([^;]*)/.exec(line) ?? [];
    visitor.cookies.set(name, value);
  }
  const { reason, message } = (answer.json as { error: { reason: string; message: string } }).error;
  return { status: answer.status, reason, message, retryAfter: Number(answer.headers['retry-after'] ?? 0) };
}

const guess = (account: string, address: string) => tryStaff(account, 'wrong-password', address);
const enter = (address: string, visitor?: Visitor) => tryStaff('admin', server.adminPassword, address, visitor);
const entered = { status: 200, reason: '' };
const locked = { status: 429, reason: 'staff.locked' };
const audits = () =>
  server.deps.store.db
    .selectFrom('audit')
    .select(['action', 'actor_id', 'subject', 'address'])
    .where('action', 'like', 'staff.login%')
    .orderBy('id')
    .execute();

it('five wrong passwords lock an account for the network they came from, and for no other', async () => {
  for (let left = 4; left > 0; left--)
    expect((await guess('admin', '203.0.113.7')).message).toBe(`账号或密码错误，还可尝试${left}次`);
  expect(await guess('admin', '203.0.113.7')).toMatchObject({ ...locked, retryAfter: 15 * 60 });
  expect(await enter('203.0.113.7')).toMatchObject(locked);
  expect(await enter('198.51.100.1')).toMatchObject(entered);
  server.clock.set({ advanceMs: 15 * minute - 1 });
  expect(await enter('203.0.113.7')).toMatchObject(locked);
  server.clock.set({ advanceMs: 1 });
  expect(await enter('203.0.113.7')).toMatchObject(entered);
});

it('the many addresses of one IPv6 customer are one network', async () => {
  for (let i = 1; i <= 5; i++) await guess('admin', `2001:db8:1:2::${i}`);
  expect(await enter('2001:db8:1:2:ffff::9')).toMatchObject(locked);
  expect(await enter('2001:db8:1:3::1')).toMatchObject(entered);
});

it('names that nobody has are answered in the same words, however often and from wherever', async () => {
  const story = async (name: string) => {
    const outcomes: Outcome[] = [];
    for (let i = 0; i < 7; i++) outcomes.push(await guess(name, '203.0.113.7'));
    for (let i = 0; i < 9; i++) outcomes.push(await guess(name, `198.51.100.${i}`));
    return outcomes;
  };
  const known = await story('admin');
  expect(await story('nobody-of-this-name')).toEqual(known);
  expect(await story('13912345678')).toEqual(known);
  expect(new Set(known.map(({ reason }) => reason))).toEqual(new Set(['staff.wrong_password', 'staff.locked']));
});

it('the audit tells of failed and locked logins of staff', async () => {
  const { accountId } = await server.staff('admin');
  await guess('nobody', '203.0.113.7');
  for (let i = 0; i < 6; i++) await guess('admin', '203.0.113.7');
  const row = { actor_id: '', subject: accountId, address: '203.0.113.7' };
  expect(await audits()).toEqual([
    ...Array(5).fill({ action: 'staff.login_failed', ...row }),
    { action: 'staff.login_locked', ...row },
  ]);
  server.clock.set({ advanceMs: 199 * 24 * hour });
  await server.deps.sweep();
  expect(await audits()).toHaveLength(6);
  server.clock.set({ advanceMs: 2 * 24 * hour });
  await server.deps.sweep();
  const { actor_id } = row;
  expect(await audits()).toEqual([
    ...Array(5).fill({ action: 'staff.login_failed', actor_id, subject: '', address: '' }),
    { action: 'staff.login_locked', actor_id, subject: '', address: '' },
  ]);
});

describe('a guesser with many addresses', () => {
  let browser: Visitor;
  let next = 0;
  const elsewhere = () => `198.51.${Math.floor(next / 250)}.${(next++ % 250) + 1}`;
  /** The owner has logged in at home; then strangers have tried until they are slowed down. */
  beforeEach(async () => {
    browser = server.visitor();
    expect(await enter('192.0.2.1', browser)).toMatchObject(entered);
    for (let i = 0; i < 10; i++) expect((await guess('admin', elsewhere())).reason).toBe('staff.wrong_password');
  });

  it('waits ever longer, a quarter of an hour at most', async () => {
    const waits: number[] = [];
    for (let i = 0; i < 10; i++) {
      expect((await guess('admin', elsewhere())).reason).toBe('staff.wrong_password');
      const refused = await guess('admin', elsewhere());
      expect(refused).toMatchObject(locked);
      waits.push(refused.retryAfter);
      server.clock.set({ advanceMs: refused.retryAfter * 1000 });
    }
    expect(waits).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 900, 900]);
    expect((await audits()).filter(({ action }) => action === 'staff.login_slowed')).toHaveLength(1);
  });

  it('does not keep out the owner’s browser, wherever it is', async () => {
    await guess('admin', elsewhere());
    expect(await enter(elsewhere())).toMatchObject(locked);
    browser.cookies.delete('staff_sid');
    expect(await enter(elsewhere(), browser)).toMatchObject(entered);
    expect(await enter(elsewhere(), browser)).toMatchObject(entered);
  });

  it('does not keep out the owner at an address that is logged in', async () => {
    await guess('admin', elsewhere());
    expect(await enter('192.0.2.1')).toMatchObject(entered);
  });

  it('wins nothing with a mark of its own making, or of another account', async () => {
    await server.staff('viewer');
    const other = server.visitor();
    await tryStaff('viewer', server.adminPassword, elsewhere(), other);
    const mark = other.cookies.get('staff_device') ?? '';
    expect(mark).toMatch(/^[\w-]{43}\.[\w-]{43}$/);
    await guess('admin', elsewhere());
    for (const forged of [mark, `${browser.cookies.get('staff_device')}x`, 'a.b', '.', '']) {
      const guesser = server.visitor();
      guesser.cookies.set('staff_device', forged);
      expect(await tryStaff('admin', 'wrong-password', elsewhere(), guesser)).toMatchObject(locked);
    }
  });

  it('is slowed after five tries even with a stolen browser', async () => {
    for (let i = 0; i < 5; i++) await tryStaff('admin', 'wrong-password', elsewhere(), browser);
    expect(await enter(elsewhere(), browser)).toMatchObject(locked);
  });

  it('is forgotten in time', async () => {
    await guess('admin', elsewhere());
    server.clock.set({ advanceMs: 6 * hour });
    for (let i = 0; i < 10; i++) expect((await guess('admin', elsewhere())).reason).toBe('staff.wrong_password');
  });
});

it('a network has sixty tries over all names; right passwords take none', async () => {
  for (let i = 0; i < 3; i++) expect(await enter('203.0.113.7')).toMatchObject(entered);
  for (let i = 0; i < 60; i++) expect((await guess(`name-${i}`, '203.0.113.7')).reason).toBe('staff.wrong_password');
  expect(await guess('another', '203.0.113.7')).toMatchObject({ status: 429, reason: 'request.too_often' });
  expect(await enter('198.51.100.1')).toMatchObject(entered);
});

it('an account keeps its fifty newest logins', async () => {
  const first = server.visitor();
  await enter('192.0.2.1', first);
  server.clock.set({ advanceMs: 1 });
  const { accountId } = await server.staff('admin');
  for (let i = 0; i < 49; i++) {
    server.clock.set({ advanceMs: 1 });
    await server.deps.store.transact((tx) =>
      server.deps.auth.openSession(tx, 'staff', accountId, {
        requestId: '',
        address: '192.0.2.1',
        userAgent: '',
        isSecure: false,
      }),
    );
  }
  const sessions = await server.deps.store.db.selectFrom('session').select('created_at').execute();
  expect(sessions).toHaveLength(50);
  await expect(first.api.myPermissions()).rejects.toMatchObject({ status: 401 });
});
