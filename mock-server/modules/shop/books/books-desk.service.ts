import type { BillDays, PaymentDifference } from '#shared/contract/order-desk-rows';
import { ProductError } from '#shared/errors';
import type { Clock } from '../../../adapters/clock/port.ts';
import type { RequestFacts, StaffCaller } from '../../base/caller.ts';
import type { ComputedList, ConsoleList } from '../../base/console-list.ts';
import type { Store } from '../../base/store.ts';
import type { AuditService } from '../../records/audit/audit.service.ts';
import type { ChangeSets } from '../../records/audit/change-sets.service.ts';
import { type BillChecks, dayStopped } from './bill-checks.ts';
import * as days from './bill-day.repository.ts';
import * as books from './books.repository.ts';

export interface BooksDeskDeps {
  store: Store;
  clock: Clock;
  bills: BillChecks;
  audit: AuditService;
  changeSets: ChangeSets;
}

export const differenceList: ConsoleList<PaymentDifference> = {
  source: books.differenceSource,
  rows: async (db, ids) => (await books.differences(db, ids)).map(toDifference),
  idOf: ({ id }) => id,
};

/** What staff see and do about the payment books; every change leaves an audit row in the same transaction. */
export function createBooksDesk({ store, clock, bills, audit, changeSets }: BooksDeskDeps) {
  const { transact } = store;

  changeSets.register('difference', {
    async now(tx, id) {
      const [row] = await books.differences(tx, [id]);
      return row ? resolutionOf(toDifference(row)) : null;
    },
    async revert(tx, { id, before }) {
      const { resolvedBy, resolution } = before as ReturnType<typeof resolutionOf>;
      await books.resolveDifference(tx, id, resolvedBy, resolution);
    },
  });

  return {
    billDays: { all: () => bills.overview(), idOf: ({ id }) => id } satisfies ComputedList<BillDays>,

    /**
     * Resumes the stopped comparison of a day with the next tick; all differences are then listed. Throws
     * `payment.bill_not_stopped`.
     */
    async resumeBillDay(
      caller: StaffCaller,
      provider: string,
      { day, reason }: { day: string; reason: string },
      facts: RequestFacts,
    ): Promise<BillDays> {
      await transact(async (tx) => {
        const known = await days.findBillDay(tx, provider, day);
        if (!known || known.stopped_at === null) throw new ProductError('payment.bill_not_stopped');
        await days.noteResumed(tx, provider, day, caller.accountId, clock.now());
        await books.resolveWhole(tx, { provider, orderNo: day, kind: dayStopped }, caller.accountId, reason);
        const before = { stoppedAt: known.stopped_at, cause: known.stop_cause };
        const words = { action: 'billDay.resume', subject: `${provider}:${day}`, before, reason };
        await audit.record(tx, { caller, facts, ...words });
      });
      return bills.overviewOf(provider);
    },

    async resolveDifference(
      caller: StaffCaller,
      id: string,
      resolution: string,
      facts: RequestFacts,
    ): Promise<PaymentDifference> {
      return transact(async (tx) => {
        const [known] = await books.differences(tx, [id]);
        if (!known) throw new ProductError('payment.difference_not_found');
        const before = toDifference(known);
        await books.resolveDifference(tx, id, caller.accountId, resolution);
        const after = { ...before, resolvedBy: caller.accountId, resolution };
        await audit.record(tx, { caller, facts, action: 'difference.resolve', subject: id, before, after });
        const item = { resource: 'difference', id, before: resolutionOf(before), after: resolutionOf(after) };
        await changeSets.record(tx, { caller, facts, title: '核对差异', items: [item] });
        return after;
      });
    },
  };
}

const resolutionOf = ({ resolvedBy, resolution }: PaymentDifference) => ({ resolvedBy, resolution });

function toDifference(row: books.DifferenceRow): PaymentDifference {
  return {
    id: row.id,
    orderId: row.order_id,
    orderNo: row.order_no,
    provider: row.provider,
    kind: row.kind,
    detail: row.detail,
    ourAmount: row.our_amount,
    theirAmount: row.their_amount,
    resolvedBy: row.resolved_by,
    resolution: row.resolution,
    createdAt: row.created_at,
  };
}
