import { describe, expect, it } from 'vitest';
import { day } from '#shared/domain/time';
import { invoiceAmount, invoiceRefusal, readTaxNumber } from './invoice.rules.ts';

const paidAt = Date.parse('2026-01-31T12:00:00+08:00');
const completed = { status: 'completed', paid_at: paidAt, paid_amount: 8900, refunded_amount: 0 } as const;

describe('an invoice', () => {
  it('is over what was paid without what was given back', () => {
    expect(invoiceAmount(completed)).toBe(8900);
    expect(invoiceAmount({ ...completed, refunded_amount: 900 })).toBe(8000);
    expect(invoiceAmount({ ...completed, refunded_amount: 8900 })).toBe(0);
    expect(invoiceAmount({ ...completed, status: 'created', paid_at: null, paid_amount: null })).toBe(0);
  });

  it('can be asked for within 180 days of the payment of a completed order', () => {
    expect(invoiceRefusal(completed, paidAt)).toBeNull();
    expect(invoiceRefusal(completed, paidAt + 180 * day)).toBeNull();
    expect(invoiceRefusal(completed, paidAt + 180 * day + 1)).toMatch(/180 天/);
    expect(invoiceRefusal({ ...completed, refunded_amount: 8899 }, paidAt)).toBeNull();
  });

  it('is refused for everything else, and says why', () => {
    const unpaid = { paid_at: null, paid_amount: null, refunded_amount: 0 };
    for (const status of ['created', 'paying', 'closed'] as const)
      expect(invoiceRefusal({ ...unpaid, status }, paidAt)).toBe('订单完成后才能申请发票');
    expect(invoiceRefusal({ ...completed, status: 'paid' }, paidAt)).toBe('订单完成后才能申请发票');
    expect(invoiceRefusal({ ...completed, status: 'refunding' }, paidAt)).toMatch(/正在退款/);
    expect(invoiceRefusal({ ...completed, status: 'refunded', refunded_amount: 8900 }, paidAt)).toMatch(/已全额退款/);
    expect(invoiceRefusal({ ...completed, refunded_amount: 8900 }, paidAt)).toMatch(/已全额退款/);
  });
});

describe('a tax number', () => {
  it.each([
    ['91110108MA01ABCD2X', '91110108MA01ABCD2X'],
    [' 91110108ma01abcd2x ', '91110108MA01ABCD2X'],
    ['9111 0108 MA01 ABCD 2X', '91110108MA01ABCD2X'],
    ['9111010-8MA01ABCD2X', '91110108MA01ABCD2X'],
    ['９１１１０１０８ＭＡ０１ＡＢＣＤ２Ｘ', '91110108MA01ABCD2X'],
    ['110108123456789', '110108123456789'],
    ['1101081234567890X', '1101081234567890X'],
    ['11010819900101123X01', '11010819900101123X01'],
  ])('%s is read as %s', (typed, read) => {
    expect(readTaxNumber(typed)).toBe(read);
  });

  it.each(['', '1', '1101081234567890', '9111010_8MA01ABCD2X', '9'.repeat(19), '9'.repeat(21), '٩'.repeat(18)])(
    '%s is none',
    (typed) => {
      expect(readTaxNumber(typed)).toBeNull();
    },
  );
});
