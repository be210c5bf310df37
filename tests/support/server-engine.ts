import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import {
  OperationLost,
  type RefusalCause,
  type RenderEngine,
  type RenderedBuilding,
  type RenderOutcome,
  type RenderOutput,
  RenderRefused,
  type RenderRequest,
} from '../../mock-server/adapters/render/port.ts';

/** An engine that makes negatives in this process and does on demand what engines do when things go wrong. */
export interface TestEngine extends RenderEngine {
  /** Tasks that it was asked to start, in order; a second start of a task counts again. */
  readonly started: readonly string[];
  /** From now on runs wait until {@link TestEngine.release}. */
  hold(): void;
  release(): void;
  /** Resolves with the task of the first run that waits, now or later. */
  waiting(): Promise<string>;
  /** The next runs fail through the engine's own fault. */
  failNext(times: number, error?: Error): void;
  /** The next run is refused with this sentence. */
  refuseNext(sentence: string, fault?: RefusalCause): void;
  /** From now on pictures that it was told to expect are not what tools are for; they are with an empty sentence. */
  refuseAhead(sentence: string): void;
  /** The next run falls to a preview. */
  previewNext(): void;
  /** The next operations to be watched are forgotten. */
  loseNext(times: number): void;
  /** The next run delivers this many outputs, whatever was asked. */
  deliverNext(outputs: number): void;
  /** So many of the next run's outputs look like the first. */
  repeatNext(outputs: number): void;
  /** Waiting runs do not notice that they are stopped, and deliver all the same. */
  ignoreStops(): void;
  /** From now on it reads pictures: each reading is another one, as if the reader was exchanged every time. */
  readPictures(): void;
  /** Readings that the last run used, by image id. */
  readonly wentBy: Readonly<Record<string, string>>;
  /** Building models that the pictures of the last run are views of, by image id. */
  readonly buildings: Readonly<Record<string, RenderedBuilding>>;
}

/** Id of the task in a key; the key itself where it is of none. */
const taskOf = (key: string) => /task_[0-9a-z]+/.exec(key)?.[0] ?? key;

