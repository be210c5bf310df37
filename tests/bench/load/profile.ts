import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Measurement, tell } from '../measurement.ts';
import { answersPerSecond, openOrderDesk, rowOfOrders } from './rows.ts';

const seconds = 10;
const root = path.resolve(fileURLToPath(new URL('../../..', import.meta.url)));

/** A profile as V8 writes it: times in microseconds between samples, each in the function of a node. */
interface CpuProfile {
  nodes: Array<{ id: number; callFrame: { functionName: string; url: string } }>;
  samples: number[];
  timeDeltas: number[];
}

/** Shares of the main thread's time while one row is asked for again and again, by what the code belongs to. */
export async function measureProfile(): Promise<Measurement[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-profile-'));
  try {
    const { server, cookie, rows } = await openOrderDesk(['--cpu-prof', `--cpu-prof-dir=${folder}`]);
    const url = server.origin + rowOfOrders(rows[0]?.id ?? '');
    const rate = await answersPerSecond(url, cookie, seconds).finally(() => server.stop());
    const shares = await sharesOf(folder);
    return [
      tell({ name: 'one row while it is profiled', ours: rate, unit: 'per second' }),
      ...shares.map(([part, share]) => tell({ name: `of a row’s time: ${part}`, ours: 100 * share, unit: '%' })),
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The server's own profile is the longest one: its threads are mostly idle. */
async function sharesOf(folder: string): Promise<Array<[part: string, share: number]>> {
  const texts = await Promise.all(
    (await readdir(folder))
      .filter((name) => name.endsWith('.cpuprofile'))
      .map((name) => readFile(path.join(folder, name), 'utf8')),
  );
  const profiles = texts.map((text) => JSON.parse(text) as CpuProfile);
  const [shares] = profiles.map(timeByPart).toSorted((one, other) => busyTime(other) - busyTime(one));
  if (!shares) throw new Error('the server wrote no profile');
  const all = busyTime(shares);
  return [...shares]
    .map(([part, time]): [string, number] => [part, time / all])
    .filter(([, share]) => share >= 0.01)
    .toSorted(([, one], [, other]) => other - one);
}

const busyTime = (times: ReadonlyMap<string, number>): number =>
  [...times.values()].reduce((sum, time) => sum + time, 0);

function timeByPart({ nodes, samples, timeDeltas }: CpuProfile): Map<string, number> {
  const parts = new Map(nodes.map(({ id, callFrame }) => [id, partOf(callFrame)]));
  const times = new Map<string, number>();
  samples.forEach((id, index) => {
    const part = parts.get(id);
    if (part !== undefined) times.set(part, (times.get(part) ?? 0) + (timeDeltas[index] ?? 0));
  });
  return times;
}

/** Folder of ours, package, or what the runtime does; undefined while nothing is done. */
function partOf({ functionName, url }: { functionName: string; url: string }): string | undefined {
  if (functionName === '(idle)' || functionName === '(program)' || functionName === '(root)') return undefined;
  if (functionName === '(garbage collector)') return 'garbage collection';
  const library = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url);
  if (library) return library[1];
  if (url.startsWith('node:')) return `Node: ${url.slice('node:'.length).split('/').slice(0, 2).join('/')}`;
  if (!url.startsWith('file:')) return 'V8 and native code';
  return path
    .dirname(path.relative(root, fileURLToPath(url)))
    .split(path.sep)
    .slice(0, 4)
    .join('/');
}
