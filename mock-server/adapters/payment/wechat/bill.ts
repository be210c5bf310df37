import { createHash } from 'node:crypto';
import type { BillLine } from '../port.ts';
import { toFen } from '../yuan.ts';

const columns = { tradeNo: '微信订单号', orderNo: '商户订单号', amount: '订单金额' } as const;

/**
 * The payments in a day's bill: UTF-8, every value behind a backtick, two lines of sums at the end.
 * Throws where it is not that, or not the bytes the interface announced.
 * @param sha1 hexadecimal
 */
export function readWechatBill(bytes: Buffer, sha1: string): BillLine[] {
  if (createHash('sha1').update(bytes).digest('hex') !== sha1.toLowerCase()) throw new Error('the bill is not whole');
  const [first = '', ...lines] = bytes
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .split(/\r?\n/);
  const head = first.split(',');
  const [tradeNo, orderNo, amount] = [columns.tradeNo, columns.orderNo, columns.amount].map((name) => {
    const index = head.indexOf(name);
    if (index < 0) throw new Error(`the bill has no column ${name}`);
    return index;
  }) as [number, number, number];
  // The head of the sums is the first line without a backtick.
  const end = lines.findIndex((line) => !line.startsWith('`'));
  if (end < 0) throw new Error('the bill breaks off');
  return lines.slice(0, end).map((line) => {
    const cells = line.slice(1).split(',`');
    return { orderNo: cells[orderNo] ?? '', tradeNo: cells[tradeNo] ?? '', amount: toFen(cells[amount] ?? '') };
  });
}
