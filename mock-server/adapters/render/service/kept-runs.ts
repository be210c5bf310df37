import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { KeptRuns } from '../port.ts';
import { sweepNotes } from './notes.ts';

/**
 * Notes and pictures of runs at services, of all engines, also of those that were removed.
 *
 * @param root folder with one folder of notes for each engine
 * @param world whose tasks these are; undefined for the unnamed one
 */
export function createKeptRuns(root: string, world?: string): KeptRuns {
  const engines = async () => {
    const entries = await readdir(root, { withFileTypes: true }).catch(() => []);
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => path.join(root, name));
  };
  return {
    async forget(taskIds) {
      if (taskIds.length === 0) return;
      const prefixes = taskIds.map((id) => `${world === undefined ? '' : `${world}.`}${id}-`);
      for (const folder of await engines())
        for (const key of await readdir(folder).catch(() => []))
          if (prefixes.some((prefix) => key.startsWith(prefix)))
            await rm(path.join(folder, key), { recursive: true, force: true, maxRetries: 3 });
    },
    async sweep() {
      for (const folder of await engines()) await sweepNotes(folder);
    },
  };
}
