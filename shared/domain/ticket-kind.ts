/** The three purses. `type` is the number `/ai/totalTicket` uses (docs/RULES.md R39). */
export const ticketKinds = ['normal', 'live', 'gpt'] as const;
export type TicketKind = (typeof ticketKinds)[number];

/** Kinds of movements in the ledger of tickets. */
export const ticketMovements = ['grant', 'hold', 'spend', 'return', 'expire', 'revoke', 'adjust'] as const;

export const ticketTypes: Record<TicketKind, 1 | 2 | 3> = { normal: 1, live: 2, gpt: 3 };
export const ticketLabels: Record<TicketKind, string> = { normal: '普通券', live: '实时券', gpt: '对话券' };

export function ticketKindOf(type: 1 | 2 | 3): TicketKind {
  return ticketKinds[type - 1] as TicketKind;
}
