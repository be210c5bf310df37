import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** File of a world that is not open: what lay in memory. */
export const stateName = 'world.json';

/** Writes it whole or not at all. @param state JSON */
export async function writeState(folder: string, state: object): Promise<void> {
  const file = path.join(folder, stateName);
  const draft = `${file}.new`;
  try {
    await writeFile(draft, JSON.stringify(state), { mode: 0o600 });
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined);
    throw error;
  }
}

/** The text of the state in a folder; undefined where none was written. */
export function readState(folder: string): Promise<string | undefined> {
  return readFile(path.join(folder, stateName), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
}

/** Takes the state out of the folder; undefined where none was written. */
export async function takeState<State extends object>(folder: string): Promise<State | undefined> {
  const text = await readState(folder);
  if (text === undefined) return undefined;
  const state = JSON.parse(text) as State;
  await rm(path.join(folder, stateName));
  return state;
}
