import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { day, hour } from '#shared/domain/time';
import { foundation } from '../../mock-server/db/migrations/0001-foundation.ts';
import { queueAndProjects } from '../../mock-server/db/migrations/0002-queue-and-projects.ts';
import { live } from '../../mock-server/db/migrations/0003-live.ts';
import { type Member, startOfStory, startTestServer, type TestServer } from '../support/server.ts';
import { controlOf } from '../support/server-control.ts';
import { eachOnItsServer } from '../support/server-each.ts';
import { salesOf } from '../support/server-sales.ts';

let server: TestServer;
eachOnItsServer((started) => {
  server = started;
});

const { buyMonths, buyDays, raise, bought } = salesOf(() => server);
const { control } = controlOf(() => server);
const at = (text: string) => Date.parse(`${text}+08:00`);
const periodsOf = async (member: Member) =>
  (await member.api.membership()).periods.map(({ plan, startsAt, endsAt }) => ({ plan, startsAt, endsAt }));
const quote = (member: Member, plan: 'pro' | 'team', seats = 1) =>
  server.deps.memberships.upgradeQuote(server.deps.store.db, member.accountId, plan, seats);
/** Days go by one after the other, each with what falls due in it. */
async function passDays(days: number): Promise<void> {
  for (let i = 0; i < days; i++) {
    server.clock.set({ advanceMs: day });
    await server.deps.tick();
  }
}
/** Lets `days` days pass and returns the amounts of normal tickets that the plan granted, in order. */
async function plannedGrants(member: Member, days: number): Promise<number[]> {
  await passDays(days);
  const lots = await server.deps.store.db
    .selectFrom('ticket_lot')
    .select('amount')
    .where('account_id', '=', member.accountId)
    .where('source', '=', 'plan')
    .where('kind', '=', 'normal')
    .orderBy('created_at')
    .execute();
  return lots.map(({ amount }) => amount);
}

describe('a month', () => {
  it('from 31 January on ends on the last day of February, at the same time of day', async () => {
    server.clock.set({ now: at('2027-01-31T09:30:00') });
    const member = await server.member();
    expect(await buyMonths(member.accountId, { plan: 'basic' }, 1)).toEqual({
      startsAt: at('2027-01-31T09:30:00'),
      endsAt: at('2027-02-28T09:30:00'),
    });
    expect(await member.api.getVipInfo()).toMatchObject({
      plan: 'basic',
      planTitle: '基础会员',
      expiresAt: at('2027-02-28T09:30:00'),
      limits: { running: 2, queued: 5 },
    });
    expect((await member.api.userInfo()).userType).toBe(2);
    await server.pass(at('2027-02-28T09:30:00') - at('2027-01-31T09:30:00') - 1);
    expect((await member.api.getVipInfo()).plan).toBe('basic');
    await server.pass(1);
    expect(await member.api.getVipInfo()).toMatchObject({ plan: 'free', expiresAt: null });
    expect(await member.api.membership()).toMatchObject({
      plan: 'free',
      expiresAt: null,
      periods: [],
      nextGrantAt: null,
    });
  });
});

