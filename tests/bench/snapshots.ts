import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { fillDatabase } from '../support/database-filler.ts';
import { type Measurement, say, tell } from './measurement.ts';
import { startServer } from './server.ts';
import { ask, quantile, timed } from './worlds/ask.ts';

const rows = 10_000;
const pictures = 500;
const atOnce = 8;
const runs = 7;
const settings = { GALLERY_MORE: 'false' };

/** Keeping and restoring a world of 10,000 rows and 500 pictures beside the examples. */
export async function benchSnapshots(): Promise<Measurement[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-snapshots-'));
  try {
    await (await startServer(folder, settings)).stop();
    fillDatabase(path.join(folder, 'zhuhui.db'), [{ table: 'page_event', rows }]);
    const server = await startServer(folder, settings);
    try {
      await upload(server.origin);
      return await measure(server.origin);
    } finally {
      await server.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function upload(origin: string): Promise<void> {
  say(`${pictures} pictures are uploaded`);
  const { cookie } = (await ask(origin, undefined, '/__mock/accounts', { method: 'POST', body: {} })) as {
    cookie: string;
  };
  for (let from = 0; from < pictures; from += atOnce)
    await Promise.all(
      Array.from({ length: Math.min(atOnce, pictures - from) }, async (_unused, index) => {
        const number = from + index;
        const background = { r: number % 256, g: Math.floor(number / 2), b: 90 };
        const bytes = await sharp({ create: { width: 640, height: 480, channels: 3, background } })
          .png()
          .toBuffer();
        const form = new FormData();
        form.set('file', new Blob([new Uint8Array(bytes)]), `picture-${number}.png`);
        const answer = await fetch(`${origin}/api/upload/image`, { method: 'POST', headers: { cookie }, body: form });
        if (!answer.ok) throw new Error(`an upload was answered ${answer.status}: ${await answer.text()}`);
        await answer.arrayBuffer();
      }),
    );
}

async function measure(origin: string): Promise<Measurement[]> {
  const post = (space: string | undefined, address: string, body?: object) =>
    timed(() => ask(origin, space, `/__mock/snapshots${address}`, { method: 'POST', ...(body && { body }) }));
  say('the world is kept, and restored again and again');
  const kept: number[] = [];
  for (let run = 0; run < runs; run++) kept.push(await post(undefined, '', { name: 'bench' }));
  const restored = async (spaceOf: (run: number) => string | undefined) => {
    const times: number[] = [];
    for (let run = 0; run < runs; run++) times.push(await post(spaceOf(run), '/bench/restore'));
    return times;
  };
  const groups: Array<[string, number[]]> = [
    ['the unnamed world', await restored(() => undefined)],
    ['a named world', await restored(() => 'again')],
    ['a new named world', await restored((run) => `new-${run}`)],
  ];
  return [
    tell({ name: `keeping ${rows} rows and ${pictures} pictures, median`, ours: quantile(kept, 0.5), unit: 'ms' }),
    ...groups.flatMap(([name, times]) => [
      tell({ name: `restoring ${name}, median`, ours: quantile(times, 0.5), unit: 'ms', target: 'at most 1000 ms' }),
      tell({ name: `restoring ${name}, slowest of ${runs}`, ours: Math.max(...times), unit: 'ms' }),
    ]),
  ];
}
