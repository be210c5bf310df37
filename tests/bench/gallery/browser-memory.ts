import { readdir, readFile } from 'node:fs/promises';

const everyMs = 250;

/** Parent of every process, by id. */
async function parents(): Promise<Map<number, number>> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const pairs = ids.map(async (id): Promise<[number, number]> => {
    const stat = await readFile(`/proc/${id}/stat`, 'utf8').catch(() => '');
    return [id, Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])];
  });
  return new Map(await Promise.all(pairs));
}

/** The share of memory (PSS) of a process and all below it, megabytes. */
async function familyMegabytes(root: number): Promise<number> {
  const parentOf = await parents();
  const isBelow = (id: number | undefined): boolean =>
    id === root || (id !== undefined && id > 1 && isBelow(parentOf.get(id)));
  const shares = [...parentOf.keys()].filter(isBelow).map(async (id) => {
    const text = await readFile(`/proc/${id}/smaps_rollup`, 'utf8').catch(() => '');
    return Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0);
  });
  return (await Promise.all(shares)).reduce((sum, kilobytes) => sum + kilobytes, 0) / 1024;
}

/** The process of the browser that uses a profile. Throws where there is none. */
export async function browserOf(profile: string): Promise<number> {
  for (const id of (await parents()).keys()) {
    const [, ...words] = (await readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')).split('\0');
    const isChild = words.some((word) => word.startsWith('--type='));
    if (!isChild && words.includes(`--user-data-dir=${profile}`)) return id;
  }
  throw new Error('the browser is not found among the processes');
}

/** Watches the memory of a browser with all its processes; Linux only. @returns ends it and gives the peak, megabytes */
export function watchMemory(root: number): () => Promise<number> {
  let peak = 0;
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      peak = Math.max(peak, await familyMegabytes(root));
      await new Promise((resolve) => setTimeout(resolve, everyMs));
    }
  })();
  return async () => {
    isOver = true;
    await watching;
    return peak;
  };
}
