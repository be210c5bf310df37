import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import autocannon from 'autocannon';
import { type Measurement, say } from '../measurement.ts';
import { type BenchServer, post, startServer } from '../server.ts';
import { cheapCall } from './ask.ts';
import { type Median, medianOf, processorOf, type Round, rateOf, type Slice, slicesOf, speedsOf } from './paired.ts';

const rounds = 20;
/** About a second. */
const requestsOfSlice = 3000;
/** After so many requests the calls are compiled for good. */
const requestsBefore = 12_000;
const connections = 8;

type Programs = Readonly<Record<keyof Round, BenchServer>>;

/**
 * Requests that name no world, here and at an earlier commit, in slices that alternate. Processor time of the program is
 * steadier than the clock, by which other work of the machine counts as well.
 */
export async function measureEarlier(commit: string): Promise<Measurement[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-earlier-'));
  await unpack(commit, folder);
  const settings = { GALLERY_MORE: 'false' };
  const ours = await startServer(undefined, settings);
  const theirs = await startServer(undefined, settings, 'mock-server/main.ts', folder);
  try {
    const measured: Measurement[] = [];
    for (const isLoggedIn of [false, true]) {
      const cookies = {
        ours: await cookieOf(ours.origin, isLoggedIn),
        theirs: await cookieOf(theirs.origin, isLoggedIn),
      };
      const said = `${isLoggedIn ? 'with' : 'without'} cookies`;
      say(`${rounds} rounds of four slices ${said}, load ${loadavg()[0]?.toFixed(1)}`);
      measured.push(...told(await takeRounds({ ours, theirs }, cookies), said, commit));
    }
    return measured;
  } finally {
    await ours.stop();
    await theirs.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Puts the program of a commit into a folder. It gets the packages of this state. */
async function unpack(commit: string, folder: string): Promise<void> {
  const parts = ['mock-server', 'shared', 'engine', 'package.json'];
  const tar = execFileSync('git', ['archive', '--format=tar', commit, ...parts], { maxBuffer: 2 ** 31 });
  execFileSync('tar', ['-x', '-C', folder], { input: tar });
  await symlink(path.resolve('node_modules'), path.join(folder, 'node_modules'));
}

async function takeRounds(programs: Programs, cookies: Readonly<Record<keyof Round, string>>): Promise<Round[]> {
  const take = (who: keyof Round, requests: number) => takeSlice(programs[who], cookies[who], requests);
  for (const who of ['ours', 'theirs'] as const) await take(who, requestsBefore);
  const taken: Record<keyof Round, Slice[]> = { ours: [], theirs: [] };
  for (const who of slicesOf(rounds)) taken[who].push(await take(who, requestsOfSlice));
  const pair = (who: keyof Round, round: number) => taken[who].slice(2 * round, 2 * round + 2) as [Slice, Slice];
  return Array.from({ length: rounds }, (_each, round) => ({
    ours: pair('ours', round),
    theirs: pair('theirs', round),
  }));
}

async function takeSlice(server: BenchServer, cookie: string, amount: number): Promise<Slice> {
  const requests = [{ path: cheapCall, headers: { ...(cookie && { cookie }) } }];
  const before = await server.processorMs();
  const startedAt = performance.now();
  let wallMs = 0;
  const { non2xx, errors } = await new Promise<autocannon.Result>((resolve, reject) => {
    const asking = autocannon({ url: server.origin, connections, amount, requests }, (error, result) =>
      error ? reject(error) : resolve(result),
    );
    // It notices once a second that all answers have come.
    asking.on('response', () => {
      wallMs = performance.now() - startedAt;
    });
  });
  if (non2xx + errors > 0) throw new Error(`${non2xx + errors} requests were refused`);
  return { requests: amount, wallMs, processorMs: (await server.processorMs()) - before };
}

function told(taken: readonly Round[], said: string, commit: string): Measurement[] {
  const speeds = taken.map(speedsOf);
  const ours = taken.flatMap((round) => round.ours);
  const row = (name: string, of: { ours: number; unit: string; speed: Median }): Measurement => ({
    name: `${name} ${said} that name no world, speed ${interval(of.speed)} of that at ${commit}`,
    ...{ ours: of.ours, unit: of.unit, ratio: thousandths(of.speed.median), target: 'at least 0.95' },
  });
  return [
    row('processor time of requests', {
      ...{ ours: 1000 * processorOf(ours), unit: 'µs' },
      speed: medianOf(speeds.map(({ processor }) => processor)),
    }),
    row('requests', { ours: rateOf(ours), unit: 'per second', speed: medianOf(speeds.map(({ wall }) => wall)) }),
  ];
}

const thousandths = (value: number) => Math.round(1000 * value) / 1000;
const interval = ({ low, high }: Median) => `${thousandths(low)} to ${thousandths(high)} (95 %)`;

async function cookieOf(origin: string, isLoggedIn: boolean): Promise<string> {
  if (!isLoggedIn) return '';
  return ((await post(origin, '/__mock/accounts', {})) as { cookie: string }).cookie;
}
