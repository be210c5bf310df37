import { describe, expect, it } from 'vitest';
import { day } from '#shared/domain/time';
import { type Member, refusal, type TestServer } from '../support/server.ts';
import { eachOnItsServer } from '../support/server-each.ts';
import { ordersOf } from '../support/server-orders.ts';

let server: TestServer;
eachOnItsServer((started) => {
  server = started;
});

const { buy, order } = ordersOf(() => server);

const personal = { titleKind: 'personal', title: '张三', email: 'zhang@example.com' } as const;
const company = {
  titleKind: 'company',
  title: '某某建筑设计有限公司',
  taxNo: '91110108ma01abcd2x',
  email: 'finance@example.com',
} as const;

/** Staff give money of an order back, and it arrives. */
async function giveBack(orderId: string, amount: number): Promise<void> {
  const finance = await server.staff('finance');
  await finance.api.refundOrder({ id: orderId, amount, reason: '用户来电退款' });
  await server.pass(1000);
}

async function asked(member: Member, orderId: string): Promise<string> {
  await member.api.requestInvoice({ orderId, ...company });
  const [invoice] = await (await server.staff('finance')).api.staffInvoices({ q: company.title });
  return invoice?.id ?? '';
}

describe('an invoice', () => {
  it('is asked for by the buyer, issued by staff and seen at the order', async () => {
    const member = await server.member();
    const { orderId, orderNo, canInvoice } = await buy(member);
    expect(canInvoice).toBe(true);
    const request = await member.api.requestInvoice({ orderId, ...company });
    expect(request).toMatchObject({
      orderId,
      canInvoice: false,
      invoice: { status: 'requested', title: company.title, taxNo: '91110108MA01ABCD2X', invoiceNo: '', answer: '' },
    });

    const finance = await server.staff('finance');
    const [waiting] = await finance.api.staffInvoices({ status: 'requested' });
    expect(waiting).toMatchObject({ orderNo, accountId: member.accountId, amount: 3900, titleKind: 'company' });
    const id = waiting?.id ?? '';
    expect(await finance.api.answerInvoice({ id, status: 'issued', invoiceNo: '24112000000000123456' })).toMatchObject({
      status: 'issued',
      invoiceNo: '24112000000000123456',
      doneAt: server.clock.now(),
    });
    const { list } = await member.api.orders({});
    expect(list[0]).toMatchObject({
      canInvoice: false,
      invoice: { status: 'issued', invoiceNo: '24112000000000123456' },
    });
    expect(await finance.api.staffInvoices({ status: 'requested' })).toEqual([]);
    const audits = await server.deps.store.db.selectFrom('audit').selectAll().where('subject', '=', id).execute();
    expect(audits).toMatchObject([{ action: 'invoice.answer', actor_id: finance.accountId }]);
  });

  it('needs a tax number for a company and takes none for a person', async () => {
    const member = await server.member();
    const { orderId } = await buy(member);
    for (const taxNo of ['', '123', '9'.repeat(16), '9'.repeat(19), '91110108_A01ABCD2X']) {
      const error = await refusal(member.api.requestInvoice({ orderId, ...company, taxNo }));
      expect([error.reason, Object.keys(error.fields ?? {})]).toEqual(['invoice.tax_no', ['taxNo']]);
    }
    const made = await member.api.requestInvoice({ orderId, ...personal, taxNo: '91110108MA01ABCD2X' });
    expect(made.invoice).toMatchObject({ titleKind: 'personal', title: '张三', taxNo: '' });
  });

  it('is one per order, also when it is asked for twice at once', async () => {
    const member = await server.member();
    const { orderId } = await buy(member);
    const outcomes = await Promise.allSettled([1, 2, 3].map(() => member.api.requestInvoice({ orderId, ...personal })));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const error = await refusal(member.api.requestInvoice({ orderId, ...personal }));
    expect([error.reason, error.message]).toEqual(['order.not_invoiceable', '这笔订单已经申请过发票']);
  });

  it('can be asked for again after it was rejected, with the reason shown', async () => {
    const member = await server.member();
    const { orderId } = await buy(member);
    const id = await asked(member, orderId);
    const finance = await server.staff('finance');
    await finance.api.answerInvoice({ id, status: 'rejected', answer: '抬头与税号不符' });
    expect(await member.api.checkOrder({ orderId })).toMatchObject({
      canInvoice: true,
      invoice: { status: 'rejected', answer: '抬头与税号不符' },
    });
    const again = await member.api.requestInvoice({ orderId, ...personal });
    expect(again.invoice).toMatchObject({ status: 'requested', title: '张三' });
    expect(await finance.api.staffInvoices({})).toHaveLength(2);
  });

  it('is only for what was completed, and in time', async () => {
    const member = await server.member();
    const waiting = await order(member, 'normal-20');
    expect(waiting.canInvoice).toBe(false);
    const early = await refusal(member.api.requestInvoice({ orderId: waiting.orderId, ...personal }));
    expect([early.reason, early.message]).toEqual(['order.not_invoiceable', '订单完成后才能申请发票']);

    const { orderId } = await buy(member);
    await server.pass(180 * day);
    const { api } = (await server.login(member.phoneNo)).visitor;
    expect(await api.checkOrder({ orderId })).toMatchObject({ canInvoice: true });
    await server.pass(1);
    expect(await api.checkOrder({ orderId })).toMatchObject({ canInvoice: false });
    const late = await refusal(api.requestInvoice({ orderId, ...personal }));
    expect(late.message).toMatch(/180 天/);
  });

  it('is none for money that was given back, asked for or not', async () => {
    const member = await server.member();
    const given = await buy(member, 'normal-20');
    const id = await asked(member, given.orderId);
    await giveBack(given.orderId, given.amount);
    const finance = await server.staff('finance');
    const error = await refusal(finance.api.answerInvoice({ id, status: 'issued', invoiceNo: '123' }));
    expect([error.reason, error.message]).toEqual(['order.not_invoiceable', '订单已全额退款，不能开发票']);
    expect(await finance.api.answerInvoice({ id, status: 'rejected', answer: '订单已退款' })).toMatchObject({
      amount: 0,
    });
    expect((await refusal(member.api.requestInvoice({ orderId: given.orderId, ...personal }))).reason).toBe(
      'order.not_invoiceable',
    );
  });

  it('is nobody else’s', async () => {
    const member = await server.member();
    const { orderId } = await buy(member);
    const stranger = await server.member();
    expect((await refusal(stranger.api.requestInvoice({ orderId, ...personal }))).reason).toBe('order.not_found');
    expect((await refusal(member.api.requestInvoice({ orderId: 'order_none', ...personal }))).reason).toBe(
      'order.not_found',
    );
    expect((await refusal(server.visitor().api.requestInvoice({ orderId, ...personal }))).reason).toBe('auth.required');
  });
});

