import { type Kysely, sql } from 'kysely';
import { type Pause, waitFor } from '../slices.ts';
import type { Schema } from './schema.ts';

type Db = Kysely<Schema>;

/** Effects that each open transaction has registered for after its commit. */
const effectsOf = new WeakMap<Db, Array<() => void>>();

/** A transaction that lost the race for a lock is begun anew, this often at most all in all. */
const mostTries = 5;
const firstDelayMs = 10;

/**
 * Has something in memory happen once the transaction is committed, in the order asked for, before `transact` returns.
 * A body may run several times; what a failed run asked for is forgotten. Throws outside a transaction.
 */
export function afterCommit(tx: Db, effect: () => void): void {
  const effects = effectsOf.get(tx);
  if (!effects) throw new Error('afterCommit needs the handle of a transaction');
  effects.push(effect);
}

/** Runs a part of a transaction that fails alone: what it wrote and asked for is taken back, and the error thrown. */
export async function inSavepoint<T>(tx: Db, body: () => Promise<T>): Promise<T> {
  const effects = effectsOf.get(tx);
  if (!effects) throw new Error('inSavepoint needs the handle of a transaction');
  const asked = effects.length;
  await sql`SAVEPOINT part`.execute(tx);
  try {
    const value = await body();
    await sql`RELEASE SAVEPOINT part`.execute(tx);
    return value;
  } catch (error) {
    effects.length = asked;
    await sql`ROLLBACK TO SAVEPOINT part`.execute(tx);
    await sql`RELEASE SAVEPOINT part`.execute(tx);
    throw error;
  }
}

interface TransactOptions {
  /** Collects the effects, which are then the caller's to have done. */
  later?: Array<() => void>;
  /** Waits before a further try; real time when absent. */
  pause?: Pause;
}

/**
 * Runs `body` in one transaction, again from its beginning where another one was faster.
 */
export async function transact<T>(db: Db, body: (tx: Db) => Promise<T>, options: TransactOptions = {}): Promise<T> {
  const { later, pause = waitFor } = options;
  for (let tried = 1; ; tried++) {
    const effects: Array<() => void> = [];
    const outcome = await db
      .transaction()
      .execute((tx) => {
        effectsOf.set(tx, effects);
        return body(tx);
      })
      .then(
        (value) => ({ value }),
        (error: unknown) => {
          if (tried === mostTries || !isLostRace(error)) throw error;
          return undefined;
        },
      );
    if (outcome) {
      if (later) later.push(...effects);
      else for (const effect of effects) effect();
      return outcome.value;
    }
    await pause(firstDelayMs * 2 ** (tried - 1) * (1 + Math.random()));
  }
}

/** SQLite's busy lock; PostgreSQL's failed serialization and deadlock. */
function isLostRace(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return code.startsWith('SQLITE_BUSY') || code === '40001' || code === '40P01';
}
