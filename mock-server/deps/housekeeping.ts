import type { Logger } from 'pino';
import { minute, second } from '#shared/domain/time';
import { createRound } from '../housekeeping.ts';

interface Swept {
  sweep(): Promise<unknown>;
}
interface Ticking {
  tick(): Promise<unknown>;
}
interface Advancing {
  advance(): Promise<unknown>;
}

type SweptName = (typeof swept)[number];

/** What has a `sweep` and nothing more to do. */
const swept = [
  ...(['tickets', 'redeem', 'auth', 'phoneSearches', 'pending', 'cas', 'system', 'changeSets'] as const),
  ...(['personalData', 'scans', 'tasks', 'works', 'live', 'conversations', 'imageSets', 'downloads'] as const),
] as const;

export interface HousekeepingServices extends Readonly<Record<SweptName, Swept>> {
  memberships: Advancing;
  manage: { liftBans(): Promise<unknown> };
  impersonations: Ticking;
  simulatedPayment: { deliverDue(): Promise<unknown> } | undefined;
  orders: Ticking;
  refunds: Ticking;
  books: Ticking;
  runner: { reclaim(): Promise<unknown> };
  images: { sweepQuarantine(generation: number): Promise<unknown> };
  variants: { trim(): Promise<unknown> };
  mark: Advancing & { generation(): Promise<number> };
  /** Where the gallery grows by itself. */
  galleryMore?: Advancing;
}

/**
 * All background work there is, by name. A test goes through it: no job may read a table
 * from its beginning to its end, and whatever a service offers as `sweep` or `tick` has to stand here.
 */
export function createRounds(services: HousekeepingServices, log: Logger) {
  const { manage, simulatedPayment, runner, images, variants, mark, galleryMore } = services;
  return {
    /** What the clock has made due. */
    ticks: createRound(
      second,
      {
        memberships: () => services.memberships.advance(),
        bans: () => manage.liftBans(),
        impersonations: () => services.impersonations.tick(),
        ...(simulatedPayment && { simulatedPayment: () => simulatedPayment.deliverDue() }),
        orders: () => services.orders.tick(),
        refunds: () => services.refunds.tick(),
        books: () => services.books.tick(),
        runner: () => runner.reclaim(),
        ...(galleryMore && { galleryMore: () => galleryMore.advance() }),
      },
      log,
    ),

    /** Notes how far the database has come. */
    marks: createRound(10 * second, { mark: () => mark.advance() }, log),

    /** Books what has expired and removes what is no longer needed. */
    sweeps: createRound(
      minute,
      {
        ...Object.fromEntries(swept.map((name) => [name, () => services[name].sweep()])),
        images: async () => images.sweepQuarantine(await mark.generation()),
        variants: () => variants.trim(),
      },
      log,
    ),
  };
}