describe('the invoice desk', () => {
  it('is read by whom orders are shown to, and answered by finance alone', async () => {
    const member = await server.member();
    const id = await asked(member, (await buy(member)).orderId);
    for (const role of ['operator', 'support', 'viewer'] as const) {
      const { api } = await server.staff(role);
      expect(await api.staffInvoices({})).toHaveLength(1);
      const error = await refusal(api.answerInvoice({ id, status: 'issued', invoiceNo: '1' }));
      expect([role, error.reason]).toEqual([role, 'auth.forbidden']);
    }
    const { api } = await server.staff('reviewer');
    expect((await refusal(api.staffInvoices({}))).reason).toBe('auth.forbidden');
  });

  it('answers once, and completely', async () => {
    const member = await server.member();
    const id = await asked(member, (await buy(member)).orderId);
    const { api } = await server.staff('finance');
    for (const answer of [{ status: 'issued' }, { status: 'rejected', invoiceNo: '1' }] as const)
      expect((await refusal(api.answerInvoice({ id, ...answer }))).reason).toBe('invoice.incomplete');
    await api.answerInvoice({ id, status: 'issued', invoiceNo: '1' });
    expect((await refusal(api.answerInvoice({ id, status: 'rejected', answer: '不符' }))).reason).toBe(
      'invoice.not_waiting',
    );
    expect((await refusal(api.answerInvoice({ id: 'none', status: 'issued', invoiceNo: '1' }))).reason).toBe(
      'invoice.not_found',
    );
  });

  it('finds by order, title and tax number, and pages', async () => {
    const member = await server.member();
    const first = await buy(member, 'normal-20');
    await member.api.requestInvoice({ orderId: first.orderId, ...company });
    await server.pass(1000);
    const second = await buy(member, 'normal-100');
    await member.api.requestInvoice({ orderId: second.orderId, ...personal });
    const { api, fetch } = await server.staff('finance');
    const found = async (q: string) => (await api.staffInvoices({ q })).map(({ orderNo }) => orderNo);
    for (const q of [first.orderNo.toLowerCase(), '某某建筑', '91110108ma01abcd2x'])
      expect([q, await found(q)]).toEqual([q, [first.orderNo]]);
    expect(await found('%')).toEqual([]);
    expect(await found('')).toEqual([second.orderNo, first.orderNo]);
    const page = await fetch('/api/admin/v1/invoices?_start=1&_end=2&_sort=createdAt&_order=DESC');
    expect(page.headers.get('x-total-count')).toBe('2');
    expect(await page.json()).toMatchObject([{ orderNo: first.orderNo }]);
    expect((await refusal(api.staffInvoices({ _sort: 'taxNo' }))).reason).toBe('query.unsupported');
  });
});
