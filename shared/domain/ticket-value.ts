import type { TicketKind } from './ticket-kind.ts';

/** Fen that a refund of a membership counts for each used normal ticket (docs/RULES.md R49). */
export const memberTicketFen = 33;

/**
 * Estimated value of a spent ticket, fen: a normal one as refunds of memberships count it, the others at the price of the largest package.
 */
export const ticketValueFen: Readonly<Record<TicketKind, number>> = { normal: memberTicketFen, live: 49, gpt: 7 };
