import type { StaffProduct } from '#shared/contract/product-desk';
import { planLabels } from '#shared/domain/console-words';
import { formatMoney } from '#shared/domain/format';
import { parseYuan, toYuanText } from '../../ui/format.ts';
import { ticketWords } from '../tickets/ticket-words.ts';

/** Benefits of a product in Chinese words, e.g. `基础会员 3 个月`, `普通券 100 张 · 24 个月内有效`. */
export function givesWords({ plan, months, ticketKind, tickets, validMonths }: StaffProduct): string {
  if (plan !== null && months !== null) return `${planLabels[plan]} ${months} 个月`;
  if (ticketKind === null || tickets === null) return '—';
  const valid = validMonths === null ? '' : ` · ${validMonths} 个月内有效`;
  return ticketWords(ticketKind, tickets) + valid;
}

/** Values of the form; amounts in yuan as typed, blank for none. */
export interface ProductFields {
  title: string;
  price: string;
  listPrice: string;
  limitPerPhone: string;
  position: string;
  isOnShelf: boolean;
  /** Shown to the approver; needed when the change becomes a pending change. */
  reason?: string;
}

export const fieldLabels: Record<keyof ProductFields, string> = {
  reason: '理由',
  title: '名称',
  price: '价格',
  listPrice: '划线价',
  limitPerPhone: '每号限购',
  position: '排序',
  isOnShelf: '上架',
};

export function toFields(product: StaffProduct): ProductFields {
  const { title, price, listPrice, limitPerPhone, position, isOnShelf } = product;
  return {
    title,
    price: toYuanText(price),
    listPrice: listPrice === null ? '' : toYuanText(listPrice),
    limitPerPhone: limitPerPhone === null ? '' : String(limitPerPhone),
    position: String(position),
    isOnShelf,
  };
}

/**
 * True when the form values lower the price, raise the limit per phone number, or put a product on sale that no second
 * person has approved yet.
 */
export function isCheaper(product: StaffProduct, fields: Partial<ProductFields>): boolean {
  const price = parseYuan(fields.price ?? '');
  const before = product.limitPerPhone ?? Number.POSITIVE_INFINITY;
  const limit = fields.limitPerPhone === undefined ? before : Number(fields.limitPerPhone) || Number.POSITIVE_INFINITY;
  const isFirst = product.isWaiting && fields.isOnShelf === true;
  return (price !== null && price < product.price) || limit > before || isFirst;
}

/** A field's value in a sentence. */
export function fieldWord(name: keyof ProductFields, value: string | boolean | undefined): string {
  if (value === undefined) return '无';
  if (typeof value === 'boolean') return value ? '上架' : '下架';
  if (value === '') return '无';
  return name === 'price' || name === 'listPrice' ? `¥${value}` : value;
}

export function priceWords({ price, listPrice }: Pick<StaffProduct, 'price' | 'listPrice'>): string {
  return listPrice === null ? formatMoney(price) : `${formatMoney(price)}（划线价 ${formatMoney(listPrice)}）`;
}
