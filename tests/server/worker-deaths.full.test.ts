import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { EventEmitter } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { minute } from '#shared/domain/time';
import { toline } from '#shared/tools/plan';
import { createModelClient } from '../../engine/models/client.ts';
import { createModelHost } from '../../engine/models/host.ts';
import { createEmbeddedBuildings } from '../../mock-server/adapters/building/embedded.ts';
import { createTextReader } from '../../mock-server/adapters/chat/offline/text-reader.ts';
import { createEmbeddedControl } from '../../mock-server/adapters/control/embedded.ts';
import { createEmbeddedJudge } from '../../mock-server/adapters/judge/embedded.ts';
import { openModels } from '../../mock-server/adapters/models/index.ts';
import { drawHouse as drawRendered } from '../../mock-server/adapters/render/conformance.ts';
import { createEmbeddedEngine } from '../../mock-server/adapters/render/embedded/index.ts';
import { createLiveRenderer } from '../../mock-server/adapters/render/embedded/live.ts';
import { drawHouse } from '../../mock-server/adapters/segment/conformance.ts';
import { createEmbeddedSegmenter } from '../../mock-server/adapters/segment/embedded.ts';
import { manifestOf } from '../../mock-server/backup/backup.ts';
import { createBackupPool } from '../../mock-server/backup/backup-pool.ts';
import { openStore } from '../../mock-server/db/open.ts';
import { createWordFiles } from '../../mock-server/modules/assistant/word-file.ts';
import { createPictureWork } from '../../mock-server/modules/studio/image/picture-work.ts';
import { createVariantCache } from '../../mock-server/modules/studio/image/variant-cache.ts';
import { workerFault } from '../../mock-server/pools/failures.ts';
import { realTimers } from '../../mock-server/timers.ts';
import { createBulkPool } from '../../mock-server/worlds/bulk-pool.ts';
import { node, onnxFile } from '../support/onnx-graph.ts';
import { drawPicture } from '../support/server-pictures.ts';
import { writeSlotModel } from '../support/slot-models.ts';

/** An open pool. */
interface Used {
  /** Runs a small job, which always has the same answer. */
  use(): Promise<unknown>;
  /** Runs a longer job with the same answer, for pools whose small job may end before its worker is killed. */
  useLong?(): Promise<unknown>;
  close(): Promise<void>;
}

interface Pool {
  /** Source file that creates the pool. */
  file: string;
  open(folder: string): Promise<Used>;
  /** Expected outcome of a job whose worker was killed twice. */
  afterTwo: unknown;
  /** True when the workers do not report the begin of a job: they are killed right after the request. */
  isSilent?: boolean;
}

const signal = () => new AbortController().signal;
const square = '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="300"><rect width="90" height="90"/></svg>';

