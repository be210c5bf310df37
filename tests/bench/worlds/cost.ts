import { setTimeout } from 'node:timers/promises';
import { type Measurement, say } from '../measurement.ts';
import type { BenchServer } from '../server.ts';
import { ask, cheapCall, quantile, requestsPerSecond, timed } from './ask.ts';

const counts = [1, 10, 50];
const idleSeconds = 15;
const namesOf = (count: number) => Array.from({ length: count }, (_unused, index) => `w${index}`);

/** Times, memory and throughput of 1, 10 and 50 worlds of one process. */
export async function measureCost(server: BenchServer): Promise<Measurement[]> {
  const { origin } = server;
  const use = (space: string) => ask(origin, space, cheapCall);
  // The first world makes the template that later ones are copied from.
  await use('first');
  await deleteAll(origin);
  const made: number[] = [];
  const measured: Measurement[] = [];
  say('worlds are made, and asked');
  // The process grows under its first load, which is not counted for worlds.
  await requestsPerSecond(origin, [undefined]);
  await use('first');
  await deleteAll(origin);
  const none = await megabytes(server);
  await server.longestStandstill();
  await setTimeout(idleSeconds * 1000);
  const alone = await server.longestStandstill();
  measured.push({ name: 'longest standstill with the unnamed world alone', ours: alone, unit: 'ms' });
  measured.push({
    name: 'requests in the unnamed world',
    ours: await requestsPerSecond(origin, [undefined]),
    unit: 'per second',
  });
  for (const count of counts) {
    const before = await megabytes(server);
    for (const space of namesOf(count).slice(made.length)) made.push(await timed(() => use(space)));
    const rate = await requestsPerSecond(origin, namesOf(count));
    measured.push({ name: `requests in ${count} worlds in turn`, ours: rate, unit: 'per second' });
    const each = (await megabytes(server)) - before;
    const added = count - (counts[counts.indexOf(count) - 1] ?? 0);
    measured.push({
      name: `memory of each of ${count} worlds awake`,
      ours: each / added,
      unit: 'MB',
      target: 'at most 30 MB',
    });
  }
  measured.push({
    name: 'first use of an empty world, median',
    ours: quantile(made, 0.5),
    unit: 'ms',
    target: 'at most 150 ms',
  });
  measured.push({ name: 'first use of an empty world, slowest of 50', ours: Math.max(...made), unit: 'ms' });
  await server.longestStandstill();
  say(`${idleSeconds} s with 50 worlds that nobody uses`);
  await setTimeout(idleSeconds * 1000);
  const standstill = await server.longestStandstill();
  measured.push({
    name: 'longest standstill by rounds of 50 idle worlds',
    ours: standstill,
    unit: 'ms',
    target: 'at most 20 ms',
  });
  measured.push(...(await measureSleep(server, none)), ...(await measureSeed(origin)));
  return measured;
}

async function measureSleep(server: BenchServer, none: number): Promise<Measurement[]> {
  const { origin } = server;
  say('until they sleep, which takes a minute');
  while ((await spacesOf(origin)).some(({ isAwake }) => isAwake)) await setTimeout(1000);
  const asleep = ((await megabytes(server)) - none) / (counts.at(-1) ?? 1);
  const woken: number[] = [];
  for (const space of namesOf(9)) woken.push(await timed(() => ask(origin, space, cheapCall)));
  return [
    { name: 'memory of each of 50 worlds asleep', ours: asleep, unit: 'MB', target: 'at most 1 MB' },
    { name: 'waking of a world, median', ours: quantile(woken, 0.5), unit: 'ms' },
  ];
}

/** A world with the example data and the whole gallery. */
async function measureSeed(origin: string): Promise<Measurement[]> {
  await deleteAll(origin);
  say('the example data are made once');
  const reset = (space: string) =>
    timed(() => ask(origin, space, '/__mock/reset', { method: 'POST', body: { scenario: 'seed' } }));
  const first = await reset('first');
  const others: number[] = [];
  for (const space of namesOf(7)) others.push(await reset(space));
  return [
    { name: 'the first world with example data and gallery', ours: first, unit: 'ms' },
    { name: 'another new world with them, median', ours: quantile(others, 0.5), unit: 'ms', target: 'at most 500 ms' },
    { name: 'another new world with them, slowest of 7', ours: Math.max(...others), unit: 'ms' },
  ];
}

async function deleteAll(origin: string): Promise<void> {
  for (const { name } of await spacesOf(origin))
    await ask(origin, undefined, `/__mock/spaces/${name}`, { method: 'DELETE' });
}

async function spacesOf(origin: string) {
  const { spaces } = (await ask(origin, undefined, '/__mock/spaces')) as {
    spaces: Array<{ name: string; isAwake: boolean }>;
  };
  return spaces;
}

async function megabytes(server: BenchServer): Promise<number> {
  await server.send('collect');
  return server.residentMegabytes();
}
