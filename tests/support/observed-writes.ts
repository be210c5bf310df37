import fs, { promises } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import Database from 'better-sqlite3';

/** A change of the disk. */
export interface DiskWrite {
  /** Operation and file, relative to the folder: `commit zhuhui.db`, `rename files/blobs/3f/3f…`, `insert zhuhui.db`. */
  name: string;
  /** True for a step after which a killed process leaves something else behind than before it. */
  isLasting: boolean;
}

export interface WriteWatch {
  /** Called before a write; what it throws, the writer gets in its place. */
  before?(write: DiskWrite): void;
  /** Called when a lasting write has been made, before the writer goes on. */
  after?(write: DiskWrite): void;
}

/** Functions that write, with the position of the path they write to. */
const writers = {
  ...{ writeFile: 0, appendFile: 0, rm: 0, unlink: 0, rmdir: 0, mkdir: 0, rename: 1, link: 1, copyFile: 1, cp: 1 },
  truncate: 0,
} as const;

type AnyFunction = (this: unknown, ...args: unknown[]) => unknown;
type Functions = Record<string, AnyFunction | undefined>;

/**
 * Tells of every write of this thread to files and SQLite databases below a folder, whoever makes it, so that a test need
 * not know of the steps of what it watches. Writes of other threads and processes are not seen.
 *
 * @returns a function that ends the watch
 */
export function observeWrites(folder: string, watch: WriteWatch): () => void {
  const undo: Array<() => void> = [];
  const replace = (holder: object, name: string, make: (original: AnyFunction) => AnyFunction) => {
    const functions = holder as Functions;
    const original = functions[name];
    if (!original) throw new Error(`there is no ${name} to be watched`);
    functions[name] = make(original);
    undo.push(() => {
      functions[name] = original;
    });
  };
  const nameBelow = (file: unknown): string | undefined => {
    if (typeof file !== 'string' && !(file instanceof URL)) return undefined;
    const relative = path.relative(folder, path.resolve(String(file)));
    return relative.startsWith('..') || relative === '' ? undefined : relative;
  };

  for (const [name, position] of Object.entries(writers)) {
    replace(promises, name, (original) => async (...args) => {
      const file = nameBelow(args[position]);
      if (file === undefined) return original.apply(promises, args);
      const write = { name: `${name} ${file}`, isLasting: true };
      watch.before?.(write);
      const value = await original.apply(promises, args);
      watch.after?.(write);
      return value;
    });
    replace(fs, `${name}Sync`, (original) => (...args) => {
      const file = nameBelow(args[position]);
      if (file === undefined) return original.apply(fs, args);
      const write = { name: `${name} ${file}`, isLasting: true };
      watch.before?.(write);
      const value = original.apply(fs, args);
      watch.after?.(write);
      return value;
    });
  }
  replace(fs, 'createWriteStream', (original) => (...args) => {
    const file = nameBelow(args[0]);
    if (file === undefined) return original.apply(fs, args);
    const write = { name: `stream ${file}`, isLasting: true };
    const refusal = refusalOf(() => watch.before?.(write));
    // As of a real disk, which refuses when bytes come.
    const given = refusal && fs.existsSync('/dev/full') ? ['/dev/full', ...args.slice(1)] : args;
    const stream = original.apply(fs, given) as fs.WriteStream;
    stream.once('close', () => watch.after?.(write));
    return stream;
  });
  watchStatements(nameBelow, watch, replace);
  syncBuiltinESMExports();
  return () => {
    for (const back of undo.reverse()) back();
    syncBuiltinESMExports();
  };
}

function refusalOf(act: () => void): Error | undefined {
  try {
    act();
    return undefined;
  } catch (error) {
    return error as Error;
  }
}

const commits = /^\s*(?:commit|release)\b/i;
const rollbacks = /^\s*rollback\b/i;

function watchStatements(
  nameBelow: (file: unknown) => string | undefined,
  watch: WriteWatch,
  replace: (holder: object, name: string, make: (original: AnyFunction) => AnyFunction) => void,
): void {
  const probe = new Database(':memory:');
  const statements = Object.getPrototypeOf(probe.prepare('SELECT 1')) as object;
  const databases = Object.getPrototypeOf(probe) as object;
  probe.close();
  for (const name of ['run', 'get', 'all'])
    replace(
      statements,
      name,
      (original) =>
        function execute(this: unknown, ...args) {
          const { database, source, readonly } = this as Database.Statement;
          const file = nameBelow(database.name);
          if (file === undefined) return original.apply(this, args);
          return executeWatched(
            { database, source, file, isReading: readonly },
            () => original.apply(this, args),
            watch,
          );
        },
    );
  replace(
    databases,
    'exec',
    (original) =>
      function execute(this: unknown, ...args) {
        const database = this as Database.Database;
        const file = nameBelow(database.name);
        if (file === undefined) return original.apply(this, args);
        const source = String(args[0]);
        return executeWatched({ database, source, file, isReading: false }, () => original.apply(this, args), watch);
      },
  );
}

interface Execution {
  database: Database.Database;
  source: string;
  file: string;
  /** As SQLite says, for which the end of a transaction reads. */
  isReading: boolean;
}

function executeWatched({ database, source, file, isReading }: Execution, execute: () => unknown, watch: WriteWatch) {
  const wasOpen = database.inTransaction;
  const isCommit = commits.test(source);
  const verb = /^\s*(\w+)/.exec(source)?.[1]?.toLowerCase() ?? '';
  if (isCommit || !isReading) watch.before?.({ name: `${verb} ${file}`, isLasting: !wasOpen || verb === 'commit' });
  const value = execute();
  const isWritten = !database.inTransaction && (wasOpen ? !rollbacks.test(source) : !isReading);
  if (isWritten) watch.after?.({ name: `commit ${file}`, isLasting: true });
  return value;
}