/** All pools of processes or threads. The last test fails when one is missing. */
const pools: Pool[] = [
  {
    file: 'mock-server/backup/backup-pool.ts',
    async open(folder) {
      const backups = createBackupPool();
      const dataDir = path.join(folder, 'data');
      await openStore(path.join(dataDir, 'zhuhui.db')).close();
      const source = { dataDir, version: '1', now: 0 };
      return {
        use: async () => {
          const copy = path.join(folder, 'copy');
          await backups.run({ folder: copy, kind: 'make', source });
          return (await manifestOf(copy)).createdAt;
        },
        close: () => backups.close(),
      };
    },
    afterTwo: { name: 'DeadlyJob' },
  },
  {
    file: 'mock-server/adapters/judge/embedded.ts',
    async open(folder) {
      const judge = createEmbeddedJudge();
      const { file, width, height } = await drawRendered(folder, 320);
      const question = { result: file, folder, name: 'judged', base: { file, width, height } };
      const about = { areColoursApart: false, expectsNew: false, isCutout: false } as const;
      return {
        use: async () => (await judge.judge({ ...question, ...about }, signal())).measured,
        close: () => judge.close(),
      };
    },
    afterTwo: { name: 'DeadlyJob' },
  },
  {
    file: 'mock-server/adapters/building/embedded.ts',
    async open(folder) {
      const program = new URL('../support/building-process.ts', import.meta.url);
      const buildings = createEmbeddedBuildings({ program });
      const file = path.join(folder, 'house.ifc');
      await writeFile(file, 'house');
      const read = async (name: string) => {
        const [target, viewerTarget] = [path.join(folder, 'house.mesh'), path.join(folder, 'house.glb')];
        const work = { file, name, target, viewerTarget };
        return (await buildings.read(work, { owner: 'somebody', signal: signal() })).facts;
      };
      return {
        use: () => read('house.ifc'),
        useLong: () => read('slow house.ifc'),
        close: () => buildings.close(),
      };
    },
    afterTwo: { name: 'BuildingRefused' },
  },
  {
    file: 'mock-server/adapters/control/embedded.ts',
    async open(folder) {
      const control = createEmbeddedControl();
      const picture = await drawRendered(folder, 320);
      const size = { width: picture.width, height: picture.height };
      return { use: () => control.make('line', { picture }, size), close: () => control.close() };
    },
    afterTwo: { name: 'ControlRefused' },
  },
  {
    file: 'mock-server/worlds/bulk-pool.ts',
    async open(folder) {
      const pool = createBulkPool();
      const file = path.join(folder, 'zhuhui.db');
      await openStore(file).close();
      return { use: () => pool.run({ kind: 'end', file }), close: () => pool.close() };
    },
    afterTwo: { name: 'DeadlyJob' },
  },
  {
    file: 'mock-server/modules/studio/image/picture-work.ts',
    async open(folder) {
      const pictures = createPictureWork();
      const file = path.join(folder, 'picture.png');
      await writeFile(file, await drawPicture());
      return {
        use: () => pictures.measure('somebody', file, { width: 320, height: 256 }),
        close: () => pictures.close(),
      };
    },
    afterTwo: { status: 422, reason: 'image.deadly' },
  },
  {
    file: 'engine/models/host.ts',
    async open(folder) {
      const host = await createModelHost();
      const client = createModelClient(host.address);
      const file = path.join(folder, 'product.onnx');
      const value = (name: string, ...dims: Array<string | number>) => ({ name, type: 'float32', dims }) as const;
      await writeFile(
        file,
        onnxFile({
          inputs: [value('one', 'side', 'side'), value('other', 'side', 'side')],
          outputs: [value('sum', 1)],
          nodes: [node('MatMul', ['one', 'other'], 'product'), node('ReduceSum', ['product'], 'sum', { keepdims: 0 })],
        }),
      );
      const multiply = (side: number) => {
        const nothing = { dims: [side, side], data: new Float32Array(side ** 2) };
        return client.run(file, { one: nothing, other: nothing });
      };
      return {
        use: () => multiply(2),
        // Takes longer than killing the worker.
        useLong: () => multiply(2500),
        async close() {
          client.close();
          await host.close();
        },
      };
    },
    afterTwo: { name: 'ModelUnavailable', trouble: 'ended' },
  },
  {
    file: 'mock-server/adapters/segment/embedded.ts',
    async open(folder) {
      const cache = await createVariantCache(path.join(folder, 'cache'));
      const segmenter = createEmbeddedSegmenter({ cache });
      const house = await drawHouse(folder);
      return {
        use: () => segmenter.segment(house, { points: [{ x: 160, y: 165, label: 1 }] }),
        close: () => segmenter.close(),
      };
    },
    afterTwo: { name: 'SegmentRefused' },
  },
  {
    file: 'mock-server/adapters/render/embedded/index.ts',
    async open(folder) {
      const engine = createEmbeddedEngine({ threads: 1 });
      const picture = await drawRendered(folder, 64);
      const params = toline.params.parse({ upload_img: 'p' });
      const request = { key: 'k', tool: 'toline', params, pictures: { p: picture }, seed: 1, outputDir: folder };
      return {
        async use() {
          const listener = { signal: signal(), onProgress: () => undefined };
          const { outputs } = await engine.watch(await engine.start(request), listener, request);
          return readFile(outputs[0]?.file ?? '');
        },
        close: () => engine.close(),
      };
    },
    afterTwo: { name: 'RenderRefused' },
  },
  {
    file: 'mock-server/adapters/render/embedded/live.ts',
    async open() {
      const live = createLiveRenderer();
      const params = { promptTxt: '', similarity: 60 };
      return {
        use: async () =>
          (await live.render({ canvas: Buffer.from(square), params, seed: 3, side: 64, signal: signal() })).jpeg,
        close: () => live.close(),
      };
    },
    afterTwo: { name: 'DeadlyJob' },
  },
  {
    file: 'mock-server/db/reading-pool.ts',
    async open(folder) {
      const store = openStore(path.join(folder, 'zhuhui.db'));
      return {
        use: () => store.reading.db.selectFrom('account').select('id').execute(),
        close: () => store.close(),
      };
    },
    afterTwo: { name: 'WorkerLost' },
    isSilent: true,
  },
  {
    file: 'mock-server/modules/assistant/word-file.ts',
    async open() {
      const words = createWordFiles(realTimers);
      const job = { title: '会话', messages: [], at: 0, pictures: new Map() };
      return {
        use: async () => (await words.make(job, signal())).subarray(0, 4).toString('latin1'),
        close: () => words.close(),
      };
    },
    // The document is then created without formatting.
    afterTwo: 'PK\x03\x04',
  },
  {
    file: 'mock-server/adapters/chat/offline/text-reader.ts',
    async open() {
      const reader = createTextReader(undefined, minute);
      // Reading it takes longer than ending the thread.
      const question = '一二三四五六七八九十百千万亿'.repeat(280);
      return {
        use: async () => String(JSON.stringify(await reader.sectionsOf([question], [], signal()))),
        close: () => reader.close(),
      };
    },
    // The assistant then replies that it could not read the question.
    afterTwo: 'undefined',
  },
  {
    file: 'mock-server/adapters/models/index.ts',
    async open(folder) {
      const models = await openModels({ dataDir: folder, log: pino({ level: 'silent' }) });
      const model = await writeSlotModel(folder, 'mi-gan');
      return {
        use: async () => ({ fault: (await models.test(model)).fault }),
        close: () => models.close(),
      };
    },
    afterTwo: { fault: expect.stringContaining('试运行没有完成') },
  },
];

