import Database from 'better-sqlite3';
import { makeDatabase } from '../db/open.ts';

/** Work on the database of a template that no server has open. */
export type BulkJob = { file: string } & (
  | { kind: 'make'; now: number }
  | { kind: 'begin'; tables: readonly string[] }
  | { kind: 'run'; statements: readonly string[]; values: Readonly<Record<string, number>> }
  | { kind: 'end' }
);

/** Memory for pages, kilobytes. */
const cacheKilobytes = 128 * 1024;
/** Rows of an index that `ANALYZE` looks at. */
const analysed = 1000;

/**
 * Thread entry. `make` makes a database without rows; `begin` drops the indexes of the tables, which would slow inserts down, and returns the statements that
 * make them again; `run` executes statements; `end` gathers what SQLite chooses indexes by. A database whose work fails
 * is broken: no journal is kept.
 */
export default function work(job: BulkJob): string[] {
  if (job.kind === 'make') {
    makeDatabase(job.file, () => job.now);
    return [];
  }
  const connection = new Database(job.file, { fileMustExist: true });
  try {
    connection.pragma(job.kind === 'begin' ? 'journal_mode = DELETE' : 'journal_mode = OFF');
    connection.pragma('synchronous = OFF');
    connection.pragma('foreign_keys = OFF');
    connection.pragma(`cache_size = -${cacheKilobytes}`);
    if (job.kind === 'begin') return dropIndexes(connection, job.tables);
    if (job.kind === 'run') run(connection, job.statements, job.values);
    else connection.exec(`PRAGMA analysis_limit = ${analysed}; ANALYZE`);
    return [];
  } finally {
    connection.close();
  }
}

/** Unique indexes stay: rows are found by them while others are made. */
function dropIndexes(connection: Database.Database, tables: readonly string[]): string[] {
  const found = connection
    .prepare(
      `SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL AND sql NOT LIKE '%unique%'
       AND tbl_name IN (SELECT value FROM json_each(?)) ORDER BY tbl_name, name`,
    )
    .all(JSON.stringify(tables)) as Array<{ name: string; sql: string }>;
  for (const { name } of found) connection.exec(`DROP INDEX "${name}"`);
  return found.map(({ sql }) => sql);
}

function run(connection: Database.Database, statements: readonly string[], values: Readonly<Record<string, number>>) {
  // Numbers of JavaScript would be bound as floating-point ones, and divided like them.
  const whole = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, BigInt(value)]));
  connection.transaction(() => {
    for (const statement of statements) connection.prepare(statement).run(whole);
  })();
}
