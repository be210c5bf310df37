import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Measurement, say } from '../measurement.ts';
import { post, startServer } from '../server.ts';
import { quantile, requestsPerSecond } from './ask.ts';

const runs = 10;
const seconds = 2;

/** Requests that name no world, here and at an earlier commit, in alternating runs. */
export async function measureEarlier(commit: string): Promise<Measurement[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-earlier-'));
  const tar = execFileSync(
    'git',
    ['archive', '--format=tar', commit, 'mock-server', 'shared', 'engine', 'package.json'],
    {
      maxBuffer: 2 ** 31,
    },
  );
  execFileSync('tar', ['-x', '-C', folder], { input: tar });
  await symlink(path.resolve('node_modules'), path.join(folder, 'node_modules'));
  const settings = { GALLERY_MORE: 'false' };
  const ours = await startServer(undefined, settings);
  const theirs = await startServer(undefined, settings, 'mock-server/main.ts', folder);
  try {
    const measured: Measurement[] = [];
    for (const isLoggedIn of [false, true]) {
      say(`${runs} alternating runs ${isLoggedIn ? 'with' : 'without'} cookies`);
      const ratios: number[] = [];
      const rates: number[] = [];
      const cookies = [await cookieOf(ours.origin, isLoggedIn), await cookieOf(theirs.origin, isLoggedIn)];
      for (let run = 0; run < runs; run++) {
        const rateOf = (origin: string, cookie: string) => requestsPerSecond(origin, [undefined], { seconds, cookie });
        // The machine's clock rate changes with its temperature, so the order alternates.
        const pair = [
          { origin: ours.origin, cookie: cookies[0] ?? '' },
          { origin: theirs.origin, cookie: cookies[1] ?? '' },
        ];
        const order = run % 2 === 0 ? pair : pair.toReversed();
        const found = new Map<string, number>();
        for (const { origin, cookie } of order) found.set(origin, await rateOf(origin, cookie));
        const rate = found.get(ours.origin) ?? 0;
        rates.push(rate);
        ratios.push(rate / (found.get(theirs.origin) ?? 1));
      }
      measured.push({
        ...{ name: `requests ${isLoggedIn ? 'with' : 'without'} cookies that name no world`, unit: 'per second' },
        ...{ ours: quantile(rates, 0.5), ratio: Math.round(1000 * quantile(ratios, 0.5)) / 1000 },
        target: `at least 0.95 of those at ${commit}`,
      });
    }
    return measured;
  } finally {
    await ours.stop();
    await theirs.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function cookieOf(origin: string, isLoggedIn: boolean): Promise<string> {
  if (!isLoggedIn) return '';
  return ((await post(origin, '/__mock/accounts', {})) as { cookie: string }).cookie;
}
