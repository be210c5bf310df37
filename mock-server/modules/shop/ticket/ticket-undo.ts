import type { TicketKind } from '#shared/domain/ticket-kind';
import type { ChangeSets } from '../../records/audit/change-sets.service.ts';
import type { Grants } from '../../records/grant/grant.service.ts';
import { lotTotals } from './ticket.repository.ts';
import type { Ledger } from './ticket-ledger.ts';

interface GiftState {
  kind: TicketKind;
  reference: string;
  left: number;
  /** By which the whole gift is counted, with one of its accounts. */
  grant?: number;
}

export interface TakingState {
  kind: TicketKind;
  reference: string;
  /** Tickets taken out of each lot. */
  lots: Record<string, number>;
}

/** A gift is undone by taking it back while nothing of it was spent, a taking back by putting the tickets back. */
export function registerTicketUndo(
  changeSets: ChangeSets,
  ledger: Pick<Ledger, 'revoke' | 'putBack'>,
  grants: Grants,
): void {
  changeSets.register('gift', {
    async now(tx, accountId, known) {
      const { kind, reference } = known as unknown as GiftState;
      const totals = await lotTotals(tx, reference, accountId);
      return { kind, reference, left: totals.find((row) => row.kind === kind)?.left ?? 0 };
    },
    async revert(tx, { id, after }, { caller, reason }) {
      const { kind, reference, left, grant } = after as unknown as GiftState;
      const key = `undo:${reference}:${id}`;
      await ledger.revoke(tx, id, { kind, reference, amount: left, reason, key, operator: caller.accountId });
      if (grant !== undefined) await grants.giveBack(tx, grant, reason);
    },
  });
  changeSets.register('taking', {
    now: async (_tx, _accountId, known) => known,
    async revert(tx, { id, after }, { caller, reason }) {
      const { kind, reference, lots } = after as unknown as TakingState;
      const key = `undo:${reference}:${id}`;
      await ledger.putBack(tx, id, { kind, lots, reason, key, operator: caller.accountId });
    },
  });
}
