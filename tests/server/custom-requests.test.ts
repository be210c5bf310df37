import { describe, expect, it } from 'vitest';
import { hour, minute } from '#shared/domain/time';
import { createCustomRequestService } from '../../mock-server/modules/shop/custom-request/custom-request.service.ts';
import { refusal, type TestServer } from '../support/server.ts';
import { eachOnItsServer } from '../support/server-each.ts';
import type { Visitor } from '../support/server-visitor.ts';

let server: TestServer;
eachOnItsServer((started) => {
  server = started;
});

const phoneNo = '13812345678';
const wish = {
  company: '某某设计院',
  contact: '李四',
  need: 'seats',
  seats: 20,
  budget: '20 万以内',
  note: '需要私有部署',
} as const;

/** Proves the phone and submits. */
async function submit(visitor: Visitor = server.visitor(), changes: { company?: string } = {}) {
  await visitor.api.sendSmsCode({ phoneNo });
  const verifyCode = server.sms.sent(phoneNo)[0]?.code ?? '';
  return visitor.api.submitCustomRequest({ ...wish, ...changes, phoneNo, verifyCode });
}

describe('a custom request', () => {
  it('is submitted by anybody with a phone, and followed by its number', async () => {
    const made = await submit();
    expect(made).toMatchObject({ company: '某某设计院', need: 'seats', seats: 20, status: 'received' });
    expect(made.receiptNo).toMatch(/^CG20261120\d{6}$/);
    const looked = await server.visitor().api.customRequestStatus({ receiptNo: made.receiptNo, phoneNo });
    expect(looked).toEqual(made);
    expect(
      await server
        .visitor()
        .api.customRequestStatus({ receiptNo: made.receiptNo.toLowerCase(), phoneNo: '+86 138-1234-5678' }),
    ).toEqual(made);
    expect(Object.keys(looked)).not.toContain('contact');
  });

  it('belongs to the account that submitted it', async () => {
    const member = await server.member();
    const { receiptNo } = await submit(member);
    const row = await server.deps.store.db.selectFrom('custom_request').selectAll().executeTakeFirstOrThrow();
    expect(row).toMatchObject({ receipt_no: receiptNo, account_id: member.accountId, phone_no: phoneNo });
  });

  it('needs the newest code, right, in time and once', async () => {
    const visitor = server.visitor();
    const send = (verifyCode: string) => visitor.api.submitCustomRequest({ ...wish, phoneNo, verifyCode });
    expect((await refusal(send('000000'))).reason).toBe('code.expired');
    await visitor.api.sendSmsCode({ phoneNo });
    const code = server.sms.sent(phoneNo)[0]?.code ?? '';
    const wrong = code === '111111' ? '222222' : '111111';
    expect((await refusal(send(wrong))).reason).toBe('code.wrong');
    await send(code);
    expect((await refusal(send(code))).reason).toBe('code.expired');
    await server.pass(minute);
    await visitor.api.sendSmsCode({ phoneNo });
    await server.pass(5 * minute);
    expect((await refusal(send(server.sms.sent(phoneNo)[0]?.code ?? ''))).reason).toBe('code.expired');
    expect(await server.deps.store.db.selectFrom('custom_request').select('id').execute()).toHaveLength(1);
  });

  it('comes at most five times a day from a phone', async () => {
    for (let count = 0; count < 5; count += 1) {
      await submit();
      await server.pass(2 * hour);
    }
    const error = await refusal(submit());
    expect([error.reason, error.message]).toEqual(['request.too_often', '操作太频繁，请 50400 秒后再试']);
    await server.pass(14 * hour);
    await submit();
  });

  it('has a number of its own even where chance gives the same twice', async () => {
    const numbers = [4, 4, 4, 7];
    const { store, clock, ids } = server.deps;
    const service = createCustomRequestService({
      store,
      clock,
      ids: { ...ids, number: () => numbers.shift() ?? 9 },
      auth: { consumeCode: async () => undefined },
      audit: server.deps.audit,
      changeSets: { ...server.deps.changeSets, register: () => undefined },
    });
    const draft = { ...wish, phoneNo, verifyCode: '000000' };
    expect((await service.submit(null, draft)).receiptNo).toBe('CG20261120000004');
    expect((await service.submit(null, draft)).receiptNo).toBe('CG20261120000007');
  });

  it('is shown to nobody who does not know number and phone', async () => {
    const { receiptNo } = await submit();
    const { api } = server.visitor();
    expect((await refusal(api.customRequestStatus({ receiptNo, phoneNo: '13812345679' }))).reason).toBe(
      'custom.not_found',
    );
    const last = receiptNo.endsWith('0') ? '1' : '0';
    const neighbour = receiptNo.slice(0, -1) + last;
    expect((await refusal(api.customRequestStatus({ receiptNo: neighbour, phoneNo }))).reason).toBe('custom.not_found');
  });

  it('can be looked up twenty times an hour from an address', async () => {
    const { receiptNo } = await submit();
    const { api } = server.visitor();
    for (let count = 0; count < 20; count += 1)
      expect((await refusal(api.customRequestStatus({ receiptNo: 'CG20261120999999x', phoneNo }))).reason).toBe(
        'custom.not_found',
      );
    const error = await refusal(api.customRequestStatus({ receiptNo, phoneNo }));
    expect([error.reason, error.message]).toEqual(['request.too_often', '操作太频繁，请 3600 秒后再试']);
    await server.pass(hour);
    expect(await api.customRequestStatus({ receiptNo, phoneNo })).toMatchObject({ receiptNo });
  });
});

