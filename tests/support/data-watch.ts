import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import Database from 'better-sqlite3';
import { dataOf } from './world-data.ts';

/** Tells which tables and files of a data folder changed since the last look; asked often, it reads little. */
export async function watchData(folder: string) {
  const files = ['zhuhui.db', 'simulated-payment.db'].map((name) => path.join(folder, name));
  const databases = files.map((file) => new Database(file, { readonly: true }));
  // SQLite counts the commits of other connections.
  const versions = () => databases.map((db) => db.pragma('data_version', { simple: true }));
  let [seen, data] = [versions(), await dataOf(folder)];
  return {
    /** Names of tables and files whose content is another one than at the last look. */
    async changes(): Promise<string[]> {
      const now = versions();
      if (isDeepStrictEqual(now, seen)) return [];
      const [before, after] = [data, await dataOf(folder)];
      [seen, data] = [now, after];
      const names = new Set([...Object.keys(before), ...Object.keys(after)]);
      return [...names].filter((name) => !isDeepStrictEqual(before[name], after[name])).sort();
    },
    /** True when something was committed since the last look. */
    hasChanged: (): boolean => !isDeepStrictEqual(versions(), seen),
    /** Takes what is there now for known, without reading it: only {@link hasChanged} may follow. */
    skip(): void {
      seen = versions();
    },
    close(): void {
      for (const db of databases) db.close();
    },
  };
}
