import { closeSync, mkdirSync, openSync, statSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import {
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
  type SqliteStatement,
  sql,
} from 'kysely';
import { type Announce, silent } from '../announce.ts';
import { createSlices, type Pause, type Slices, waitFor } from '../slices.ts';
import { emptyTables } from './empty.ts';
import { migrate, outstanding } from './migrate.ts';
import { openReading, type ReadTransaction, readingOf } from './reading.ts';
import type { StatementWatch } from './reading-pool.ts';
import type { Schema } from './schema.ts';
import { transact } from './transact.ts';
import { createMutex, createWholes, type Whole, type Wholes } from './whole.ts';

/** A handle on the database: the whole of it, or one transaction. */
export type Db = Kysely<Schema>;

export interface Store {
  /** For reads and single statements. Never used inside a transaction's body: it would wait for itself for ever. */
  db: Db;
  /**
   * Runs `body` in one transaction that takes the write lock at once (a deferred one can fail half-way when it turns
   * from reading to writing). Only `tx` is used inside; nothing else is awaited there: no network, no disk, no timer.
   * A body that lost a race for the lock runs again, so that it changes nothing in memory: see {@link afterCommit}.
   */
  transact<T>(body: (tx: Db) => Promise<T>): Promise<T>;
  /**
   * Runs `work` in one transaction: every transaction and statement of this store that it awaits becomes a part of it,
   * and effects wait for its end. If it throws, nothing of it stays in the database. All others wait meanwhile; for
   * preparing data and not for requests of the product. `reading` does not see what the work has written so far.
   */
  asOne<T>(work: () => Promise<T>): Promise<T>;
  /** For lists, counts, exports and reports: read-only, beside `db`. */
  reading: ReadTransaction;
  /**
   * Checkpoints the write-ahead log and truncates it, so that it contains no deleted data any more.
   * @returns false when a reader still uses the log: call again later
   */
  truncateLog(): Promise<boolean>;
  /** Runs long background work in slices: see {@link Slices}. */
  slices: Slices;
  /** Writes something and takes it back; rejects with SQLite's reason when nothing can be written. */
  probe(): Promise<void>;
  /** Resets every table to its state after the migrations, then runs all callbacks of {@link Store.whenEmptied}. */
  empty(): Promise<void>;
  /**
   * Registers a callback that clears or reloads an in-memory cache after {@link Store.empty}. Everything that caches
   * data must register one (`tests/contract/kept-in-memory.test.ts`).
   */
  whenEmptied(forget: () => unknown): void;
  close(): Promise<void>;
}

/** The part of a store that an in-memory cache needs. */
export type Emptied = Pick<Store, 'whenEmptied'>;

/** Milliseconds that a statement waits for another process's lock. */
const busyMs = 5000;

/**
 * Minimum size in bytes of a write-ahead log that is checkpointed at the start. A killed server or a migration can
 * leave one behind.
 */
const longLogBytes = 8 * 1024 * 1024;

/** Bytes written by the test of whether the database can be written; many times the need of a task with its tickets. */
const probeBytes = 65_536;

/** The oldest SQLite without the WAL-reset fault that can corrupt a database with two connections. */
const oldestSafeSqlite = [3, 51, 3];

export interface StoreOptions {
  /** Timestamps the rows of the migrations; the machine's clock when absent. */
  now?: (() => number) | undefined;
  /** Reports long migrations and checkpoints to the operator. */
  announce?: Announce | undefined;
  /** Called when a transaction has begun, for tests; what it throws ends that try. */
  atTransaction?: (() => Promise<void> | undefined) | undefined;
  /** Most memory for pages of the database; SQLite's 2 MB when absent. */
  cacheKilobytes?: number | undefined;
  /** False when {@link Store.reading} reads in this thread; true when absent. */
  isReadingThreaded?: boolean | undefined;
  /** False when the data end with this process, and no commit has to wait for the disk; true when absent. */
  isLasting?: boolean | undefined;
  /** Waits between slices and between tries of a transaction; real time when absent. Tests need not wait. */
  pause?: Pause | undefined;
  /** Told of every statement and the milliseconds that it took; of those of readers without the way to them. */
  onStatement?: StatementWatch | undefined;
}

/**
 * Opens (and creates, and migrates) the database; `:memory:` for tests.
 */
export function openStore(file: string, options: StoreOptions = {}): Store {
  const { now = Date.now, announce = silent, cacheKilobytes, isReadingThreaded } = options;
  const { isLasting = true, onStatement, pause = waitFor } = options;
  if (file !== ':memory:') {
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    // SQLite gives the files beside it the same rights.
    closeSync(openSync(file, 'a', 0o600));
  }
  const connection = new Database(file);
  requireSafeSqlite(connection);
  connection.pragma(`busy_timeout = ${busyMs}`);
  connection.pragma('journal_mode = WAL');
  connection.pragma('foreign_keys = ON');
  connection.pragma(`synchronous = ${isLasting ? 'FULL' : 'OFF'}`);
  // Deleted content is overwritten with zeros, so that erased personal data does not remain on free pages.
  connection.pragma('secure_delete = ON');
  connection.pragma('temp_store = MEMORY');
  connection.pragma('journal_size_limit = 67108864');
  if (cacheKilobytes !== undefined) connection.pragma(`cache_size = -${cacheKilobytes}`);
  bringUpToDate(connection, file, now, announce);

  const database = withStatementCache(connection, onStatement);
  const wholes = createWholes();
  const db = new Kysely<Schema>({
    dialect: new ImmediateSqliteDialect({ database }, () => connection.inTransaction, wholes),
  });
  const forgetters: Array<() => unknown> = [];
  const reading = file === ':memory:' ? readingOf(db) : openReading(file, isReadingThreaded, onStatement);
  const slices = createSlices(pause);
  return {
    db,
    reading,
    slices,
    transact: (body) => {
      const whole = wholes.current();
      if (whole) return transact(db, body, { later: whole.effects, pause });
      const begun = (tx: Db) => {
        const waited = options.atTransaction?.();
        return waited ? waited.then(() => body(tx)) : body(tx);
      };
      return transact(db, begun, { pause });
    },
    async asOne(work) {
      const { value, effects } = await wholes.run(() =>
        db.transaction().execute(async () => {
          try {
            return await work();
          } finally {
            // A part that nobody awaits any more ends before the whole does.
            await wholes.current()?.parts.take();
          }
        }),
      );
      for (const effect of effects) effect();
      return value;
    },
    truncateLog: () =>
      db.connection().execute(async (alone) => {
        // The checkpoint must not wait for readers: it would block all requests.
        await sql`PRAGMA busy_timeout = 0`.execute(alone);
        try {
          const { rows } = await sql<{ busy: number }>`PRAGMA wal_checkpoint(TRUNCATE)`.execute(alone);
          return rows[0]?.busy === 0;
        } finally {
          await sql`PRAGMA busy_timeout = ${sql.raw(String(busyMs))}`.execute(alone);
        }
      }),
    probe: () =>
      db.transaction().execute(async (tx) => {
        await sql`UPDATE installation SET room = zeroblob(${probeBytes})`.execute(tx);
        await sql`UPDATE installation SET room = NULL`.execute(tx);
      }),
    async empty() {
      await transact(db, (tx) => emptyTables(tx, now));
      for (const forget of forgetters) await forget();
    },
    whenEmptied: (forget) => void forgetters.push(forget),
    async close() {
      await slices.close();
      // The connection that closes last folds the log into the database, which readers cannot.
      await reading.close();
      await db.destroy();
    },
  };
}

/** Makes a database with all tables and leaves no connection open: takes ten times as long as opening one that has them. */
export function makeDatabase(file: string, now: () => number): void {
  closeSync(openSync(file, 'a', 0o600));
  const connection = new Database(file);
  try {
    requireSafeSqlite(connection);
    connection.pragma('journal_mode = WAL');
    connection.pragma('synchronous = OFF');
    migrate(connection, now);
  } finally {
    connection.close();
  }
}

/** Runs outstanding migrations and checkpoints a long write-ahead log before the server accepts requests. */
function bringUpToDate(connection: Database.Database, file: string, now: () => number, announce: Announce): void {
  const { steps, isNew } = outstanding(connection);
  const migrating = isNew ? '建立数据库' : `升级数据库（${steps} 步）`;
  if (steps > 0) announce(migrating, sizeOf(file), () => migrate(connection, now));
  const logged = sizeOf(`${file}-wal`);
  if (logged >= longLogBytes) announce(`把日志并入数据库`, logged, () => connection.pragma('wal_checkpoint(PASSIVE)'));
}

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

type DialectConfig = ConstructorParameters<typeof SqliteDialect>[0];

/**
 * Whoever has the connection keeps others waiting. Within a whole (see `whole.ts`) everybody has the connection of the
 * whole, and a transaction is a savepoint of its transaction.
 */
class ImmediateSqliteDriver extends SqliteDriver {
  readonly #isInTransaction: () => boolean;
  readonly #wholes: Wholes;
  readonly #free = createMutex();
  constructor(config: DialectConfig, isInTransaction: () => boolean, wholes: Wholes) {
    super(config);
    this.#isInTransaction = isInTransaction;
    this.#wholes = wholes;
  }
  override acquireConnection(): Promise<DatabaseConnection> {
    const whole = this.#wholes.current();
    // Every statement comes here: without anybody before it, it goes on without a turn of its own.
    return !whole && this.#free.takeNow() ? super.acquireConnection() : this.#acquireInTurn(whole);
  }
  async #acquireInTurn(whole: Whole | undefined): Promise<DatabaseConnection> {
    if (whole?.connection) return whole.connection;
    await this.#free.take();
    const connection = await super.acquireConnection();
    if (whole) whole.connection = connection;
    return connection;
  }
  override async releaseConnection(): Promise<void> {
    const whole = this.#wholes.current();
    if (whole?.hasBegun) return;
    if (whole) whole.connection = undefined;
    this.#free.giveBack();
  }
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    const whole = this.#wholes.current();
    if (whole?.hasBegun) {
      await whole.parts.take();
      await connection.executeQuery(CompiledQuery.raw('savepoint whole_part'));
      whole.isInPart = true;
      return;
    }
    if (this.#isInTransaction()) await connection.executeQuery(CompiledQuery.raw('rollback'));
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
    if (whole) whole.hasBegun = true;
  }
  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    const whole = this.#wholes.current();
    if (whole?.isInPart) {
      await connection.executeQuery(CompiledQuery.raw('release whole_part'));
      endPart(whole);
      return;
    }
    await super.commitTransaction(connection);
    if (whole) whole.hasBegun = false;
  }
  /**
   * A full or broken disk makes SQLite roll back by itself. Nothing thrown here may hide the error that led here; what
   * could not be rolled back is rolled back before the next transaction begins.
   */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    const whole = this.#wholes.current();
    const isPart = whole?.isInPart === true;
    if (this.#isInTransaction()) {
      const back = isPart ? this.#backToPart(connection) : super.rollbackTransaction(connection);
      await back.catch(() => undefined);
    }
    if (whole && isPart) endPart(whole);
    else if (whole) whole.hasBegun = false;
  }
  async #backToPart(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('rollback to whole_part'));
    await connection.executeQuery(CompiledQuery.raw('release whole_part'));
  }
}

