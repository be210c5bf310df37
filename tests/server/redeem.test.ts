import { describe, expect, it } from 'vitest';
import { newClientKey } from '#shared/domain/client-key';
import { day, hour } from '#shared/domain/time';
import { refusal, startOfStory, type TestServer } from '../support/server.ts';
import { eachOnItsServer } from '../support/server-each.ts';
import type { Visitor } from '../support/server-visitor.ts';

let server: TestServer;
let operator: Visitor & { accountId: string };
let admin: Visitor;
eachOnItsServer(async (started) => {
  server = started;
  operator = await server.staff('operator');
  admin = await server.staff('admin');
});

type Draft = Parameters<Visitor['api']['createRedeemBatch']>[0];

/** Creates a batch and has it approved by a second person. */
async function makeBatch(draft: Partial<Draft> = {}) {
  const { pendingChange, ...batch } = await operator.api.createRedeemBatch({
    name: '双十一',
    reason: '双十一活动',
    count: 1,
    clientKey: newClientKey(),
    ...(draft.plan === undefined ? { ticketKind: 'normal' as const, amount: 30 } : {}),
    ...draft,
  });
  if (pendingChange) await admin.api.approveChange({ id: pendingChange.id });
  const table = await (await operator.fetch(`/api/admin/v1/redeemBatches/${batch.id}/codes`)).text();
  const codes = table
    .split('\r\n')
    .slice(1, -1)
    .map((line) => line.split('"')[1] ?? '');
  return { batch, codes, table };
}

describe('a code', () => {
  it('gives its tickets, typed in any case, with or without dashes', async () => {
    const { codes } = await makeBatch({ count: 3, days: 10 });
    expect(codes).toHaveLength(3);
    for (const code of codes) expect(code).toMatch(/^([A-HJ-NP-Z2-9]{4}-){3}[A-HJ-NP-Z2-9]{4}$/);
    const member = await server.member();
    const [first = '', second = '', third = ''] = codes;
    for (const typed of [first, second.toLowerCase().replaceAll('-', ''), ` ${third.replaceAll('-', ' – ')} `]) {
      expect(await member.api.redeemCode({ code: typed })).toEqual({ gives: ['普通券 30 张，10 天内有效'] });
    }
    expect(await member.api.totalTicket({ type: 1 })).toBe(23 + 90);
    const { purses } = await member.api.ticketSummary();
    expect(purses[0]?.lots.filter(({ source }) => source === 'redeem')).toMatchObject(
      Array(3).fill({ reason: '兑换码', amount: 30, expiresAt: startOfStory + 10 * day }),
    );
  });

  it('gives days of a plan, behind what is there', async () => {
    const { batch, codes } = await makeBatch({ plan: 'pro', planDays: 7, usesPerCode: 2 });
    expect(batch.gives).toEqual(['专业会员 7 天']);
    const member = await server.member();
    await member.api.redeemCode({ code: codes[0] ?? '' });
    expect(await member.api.membership()).toMatchObject({ plan: 'pro', expiresAt: startOfStory + 7 * day });
    const pro = await server.member({ plan: 'pro' });
    await pro.api.redeemCode({ code: codes[0] ?? '' });
    expect((await pro.api.membership()).expiresAt).toBe(startOfStory + 37 * day);
  });

  it('is good once for each account and as often as it says', async () => {
    const { batch, codes } = await makeBatch({ usesPerCode: 2 });
    const [code = ''] = codes;
    const [one, two, three] = [await server.member(), await server.member(), await server.member()];
    await one.api.redeemCode({ code });
    expect(await refusal(one.api.redeemCode({ code }))).toMatchObject({ status: 409, reason: 'redeem.used' });
    await two.api.redeemCode({ code });
    expect((await refusal(three.api.redeemCode({ code }))).reason).toBe('redeem.used');
    expect(await three.api.totalTicket({ type: 1 })).toBe(23);
    const list = await operator.api.redeemBatches();
    expect(list).toMatchObject([{ id: batch.id, used: 2, count: 1, usesPerCode: 2, operator: 'operator' }]);
  });

  it('whose last use is wanted by ten at once goes to one of them', async () => {
    const { codes } = await makeBatch({ usesPerCode: 3 });
    const [code = ''] = codes;
    const members = await Promise.all(Array.from({ length: 10 }, () => server.member()));
    // Each of them clicks twice.
    const clicks = members.flatMap((member) => [member, member]);
    const outcomes = await Promise.allSettled(clicks.map((member) => member.api.redeemCode({ code })));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    const totals = await Promise.all(members.map((member) => member.api.totalTicket({ type: 1 })));
    expect(totals.filter((total) => total === 53)).toHaveLength(3);
    expect(totals.filter((total) => total === 23)).toHaveLength(7);
  });

  it('that two tabs of one account redeem at once gives once', async () => {
    const { codes } = await makeBatch({ usesPerCode: 5 });
    const member = await server.member();
    const tries = Array.from({ length: 3 }, () =>
      member.api.redeemCode({ code: codes[0] ?? '' }).then(
        () => 'given',
        (error: { reason: string }) => error.reason,
      ),
    );
    expect((await Promise.all(tries)).sort()).toEqual(['given', 'redeem.used', 'redeem.used']);
    const { db } = server.deps.store;
    const lots = db
      .selectFrom('ticket_lot')
      .select('id')
      .where('reference', '=', `redeem:${codes[0]?.replaceAll('-', '')}`);
    expect(await lots.execute()).toHaveLength(1);
  });

  it('that has expired or was disabled gives nothing', async () => {
    const expiring = await makeBatch({ expiresAt: startOfStory + hour });
    const disabled = await makeBatch();
    const member = await server.member();
    await server.pass(hour);
    expect(await operator.api.disableRedeemBatch({ id: disabled.batch.id })).toMatchObject({ isDisabled: true });
    await operator.api.disableRedeemBatch({ id: disabled.batch.id });
    for (const { codes } of [expiring, disabled]) {
      const answer = await refusal(member.api.redeemCode({ code: codes[0] ?? '' }));
      expect(answer).toMatchObject({ status: 409, reason: 'redeem.expired' });
    }
    expect(await member.api.totalTicket({ type: 1 })).toBe(23);
  });

  it('cannot be guessed: after ten wrong ones an hour even the right one is refused', async () => {
    const { codes } = await makeBatch();
    const [code = ''] = codes;
    const [member, other] = [await server.member(), await server.member()];
    const wrong = (number: number) =>
      member.api.redeemCode({ code: `AAAA-AAAA-AAAA-A${String(number).padStart(3, '2')}` });
    for (let i = 0; i < 10; i++) expect((await refusal(wrong(i))).reason).toBe('redeem.unknown');
    expect(await refusal(member.api.redeemCode({ code }))).toMatchObject({
      status: 429,
      reason: 'redeem.too_many_tries',
    });
    await server.pass(hour - 1);
    expect((await refusal(member.api.redeemCode({ code }))).reason).toBe('redeem.too_many_tries');
    await server.pass(1);
    await server.deps.sweep();
    await member.api.redeemCode({ code });
    expect((await refusal(other.api.redeemCode({ code }))).reason).toBe('redeem.used');
    expect((await refusal(server.visitor().api.redeemCode({ code }))).status).toBe(401);
  });
});