describe('a month after the other', () => {
  it('ends on the anchor day, clamped only where the month is shorter', async () => {
    server.clock.set({ now: at('2027-01-31T09:30:00') });
    const member = await server.member();
    const ends = [];
    for (let month = 0; month < 4; month++) ends.push((await buyMonths(member.accountId, { plan: 'basic' }, 1)).endsAt);
    expect(ends).toEqual(['2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31'].map((day) => at(`${day}T09:30:00`)));
    expect(await plannedGrants(member, 125)).toEqual([120, 120, 120, 120]);
  });

  it('renewed on its last day keeps the anchor, after a gap sets a new one', async () => {
    server.clock.set({ now: at('2027-01-31T09:30:00') });
    const member = await server.member();
    const first = await buyMonths(member.accountId, { plan: 'basic' }, 1);
    await server.pass(first.endsAt - at('2027-01-31T09:30:00') - 1);
    expect((await buyMonths(member.accountId, { plan: 'basic' }, 1)).endsAt).toBe(at('2027-03-31T09:30:00'));
    await passDays(31);
    server.clock.set({ now: at('2027-04-01T00:00:00') });
    await server.deps.tick();
    expect(await buyMonths(member.accountId, { plan: 'basic' }, 1)).toEqual({
      startsAt: at('2027-04-01T00:00:00'),
      endsAt: at('2027-05-01T00:00:00'),
    });
    expect(await plannedGrants(member, 31)).toEqual([120, 120, 120]);
  });

  it('is told to its owner with the anchor that the next month continues', async () => {
    server.clock.set({ now: at('2027-01-31T09:30:00') });
    const member = await server.member();
    for (let month = 0; month < 2; month++) await buyMonths(member.accountId, { plan: 'basic' }, 1);
    const anchors = async () => (await member.api.membership()).periods.map(({ anchorAt }) => anchorAt);
    expect(await anchors()).toEqual([at('2027-01-31T09:30:00')]);
    await buyDays(member.accountId, { plan: 'basic' }, 7);
    expect(await anchors()).toEqual([null]);
  });

  it('behind days counts from the end of those', async () => {
    server.clock.set({ now: at('2027-01-31T09:30:00') });
    const member = await server.member();
    await buyMonths(member.accountId, { plan: 'basic' }, 1);
    expect((await buyDays(member.accountId, { plan: 'basic' }, 3)).endsAt).toBe(at('2027-03-03T09:30:00'));
    expect((await buyMonths(member.accountId, { plan: 'basic' }, 2)).endsAt).toBe(at('2027-05-03T09:30:00'));
    expect(await plannedGrants(member, 95)).toEqual([120, 12, 120, 120]);
  });

  it('pushed back by a higher plan goes on where it was, without its tickets a second time', async () => {
    server.clock.set({ now: at('2027-01-31T09:30:00') });
    const member = await server.member();
    await buyMonths(member.accountId, { plan: 'basic' }, 3);
    await server.pass(10 * day);
    const pro = await buyMonths(member.accountId, { plan: 'pro' }, 1);
    expect(pro).toEqual({ startsAt: at('2027-02-10T09:30:00'), endsAt: at('2027-03-10T09:30:00') });
    // The remaining 18 days of the first month, then two months from 28 March.
    expect((await member.api.membership()).expiresAt).toBe(at('2027-05-28T09:30:00'));
    expect(await bought(member.accountId)).toBe(120 + 350);
    expect(await plannedGrants(member, 110)).toEqual([120, 350, 120, 120]);
  });
});

describe('a bought month that moves forward when the one before it is given back', () => {
  it('begins at once with its own tickets; those of the other go with it', async () => {
    server.clock.set({ now: at('2027-01-31T09:30:00') });
    const member = await server.member();
    await buyMonths(member.accountId, { plan: 'basic', reference: 'order_1' }, 1);
    await buyMonths(member.accountId, { plan: 'basic', reference: 'order_2' }, 1);
    await server.pass(7 * day);
    const { memberships, store } = server.deps;
    await store.transact((tx) => memberships.revoke(tx, member.accountId, 'order_1'));
    expect((await member.api.membership()).expiresAt).toBe(at('2027-03-07T09:30:00'));
    // A quarter of the revoked month had passed, so a quarter of its 120 tickets is kept.
    expect(await bought(member.accountId)).toBe(30 + 120);
  });
});

describe('tickets of a February', () => {
  it('are those of a whole month, and a renewal brings no more of them', async () => {
    server.clock.set({ now: at('2027-01-31T09:30:00') });
    const member = await server.member();
    await buyMonths(member.accountId, { plan: 'basic' }, 1);
    expect(await bought(member.accountId)).toBe(120);
    await buyMonths(member.accountId, { plan: 'basic' }, 1);
    expect(await bought(member.accountId)).toBe(120);
  });
});

