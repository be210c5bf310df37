/** Answers questions about a database from one connection that only reads. */
import Database from 'better-sqlite3';

export type ReadingQuestion =
  | { id: number; kind: 'all' | 'walk'; sql: string; parameters: readonly unknown[] }
  | { id: number; kind: 'next' | 'leave' | 'close' };

export type ReadingAnswer =
  | { id: number; rows: unknown[]; isLast: boolean; ms: number }
  | { id: number; error: { message: string; code?: string | undefined } };

/** Maximum number of rows per message, so that deserializing one does not block the receiving thread for long. */
const batch = 200;
const cachedStatements = 200;

/** Message port between a pool and a reader: `parentPort` of a worker thread, or one end of a `MessageChannel`. */
export interface ReadingPort {
  on(event: 'message', hear: (question: ReadingQuestion) => void): unknown;
  postMessage(answer: ReadingAnswer): void;
  close(): void;
}

/**
 * Opens the database read-only and executes the queries that arrive at `port`, until a `close` message. Rows are sent in
 * batches of at most 200. Throws when the file cannot be opened.
 */
export function serveReading(file: string, port: ReadingPort): void {
  const connection = new Database(file, { readonly: true, fileMustExist: true, timeout: 5000 });
  connection.pragma('cache_size = -16000');
  const statements = new Map<string, Database.Statement>();
  const walks = new Map<number, Iterator<unknown>>();

  port.on('message', (question) => {
    try {
      answer(question);
    } catch (error) {
      const { message, code } = error as Error & { code?: string };
      port.postMessage({ id: question.id, error: { message, code } });
    }
  });

  function answer(question: ReadingQuestion): void {
    const { id, kind } = question;
    switch (kind) {
      case 'all': {
        const rows = rowsOf(question);
        while (!give(id, rows)) {
          // until the last batch is given
        }
        break;
      }
      case 'walk':
        walks.set(id, rowsOf(question));
        step(id);
        break;
      case 'next':
        step(id);
        break;
      case 'leave':
        walks.get(id)?.return?.();
        walks.delete(id);
        break;
      case 'close':
        for (const walk of walks.values()) walk.return?.();
        connection.close();
        port.close();
    }
  }

  function rowsOf({ sql, parameters }: { sql: string; parameters: readonly unknown[] }): Iterator<unknown> {
    let statement = statements.get(sql);
    statements.delete(sql);
    // A statement that is walked cannot be asked again meanwhile.
    if (!statement || statement.busy) statement = connection.prepare(sql);
    statements.set(sql, statement);
    if (statements.size > cachedStatements) statements.delete(statements.keys().next().value as string);
    if (statement.reader) return statement.iterate(...parameters);
    statement.run(...parameters);
    return [][Symbol.iterator]();
  }

  function step(id: number): void {
    const rows = walks.get(id);
    if (rows && give(id, rows)) walks.delete(id);
  }

  /** Sends the next batch; true for the last one. */
  function give(id: number, iterator: Iterator<unknown>): boolean {
    const rows: unknown[] = [];
    const startedAt = performance.now();
    let isLast = false;
    while (rows.length < batch && !isLast) {
      const { done, value } = iterator.next();
      if (done) isLast = true;
      else rows.push(value);
    }
    port.postMessage({ id, rows, isLast, ms: performance.now() - startedAt });
    return isLast;
  }
}
