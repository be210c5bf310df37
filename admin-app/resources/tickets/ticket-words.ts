import { type TicketKind, ticketKinds, ticketLabels } from '#shared/domain/ticket-kind';
import { formatNumber } from '../../ui/format.ts';

const movementLabels: Record<string, string> = {
  grant: '发放',
  hold: '占用',
  spend: '消耗',
  return: '退回',
  expire: '过期',
  revoke: '收回',
  adjust: '调整',
};

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
