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

/** Services whose only job of this round is their `sweep`. */
const swept = [
  ...(['tickets', 'redeem', 'auth', 'phoneSearches', 'pending', 'cas', 'system', 'changeSets'] as const),
  ...([
    'personalData',
    'scans',
    'tasks',
    'works',
    'live',
    'conversations',
    'imageSets',
    'downloads',
    'buildings',
  ] as const),
] as const;

export interface HousekeepingServices extends Readonly<Record<SweptName, Swept>> {
  memberships: Advancing;
  accountDesk: { liftBans(): Promise<unknown> };
  impersonations: Ticking;
  simulatedPayment: { deliverDue(): Promise<unknown> } | undefined;
  orders: Ticking;
  refunds: Ticking;
  books: Ticking;
  runner: { reclaim(): Promise<unknown> };
  images: { sweepQuarantine(generation: number): Promise<unknown> };
  variants: { trim(): Promise<unknown> };
  mark: Advancing & { generation(): Promise<number> };
  /** Absent when the gallery does not grow by itself. */
  galleryMore?: Advancing;
}

/**
 * All background jobs by name. A test checks every job: none may scan a whole table, and every `sweep` and `tick` of a
 * service must be listed here.
 */
export function createRounds(services: HousekeepingServices, log: Logger) {
  const { accountDesk, simulatedPayment, runner, images, variants, mark, galleryMore } = services;
  return {
    /** Jobs that execute what is due at the current time. */
    ticks: createRound(
      second,
      {
        memberships: () => services.memberships.advance(),
        bans: () => accountDesk.liftBans(),
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

    /** Records the generation of the database. */
    marks: createRound(10 * second, { mark: () => mark.advance() }, log),

    /** Books expired tickets and deletes data that are no longer needed. */
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
