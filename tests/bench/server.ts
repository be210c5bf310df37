import { type Serializable, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import autocannon from 'autocannon';
import sharp from 'sharp';
import { type Measurement, say } from './measurement.ts';

const loadSeconds = 10;
const loopWatch = new URL('./loop-watch.ts', import.meta.url).href;

export interface BenchServer {
  origin: string;
  readyMs: number;
  /** The longest time the server's event loop stood still since the last call, milliseconds. */
  longestStandstill: () => Promise<number>;
  /** Processor time of all its threads so far, milliseconds; from the first question on, standstills are not watched. */
  processorMs: () => Promise<number>;
  /** Sends a message to the program and resolves to its reply, without a timeout. One message at a time. */
  send: (message: Serializable) => Promise<unknown>;
  /** Memory it holds now, on Linux; 0 elsewhere. */
  residentMegabytes: () => number;
  stop: () => Promise<void>;
}

/**
 * Starts the real server on a free port.
 * @param keptDir existing data folder; a temporary one when absent
 * @param program entry module
 * @param cwd folder of the program; this repository when absent
 */
export async function startServer(
  keptDir?: string,
  settings: Record<string, string> = {},
  program = 'mock-server/main.ts',
  cwd?: string,
): Promise<BenchServer> {
  const dataDir = keptDir ?? (await mkdtemp(path.join(tmpdir(), 'bench-server-')));
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const startedAt = performance.now();
  const server = spawn(process.execPath, ['--import', loopWatch, program], {
    cwd,
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, ...settings },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = once(server, 'exit').then(() => {
    throw new Error('the server ended before it was ready');
  });
  await Promise.race([untilReady(origin), ended]);
  // It is ended on purpose from now on.
  ended.catch(() => undefined);
  const send = async (message: Serializable): Promise<unknown> => {
    server.send(message);
    return (await Promise.race([once(server, 'message'), ended]))[0];
  };
  return {
    origin,
    send,
    readyMs: Math.round(performance.now() - startedAt),
    longestStandstill: async () => (await send('read')) as number,
    processorMs: async () => (await send('processor')) as number,
    residentMegabytes: () => residentMegabytes(server.pid ?? 0),
    async stop() {
      server.kill('SIGTERM');
      await once(server, 'exit');
      if (keptDir === undefined) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Keeps the engine busy on all cores and asks `/api/health` all the while. */
export async function benchServer(): Promise<Measurement[]> {
  const { origin, readyMs, stop } = await startServer();
  try {
    say(`${loadSeconds} s of questions with an idle engine`);
    const idle = await askHealth(origin);
    const finish = await keepEngineBusy(origin);
    say(`${loadSeconds} s of questions with a busy engine`);
    const busy = await askHealth(origin);
    const tasks = await finish();
    return [
      { name: 'server start to ready (first run, with seed)', ours: readyMs, unit: 'ms' },
      { name: 'GET /api/health p99, engine idle', ours: idle, unit: 'ms' },
      {
        name: `GET /api/health p99, engine busy on ${availableParallelism()} cores`,
        ours: busy,
        unit: 'ms',
        target: 'at most 50 ms',
      },
      { name: 'line drawings finished meanwhile', ours: tasks, unit: 'tasks' },
    ];
  } finally {
    await stop();
  }
}

async function askHealth(origin: string): Promise<number> {
  const result = await autocannon({
    url: `${origin}/api/health`,
    connections: 4,
    duration: loadSeconds,
    overallRate: 200,
  });
  return result.latency.p99;
}

/** Queues line drawings, twice as many as there are cores, again and again. Returns how to stop. */
export async function keepEngineBusy(origin: string): Promise<() => Promise<number>> {
  const { cookie } = (await post(origin, '/__mock/accounts', { plan: 'team', tickets: 1000 })) as { cookie: string };
  const imageId = await uploadPicture(origin, cookie, await drawNoise());
  let isStopped = false;
  let finished = 0;
  const lane = async (name: number): Promise<void> => {
    for (let round = 0; !isStopped; round++) {
      const started = await post(
        origin,
        '/api/ai/startTask',
        { tool: 'toline', params: { upload_img: imageId }, clientKey: `${name}-${round}` },
        cookie,
      );
      const { taskId } = (started as { data: { taskId: string } }).data;
      while ((await statusOf(origin, taskId, cookie)) !== 'succeeded')
        await new Promise((resolve) => setTimeout(resolve, 50));
      finished += 1;
    }
  };
  const lanes = Array.from({ length: availableParallelism() * 2 }, (_unused, name) => lane(name));
  return async () => {
    isStopped = true;
    await Promise.all(lanes);
    return finished;
  };
}

async function drawNoise(): Promise<Buffer> {
  return sharp({
    create: {
      width: 1024,
      height: 768,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
    .png()
    .toBuffer();
}

export async function uploadPicture(origin: string, cookie: string, picture: Buffer): Promise<string> {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(picture)]), 'picture.png');
  const response = await fetch(`${origin}/api/upload/image`, { method: 'POST', body: form, headers: { cookie } });
  return ((await response.json()) as { data: { imageId: string } }).data.imageId;
}

async function statusOf(origin: string, taskId: string, cookie: string): Promise<string> {
  const response = await fetch(`${origin}/api/ai/getTaskByTaskId?taskId=${taskId}`, { headers: { cookie } });
  return ((await response.json()) as { data: { status: string } }).data.status;
}

export async function post(origin: string, url: string, body: object, cookie = ''): Promise<unknown> {
  const headers = { 'content-type': 'application/json', cookie };
  return (await fetch(origin + url, { method: 'POST', headers, body: JSON.stringify(body) })).json();
}

async function untilReady(origin: string): Promise<void> {
  for (;;) {
    const isReady = await fetch(`${origin}/api/health`).then(
      (response) => response.ok,
      () => false,
    );
    if (isReady) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

function residentMegabytes(pid: number): number {
  if (process.platform !== 'linux') return 0;
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  probe.close();
  await once(probe, 'close');
  return port;
}
