import type { Purse, TicketMovement } from '#shared/contract/membership';
import type { TicketKind } from '#shared/domain/ticket-kind';
import { day } from '#shared/domain/time';
import type { movements } from './statement.repository.ts';
import type { LotRow } from './ticket.repository.ts';

const expiringWithinMs = 7 * day;

type MovementRow = Awaited<ReturnType<typeof movements>>[number];

/** @param lots what can be spent, what expires first standing first */
export function toPurse(kind: TicketKind, held: number, lots: readonly LotRow[], now: number): Purse {
  const at = lots[0]?.expires_at ?? null;
  const isSoon = at !== null && at <= now + expiringWithinMs;
  const together = lots.filter((lot) => lot.expires_at === at);
  const sum = (some: readonly LotRow[]) => some.reduce((total, lot) => total + lot.remaining, 0);
  return {
    kind,
    left: sum(lots),
    held,
    expiring: isSoon ? { amount: sum(together), at } : null,
    lots: lots.map(({ source, reason, amount, remaining, expires_at }) => ({
      source,
      reason,
      amount,
      left: remaining,
      expiresAt: expires_at,
    })),
  };
}

export function toMovement(row: MovementRow): TicketMovement {
  return {
    id: row.id,
    kind: row.kind,
    movement: row.movement,
    delta: row.delta ?? 0,
    balanceAfter: row.balance_after ?? row.balance_now ?? 0,
    reason: row.reason,
    reference: row.reference,
    createdAt: row.created_at,
  };
}
