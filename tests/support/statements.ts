import path from 'node:path';
import Database from 'better-sqlite3';
import { ReadingThread } from '../../mock-server/db/reading-pool.ts';
import { smallTables } from './database-filler.ts';

/** A statement as it was executed. */
export interface Statement {
  sql: string;
  parameters: readonly unknown[];
  /** Number of rows returned or changed. */
  rows: number;
  /** True when a reader of `store.reading` executed it, which in production does not block the main thread. */
  isRead: boolean;
}

export interface WatchedStatements {
  /** In the order of execution; emptied by the tests. */
  seen: Statement[];
  /** Must be called before the test file ends: test files share a process. */
  stop(): void;
}

/**
 * Records the statements of the writing connections and of the reading threads of servers that are started afterwards.
 */
export function watchStatements(): WatchedStatements {
  const seen: Statement[] = [];
  const note = (sql: string, parameters: readonly unknown[], rows: number, isRead: boolean) =>
    void seen.push({ sql, parameters, rows, isRead });
  const { prepare } = Database.prototype;
  // Not a mock of vitest: those are restored before each test.
  Database.prototype.prepare = function (this: Database.Database, sql: string) {
    const statement = prepare.call(this, sql);
    if (path.basename(this.name) !== 'zhuhui.db') return statement;
    const { all, run } = statement;
    statement.all = (...parameters: unknown[]) => {
      const found = all.apply(statement, parameters as never);
      note(sql, parameters.flat(), found.length, false);
      return found;
    };
    statement.run = (...parameters: unknown[]) => {
      const result = run.apply(statement, parameters as never);
      note(sql, parameters.flat(), result.changes, false);
      return result;
    };
    return statement;
  } as typeof prepare;
  const { all, walk } = ReadingThread.prototype;
  ReadingThread.prototype.all = async function (sql, parameters) {
    const found = await all.call(this, sql, parameters);
    note(sql, parameters, found.length, true);
    return found;
  };
  ReadingThread.prototype.walk = async function* (sql, parameters) {
    // Walked rows arrive in batches of a bounded size.
    note(sql, parameters, 0, true);
    yield* walk.call(this, sql, parameters);
  };
  return {
    seen,
    stop() {
      Database.prototype.prepare = prepare;
      Object.assign(ReadingThread.prototype, { all, walk });
    },
  };
}

/** Query plan of a statement, one line a step; empty for statements without a plan, such as `begin`. */
export function planOf(database: Database.Database, { sql, parameters }: Statement): string[] {
  if (!/^\s*(select|insert|update|delete|with)/i.test(sql)) return [];
  const plan = database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...parameters) as Array<{ detail: string }>;
  return plan.map(({ detail }) => detail);
}

/** The steps of a plan that read a table from its beginning to its end, except for small tables. */
export function scansOf(plan: readonly string[]): string[] {
  return plan.filter((detail) => {
    const scanned = /^SCAN (?!CONSTANT|\()(\S+)/.exec(detail)?.[1];
    return scanned !== undefined && !smallTables.has(scanned);
  });
}

/** The steps of a plan that sort all rows that match. */
export const sortsOf = (plan: readonly string[]): string[] => plan.filter((detail) => /TEMP B-TREE/.test(detail));