describe('the same plan again', () => {
  it('before the end begins at the end', async () => {
    const member = await server.member();
    const first = await buyMonths(member.accountId, { plan: 'pro' }, 1);
    await server.pass(10 * day);
    const second = await buyMonths(member.accountId, { plan: 'pro' }, 1);
    expect(second).toEqual({ startsAt: first.endsAt, endsAt: at('2027-01-20T12:00:00') });
    expect((await member.api.getVipInfo()).expiresAt).toBe(second.endsAt);
    expect(await periodsOf(member)).toEqual([{ plan: 'pro', startsAt: startOfStory, endsAt: second.endsAt }]);
  });

  it('after the end begins now', async () => {
    const member = await server.member();
    const { endsAt } = await buyMonths(member.accountId, { plan: 'pro' }, 1);
    await server.pass(endsAt - startOfStory + hour);
    expect((await buyMonths(member.accountId, { plan: 'pro' }, 1)).startsAt).toBe(endsAt + hour);
    expect(await bought(member.accountId)).toBe(350);
  });
});

describe('another plan', () => {
  it('that is lower begins when what is paid ends, with its own tickets from then on', async () => {
    const member = await server.member();
    const pro = await buyDays(member.accountId, { plan: 'pro' }, 15);
    const basic = await buyDays(member.accountId, { plan: 'basic' }, 30);
    expect(basic).toEqual({ startsAt: pro.endsAt, endsAt: pro.endsAt + 30 * day });
    expect(await member.api.getVipInfo()).toMatchObject({ plan: 'pro', expiresAt: pro.endsAt });
    expect((await member.api.membership()).expiresAt).toBe(basic.endsAt);
    // 15 days of each in the first window.
    expect(await bought(member.accountId)).toBe(175 + 60);
    await server.pass(15 * day);
    expect(await member.api.getVipInfo()).toMatchObject({ plan: 'basic', expiresAt: basic.endsAt });
    expect(await bought(member.accountId)).toBe(235);
    await server.pass(15 * day);
    await server.comeAgain(member);
    expect(await bought(member.accountId)).toBe(60);
  });

  it('that is higher, bought in full, begins now; what was left of the lower one follows', async () => {
    const member = await server.member();
    await buyDays(member.accountId, { plan: 'basic' }, 30);
    await server.pass(10 * day);
    const pro = await buyDays(member.accountId, { plan: 'pro' }, 30);
    expect(pro).toEqual({ startsAt: startOfStory + 10 * day, endsAt: startOfStory + 40 * day });
    expect(await periodsOf(member)).toEqual([
      { plan: 'pro', ...pro },
      { plan: 'basic', startsAt: pro.endsAt, endsAt: pro.endsAt + 20 * day },
    ]);
    // 10 days of 120 and 20 days of 350 in this window: 120 there already, 153 more.
    expect(await bought(member.accountId)).toBe(40 + 233);
    await server.pass(30 * day);
    await server.comeAgain(member);
    expect(await member.api.getVipInfo()).toMatchObject({ plan: 'basic', expiresAt: pro.endsAt + 20 * day });
  });
});

