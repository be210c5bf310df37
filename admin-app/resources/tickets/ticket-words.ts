import { ticketKinds, ticketLabels } from '#shared/domain/ticket-kind';

const movementLabels: Record<string, string> = {
  grant: '发放',
  hold: '占用',
  spend: '消耗',
  return: '退回',
  expire: '过期',
  adjust: '调整',
};

export function movementLabel(movement: string): string {
  return movementLabels[movement] ?? movement;
}

export const movementChoices = Object.entries(movementLabels).map(([value, label]) => ({ value, label }));
export const ticketKindChoices = ticketKinds.map((kind) => ({ value: kind, label: ticketLabels[kind] }));
