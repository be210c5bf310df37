import { setTimeout } from 'node:timers/promises';
import sharp from 'sharp';
import { type Measurement, say } from '../measurement.ts';
import type { BenchServer } from '../server.ts';
import { ask, cheapCall, headersOf, quantile, timed } from './ask.ts';

const inFlight = 500;
const asked = 200;

/** Cheap calls in one world while another has as many reads, writes, uploads and starts under way as it can. */
export async function measureFlood({ origin }: BenchServer): Promise<Measurement[]> {
  await ask(origin, 'calm', cheapCall);
  say('cheap calls in a world, while nothing else is asked');
  const calm = await askCheaply(origin);
  say(`the same with ${inFlight} requests in flight in another`);
  const stop = await flood(origin);
  const flooded = await askCheaply(origin);
  const answered = await stop();
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

/** Keeps the requests in flight until the function it resolves with is called, which tells how many were answered. */
async function flood(origin: string): Promise<() => Promise<number>> {
  const space = 'flooded';
  const made = await ask(origin, space, '/__mock/accounts', {
    method: 'POST',
    body: { plan: 'team', tickets: 100_000 },
  });
  const headers = { ...headersOf(space), cookie: (made as { cookie: string }).cookie };
  const picture = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#678' } })
    .png()
    .toBuffer();
  const json = { ...headers, 'content-type': 'application/json' };
  const upload = () => {
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(picture)]), 'picture.png');
    return fetch(`${origin}/api/upload/image`, { method: 'POST', headers, body: form });
  };
  const { data } = (await (await upload()).json()) as { data: { imageId: string } };
  let keys = 0;
  const start = () => ({ tool: 'toline', params: { upload_img: data.imageId }, clientKey: `flood-${++keys}` });
  const post = (path: string, body: object) =>
    fetch(origin + path, { method: 'POST', headers: json, body: JSON.stringify(body) });
  const kinds = [
    () => fetch(`${origin}/api/ai/getTaskList`, { headers }),
    () => post('/api/projects', { name: `项目 ${++keys}` }),
    upload,
    () => post('/api/ai/startTask', start()),
  ];
  let isStopped = false;
  let answered = 0;
  const lane = async (number: number): Promise<void> => {
    for (let round = number; !isStopped; round++) {
      await (await kinds[round % kinds.length]?.())?.arrayBuffer();
      answered += 1;
    }
  };
  const lanes = Array.from({ length: inFlight }, (_unused, number) => lane(number));
  await setTimeout(1000);
  return async () => {
    isStopped = true;
    await Promise.all(lanes);
    return answered;
  };
}
