import { readFileSync } from 'node:fs';
import type { Request } from 'express';
import { formatDateTime, formatMoney } from '#shared/domain/format';
import { payTypeLabels } from '#shared/domain/order-status';
import { minute } from '#shared/domain/time';
import type { BookedTrade } from './books.repository.ts';

/** Parts of the server that the pages use: template and origin guard. */
export interface House {
  htmlPage(title: string, body: string, extraCss?: string, script?: string): string;
  /** Fills `{{text}}` and `{{{html}}}` of a template. */
  fillHtml(template: string, values: Readonly<Record<string, string | number>>): string;
  /** Throws where another site asks. */
  refuseForeignOrigin(request: Request): void;
}

/** State of a trade as the payer sees it. */
export type CashierState = 'open' | 'paid' | 'refused' | 'expired' | 'closed' | 'refunded';

export interface CashierView {
  trade: BookedTrade;
  state: CashierState;
  now: number;
  /** The QR code of the page, SVG. */
  code: string;
}

type Ending = Exclude<CashierState, 'open'>;

const endings: Record<Ending, { title: string; mark: string; sentence: string }> = {
  paid: { title: '支付成功', mark: '已支付', sentence: '付款已完成，权益到账后可在订单里查看。' },
  refused: { title: '已放弃支付', mark: '已放弃', sentence: '没有扣款。需要时可以回到商户重新下单。' },
  expired: { title: '支付已超时', mark: '已超时', sentence: '没有扣款。需要时可以回到商户重新下单。' },
  closed: { title: '订单已关闭', mark: '已关闭', sentence: '商户关闭了这笔订单，没有扣款。' },
  refunded: { title: '已全额退款', mark: '已退款', sentence: '这笔支付已经原路退回。' },
};

/**
 * The page returns to the merchant by itself only this long after the payment. Later, whoever came with the browser's
 * Back button would be sent forward again at once.
 */
const freshMs = minute;

const read = (name: string) => readFileSync(new URL(`pages/${name}`, import.meta.url), 'utf8');
const templates = {
  cashier: read('cashier.html'),
  open: read('open.html'),
  ended: read('ended.html'),
  unknown: read('unknown.html'),
};
const top = read('top.html');
const css = read('cashier.css');

/** Script of the page. Served as a file, because the content security policy allows no inline scripts. */
export const cashierScript = read('cashier.js');

export function cashierPage(house: House, view: CashierView): string {
  const { trade, state, now } = view;
  const title = `${state === 'open' ? '收银台' : endings[state].title} · 筑绘 AI`;
  const body = house.fillHtml(templates.cashier, {
    top,
    state,
    left: Math.max(0, trade.expireAt - now),
    whole: trade.expireAt - trade.createdAt,
    sides: state === 'open' ? openSides(house, view) : endedSides(house, view, state),
    facts: facts(house, trade, state),
  });
  return house.htmlPage(title, body, css, '/pay/cashier.js');
}

export function unknownOrderPage(house: House): string {
  const body = house.fillHtml(templates.unknown, { top, stamp: stamp(house, '无此单') });
  return house.htmlPage('没有这笔订单 · 筑绘 AI', body, css);
}

function openSides(house: House, { trade, now, code }: CashierView): string {
  const seconds = Math.ceil(Math.max(0, trade.expireAt - now) / 1000);
  const two = (value: number) => String(value).padStart(2, '0');
  return house.fillHtml(templates.open, {
    subject: trade.subject,
    orderNo: trade.orderNo,
    ...money(trade.amount),
    left: `${two(Math.floor(seconds / 60))}:${two(seconds % 60)}`,
    deadline: formatDateTime(trade.expireAt),
    code,
  });
}

function endedSides(house: House, { trade, now }: CashierView, state: Ending): string {
  const { title, mark, sentence } = endings[state];
  const isFresh = state === 'paid' && now - (trade.paidAt ?? 0) < freshMs;
  const isPaid = state === 'paid' || state === 'refunded';
  const refund = `<dt>已退款</dt><dd class="small">${formatMoney(trade.refunded)}</dd>`;
  const wait = isFresh ? '<span class="wait"><span id="wait">3</span> 秒后自动返回</span>' : '';
  const link = `<a class="button${isFresh ? ' main' : ''}" id="back" href="{{href}}">返回商户</a> ${wait}`;
  return house.fillHtml(templates.ended, {
    title,
    sentence,
    amountLabel: isPaid ? '实付金额' : '订单金额',
    ...money(trade.amount),
    refunded: state === 'paid' && trade.refunded > 0 ? refund : '',
    back: house.fillHtml(link, { href: trade.returnUrl }),
    stamp: stamp(house, mark, state === 'paid' ? formatDateTime(trade.paidAt ?? now) : ''),
  });
}

/** The facts of the order, in the corner block of a drawing. */
function facts(house: House, trade: BookedTrade, state: CashierState): string {
  const all = [
    ['商户', '筑绘 AI'],
    ['支付方式', `${payTypeLabels[trade.payType]}（模拟）`],
    ['下单时间', formatDateTime(trade.createdAt)],
    ['订单号', trade.orderNo],
    // While it is open, the product is the heading.
    ...(state === 'open' ? [] : [['商品', trade.subject]]),
  ];
  const cell = '<div><dt>{{name}}</dt><dd>{{fact}}</dd></div>';
  return all.map(([name = '', fact = '']) => house.fillHtml(cell, { name, fact })).join('');
}

function money(fen: number): { currency: string; figures: string } {
  const [currency = '', ...figures] = formatMoney(fen);
  return { currency, figures: figures.join('') };
}

function stamp(house: House, mark: string, when = ''): string {
  const date = when ? house.fillHtml('<small>{{when}}</small>', { when }) : '';
  return house.fillHtml('<p class="stamp" aria-hidden="true"><b>{{mark}}</b>{{{date}}}</p>', { mark, date });
}
