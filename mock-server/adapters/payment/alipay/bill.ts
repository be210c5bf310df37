import JSZip from 'jszip';
import type { BillLine } from '../port.ts';
import { toFen } from '../yuan.ts';

const columns = { tradeNo: '支付宝交易号', orderNo: '商户订单号', kind: '业务类型', amount: '订单金额（元）' } as const;
const title = '商品名称';

/**
 * The payments in a day's bill: a ZIP with a list of trades and sums of it, CSV in GBK, comments behind `#`.
 * Throws where it is not that.
 */
export async function readBill(zip: Buffer): Promise<BillLine[]> {
  const archive = await JSZip.loadAsync(zip, { checkCRC32: true });
  for (const file of Object.values(archive.files)) {
    const text = new TextDecoder('gbk', { fatal: true }).decode(await file.async('uint8array'));
    const lines = text.split(/\r?\n/);
    const head = lines.findIndex((line) => Object.values(columns).every((column) => splitLine(line).includes(column)));
    if (head < 0) continue;
    return readLines(splitLine(lines[head] ?? ''), lines.slice(head + 1));
  }
  throw new Error('the bill has no list of trades');
}

function readLines(head: string[], lines: string[]): BillLine[] {
  return lines
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => {
      const cells = splitLine(line);
      // Nothing is quoted: a comma in the title of a trade moves what stands behind it.
      const surplus = cells.length - head.length;
      const cell = (column: string) => {
        const index = head.indexOf(column);
        return cells[index > head.indexOf(title) ? index + surplus : index] ?? '';
      };
      return {
        isPayment: cell(columns.kind) === '交易',
        orderNo: cell(columns.orderNo),
        tradeNo: cell(columns.tradeNo),
        amount: cell(columns.amount),
      };
    })
    .filter(({ isPayment }) => isPayment)
    .map(({ orderNo, tradeNo, amount }) => ({ orderNo, tradeNo, amount: toFen(amount) }));
}

/** Numbers have a tab behind them, so that Excel leaves them alone. */
function splitLine(line: string): string[] {
  return line.split(',').map((cell) => cell.trim());
}
