import { type RawBuilder, sql } from 'kysely';
import { day } from '#shared/domain/time';
import type { Db } from '../../base/store.ts';
import type { Span } from './report.repository.ts';

const source = sql<string>`coalesce(detail ->> '$.from', '')`;
const label = sql<string>`coalesce(label, '')`;

function views(db: Db, { from, to }: Span) {
  return db
    .selectFrom('page_event')
    .where('created_at', '>=', from)
    .where('created_at', '<', to)
    .where(sql<boolean>`detail ->> '$.type' = 'pv'`);
}

/** Visits by page or by source, and day. */
async function viewsBy(db: Db, span: Span, key: RawBuilder<string>) {
  const of = sql<number>`cast((created_at - ${span.from}) / ${day} as integer)`;
  const daily = await views(db, span)
    .select([key.as('key'), of.as('day'), sql<number>`count(*)`.as('visits')])
    .groupBy(['key', 'day'])
    .execute();
  const devices = await views(db, span)
    .select([key.as('key'), sql<number>`count(distinct device_id)`.as('devices')])
    .groupBy('key')
    .execute();
  return { daily, devices: new Map(devices.map((row) => [row.key, row.devices])) };
}

export const viewsByLabel = (db: Db, span: Span) => viewsBy(db, span, label);
export const viewsBySource = (db: Db, span: Span) => viewsBy(db, span, source);

/** Which page was reached from which, the most frequent first. */
export async function viewsByWay(
  db: Db,
  span: Span,
  most: number,
): Promise<Array<{ source: string; label: string; visits: number }>> {
  return views(db, span)
    .select([source.as('source'), label.as('label'), sql<number>`count(*)`.as('visits')])
    .groupBy(['source', 'label'])
    .orderBy('visits', 'desc')
    .orderBy('source')
    .orderBy('label')
    .limit(most)
    .execute();
}