interface Handle {
  kill(): void;
  gone: Promise<void>;
}

/** All running workers, and how many of them are still to be killed when they begin a job. */
const running = new Set<Handle>();
let toKill = 0;
let isSilent = false;

function watch(worker: EventEmitter, kill: () => void): void {
  const gone = new Promise<void>((resolve) => {
    for (const end of ['exit', 'error']) worker.once(end, () => resolve());
  });
  const handle = { kill, gone };
  running.add(handle);
  void gone.then(() => running.delete(handle));
  const next = () => {
    if (toKill === 0) return;
    toKill--;
    kill();
  };
  worker.on('message', (message: unknown) => {
    const { kind } = (message ?? {}) as { kind?: unknown };
    if (message === 'begun' || kind === 'begins') next();
  });
  if (isSilent) setImmediate(next);
}

const onProcess = (message: unknown) => {
  const { process: child } = message as { process: EventEmitter & { kill(signal: string): void } };
  watch(child, () => child.kill('SIGKILL'));
};
const onThread = (message: unknown) => {
  const { worker } = message as { worker: EventEmitter & { terminate(): unknown } };
  watch(worker, () => void worker.terminate());
};

describe('a worker that is killed:', () => {
  let folder: string;
  let used: Used | undefined;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'worker-deaths-'));
    subscribe('child_process', onProcess);
    subscribe('worker_threads', onThread);
  });
  afterEach(async () => {
    toKill = 0;
    await used?.close();
    running.clear();
  });
  afterAll(async () => {
    unsubscribe('child_process', onProcess);
    unsubscribe('worker_threads', onThread);
    await rm(folder, { recursive: true, force: true });
  });

  it.each(pools)('$file', async (pool) => {
    isSilent = pool.isSilent ?? false;
    const own = path.join(folder, pool.file.replaceAll('/', '-'));
    await createVariantCache(own);
    used = await pool.open(own);
    const answer = await used.use();

    // Kills idle workers; the next job comes before, then after, the pool knows that they have ended.
    for (const { kill } of running) kill();
    expect(await used.use(), 'asked as it dies').toEqual(answer);
    const idle = [...running];
    for (const { kill } of idle) kill();
    await Promise.all(idle.map(({ gone }) => gone));
    expect(await used.use(), 'asked after it died').toEqual(answer);

    // Kills busy workers: the job is retried once.
    const asked = (kills: number) => {
      toKill = kills;
      const outcome = used?.useLong?.() ?? used?.use();
      if (isSilent && running.size > 0) {
        toKill--;
        for (const { kill } of running) kill();
      }
      return outcome;
    };
    expect(await asked(1), 'killed once').toEqual(answer);
    expect(toKill).toBe(0);
    const outcome = await asked(2)?.catch((error: unknown) => error);
    expect(toKill).toBe(0);
    expect(outcome, 'killed twice').toEqual(
      typeof pool.afterTwo === 'string' ? pool.afterTwo : expect.objectContaining(pool.afterTwo as object),
    );
    if (outcome instanceof Error) expect(outcome.message).not.toMatch(/损坏/);
    if (pool.isSilent) {
      const told = workerFault(outcome);
      expect(told).toMatchObject({ status: 503 });
      expect(told?.retryAfter).toBeGreaterThan(0);
    }
    expect(await used.use(), 'afterwards').toEqual(answer);
  });
});

it('is tried for everything that keeps processes or threads', async () => {
  const starts =
    /^import [^;]*\b(Worker|fork|spawn|exec|execFile|createThreadPool|WorkerPool)\b[^;]* from '(node:child_process|node:worker_threads|[./]+pools\/[\w-]+\.ts)'/m;
  const found: string[] = [];
  for (const area of ['mock-server', 'engine', 'shared']) {
    for (const name of await readdir(area, { recursive: true })) {
      const file = `${area}/${name}`;
      if (!/\.ts$/.test(file) || /\.test\.ts$|^mock-server\/pools\//.test(file)) continue;
      if (starts.test(await readFile(file, 'utf8'))) found.push(file);
    }
  }
  expect(found.toSorted()).toEqual(pools.map(({ file }) => file).toSorted());
});
