import {
  type Compilable,
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { WorkerLost } from '../pools/failures.ts';
import { ReadingPool, type ReadingThread, type StatementWatch } from './reading-pool.ts';
import type { Schema } from './schema.ts';

type Db = Kysely<Schema>;

/** The database as of one moment, however long it is looked at. */
export interface Snapshot {
  db: Db;
  /** The rows of a query in batches of at most some hundreds; other queries of the snapshot may go between them. */
  walk<Row>(query: Compilable<Row> | CompiledQuery<Row>): AsyncGenerator<Row[], void>;
}

/** A snapshot that lasts until it is closed. */
export interface OpenSnapshot extends Snapshot {
  close(): Promise<void>;
}

/** Reading beside the one connection that writes: in threads, so that nothing read holds up the event loop. */
export interface ReadTransaction {
  /** For lists and counts. Every query sees all that is committed when it begins. */
  db: Db;
  /**
   * For long reads such as reports: executed one at a time, on a separate connection. The body must only read, because
   * it is run again from its beginning when its thread is lost.
   */
  snapshot<T>(body: (snapshot: Snapshot) => Promise<T>): Promise<T>;
  /** The same for who hands rows on while it reads; others wait until it is closed. */
  open(): Promise<OpenSnapshot>;
  close(): Promise<void>;
}

const listReaders = 2;
/** Long reads leave the processor to whoever waits for an answer. */
const snapshotNiceness = 10;

/** @param isThreaded false when queries run in this thread */
export function openReading(file: string, isThreaded = true, onStatement?: StatementWatch): ReadTransaction {
  const lists = new ReadingPool(file, { isThreaded, onStatement, size: listReaders });
  const snapshots = new ReadingPool(file, { isThreaded, onStatement, size: 1, niceness: snapshotNiceness });

  const open = () => withRetry(begin);

  async function begin(): Promise<OpenSnapshot> {
    const thread = await snapshots.take();
    const close = async () => {
      if (!thread.isGone) await thread.all('rollback', []).catch(() => undefined);
      snapshots.giveBack(thread);
    };
    try {
      await thread.all('begin', []);
      // A transaction sees the database as it is at its first read.
      await thread.all('select 1 from migration limit 1', []);
    } catch (error) {
      await close();
      throw error;
    }
    return {
      db: readOnly({ take: async () => thread, giveBack: () => undefined }),
      walk: <Row>(query: Compilable<Row> | CompiledQuery<Row>) => {
        const { sql, parameters } = 'compile' in query ? query.compile() : query;
        return thread.walk(sql, parameters) as AsyncGenerator<Row[], void>;
      },
      close,
    };
  }

  return {
    db: readOnly({
      take: () => lists.take(),
      giveBack: (thread) => lists.giveBack(thread),
      replace: (lost) => lists.replace(lost),
    }),
    snapshot: (body) => withRetry(() => during(open, body)),
    open,
    close: async () => {
      await Promise.all([lists.close(), snapshots.close()]);
    },
  };
}

/** Runs `act`, and once more on a fresh thread when the first thread was lost. */
async function withRetry<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof WorkerLost)) throw error;
    return act();
  }
}

async function during<T>(open: () => Promise<OpenSnapshot>, body: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  const snapshot = await open();
  try {
    return await body(snapshot);
  } finally {
    await snapshot.close();
  }
}

/** The same for a database that only its own connection sees. */
export function readingOf(db: Db): ReadTransaction {
  async function open(): Promise<OpenSnapshot> {
    const tx = await db.startTransaction().execute();
    return {
      db: tx,
      async *walk(query) {
        yield (await tx.executeQuery(query)).rows as never;
      },
      close: async () => {
        await tx.rollback().execute();
      },
    };
  }
  return { db, open, snapshot: (body) => during(open, body), close: async () => undefined };
}

interface Threads {
  take(): Promise<ReadingThread>;
  giveBack(thread: ReadingThread): void;
  /** Replaces a lost thread with a fresh one. Absent for snapshots, whose queries must all see the same state. */
  replace?(lost: ReadingThread): ReadingThread;
}

class ReadingConnection implements DatabaseConnection {
  thread: ReadingThread;
  readonly #replace: Threads['replace'];
  isInTransaction = false;
  constructor(thread: ReadingThread, replace: Threads['replace']) {
    this.thread = thread;
    this.#replace = replace;
  }
  /** Retried once on a fresh thread when the thread was lost, except within a transaction. */
  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const ask = async () => ({ rows: (await this.thread.all(sql, parameters)) as Row[] });
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof WorkerLost) || !this.#replace || this.isInTransaction) throw error;
      this.thread = this.#replace(this.thread);
      return ask();
    }
  }
  async *streamQuery<Row>({ sql, parameters }: CompiledQuery): AsyncGenerator<QueryResult<Row>> {
    for await (const rows of this.thread.walk(sql, parameters)) yield { rows: rows as Row[] };
  }
}

function readOnly({ take, giveBack, replace }: Threads): Db {
  const run = (statement: string, isBegun: boolean) => async (connection: DatabaseConnection) => {
    await connection.executeQuery(CompiledQuery.raw(statement));
    (connection as ReadingConnection).isInTransaction = isBegun;
  };
  const driver: Driver = {
    init: async () => undefined,
    acquireConnection: async () => new ReadingConnection(await take(), replace),
    beginTransaction: run('begin', true),
    commitTransaction: run('commit', false),
    rollbackTransaction: run('rollback', false),
    releaseConnection: async (connection) => giveBack((connection as ReadingConnection).thread),
    destroy: async () => undefined,
  };
  return new Kysely<Schema>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => driver,
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });
}