describe('a batch', () => {
  it('is exported as a table no spreadsheet takes for formulas, which the audit tells of', async () => {
    const { batch } = await makeBatch({ name: '=HYPERLINK("http://evil")', count: 2 });
    const response = await operator.fetch(`/api/admin/v1/redeemBatches/${batch.id}/codes`);
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('content-disposition')).toContain('attachment');
    expect(response.headers.get('cache-control')).toBe('no-store');
    const bytes = Buffer.from(await response.arrayBuffer());
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const lines = bytes.subarray(3).toString().split('\r\n');
    expect(lines[0]).toBe('"兑换码","批次","内容","已用次数","可用次数"');
    expect(lines[1]).toContain(`"'=HYPERLINK(""http://evil"")"`);
    expect(lines).toHaveLength(4);
    const audits = await server.deps.store.db
      .selectFrom('audit')
      .select('action')
      .where('subject', '=', batch.id)
      .orderBy('id')
      .execute();
    expect(audits.map(({ action }) => action.replace('redeem.', ''))).toEqual([
      ...['create', 'ask_change', 'approve_change', 'export', 'export'],
    ]);
  });

  it('of ten thousand codes has ten thousand different ones', async () => {
    operator = await server.staff('admin');
    const { batch, codes } = await makeBatch({ count: 10_000 });
    expect(batch.count).toBe(10_000);
    expect(new Set(codes).size).toBe(10_000);
  });

  it('is made once for each key, also when it is asked for twice at once', async () => {
    const draft = {
      reason: '春节活动',
      name: '双十二',
      count: 3,
      ticketKind: 'normal' as const,
      amount: 5,
      clientKey: 'batch-1',
    };
    const [first, second] = await Promise.all([
      operator.api.createRedeemBatch(draft),
      operator.api.createRedeemBatch(draft),
    ]);
    expect(second).toEqual(first);
    expect(await operator.api.createRedeemBatch(draft)).toEqual(first);
    expect(await operator.api.redeemBatches()).toHaveLength(1);
    const larger = operator.api.createRedeemBatch({ ...draft, count: 4 });
    expect(await refusal(larger)).toMatchObject({ status: 409, reason: 'request.client_key_reused' });
  });

  it('has to give something, in full', async () => {
    const drafts = [
      {},
      { ticketKind: 'normal' as const },
      { amount: 5 },
      { plan: 'pro' as const },
      { ticketKind: 'normal' as const, amount: 5, planDays: 7 },
    ];
    for (const draft of drafts) {
      const answer = await refusal(
        operator.api.createRedeemBatch({ name: '空', count: 1, clientKey: 'empty', ...draft }),
      );
      expect(answer).toMatchObject({ status: 422, reason: 'redeem.gives_nothing' });
    }
    expect(await operator.api.redeemBatches()).toEqual([]);
    expect((await refusal(operator.api.disableRedeemBatch({ id: 'none' }))).reason).toBe('redeem.unknown');
  });

  it('is shown to those who may read, and its codes only to those who may make them', async () => {
    const { batch } = await makeBatch();
    const viewer = await server.staff('viewer');
    expect(await viewer.api.redeemBatches()).toHaveLength(1);
    expect((await viewer.fetch(`/api/admin/v1/redeemBatches/${batch.id}/codes`)).status).toBe(403);
  });
});
