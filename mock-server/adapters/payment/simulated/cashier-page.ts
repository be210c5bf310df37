import type { Request } from 'express';
import { formatDateTime, formatMoney } from '#shared/domain/format';
import { payTypeLabels } from '#shared/domain/order-status';
import type { BookedTrade } from './books.repository.ts';
import { cashierCss } from './cashier-style.ts';

/** What the house lends the company: its look and its guard. */
export interface House {
  htmlPage(title: string, body: string, extraCss?: string, script?: string): string;
  escapeHtml(text: string): string;
  /** Throws where another site asks. */
  refuseForeignOrigin(request: Request): void;
}

/** What the payer sees of a trade. */
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

/** A payment is fresh for so long: only then the page goes back by itself, so that Back does not lead in a circle. */
const freshMs = 60_000;

export function cashierPage(house: House, view: CashierView): string {
  const { trade, state, now } = view;
  const title = `${state === 'open' ? '收银台' : endings[state].title} · 筑绘 AI`;
  const left = Math.max(0, trade.expireAt - now);
  const whole = trade.expireAt - trade.createdAt;
  const body = `${top}
<article class="sheet" data-state="${state}" data-left="${left}" data-whole="${whole}">
<p class="practice"><span>模拟收银台 · 不产生真实扣款</span></p>
<div class="desk">${state === 'open' ? openDesk(house, view) : endedDesk(house, view, state)}</div>
${titleBlock(house, trade, state)}
</article>`;
  return house.htmlPage(title, body, cashierCss, '/pay/cashier.js');
}

export function unknownOrderPage(house: House): string {
  const body = `${top}
<article class="sheet"><div class="desk"><section class="matter">
<h1>没有这笔订单</h1><p class="sentence">请检查地址，或回到商户重新打开收银台。</p>
<p class="acts"><a class="button" href="/">返回首页</a></p></section>
<section class="aside">${stamp('无此单')}</section></div></article>`;
  return house.htmlPage('没有这笔订单 · 筑绘 AI', body, cashierCss);
}

const top = `<header class="top"><svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
<rect class="seal" x="1" y="1" width="30" height="30" rx="7"/><path class="drawn" d="M16 8 7.5 14.5M9.5 13.5V24H16M16 8v16"/>
<path class="rendered" d="M16 7.2 25 14l-1 1.3-1-.7V24.8h-7z"/></svg><b>筑绘 AI</b><span>收银台</span></header>`;

function openDesk(house: House, { trade, now, code }: CashierView): string {
  const seconds = Math.ceil(Math.max(0, trade.expireAt - now) / 1000);
  const two = (value: number) => String(value).padStart(2, '0');
  return `<section class="matter">
<h1>${house.escapeHtml(trade.subject)}</h1>
<dl class="sum"><dt>应付金额</dt><dd>${money(trade.amount)}</dd></dl>
<div class="time"><p>剩余支付时间 <time id="left" role="timer">${two(Math.floor(seconds / 60))}:${two(seconds % 60)}</time>
<small>${formatDateTime(trade.expireAt)} 截止</small></p><span class="track"><span id="left-bar"></span></span></div>
<form class="acts" method="post" action="/pay/${house.escapeHtml(trade.orderNo)}">
<button class="main" name="action" value="pay">确认支付</button><button name="action" value="refuse">放弃支付</button></form>
</section>
<section class="aside scan"><div class="code" role="img" aria-label="本页的二维码">${code}</div>
<p>用手机扫码也可以支付</p></section>`;
}

function endedDesk(house: House, { trade, now }: CashierView, state: Ending): string {
  const { title, mark, sentence } = endings[state];
  const isFresh = state === 'paid' && now - (trade.paidAt ?? 0) < freshMs;
  const isPaid = state === 'paid' || state === 'refunded';
  const back = house.escapeHtml(trade.returnUrl);
  return `<section class="matter" role="status">
<h1>${title}</h1>
<p class="sentence">${sentence}</p>
<dl class="sum"><dt>${isPaid ? '实付金额' : '订单金额'}</dt><dd>${money(trade.amount)}</dd>
${state === 'paid' && trade.refunded > 0 ? `<dt>已退款</dt><dd class="small">${formatMoney(trade.refunded)}</dd>` : ''}</dl>
<p class="acts"><a class="button${isFresh ? ' main' : ''}" id="back" href="${back}">返回商户</a>
${isFresh ? '<span class="wait"><span id="wait">3</span> 秒后自动返回</span>' : ''}</p>
</section>
<section class="aside">${stamp(mark, state === 'paid' ? formatDateTime(trade.paidAt ?? now) : '')}</section>`;
}

/** The corner block of a drawing, with the facts of the order. */
function titleBlock(house: House, trade: BookedTrade, state: CashierState): string {
  const facts = [
    ['商户', '筑绘 AI'],
    ['支付方式', `${payTypeLabels[trade.payType]}（模拟）`],
    ['下单时间', formatDateTime(trade.createdAt)],
    ['订单号', trade.orderNo],
    // While it is open, the product is the heading.
    ...(state === 'open' ? [] : [['商品', trade.subject]]),
  ];
  const cells = facts.map(([name = '', fact = '']) => `<div><dt>${name}</dt><dd>${house.escapeHtml(fact)}</dd></div>`);
  return `<dl class="block">${cells.join('')}</dl>`;
}

function money(fen: number): string {
  const [sign = '', ...figures] = formatMoney(fen);
  return `<small>${sign}</small>${figures.join('')}`;
}

function stamp(mark: string, when = ''): string {
  return `<p class="stamp" aria-hidden="true"><b>${mark}</b>${when ? `<small>${when}</small>` : ''}</p>`;
}
