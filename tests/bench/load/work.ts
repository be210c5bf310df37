import autocannon, { type Request } from 'autocannon';
import sharp from 'sharp';
import { type Measurement, say, tell } from '../measurement.ts';
import { type BenchServer, post, startServer, uploadPicture } from '../server.ts';

const seconds = 5;
const people = 25;
const streams = 500;

interface Person {
  cookie: string;
  projectId: string;
  imageId: string;
}

/** Work by its kind: each measured alone, then all at once while event streams are open. */
export async function measureWork(): Promise<Measurement[]> {
  const server = await startServer(undefined, { GALLERY_MORE: 'false', TASK_CONCURRENCY: '1' });
  const close = new AbortController();
  try {
    const crowd = await makePeople(server.origin);
    const kinds = await kindsOfWork(crowd);
    const measured: Measurement[] = [];
    for (const [kind, requests] of Object.entries(kinds)) measured.push(...(await measureKind(server, kind, requests)));
    say(`${streams} event streams are opened`);
    await openStreams(server.origin, crowd, close.signal);
    await server.longestStandstill();
    say('all kinds at once');
    const [health] = await Promise.all([
      autocannon({ url: `${server.origin}/api/health`, connections: 4, duration: seconds, overallRate: 200 }),
      ...Object.values(kinds).map((requests) => run(server, requests, 2)),
    ]);
    measured.push(
      tell({ name: `GET /api/health p99, all of it and ${streams} streams`, ours: health.latency.p99, unit: 'ms' }),
      tell({ name: 'longest standstill meanwhile', ours: await server.longestStandstill(), unit: 'ms' }),
      tell({ name: 'memory then', ours: server.residentMegabytes(), unit: 'MB' }),
    );
    return measured;
  } finally {
    close.abort();
    await server.stop();
  }
}

async function makePeople(origin: string): Promise<Person[]> {
  const picture = await drawPicture(1024, 768);
  return Promise.all(
    Array.from({ length: people }, async (_unused, index) => {
      const account = { plan: 'team', tickets: 100_000 };
      const { cookie } = (await post(origin, '/__mock/accounts', account)) as { cookie: string };
      const made = await post(origin, '/api/projects', { name: `项目 ${index}` }, cookie);
      const { projectId } = (made as { data: { projectId: string } }).data;
      return { cookie, projectId, imageId: await uploadPicture(origin, cookie, picture) };
    }),
  );
}

const drawPicture = (width: number, height: number): Promise<Buffer> => {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
  return sharp({ create: { width, height, channels: 3, background: '#888', noise } })
    .jpeg()
    .toBuffer();
};

/** Requests of each kind; those of different people take turns. */
async function kindsOfWork(crowd: readonly Person[]): Promise<Readonly<Record<string, Request[]>>> {
  let count = 0;
  const ofEach = (make: (person: Person) => Request) =>
    crowd.map((person) => {
      const { headers, ...request } = make(person);
      return { ...request, headers: { cookie: person.cookie, ...headers } };
    });
  const json = { 'content-type': 'application/json' };
  const boundary = 'bench-boundary';
  const upload = Buffer.concat([
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="picture.jpg"\r\ncontent-type: image/jpeg\r\n\r\n`,
    ),
    await drawPicture(640, 480),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  return {
    reads: ofEach(() => ({ path: '/api/works' })),
    writes: ofEach(({ projectId }) => ({
      ...{ method: 'POST', path: `/api/projects/${projectId}`, headers: json },
      setupRequest: (request) => ({ ...request, body: JSON.stringify({ name: `第 ${count++} 次` }) }),
    })),
    pictures: ofEach(({ imageId }) => ({ path: `/api/images/${imageId}` })),
    uploads: ofEach(() => ({
      ...{ method: 'POST', path: '/api/upload/image', body: upload },
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    })),
    starts: ofEach(({ imageId }) => ({
      ...{ method: 'POST', path: '/api/ai/startTask', headers: json },
      setupRequest: (request) => ({
        ...request,
        body: JSON.stringify({ tool: 'toline', params: { upload_img: imageId }, clientKey: `start-${count++}` }),
      }),
    })),
  };
}

const run = (server: BenchServer, requests: Request[], connections: number) =>
  autocannon({ url: server.origin, connections, duration: seconds, requests });

async function measureKind(server: BenchServer, kind: string, requests: Request[]): Promise<Measurement[]> {
  say(`${seconds} s of ${kind}`);
  await server.longestStandstill();
  const { requests: answered, latency, non2xx, '4xx': refused } = await run(server, requests, 8);
  const standstill = await server.longestStandstill();
  // Only starts end in refusals, when a person's queue is full.
  if (non2xx > (kind === 'starts' ? refused : 0)) throw new Error(`${non2xx} ${kind} failed`);
  return [
    tell({ name: `${kind}, 8 connections`, ours: (answered.total - non2xx) / seconds, unit: 'per second' }),
    tell({ name: `${kind}, p99`, ours: latency.p99, unit: 'ms' }),
    tell({ name: `${kind}, longest standstill`, ours: standstill, unit: 'ms' }),
  ];
}

/** Opens the event streams of everybody, 20 each, and reads them until `signal` is aborted. */
async function openStreams(origin: string, crowd: readonly Person[], signal: AbortSignal): Promise<void> {
  await Promise.all(
    Array.from({ length: streams }, async (_unused, index) => {
      const cookie = crowd[index % crowd.length]?.cookie ?? '';
      const answer = await fetch(`${origin}/api/ai/taskEvents`, { headers: { cookie }, signal });
      if (!answer.ok || !answer.body) throw new Error(`a stream was answered with ${answer.status}`);
      void answer.body.pipeTo(new WritableStream(), { signal }).catch(() => undefined);
    }),
  );
}
