import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** File of a world that is not open: what lay in memory. */
export const stateName = 'world.json';

/** @param state JSON */
export async function writeState(folder: string, state: object): Promise<void> {
  await writeFile(path.join(folder, stateName), JSON.stringify(state), { mode: 0o600 });
}

/** Takes the state out of the folder; undefined where none was written. */
export async function takeState<State extends object>(folder: string): Promise<State | undefined> {
  const file = path.join(folder, stateName);
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  await rm(file);
  return JSON.parse(text) as State;
}
