import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { type Measurement, say } from '../measurement.ts';
import type { BenchServer } from '../server.ts';
import { ask, cheapCall, quantile, timed } from './ask.ts';

const inFlight = 500;
const asked = 200;

/** Cheap calls in one world while another has as many reads, writes, uploads and starts under way as it can. */
export async function measureFlood({ origin }: BenchServer): Promise<Measurement[]> {
  await ask(origin, 'calm', cheapCall);
  say('cheap calls in a world, while nothing else is asked');
  const calm = await askCheaply(origin);
  say(`the same with ${inFlight} requests in flight in another`);
  // In a thread of its own: five hundred requests in flight keep their client busy, too.
  const client = new Worker(new URL('./flooding.ts', import.meta.url), { workerData: { origin, inFlight } });
  await once(client, 'message');
  const flooded = await askCheaply(origin);
  client.postMessage('stop');
  const [answered] = (await once(client, 'message')) as [number];
  const [before, during] = [quantile(calm, 0.95), quantile(flooded, 0.95)];
  return [
    { name: 'p95 of cheap calls in a calm world', ours: before, unit: 'ms' },
    {
      ...{ name: 'p95 of cheap calls while another world is flooded', ours: during, unit: 'ms' },
      ...{ ratio: Math.round((100 * during) / before) / 100, target: 'at most 3 times the calm one' },
    },
    { name: 'requests of the flood answered meanwhile', ours: answered, unit: 'requests' },
  ];
}

async function askCheaply(origin: string): Promise<number[]> {
  const times: number[] = [];
  for (let count = 0; count < asked; count++) {
    times.push(await timed(() => ask(origin, 'calm', cheapCall)));
    await setTimeout(20);
  }
  return times;
}