describe('an upgrade', () => {
  it('costs the difference for the days that are left, rounded down to a fen, and keeps the end', async () => {
    const member = await server.member();
    const { endsAt } = await buyMonths(member.accountId, { plan: 'basic' }, 1);
    expect(await quote(member, 'pro')).toEqual({ price: 5000, endsAt });
    await server.pass(15 * day);
    expect(await quote(member, 'pro')).toEqual({ price: 2500, endsAt });
    expect(await quote(member, 'team', 3)).toEqual({ price: (3 * 19_900 - 3900) / 2, endsAt });
    await server.pass(1);
    expect(await quote(member, 'pro')).toEqual({ price: 2499, endsAt });
    expect(await raise(member.accountId, 'pro', endsAt)).toEqual({ startsAt: startOfStory + 15 * day + 1, endsAt });
    expect(await member.api.getVipInfo()).toMatchObject({ plan: 'pro', expiresAt: endsAt });
    // Half of 120 and half of 350, of which 120 had come: 60 + 174.99 rounded down.
    expect(await bought(member.accountId)).toBe(234);
    expect(await quote(member, 'pro')).toBeNull();
  });

  it('counts every lower plan that is left', async () => {
    const member = await server.member();
    const pro = await buyDays(member.accountId, { plan: 'pro' }, 30);
    const basic = await buyDays(member.accountId, { plan: 'basic' }, 15);
    expect(await quote(member, 'pro')).toEqual({ price: 2500, endsAt: basic.endsAt });
    expect(await quote(member, 'team')).toEqual({ price: 11_000 + 8000, endsAt: basic.endsAt });
    expect(await raise(member.accountId, 'team', basic.endsAt)).toEqual({
      startsAt: startOfStory,
      endsAt: basic.endsAt,
    });
    expect(await periodsOf(member)).toEqual([{ plan: 'team', startsAt: startOfStory, endsAt: basic.endsAt }]);
    expect(pro.endsAt).toBeLessThan(basic.endsAt);
  });

  it('is not offered for nothing, and not for a membership without end', async () => {
    const member = await server.member();
    expect(await quote(member, 'pro')).toBeNull();
    expect(await raise(member.accountId, 'pro', startOfStory + day)).toBeNull();
    await server.deps.store.transact((tx) => server.deps.memberships.setByStaff(tx, member.accountId, 'basic', null));
    expect(await quote(member, 'pro')).toBeNull();
    expect(await member.api.membership()).toMatchObject({ plan: 'basic', expiresAt: null });
    expect(await server.deps.memberships.isEndless(server.deps.store.db, member.accountId, 'basic')).toBe(true);
    expect(await server.deps.memberships.isEndless(server.deps.store.db, member.accountId, 'pro')).toBe(false);
  });
});

describe('the tickets of a plan', () => {
  it('counted in days come every 30 days, do not roll over and go with the membership', async () => {
    const member = await server.member();
    server.clock.set({ now: at('2026-12-20T12:00:00') });
    await buyDays(member.accountId, { plan: 'basic' }, 31);
    expect(await bought(member.accountId)).toBe(120);
    await server.comeAgain(member);
    expect((await member.api.membership()).nextGrantAt).toBe(at('2027-01-19T12:00:00'));
    await server.pass(30 * day - 1);
    expect(await bought(member.accountId)).toBe(120);
    await server.pass(1);
    // The last day is worth its share.
    expect(await bought(member.accountId)).toBe(4);
    await server.pass(day);
    expect(await bought(member.accountId)).toBe(0);
  });

  it('of a year come twelve times, each time whole', async () => {
    const member = await server.member();
    await buyMonths(member.accountId, { plan: 'basic' }, 12);
    expect(await plannedGrants(member, 366)).toEqual(Array(12).fill(120));
  });

  it('come once, however often and however late somebody looks', async () => {
    const member = await server.member();
    await buyMonths(member.accountId, { plan: 'basic' }, 12);
    await Promise.all([1, 2, 3].map(() => server.deps.memberships.advance('all')));
    expect(await bought(member.accountId)).toBe(120);
    // Windows nobody was there for have gone; the present one is there.
    await server.pass(100 * day);
    await Promise.all([1, 2, 3].map(() => server.deps.memberships.advance('all')));
    expect(await bought(member.accountId)).toBe(120);
  });

  it('live longer when the membership is prolonged within their window', async () => {
    const member = await server.member();
    await buyDays(member.accountId, { plan: 'pro' }, 10);
    expect(await bought(member.accountId)).toBe(116);
    await server.pass(9 * day);
    await buyDays(member.accountId, { plan: 'pro' }, 30);
    expect(await bought(member.accountId)).toBe(350);
    await server.pass(2 * day);
    expect(await bought(member.accountId)).toBe(350);
    await server.pass(19 * day);
    expect(await bought(member.accountId)).toBe(116);
  });

  it('are multiplied by the seats of a team', async () => {
    const member = await server.member();
    await buyDays(member.accountId, { plan: 'team', seats: 3 }, 30);
    expect(await bought(member.accountId)).toBe(2700);
    expect(await member.api.membership()).toMatchObject({ plan: 'team', title: '团队', seats: 3 });
    expect((await member.api.userInfo()).userType).toBe(3);
  });
});