function endPart(whole: Whole): void {
  whole.isInPart = false;
  whole.parts.giveBack();
}

/** The driver keeps others waiting, so that Kysely does not. */
class SqliteAdapterOfWholes extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

class ImmediateSqliteDialect extends SqliteDialect {
  readonly #config: DialectConfig;
  readonly #isInTransaction: () => boolean;
  readonly #wholes: Wholes;
  constructor(config: DialectConfig, isInTransaction: () => boolean, wholes: Wholes) {
    super(config);
    this.#config = config;
    this.#isInTransaction = isInTransaction;
    this.#wholes = wholes;
  }
  override createAdapter() {
    return new SqliteAdapterOfWholes();
  }
  override createDriver() {
    return new ImmediateSqliteDriver(this.#config, this.#isInTransaction, this.#wholes);
  }
}

const cachedStatements = 500;

/** Kysely prepares every statement anew; this keeps the most recent ones. */
function withStatementCache(connection: Database.Database, onStatement: StatementWatch | undefined) {
  const cache = new Map<string, SqliteStatement>();
  return {
    close: () => connection.close(),
    prepare(sql: string): SqliteStatement {
      const known = cache.get(sql);
      if (known) {
        cache.delete(sql);
        cache.set(sql, known);
        return known;
      }
      const prepared = connection.prepare(sql) as unknown as SqliteStatement;
      const statement = onStatement ? timed(prepared, sql, onStatement) : prepared;
      cache.set(sql, statement);
      if (cache.size > cachedStatements) cache.delete(cache.keys().next().value as string);
      return statement;
    },
  };
}

function timed(statement: SqliteStatement, sql: string, onStatement: StatementWatch): SqliteStatement {
  const measured =
    <T>(execute: (parameters: readonly unknown[]) => T) =>
    (parameters: readonly unknown[]): T => {
      const startedAt = performance.now();
      try {
        return execute(parameters);
      } finally {
        onStatement(sql, performance.now() - startedAt);
      }
    };
  return {
    reader: statement.reader,
    all: measured((parameters) => statement.all(parameters)),
    run: measured((parameters) => statement.run(parameters)),
    iterate: (parameters) => statement.iterate(parameters),
  };
}

function requireSafeSqlite(connection: Database.Database): void {
  const { version } = connection.prepare('SELECT sqlite_version() AS version').get() as { version: string };
  const parts = version.split('.').map(Number);
  for (const [index, oldest] of oldestSafeSqlite.entries()) {
    const part = parts[index] ?? 0;
    if (part > oldest) return;
    if (part < oldest) throw new Error(`SQLite ${version} is older than ${oldestSafeSqlite.join('.')}`);
  }
}
