import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  Detached,
  OperationLost,
  type RenderEngine,
  type RenderListener,
  type RenderOutcome,
  type RenderPicture,
  type RenderPreview,
  RenderRefused,
  type RenderRequest,
} from './port.ts';

/** Parts that an adapter's tests supply to the suite. */
export interface ConformanceSubject {
  engine: RenderEngine;
  /** Parameters of a quick request of `tool` whose picture field holds `imageId`. */
  tool: string;
  params(imageId: string): Record<string, unknown>;
  /** Parameters of a request that reports progress before it ends, to be aborted at its first report. */
  slowParams(imageId: string): Record<string, unknown>;
  /** Side of the square picture given to such a request, pixels. */
  slowPictureSide: number;
  /** True when the same seed gives the same bytes. */
  isDeterministic: boolean;
  /** True when work goes on outside of this process after its watcher has detached. */
  isRemote: boolean;
  /** An engine of the same kind whose runs may take no more than a millisecond; the suite closes it. */
  hurried(): Promise<RenderEngine>;
}

/** Conformance suite of render adapters, in vitest. `make` is called once. */
export function describeRenderEngine(name: string, make: () => Promise<ConformanceSubject>): void {
  describe(`${name} as a render engine`, () => {
    let subject: ConformanceSubject;
    let folder: string;
    let house: RenderPicture;
    let keys = 0;

    beforeAll(async () => {
      folder = await mkdtemp(path.join(tmpdir(), 'render-engine-'));
      house = await drawHouse(folder, 240);
      subject = await make();
    });

    afterAll(async () => {
      await subject.engine.close();
      await rm(folder, { recursive: true, force: true });
    });

    async function makeRequest(changes: Partial<RenderRequest> = {}): Promise<RenderRequest> {
      const outputDir = await mkdtemp(path.join(folder, 'outputs-'));
      keys += 1;
      const request = { key: `task-${keys}`, tool: subject.tool, params: subject.params('picture'), seed: 7 };
      return { ...request, pictures: { picture: house }, outputDir, ...changes };
    }

    async function run(request: RenderRequest, listener = quietListener()): Promise<RenderOutcome> {
      return subject.engine.watch(await subject.engine.start(request), listener, request);
    }

    async function makeSlowRequest() {
      const large = await drawHouse(folder, subject.slowPictureSide);
      return makeRequest({ params: subject.slowParams('picture'), pictures: { picture: large } });
    }

    it('lists its tools with what their results are', async () => {
      const description = await subject.engine.describe();
      expect(description.title).not.toBe('');
      expect(description.unavailable).toBeUndefined();
      expect(description.tools.map(({ tool }) => tool)).toContain(subject.tool);
      for (const { quality, algorithm } of description.tools) {
        expect(['final', 'assisted', 'preview']).toContain(quality);
        expect(algorithm).not.toBe('');
      }
    });

    it('writes pictures into the request’s folder that are what the outcome says', async () => {
      const request = await makeRequest();
      const outcome = await run(request);
      expect(outcome.outputs.length).toBeGreaterThan(0);
      expect(outcome.ms).toBeGreaterThan(0);
      for (const { file, width, height, format } of outcome.outputs) {
        expect(path.dirname(file)).toBe(request.outputDir);
        const read = await sharp(file).metadata();
        expect({ width: read.width, height: read.height }).toEqual({ width, height });
        expect(read.format === 'jpeg' ? 'jpg' : read.format).toBe(format);
      }
    });

    it('gives the same plain operation when the same key is started again', async () => {
      const request = await makeRequest();
      const first = await subject.engine.start(request);
      const second = await subject.engine.start(request);
      expect(second).toEqual(first);
      expect(JSON.parse(JSON.stringify(first))).toEqual(first);
      await subject.engine.watch(first, quietListener(), request);
    });

    it('has an operation of its own for every key', async () => {
      const [one, two] = [await makeRequest(), await makeRequest()];
      const [first, second] = [await subject.engine.start(one), await subject.engine.start(two)];
      expect(second).not.toEqual(first);
      await subject.engine.watch(first, quietListener(), one);
      await subject.engine.watch(second, quietListener(), two);
    });

    it('tells what it has begun under a key, and that it has begun nothing', async () => {
      const request = await makeRequest();
      expect(await subject.engine.recover(request.key)).toBeUndefined();
      const operation = await subject.engine.start(request);
      const recovered = await subject.engine.recover(request.key);
      expect(recovered).toBeDefined();
      const outcome = await subject.engine.watch(recovered!, quietListener(), request);
      expect(outcome.outputs.length).toBeGreaterThan(0);
      expect(operation).toMatchObject(recovered!);
    });

    it('works once for two who watch the same operation', async () => {
      const request = await makeRequest();
      const operation = await subject.engine.start(request);
      const outcomes = await Promise.all([
        subject.engine.watch(operation, quietListener(), request),
        subject.engine.watch(operation, quietListener(), request),
      ]);
      expect(outcomes[1]).toEqual(outcomes[0]);
    });

    it('reports progress that never falls and arrives at 1', async () => {
      const fractions: number[] = [];
      await run(await makeRequest(), { ...quietListener(), onProgress: (fraction) => fractions.push(fraction) });
      expect(fractions).toEqual(fractions.toSorted((a, b) => a - b));
      expect(fractions.at(-1)).toBe(1);
      expect(fractions[0]).toBeGreaterThanOrEqual(0);
    });

    it('stops when aborted and works afterwards', async () => {
      const request = await makeSlowRequest();
      const stop = new AbortController();
      const reason = new Error('the user canceled');
      const operation = await subject.engine.start(request);
      const listener = { signal: stop.signal, onProgress: () => stop.abort(reason) };
      await expect(subject.engine.watch(operation, listener, request)).rejects.toBe(reason);
      const afterwards = subject.engine.watch(operation, quietListener(), request);
      await expect(afterwards).rejects.toBeInstanceOf(OperationLost);
      const next = await run(await makeRequest());
      expect(next.outputs.length).toBeGreaterThan(0);
    });

    it('refuses to watch with a signal that has fired already', async () => {
      const request = await makeRequest();
      const operation = await subject.engine.start(request);
      const reason = new Error('too late');
      const listener = { signal: AbortSignal.abort(reason), onProgress: () => undefined };
      await expect(subject.engine.watch(operation, listener, request)).rejects.toBe(reason);
    });

    it('leaves its work to the next watcher when detached, or says that it is lost', async () => {
      const request = await makeSlowRequest();
      const stop = new AbortController();
      const reason = new Detached('the server stops');
      const operation = await subject.engine.start(request);
      const listener = { signal: stop.signal, onProgress: () => stop.abort(reason) };
      await expect(subject.engine.watch(operation, listener, request)).rejects.toBe(reason);
      const again = subject.engine.watch(operation, quietListener(), await makeRequest({ key: request.key }));
      if (subject.isRemote) expect((await again).outputs.length).toBeGreaterThan(0);
      else await expect(again).rejects.toBeInstanceOf(OperationLost);
    });

    it('ends a run that takes longer than it allows as a timeout', async () => {
      const hurried = await subject.hurried();
      try {
        const request = await makeSlowRequest();
        const operation = await hurried.start(request);
        const error = await hurried.watch(operation, quietListener(), request).catch((caught) => caught);
        expect(error).toHaveProperty('name', 'TimeoutError');
        await expect(hurried.watch(operation, quietListener(), request)).rejects.toBeInstanceOf(OperationLost);
      } finally {
        await hurried.close();
      }
    });

    it('answers its probe with a sentence', async () => {
      const { words, run: probe } = subject.engine.probe;
      expect(words).toMatch(/\p{Script=Han}/u);
      expect(await probe(new AbortController().signal)).toMatchObject({
        sentence: expect.stringMatching(/\p{Script=Han}/u),
        isUsable: true,
      });
    });

    it('tells cost and previews, where it does, as whole fen and pictures', async () => {
      const previews: RenderPreview[] = [];
      const listener = { ...quietListener(), onPreview: (preview: RenderPreview) => void previews.push(preview) };
      const { costFen = 0 } = await run(await makeRequest(), listener);
      expect(Number.isInteger(costFen) && costFen >= 0).toBe(true);
      for (const { bytes, format } of previews)
        expect((await sharp(bytes).metadata()).format).toBe(format === 'jpg' ? 'jpeg' : 'png');
    });

    it('says of an operation it does not know that it is lost', async () => {
      const watched = subject.engine.watch({ key: 'never-started' }, quietListener(), await makeRequest());
      await expect(watched).rejects.toBeInstanceOf(OperationLost);
    });

    it('refuses a picture that cannot be decoded with a sentence for the user', async () => {
      const file = path.join(folder, 'broken.png');
      const whole = await sharp(house.file).png().toBuffer();
      await writeFile(file, whole.subarray(0, whole.length / 3));
      const error = await run(await makeRequest({ pictures: { picture: { ...house, file } } })).catch(
        (caught) => caught,
      );
      expect(error).toBeInstanceOf(RenderRefused);
      expect((error as RenderRefused).sentence).toMatch(/\p{Script=Han}/u);
    });

    it('refuses a tool it does not have', async () => {
      const request = await makeRequest({ tool: 'no-such-tool' });
      await expect(subject.engine.start(request)).rejects.toBeInstanceOf(RenderRefused);
    });

    it('gives the same bytes for the same seed where it promises to', async () => {
      const [one, two] = [await run(await makeRequest()), await run(await makeRequest())];
      const [first, second] = await Promise.all([one, two].map(({ outputs }) => readFile(outputs[0]!.file)));
      expect(first!.length).toBeGreaterThan(0);
      if (subject.isDeterministic) expect(second!.equals(first!)).toBe(true);
    });
  });
}

function quietListener(): RenderListener {
  return { signal: new AbortController().signal, onProgress: () => undefined };
}

/** A house in front of a sky, as a square PNG with `side` pixels. */
export async function drawHouse(folder: string, side: number): Promise<RenderPicture> {
  const file = path.join(folder, `house-${side}.png`);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" viewBox="0 0 120 120">
    <rect width="120" height="120" fill="#a9c9ea"/><rect y="90" width="120" height="30" fill="#7c8a5a"/>
    <rect x="30" y="45" width="60" height="50" fill="#e8dcc0"/><path d="M24 46 L60 18 L96 46 Z" fill="#8c3b2a"/>
    <rect x="38" y="55" width="14" height="14" fill="#30465c"/><rect x="68" y="55" width="14" height="14" fill="#30465c"/>
    <rect x="54" y="72" width="12" height="23" fill="#5a3a22"/></svg>`;
  await sharp(Buffer.from(svg)).png().toFile(file);
  return { file, width: side, height: side, format: 'png' };
}
