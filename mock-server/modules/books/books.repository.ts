import { type Insertable, type Selectable, sql } from 'kysely';
import type { PaymentDifferenceTable, PaymentNotificationTable } from '../../db/schema-commerce.ts';
import type { Window } from '../list-window.ts';
import type { Db } from '../store.ts';

export type DifferenceRow = Selectable<PaymentDifferenceTable>;

export async function insertNotification(db: Db, row: Insertable<PaymentNotificationTable>): Promise<void> {
  await db.insertInto('payment_notification').values(row).execute();
}

export async function countNotifications(db: Db, orderNo: string): Promise<number> {
  const { rows } = await db
    .selectFrom('payment_notification')
    .select((select) => select.fn.countAll<number>().as('rows'))
    .where('order_no', '=', orderNo)
    .executeTakeFirstOrThrow();
  return rows;
}

/** Counts a refused notification, and keeps the newest `kept` of its kind. For use inside a transaction. */
export async function insertRefusedNotification(
  tx: Db,
  row: Insertable<PaymentNotificationTable>,
  kept: number,
): Promise<void> {
  const { provider, verdict, created_at } = row;
  await tx
    .insertInto('refused_notification')
    .values({ provider, verdict, refusals: 1, last_at: created_at })
    .onConflict((conflict) =>
      conflict
        .columns(['provider', 'verdict'])
        .doUpdateSet((set) => ({ refusals: set('refused_notification.refusals', '+', 1), last_at: created_at })),
    )
    .execute();
  await insertNotification(tx, row);
  const edge = await tx
    .selectFrom('payment_notification')
    .select('id')
    .where('provider', '=', provider)
    .where('verdict', '=', verdict)
    .orderBy('id', 'desc')
    .limit(1)
    .offset(kept)
    .executeTakeFirst();
  if (!edge) return;
  await tx
    .deleteFrom('payment_notification')
    .where('provider', '=', provider)
    .where('verdict', '=', verdict)
    .where('id', '<=', edge.id)
    .execute();
}

/** Nothing is added while one of the same kind is open for the order. */
export async function insertDifference(db: Db, row: Insertable<PaymentDifferenceTable>): Promise<void> {
  await db
    .insertInto('payment_difference')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['provider', 'order_no', 'kind']).where('resolved_by', 'is', null).doNothing(),
    )
    .execute();
}

/** Whether staff have seen this already, also when they are done with it. */
export async function isKnownDifference(
  db: Db,
  { provider, orderNo, kind }: { provider: string; orderNo: string; kind: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('payment_difference')
    .select('id')
    .where('provider', '=', provider)
    .where('order_no', '=', orderNo)
    .where('kind', '=', kind)
    .executeTakeFirst();
  return row !== undefined;
}

export async function findDifference(db: Db, id: string): Promise<DifferenceRow | undefined> {
  return db.selectFrom('payment_difference').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function resolveDifference(db: Db, id: string, by: string | null, resolution: string): Promise<void> {
  await db.updateTable('payment_difference').set({ resolved_by: by, resolution }).where('id', '=', id).execute();
}

export const differenceSorts = { createdAt: 'payment_difference.created_at', kind: 'kind' } as const;

export async function pageOfDifferences(
  db: Db,
  filter: { q?: string | undefined; isResolved?: boolean | undefined },
  window: Window,
): Promise<{ rows: DifferenceRow[]; total: number }> {
  const { q, isResolved } = filter;
  const matching = db
    .selectFrom('payment_difference')
    .$if(isResolved !== undefined, (query) => query.where('resolved_by', isResolved ? 'is not' : 'is', null))
    .$if(Boolean(q), (query) => query.where('order_no', '=', (q ?? '').toUpperCase()));
  const { total } = await matching
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await matching
    .selectAll()
    .orderBy(sql.ref(window.sort), window.order)
    .orderBy('payment_difference.id', window.order)
    .limit(window.limit)
    .offset(window.offset)
    .execute();
  return { rows, total };
}