describe('staff', () => {
  it('give a plan until a day, change it and take it away', async () => {
    const admin = await server.staff('admin');
    const member = await server.member();
    const { accountId } = member;
    await buyMonths(accountId, { plan: 'basic', reference: 'order_1' }, 3);
    const endsAt = startOfStory + 40 * day;
    expect(await admin.api.updateAccount({ accountId, plan: 'pro', planExpiresAt: endsAt })).toMatchObject({
      plan: 'pro',
      planExpiresAt: endsAt,
      userType: 2,
      tickets: { normal: 370 },
    });
    expect(await periodsOf(member)).toEqual([{ plan: 'pro', startsAt: startOfStory, endsAt }]);
    expect(await admin.api.updateAccount({ accountId, nickName: '改名' })).toMatchObject({ planExpiresAt: endsAt });
    expect(await admin.api.updateAccount({ accountId, userType: 3 })).toMatchObject({
      plan: 'team',
      planExpiresAt: endsAt,
      userType: 3,
    });
    const past = { accountId, planExpiresAt: startOfStory - 1 };
    expect(await admin.api.updateAccount(past)).toMatchObject({ plan: 'free', planExpiresAt: null, userType: 1 });
    expect(await bought(accountId)).toBe(0);
    expect(await admin.api.updateAccount({ accountId, plan: 'basic' })).toMatchObject({
      plan: 'basic',
      planExpiresAt: null,
    });
    expect(await admin.api.updateAccount({ accountId, plan: 'free' })).toMatchObject({ plan: 'free', userType: 1 });
  });

  it('edit what a plan gives, which the next grant follows', async () => {
    const admin = await server.staff('admin');
    const member = await server.member();
    await buyMonths(member.accountId, { plan: 'basic' }, 3);
    const basic = (await admin.api.staffPlans()).find(({ id }) => id === 'basic');
    expect(basic).toMatchObject({ accounts: 1, monthly: { normal: 120, live: 20, gpt: 200 }, version: 1 });
    await admin.api.updatePlan({ id: 'basic', monthly: { normal: 90, live: 0, gpt: 300 }, queued: 9, version: 1 });
    await server.deps.memberships.advance('all');
    expect((await member.api.getVipInfo()).limits).toEqual({ running: 2, queued: 9 });
    await server.pass(29 * day);
    expect(await bought(member.accountId)).toBe(120);
    await server.pass(day);
    expect(await bought(member.accountId)).toBe(90);
    expect(await bought(member.accountId, 'live')).toBe(0);
    expect(await bought(member.accountId, 'gpt')).toBe(300);
  });
});

it('the clock set back gives the plan of that day', async () => {
  const member = await server.member();
  await buyDays(member.accountId, { plan: 'pro' }, 10);
  await control('POST', '/clock', { advanceMs: 11 * day });
  expect((await member.api.getVipInfo()).plan).toBe('free');
  await control('POST', '/clock', { advanceMs: -5 * day });
  expect((await member.api.getVipInfo()).plan).toBe('pro');
});

describe('a membership whose clock goes back before its beginning and forward again', () => {
  const standing = async (member: Member) => {
    const [vip, { plan, expiresAt }] = await Promise.all([member.api.getVipInfo(), member.api.membership()]);
    expect([vip.plan, vip.expiresAt]).toEqual([plan, expiresAt]);
    return plan;
  };

  it('is there again, by the control plane', async () => {
    const member = await server.member();
    await buyDays(member.accountId, { plan: 'pro' }, 10);
    const tickets = await bought(member.accountId);
    await control('POST', '/clock', { advanceMs: -hour });
    expect(await standing(member)).toBe('free');
    await control('POST', '/clock', { advanceMs: hour });
    expect(await standing(member)).toBe('pro');
    expect(await bought(member.accountId)).toBe(tickets);
  });

  it('is there again, when the machine’s own clock did it', async () => {
    const member = await server.member();
    await buyDays(member.accountId, { plan: 'pro' }, 10);
    await server.deps.tick();
    for (const [ms, plan] of [
      [-hour, 'free'],
      [-hour, 'free'],
      [2 * hour - 1, 'free'],
      [1, 'pro'],
      [10 * day, 'free'],
      [-day, 'pro'],
    ] as const) {
      await server.pass(ms);
      expect(await standing(member)).toBe(plan);
    }
  });

  it('is there again, though the server started in between', async () => {
    const member = await server.member();
    await buyDays(member.accountId, { plan: 'pro' }, 10);
    await server.stop(5000);
    const later = await startTestServer({ dataDir: server.dataDir });
    later.clock.set({ advanceMs: -hour });
    await later.deps.tick();
    expect((await later.deps.accounts.vipInfo(member.accountId)).plan).toBe('free');
    await later.pass(hour);
    expect((await later.deps.accounts.vipInfo(member.accountId)).plan).toBe('pro');
    await later.stop(5000);
    // The story's own server, for the look at its books.
    const again = await startTestServer({ dataDir: server.dataDir });
    Object.defineProperties(server, Object.getOwnPropertyDescriptors(again));
  });
});

