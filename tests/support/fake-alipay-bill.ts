import JSZip from 'jszip';

export interface BillRow {
  tradeNo: string;
  orderNo: string;
  kind: '交易' | '退款';
  title: string;
  /** Yuan; a refund has a minus before it. */
  amount: string;
  refundNo: string;
}

const head =
  '支付宝交易号,商户订单号,业务类型,商品名称,创建时间,完成时间,门店编号,门店名称,操作员,终端号,对方账户,订单金额（元）,商家实收（元）,支付宝红包（元）,集分宝（元）,支付宝优惠（元）,商家优惠（元）,券核销金额（元）,券名称,商家红包消费金额（元）,卡消费金额（元）,退款批次号/请求号,服务费（元）,分润（元）,备注';
const line = '-'.repeat(41);

/** A day's bill as Alipay packs it: sums and list in GBK, numbers with a tab behind them. */
export async function packAlipayBill(rows: BillRow[]): Promise<Buffer> {
  const list = rows.map(({ tradeNo, orderNo, kind, title, amount, refundNo }) =>
    [
      ...[`${tradeNo}\t`, `${orderNo}\t`, kind, title, '2026-11-22 10:00:00', '2026-11-22 10:00:30'],
      ...['', '', '', '', 'buy***@example.com', amount, amount, '0.00', '0.00', '0.00', '0.00', '0.00', '', '0.00'],
      ...['0.00', refundNo && `${refundNo}\t`, '-0.06', '0.00', ''],
    ].join(','),
  );
  const details = [
    '#支付宝业务明细查询',
    '#账号：[20880000000000000156]',
    `#${line}业务明细列表----------------------------------------`,
    head,
    ...list,
    `#${line}业务明细列表结束------------------------------------`,
    `#交易合计：${rows.length}笔`,
  ];
  const sums = ['#支付宝业务汇总查询', '门店编号,门店名称,交易订单总笔数,退款订单总笔数', '合计,,1,0'];
  const zip = new JSZip();
  zip.file('20880000000000000156_20261122_业务明细(汇总).csv', encodeGbk(sums.join('\r\n')));
  zip.file('20880000000000000156_20261122_业务明细.csv', encodeGbk(`${details.join('\r\n')}\r\n`));
  return zip.generateAsync({ type: 'nodebuffer' });
}

/** The platform decodes GBK and does not encode it: the table is the decoder read backwards. */
function encodeGbk(text: string): Buffer {
  gbk ??= readTable();
  return Buffer.concat([...text].map((letter) => gbk?.get(letter) ?? Buffer.from(letter, 'ascii')));
}

let gbk: Map<string, Buffer> | undefined;

function readTable(): Map<string, Buffer> {
  const table = new Map<string, Buffer>();
  const decoder = new TextDecoder('gbk');
  for (let high = 0x81; high <= 0xfe; high += 1)
    for (let low = 0x40; low <= 0xfe; low += 1) {
      const bytes = Buffer.from([high, low]);
      const letter = decoder.decode(bytes);
      if ([...letter].length === 1 && letter !== '\ufffd') table.set(letter, bytes);
    }
  return table;
}
