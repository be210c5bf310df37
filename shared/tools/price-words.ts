import type { ResultQuality } from '../domain/quality.ts';
import { type TicketKind, ticketLabels } from '../domain/ticket-kind.ts';
import type { DefinedTool } from './define-tool.ts';
import type { EnginePrice, Price } from './price.ts';
import { ticketsOf } from './ticket-count.ts';

/** A price in words stands here and nowhere else: cards, buttons and bills say the same for the same facts. */

const free = '免费';

function amount(tickets: number, kind: TicketKind): string {
  return `${tickets} ${kind === 'normal' ? '券' : ticketLabels[kind]}`;
}

/** Terms of an engine as far as a card tells them. */
interface CardTerms extends EnginePrice {
  /** Best label of its results. */
  quality: ResultQuality;
}

/**
 * Price of one output in Chinese words, for cards: `2 券 / 张`, `最多 1 券 / 张` where results are previews as a rule, which
 * are not charged, `每日前 10 张免费`, `1 实时券 / 分钟`.
 * @param engine that runs the tool where none is chosen; undefined where it is not known
 */
export function unitPriceWords(
  { ticket, group }: Pick<DefinedTool, 'ticket' | 'group'>,
  engine: CardTerms | undefined,
): string {
  const { quality, priceFactor, hasFreeOutputs = true } = engine ?? {};
  // Live drawing is paid by the minute, whatever draws.
  if (ticket.kind === 'live') return `${amount(ticket.cost, ticket.kind)} / 分钟`;
  const cost = ticketsOf(ticket.cost, priceFactor);
  if (cost === 0) return free;
  const unit = group === 'video' ? '条' : '张';
  if (ticket.freeDaily && hasFreeOutputs) return `每日前 ${ticket.freeDaily} ${unit}免费`;
  return `${quality === 'preview' ? '最多 ' : ''}${amount(cost, ticket.kind)} / ${unit}`;
}

/** Price of a start in Chinese words: `最多 2 券`, since only results that are no previews are charged. */
export function runPriceWords({ total }: Pick<Price, 'total'>, kind: TicketKind): string {
  return total > 0 ? `最多 ${amount(total, kind)}` : free;
}

/** Cost of a finished run in Chinese words: `用去 2 张，退回 1 张`. */
export function paidWords({ held, spent, returned }: { held: number; spent: number; returned: number }): string {
  if (held === 0 && spent === 0 && returned === 0) return free;
  const parts = [spent > 0 ? `用去 ${spent} 张` : '', returned > 0 ? `退回 ${returned} 张` : ''].filter(Boolean);
  return parts.join('，') || `预留 ${held} 张`;
}