describe('the desk of custom requests', () => {
  it('sees what was asked, without the whole phone number', async () => {
    await submit();
    const { api } = await server.staff('viewer');
    const [row] = await api.staffCustomRequests({});
    expect(row).toMatchObject({ contact: '李四', phoneNo: '138****5678', budget: '20 万以内', note: '需要私有部署' });
    expect((await refusal((await server.staff('reviewer')).api.staffCustomRequests({}))).reason).toBe('auth.forbidden');
  });

  it('moves it on, which the customer sees and the audit keeps', async () => {
    const { receiptNo } = await submit();
    const support = await server.staff('support');
    const id = (await support.api.staffCustomRequests({ q: receiptNo }))[0]?.id ?? '';
    await server.pass(hour);
    await support.api.updateCustomRequest({ id, status: 'contacted' });
    expect(await support.api.updateCustomRequest({ id, staffNote: '周一再联系' })).toMatchObject({
      status: 'contacted',
      staffNote: '周一再联系',
    });
    const looked = await server.visitor().api.customRequestStatus({ receiptNo, phoneNo });
    expect(looked).toMatchObject({ status: 'contacted', updatedAt: server.clock.now() });
    expect(JSON.stringify(looked)).not.toContain('周一再联系');
    const audits = await server.deps.store.db.selectFrom('audit').selectAll().where('subject', '=', id).execute();
    expect(audits.map(({ action, actor_id }) => [action, actor_id])).toEqual([
      ['custom.update', support.accountId],
      ['custom.update', support.accountId],
    ]);
    expect(JSON.parse(audits[0]?.before ?? '')).toMatchObject({ status: 'received' });
    expect(JSON.stringify(audits)).not.toContain(phoneNo);
  });

  it('lets readers read and refuses what it does not know', async () => {
    await submit();
    const { api } = await server.staff('viewer');
    const id = (await api.staffCustomRequests({}))[0]?.id ?? '';
    expect((await refusal(api.updateCustomRequest({ id, status: 'won' }))).reason).toBe('auth.forbidden');
    const operator = await server.staff('operator');
    expect((await refusal(operator.api.updateCustomRequest({ id: 'none', status: 'won' }))).reason).toBe(
      'custom.not_found',
    );
  });

  it('finds and filters', async () => {
    await submit(server.visitor(), { company: '甲公司' });
    await server.pass(minute);
    await submit(server.visitor(), { company: '乙公司 100%' });
    const { api } = await server.staff('operator');
    const companies = async (query: { q?: string; status?: string | string[] }) =>
      (await api.staffCustomRequests(query)).map(({ company }) => company);
    expect(await companies({})).toEqual(['乙公司 100%', '甲公司']);
    expect(await companies({ q: '甲' })).toEqual(['甲公司']);
    expect(await companies({ q: '%' })).toEqual(['乙公司 100%']);
    expect(await companies({ q: '5678' })).toHaveLength(2);
    expect(await companies({ status: ['won', 'closed'] })).toEqual([]);
    expect(await companies({ status: 'received' })).toHaveLength(2);
  });
});
