import { randomInt } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import sharp from 'sharp';
import { localPassword } from '../../mock-server/config.ts';
import { serverEnvironment } from '../../scripts/lib/server-environment.mjs';
import type { Measurement } from './measurement.ts';
import { type BenchServer, keepEngineBusy, post, startServer, uploadPicture } from './server.ts';

const seconds = 8;
const probeEveryMs = 100;
const target = 'p99 at most 250 ms';

/**
 * One account asks for many large copies of a huge picture at once, others upload and draw, and somebody else goes on
 * using the product: how long do they wait?
 */
export async function benchPictures(): Promise<Measurement[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-pictures-'));
  const distDir = path.join(folder, 'dist');
  await mkdir(path.join(distDir, 'user'), { recursive: true });
  await writeFile(path.join(distDir, 'user', 'index.html'), `<!doctype html>${'<p>筑绘 AI</p>'.repeat(300)}`);
  const dataDir = path.join(folder, 'data');
  const server = await startServer(dataDir, { DIST_DIR: distDir, ...serverEnvironment });
  try {
    const { origin } = server;
    const greedy = await account(origin);
    const huge = await uploadPicture(origin, greedy, await drawHuge());
    const other = await openOther(origin);
    const measurements: Measurement[] = [];
    const measure = async (name: string, disturb: (signal: AbortSignal) => Promise<unknown>[]) => {
      measurements.push(...(await underLoad(server, other, name, disturb)));
    };
    await measure('nobody else there', () => []);
    for (const count of [16, 64]) {
      await measure(`${count} large views at once`, (signal) =>
        [...Array(count).keys()].map((place) =>
          get(origin, greedy, `/api/images/${huge}?w=${7800 - place}&format=webp`, signal),
        ),
      );
    }
    const uploader = await account(origin);
    const wide = await drawWide();
    const finishDrawing = await keepEngineBusy(origin);
    await measure('64 large views all the time, uploads of 8192×2048, engine busy', (signal) => [
      ...[...Array(64).keys()].map(() => askForEver(origin, greedy, huge, signal)),
      ...[1, 2].map(() => uploadForEver(origin, uploader, wide, signal)),
    ]);
    // Unfinished drawings end with the server.
    void finishDrawing().catch(() => undefined);
    return measurements;
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Work of others at the same time; each returns its duration, milliseconds. */
type Other = Record<string, () => Promise<number>>;

async function openOther(origin: string): Promise<Other> {
  const cookie = await account(origin);
  const photo = await drawPhoto();
  const seen = await uploadPicture(origin, cookie, photo);
  const cached = `/api/images/${seen}?w=640&format=webp`;
  await get(origin, cookie, cached);
  const fresh = await freshViews(origin, cookie, photo);
  const headers = { 'content-type': 'application/json' };
  const login = { method: 'POST', headers, body: JSON.stringify({ account: 'admin', password: localPassword }) };
  return {
    'a picture in the cache': () => timed(() => get(origin, cookie, cached)),
    'a small picture that is not': () => timed(() => get(origin, cookie, fresh())),
    'the page': () => timed(() => get(origin, cookie, '/')),
    'GET /api/health': () => timed(() => get(origin, cookie, '/api/health')),
    'login by password': () =>
      timed(() => fetch(`${origin}/api/user/manage/login`, login).then((answer) => answer.text())),
  };
}

async function underLoad(
  { longestStandstill }: BenchServer,
  other: Other,
  name: string,
  disturb: (signal: AbortSignal) => Promise<unknown>[],
): Promise<Measurement[]> {
  const leave = new AbortController();
  await longestStandstill();
  const disturbance = disturb(leave.signal).map((work) => work.catch(() => undefined));
  await setTimeout(500);
  const until = performance.now() + seconds * 1000;
  const waits = await Promise.all(
    Object.entries(other).map(async ([what, ask]) => {
      const times: number[] = [];
      while (performance.now() < until) {
        times.push(await ask());
        await setTimeout(what.startsWith('login') ? 10 * probeEveryMs : probeEveryMs);
      }
      return { what, times: times.toSorted((one, two) => one - two) };
    }),
  );
  const standstill = await longestStandstill();
  leave.abort();
  await Promise.all(disturbance);
  return [
    ...waits.flatMap(({ what, times }) => [
      { name: `${name}: ${what}, median`, ours: share(times, 0.5), unit: 'ms' },
      { name: `${name}: ${what}, p99 of ${times.length}`, ours: share(times, 0.99), unit: 'ms', target },
    ]),
    { name: `${name}: longest standstill of the event loop`, ours: standstill, unit: 'ms', target: 'at most 20 ms' },
  ];
}

const share = (sorted: readonly number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;

async function account(origin: string): Promise<string> {
  return ((await post(origin, '/__mock/accounts', {})) as { cookie: string }).cookie;
}

async function get(origin: string, cookie: string, address: string, signal?: AbortSignal): Promise<void> {
  const answer = await fetch(origin + address, { headers: { cookie }, ...(signal && { signal }) });
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}`);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

/** Always another copy of the same picture: no answer is in the cache for long. */
async function askForEver(origin: string, cookie: string, imageId: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const size = `w=${randomInt(4000, 7800)}&h=${randomInt(4000, 7800)}&fit=cover`;
    const address = `/api/images/${imageId}?${size}&quality=${randomInt(50, 101)}&format=webp`;
    await get(origin, cookie, address, signal).catch(() => setTimeout(50));
  }
}

async function uploadForEver(origin: string, cookie: string, picture: Buffer, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) await uploadPicture(origin, cookie, picture);
}

/** Addresses of small views, each of which was never asked for. */
async function freshViews(origin: string, cookie: string, photo: Buffer): Promise<() => string> {
  const unused: string[] = [];
  for (let shade = 0; shade < 30; shade++) {
    const shaded = await sharp(photo).linear(1, -shade).jpeg({ quality: 90 }).toBuffer();
    const imageId = await uploadPicture(origin, cookie, shaded);
    for (const w of [160, 320, 480, 640])
      for (const quality of [60, 80, 90, 100])
        unused.push(`/api/images/${imageId}?w=${w}&format=webp&quality=${quality}`);
  }
  return () => {
    const next = unused.pop();
    if (!next) throw new Error('all fresh views are used');
    return next;
  };
}

/** 8000 × 8000 pixels in about 200 kB. */
function drawHuge(): Promise<Buffer> {
  return sharp({ create: { width: 8000, height: 8000, channels: 3, background: '#789' } })
    .png()
    .toBuffer();
}

/** 8192 × 2048 pixels, as large as a picture may be that is sent often. */
function drawWide(): Promise<Buffer> {
  return noise(1024, 256).resize(8192, 2048, { kernel: 'cubic' }).jpeg({ quality: 90 }).toBuffer();
}

function drawPhoto(): Promise<Buffer> {
  return noise(400, 300).resize(1600, 1200, { kernel: 'cubic' }).jpeg({ quality: 90 }).toBuffer();
}

function noise(width: number, height: number) {
  const create = {
    width,
    height,
    channels: 3 as const,
    background: '#888',
    noise: { type: 'gaussian' as const, mean: 128, sigma: 40 },
  };
  return sharp({ create });
}
