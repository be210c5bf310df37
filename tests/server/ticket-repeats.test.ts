import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { day } from '#shared/domain/time';
import { type Member, refusal, startTestServer, type TestServer } from '../support/server.ts';
import type { Visitor } from '../support/server-visitor.ts';

let server: TestServer;
let operator: Visitor & { accountId: string };
let member: Member;
beforeEach(async () => {
  server = await startTestServer();
  operator = await server.staff('operator');
  member = await server.member();
  // The sign-up gift and the gift of the day.
  expect(await normal()).toBe(23);
});
afterEach(async () => {
  expect(await server.faults()).toEqual([]);
  await server.close();
});

const normal = () => member.api.totalTicket({ type: 1 });
const gift = () => ({
  accountIds: [member.accountId],
  kind: 'normal' as const,
  amount: 7,
  days: 10,
  reason: '故障补偿',
  clientKey: 'form-1',
});
const taking = () => ({
  accountId: member.accountId,
  kind: 'normal' as const,
  amount: 5,
  reason: '误发',
  clientKey: 'form-2',
});

async function audits(action: string): Promise<number> {
  const rows = await server.deps.store.db.selectFrom('audit').select('id').where('action', '=', action).execute();
  return rows.length;
}

describe('a gift that is sent twice', () => {
  it('at once is given once, with one audit row, and both are answered alike', async () => {
    const answers = await Promise.all([
      operator.api.giveTickets(gift()),
      operator.api.giveTickets(gift()),
      operator.api.giveTickets({ ...gift(), accountIds: [member.accountId, member.accountId] }),
    ]);
    expect(answers).toEqual(Array(3).fill({ accounts: 1, tickets: 7 }));
    expect(await normal()).toBe(30);
    expect(await audits('ticket.give')).toBe(1);
  });

  it('after its answer was lost is not given again, also on another day and after a restart', async () => {
    await operator.api.giveTickets(gift());
    const { dataDir } = server;
    await server.stop(1000);
    server = await startTestServer({ dataDir });
    server.clock.set({ advanceMs: day });
    operator = await server.staff('operator');
    expect(await operator.api.giveTickets(gift())).toEqual({ accounts: 1, tickets: 7 });
    const { db } = server.deps.store;
    const lots = db.selectFrom('ticket_lot').select('amount').where('reason', '=', '故障补偿');
    expect(await lots.execute()).toEqual([{ amount: 7 }]);
    expect(await audits('ticket.give')).toBe(1);
  });

  it('with another content is refused, whatever differs', async () => {
    await operator.api.giveTickets(gift());
    const other = await server.member();
    const changes = [
      { amount: 8 },
      { kind: 'gpt' as const },
      { days: null },
      { reason: '活动赠送' },
      { accountIds: [other.accountId] },
      { accountIds: [member.accountId, other.accountId] },
    ];
    for (const change of changes) {
      expect(await refusal(operator.api.giveTickets({ ...gift(), ...change }))).toMatchObject({
        status: 409,
        reason: 'request.client_key_reused',
        message: '之前的提交已经生效，内容与这次不同，请刷新核对后再操作',
      });
    }
    const { reason, clientKey } = gift();
    expect((await refusal(operator.api.takeBackTickets({ ...taking(), reason, clientKey }))).reason).toBe(
      'request.client_key_reused',
    );
    expect(await normal()).toBe(30);
    expect(await audits('ticket.give')).toBe(1);
  });

  it('by two members of staff, or under two keys, is two gifts', async () => {
    const support = await server.staff('support');
    await operator.api.giveTickets(gift());
    await support.api.giveTickets(gift());
    await operator.api.giveTickets({ ...gift(), clientKey: 'form-3' });
    expect(await normal()).toBe(44);
  });

  it('and was refused at first can be mended under the same key', async () => {
    const tooMuch = operator.api.giveTickets({ ...gift(), amount: 5001 });
    expect((await refusal(tooMuch)).reason).toBe('ticket.daily_ceiling');
    await operator.api.giveTickets(gift());
    expect(await normal()).toBe(30);
  });

  it('needs a key', async () => {
    expect(await refusal(operator.api.giveTickets({ ...gift(), clientKey: '' }))).toMatchObject({
      status: 422,
      fields: { clientKey: ['缺少请求编号'] },
    });
  });
});

describe('tickets that are taken back twice', () => {
  it('at once go once', async () => {
    const answers = await Promise.all([operator.api.takeBackTickets(taking()), operator.api.takeBackTickets(taking())]);
    expect(answers).toEqual([{ taken: 5 }, { taken: 5 }]);
    expect(await normal()).toBe(18);
    expect(await audits('ticket.take_back')).toBe(1);
  });

  it('do not go from what came after there was nothing to take', async () => {
    await operator.api.takeBackTickets({ ...taking(), amount: 100, clientKey: 'all' });
    expect(await operator.api.takeBackTickets(taking())).toEqual({ taken: 0 });
    await operator.api.giveTickets(gift());
    expect(await operator.api.takeBackTickets(taking())).toEqual({ taken: 0 });
    expect(await normal()).toBe(7);
  });

  it('are not another amount under the same key', async () => {
    await operator.api.takeBackTickets(taking());
    const more = operator.api.takeBackTickets({ ...taking(), amount: 6 });
    expect((await refusal(more)).reason).toBe('request.client_key_reused');
    expect(await normal()).toBe(18);
  });
});