it('nobody is looked at while nothing is due', async () => {
  const member = await server.member();
  await buyMonths(member.accountId, { plan: 'pro' }, 12);
  const rows = () => server.deps.store.db.selectFrom('account').select('next_grant_at').execute();
  const before = await rows();
  await server.pass(29 * day);
  expect(await rows()).toEqual(before);
  const plan = await sql<{ detail: string }>`EXPLAIN QUERY PLAN
    SELECT id FROM account WHERE plan_expires_at <= 1 UNION ALL SELECT id FROM account WHERE next_grant_at <= 1`.execute(
    server.deps.store.db,
  );
  const steps = plan.rows.map(({ detail }) => detail).join('\n');
  // Of the two indexes of the end, one is as good as the other.
  expect(steps).toMatch(/account_(list_)?plan_expires/);
  expect(steps).not.toMatch(/^SCAN account$/m);
  expect(steps).toContain('account_next_grant');
});

it('memberships of data from before there were orders go on, and bring their tickets', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'zhuhui-old-'));
  const old = new Database(path.join(dataDir, 'zhuhui.db'));
  old.exec('CREATE TABLE migration (name TEXT PRIMARY KEY, applied_at TEXT NOT NULL)');
  for (const [name, script] of Object.entries({
    '0001-foundation': foundation,
    '0002-queue-and-projects': queueAndProjects,
    '0003-live': live,
  })) {
    old.exec(script);
    old.prepare("INSERT INTO migration VALUES (?, '')").run(name);
  }
  const account = old.prepare(
    'INSERT INTO account (id, nick_name, user_type, plan, plan_expires_at, invite_code, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
  );
  const created = startOfStory - 40 * day;
  account.run('user_month', '', 2, 'pro', startOfStory + 10 * day, 'A', created, created);
  account.run('user_ever', '', 3, 'team', null, 'B', created, created);
  account.run('user_over', '', 2, 'basic', startOfStory - day, 'C', created, created);
  account.run('user_free', '', 1, 'free', null, 'D', created, created);
  old.close();

  const later = await startTestServer({ dataDir });
  await later.deps.tick();
  const plans = await later.deps.store.db
    .selectFrom('account')
    .select(['id', 'plan', 'user_type', 'plan_expires_at'])
    .where('id', 'like', 'user_%')
    .where('user_type', '!=', 9)
    .orderBy('id')
    .execute();
  expect(plans).toEqual([
    { id: 'user_ever', plan: 'team', user_type: 3, plan_expires_at: null },
    { id: 'user_free', plan: 'free', user_type: 1, plan_expires_at: null },
    { id: 'user_month', plan: 'pro', user_type: 2, plan_expires_at: startOfStory + 10 * day },
    { id: 'user_over', plan: 'free', user_type: 1, plan_expires_at: null },
  ]);
  const totals = plans.map(({ id }) => later.deps.tickets.total(id, 'normal'));
  // 20 of the 30 days of the second window are left of the pro membership.
  expect(await Promise.all(totals)).toEqual([900, 3, 233, 3]);
  expect(await later.faults()).toEqual([]);
  await later.close();
});
