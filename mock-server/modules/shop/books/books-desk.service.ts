import type { BillDays, PaymentDifference } from '#shared/contract/order-desk-rows';
import { ProductError } from '#shared/errors';
import type { RequestFacts, StaffAct, StaffCaller } from '../../base/caller.ts';
import type { ComputedList } from '../../base/console-list.ts';
import type { Store } from '../../base/store.ts';
import type { RecordKind } from '../../records/record-kit/record-kind.ts';
import { createRecordKit, type RecordDeps } from '../../records/record-kit/record-kit.ts';
import { type BillChecks, dayStopped } from './bill-checks.ts';
import * as days from './bill-day.repository.ts';
import * as books from './books.repository.ts';

export interface BooksDeskDeps extends RecordDeps {
  store: Store;
  bills: BillChecks;
}

const differenceKind: RecordKind<'payment_difference', PaymentDifference, 'resolvedBy' | 'resolution', 'resolve'> = {
  resource: 'difference',
  source: books.differenceSource,
  columns: { resolvedBy: 'resolved_by', resolution: 'resolution' },
  rows: async (db, ids) => (await books.differences(db, ids)).map(toDifference),
  missing: 'payment.difference_not_found',
  titleOf: () => '核对差异',
};

/** Reconciliation for staff; every change leaves an audit row in the same transaction. */
export function createBooksDesk(deps: BooksDeskDeps) {
  const { store, clock, bills, audit } = deps;
  const { transact } = store;
  const kit = createRecordKit(deps, differenceKind);

  return {
    differences: kit.list,
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

    resolveDifference: (act: StaffAct, id: string, resolution: string): Promise<PaymentDifference> =>
      transact((tx) =>
        kit.change(tx, act, id, {
          verb: 'resolve',
          fields: { resolvedBy: act.caller.accountId, resolution },
        }),
      ),
  };
}

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
