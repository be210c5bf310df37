import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import sharp from 'sharp';
import { ask, headersOf } from './ask.ts';

// The thread of a client that floods a world until it is told to stop, and then tells how much was answered.
const stop = await flood(workerData as { origin: string; inFlight: number });
parentPort?.postMessage('flooding');
if (parentPort) await once(parentPort, 'message');
parentPort?.postMessage(await stop());
parentPort?.close();

/** Keeps the requests in flight until the function it resolves with is called, which tells how many were answered. */
async function flood({ origin, inFlight }: { origin: string; inFlight: number }): Promise<() => Promise<number>> {
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