export function createTestEngine(tools: readonly string[] = ['toline', 'upScaleImg', 'allPlan']): TestEngine {
  const requests = new Map<string, RenderRequest>();
  const started: string[] = [];
  const held = new Set<string>();
  let gate: { opened: Promise<void>; open: () => void } | undefined;
  const lookers: Array<(key: string) => void> = [];
  let failures = 0;
  let failure: Error = new Error('the test engine was told to fail');
  let refusal: RenderRefused | undefined;
  let isPreview = false;
  let losses = 0;
  let delivered: number | undefined;
  let areStopsIgnored = false;
  let repeated = 0;
  let misfit = '';
  const expected: string[] = [];
  let wentBy: Record<string, string> | undefined;
  let readings = 0;
  let buildings: Record<string, RenderedBuilding> = {};

  async function read({ pictures, outputDir }: RenderRequest): Promise<Record<string, string>> {
    wentBy = {};
    const files: Record<string, string> = {};
    for (const [id, { reading }] of Object.entries(pictures)) {
      wentBy[id] = reading ? await readFile(reading, 'utf8') : `reading ${++readings}`;
      files[id] = path.join(outputDir, `${id}.txt`);
      await writeFile(files[id], wentBy[id]);
    }
    return files;
  }

  async function pass(key: string, signal: AbortSignal): Promise<void> {
    if (!gate) return;
    held.add(taskOf(key));
    for (const look of lookers.splice(0)) look(taskOf(key));
    let leave: (() => void) | undefined;
    const stopped = new Promise<never>((_resolve, reject) => {
      leave = () => reject(signal.reason);
      if (!areStopsIgnored) signal.addEventListener('abort', leave, { once: true });
    });
    try {
      await Promise.race([gate.opened, stopped]);
    } finally {
      held.delete(taskOf(key));
      if (leave) signal.removeEventListener('abort', leave);
    }
  }

  async function draw(request: RenderRequest, position: number, isDouble: boolean): Promise<RenderOutput> {
    const picture = Object.values(request.pictures)[0];
    if (!picture) throw new RenderRefused('没有图片');
    const file = path.join(request.outputDir, `${position}.png`);
    // Every output is a picture of its own, to the eye as well; of doubles only the files differ.
    const { width, height } = await sharp(picture.file)
      .negate({ alpha: false })
      .linear(isDouble ? 1 : 1 - 0.2 * position, isDouble ? position : 40 * position)
      .png()
      .toFile(file);
    return { file, width, height, format: 'png' };
  }

  function takeFailure(): Error {
    failures -= 1;
    return failure;
  }

  return {
    name: 'test',
    started,
    async describe() {
      return {
        title: '测试引擎',
        tools: tools.map((tool) => ({ tool, quality: 'final' as const, algorithm: 'negative' })),
      };
    },
    expect: (_tool, { sha256 }) => void expected.push(sha256),
    async suitabilityOf({ pictures }) {
      const [[imageId, { sha256 }] = ['', { sha256: '' }]] = Object.entries(pictures);
      if (misfit === '' || imageId === '') return undefined;
      return expected.includes(sha256) ? { misfit: { imageId, sentence: misfit } } : { unseen: imageId };
    },
    idleChoicesOf: async ({ params }) => (params.denoise === 100 ? { denoise: '图上没有噪点' } : {}),
    async start(request) {
      started.push(taskOf(request.key));
      const shown = Object.entries(request.pictures).flatMap(([id, { building }]) =>
        building ? [[id, building]] : [],
      );
      buildings = Object.fromEntries(shown);
      requests.set(request.key, request);
      return { key: request.key };
    },
    recover: async (key) => (requests.has(key) ? { key } : undefined),
    probe: {
      words: '只看有没有应答。',
      async run() {
        if (failures > 0) throw takeFailure();
        return { sentence: '有应答', isUsable: true, parts: [] };
      },
    },
    async watch(operation, { signal, onProgress }): Promise<RenderOutcome> {
      const key = String(operation.key);
      signal.throwIfAborted();
      if (losses > 0) {
        losses -= 1;
        requests.delete(key);
      }
      const request = requests.get(key);
      if (!request) throw new OperationLost('the test engine was told to forget');
      // The second comes at once after the first and is the one that lasts.
      onProgress(0.2, { words: '分析图片', ends: 0.5 });
      onProgress(0.5, { words: '上光', ends: 0.9 });
      await pass(key, signal);
      if (failures > 0) throw takeFailure();
      if (refusal !== undefined) {
        const refused = refusal;
        refusal = undefined;
        throw refused;
      }
      const asked = typeof request.params.num === 'number' ? request.params.num : 1;
      const count = delivered ?? asked;
      delivered = undefined;
      const own = count - repeated;
      repeated = 0;
      const positions = [...Array(count).keys()];
      const outputs = await Promise.all(positions.map((position) => draw(request, position, position >= own)));
      requests.delete(key);
      onProgress(1);
      const quality = isPreview ? 'preview' : 'final';
      isPreview = false;
      return { outputs, algorithm: 'negative', quality, ms: 5, ...(wentBy && { readings: await read(request) }) };
    },
    async close() {
      gate?.open();
      requests.clear();
    },

    hold() {
      let open = () => {};
      const opened = new Promise<void>((resolve) => {
        open = resolve;
      });
      gate = { opened, open };
    },
    release() {
      gate?.open();
      gate = undefined;
    },
    waiting() {
      const [key] = held;
      return key === undefined ? new Promise((resolve) => lookers.push(resolve)) : Promise.resolve(key);
    },
    failNext(times, error) {
      failures = times;
      if (error) failure = error;
    },
    refuseNext(sentence, fault) {
      refusal = new RenderRefused(sentence, fault);
    },
    refuseAhead(sentence) {
      misfit = sentence;
    },
    previewNext() {
      isPreview = true;
    },
    loseNext(times) {
      losses = times;
    },
    deliverNext(outputs) {
      delivered = outputs;
    },
    repeatNext(outputs) {
      repeated = outputs;
    },
    ignoreStops() {
      areStopsIgnored = true;
    },
    readPictures() {
      wentBy = {};
    },
    get wentBy() {
      return wentBy ?? {};
    },
    get buildings() {
      return buildings;
    },
  };
}
