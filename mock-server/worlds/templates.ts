import { constants, copyFile, link, mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';

/** Contents of a world that are made once and copied for every world that begins with them. */
export interface Templates {
  /** Fills an empty folder. The first time for a scenario takes as long as making its data. */
  fill(scenario: string, folder: string): Promise<void>;
}

/** Files that no two worlds may write to; pictures never change and are linked. */
const isCopied = (name: string) => /\.(db|pem|key|json)$/.test(name);
/** Left out of copies: locks, caches and work of the process that made the template. */
const isLeftOut = (name: string) => /^(owner\.|cache$|work$)|-(wal|shm)$/.test(name);

/**
 * @param folder of all templates
 * @param make makes the data of a scenario in a folder and leaves no connection open
 */
export function createTemplates(folder: string, make: (scenario: string, folder: string) => Promise<void>): Templates {
  const made = new Map<string, Promise<string>>();

  function templateOf(scenario: string): Promise<string> {
    const known = made.get(scenario);
    if (known) return known;
    const making = build(scenario);
    made.set(scenario, making);
    // One that failed is tried again by the next who asks.
    making.catch(() => made.delete(scenario));
    return making;
  }

  async function build(scenario: string): Promise<string> {
    const home = path.join(folder, scenario);
    await rm(home, { recursive: true, force: true });
    await mkdir(home, { recursive: true, mode: 0o700 });
    await make(scenario, home).catch(async (error: unknown) => {
      await rm(home, { recursive: true, force: true }).catch(() => undefined);
      throw error;
    });
    return home;
  }

  return {
    async fill(scenario, target) {
      await copyFolder(await templateOf(scenario), target);
    },
  };
}

/** Copies a data folder that is not in use: databases as files of their own, pictures as links to the same bytes. */
export async function copyFolder(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 });
  const entries = (await readdir(from, { withFileTypes: true })).filter(({ name }) => !isLeftOut(name));
  await Promise.all(
    entries.map((entry) => {
      const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
      if (entry.isDirectory()) return copyFolder(source, target);
      return isCopied(entry.name) ? copyFile(source, target, constants.COPYFILE_FICLONE) : linkOrCopy(source, target);
    }),
  );
}

/** File systems without links get copies. */
function linkOrCopy(from: string, to: string): Promise<void> {
  return link(from, to).catch(() => copyFile(from, to, constants.COPYFILE_FICLONE));
}
