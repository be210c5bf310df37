import { movementLabels } from '#shared/domain/console-words';
import { type TicketKind, ticketKinds, ticketLabels } from '#shared/domain/ticket-kind';
import { formatNumber } from '../../ui/format.ts';

export function movementLabel(movement: string): string {
  return movementLabels[movement] ?? movement;
}

export const movementChoices = Object.entries(movementLabels).map(([value, label]) => ({ value, label }));
export const ticketKindChoices = ticketKinds.map((kind) => ({ value: kind, label: ticketLabels[kind] }));

/** Live tickets are minutes. */
export function ticketUnit(kind: TicketKind | undefined): string {
  return kind === 'live' ? '分钟' : '张';
}

/** `普通券 1,000 张`, `实时券 30 分钟`. */
export function ticketWords(kind: TicketKind, amount: number): string {
  return `${ticketLabels[kind]} ${formatNumber(amount)} ${ticketUnit(kind)}`;
}
