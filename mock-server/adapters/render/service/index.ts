import path from 'node:path';
import sharp from 'sharp';
import { toolById } from '#shared/tools/registry';
import type { ControlPictures } from '../../control/port.ts';
import {
  Detached,
  EngineFailure,
  type EngineProbe,
  type RenderEngine,
  type RenderOutcome,
  type RenderOutput,
  RenderRefused,
  type RenderRequest,
} from '../port.ts';
import { resultSize } from '../result-size.ts';
import { frameOf } from './framed.ts';
import { createServiceHealth } from './health.ts';
import { prepare, wordsOf } from './jobs.ts';
import { createRunNotes } from './notes.ts';
import { writeResult } from './result-file.ts';
import { createRunRegistry } from './run-registry.ts';
import { type RunEnd, type ServiceRun, Unwritten } from './runs.ts';
import { unheededFields } from './unheeded-fields.ts';
import type { ServiceModel, ServiceWire } from './wire.ts';

export interface ServiceEngineOptions {
  name: string;
  title: string;
  /** `https://host/path`, without a slash at its end. */
  address: string;
  wire: ServiceWire;
  model: ServiceModel;
  /** Tools that it may run; undefined: all of its model. */
  tools?: readonly string[] | undefined;
  /** Charge of the service for a picture, fen; 0 where it costs nothing, undefined where it is not known. */
  pictureFen?: number | undefined;
  /** Folder of its notes. */
  folder: string;
  /** Source of masks; not closed with the engine. */
  control: Pick<ControlPictures, 'mask'>;
  /** Pause between two looks at a task, milliseconds. */
  pollMs?: number;
  /** Longest time that a stop waits for answers that nobody can be asked for again, milliseconds. */
  patienceMs?: number;
  now?: () => number;
}

/**
 * An engine behind a service with a key. What is sent is noted before, in the folder of its notes: work that a stop
 * leaves behind is taken up again by its task, or where the wire has none the stop waits for the answer, and after a
 * crash nothing is sent a second time that may be paid for.
 */
export function createServiceEngine(options: ServiceEngineOptions): RenderEngine {
  const { name, title, wire, model, pictureFen, now = Date.now } = options;
  const notes = createRunNotes(path.join(options.folder, name));
  const health = createServiceHealth(now);
  const tools = model.tools.filter((tool) => toolById(tool) && (options.tools?.includes(tool) ?? true));
  const runs = createRunRegistry(
    {
      ...{ wire, notes, isPaid: pictureFen !== 0, home: options.address, pollMs: options.pollMs ?? 3000 },
      prepare: (request) => prepare(request, model, options.control),
    },
    health,
  );

  return {
    name,
    isConnected: true,
    probe: probeOf(wire, health),
    async describe() {
      const unavailable = health.unavailable();
      return {
        title,
        tools: tools.map((tool) => ({
          ...{ tool, quality: 'assisted' as const, algorithm: model.algorithm },
          unheeded: unheededFields(tool),
        })),
        ...(unavailable !== undefined && { unavailable }),
      };
    },
    async start(request) {
      if (!tools.includes(request.tool)) throw new RenderRefused(`「${title}」不支持这个工具。`);
      const words = wordsOf(request, model);
      await notes.sweep(now());
      await notes.begin(request.key);
      const unread = [...new Set(words.flatMap((each) => each.unread))];
      return {
        key: request.key,
        prompt: [...new Set(words.map(({ prompt }) => prompt))].join('；'),
        ...(words[0]?.negative && { negative: words[0].negative }),
        ...(unread.length > 0 && { note: `模型只读英文，没有读懂「${unread.join('」「')}」` }),
      };
    },
    async recover(key) {
      return (await notes.read(key)) ? { key } : undefined;
    },
    async watch(operation, listener, given): Promise<RenderOutcome> {
      const request = { ...given, key: String(operation.key) };
      const { signal } = listener;
      let leave: (() => void) | undefined;
      let run: ServiceRun | undefined;
      try {
        signal.throwIfAborted();
        run = runs.of(request);
        leave = run.hear((fraction, step) => listener.onProgress(fraction, step));
        const end = await untilAborted(run.ended, signal);
        const outputs = await deliver(end, request);
        signal.throwIfAborted();
        runs.forget(request.key);
        listener.onProgress(1);
        return {
          ...{ outputs, algorithm: model.algorithm, quality: 'assisted', ms: end.ms, facts: factsOf(operation) },
          ...(pictureFen !== undefined && { costFen: Math.round(pictureFen * outputs.length) }),
        };
      } catch (error) {
        if (!signal.aborted) throw withCost(told(error), run?.made() ?? 0, pictureFen);
        if (!(signal.reason instanceof Detached)) await runs.cancel(request.key, signal.reason);
        throw signal.reason;
      } finally {
        leave?.();
      }
    },
    close: () => runs.close(options.patienceMs ?? 10_000),
  };
}

/** Writes the pictures of a run at the size that was asked for, each without its frame. */
async function deliver(end: RunEnd, request: RenderRequest): Promise<RenderOutput[]> {
  const size = resultSize(request);
  return Promise.all(
    end.pictures.map(async (bytes, index) => {
      const { width, height } = await sharp(bytes).metadata();
      const shown = end.frame && frameOf(end.frame, end.asked, { width, height });
      return writeResult(bytes, size, path.join(request.outputDir, `result-${index + 1}.png`), shown);
    }),
  );
}

/** A probe that asks what is free of charge. */
function probeOf(wire: ServiceWire, health: ReturnType<typeof createServiceHealth>): EngineProbe {
  return {
    words: '只询问密钥和模型是否可用，不生成图片，不产生费用。',
    async run(signal) {
      try {
        const sentence = await wire.probe(signal);
        health.good();
        return { sentence, isUsable: true, parts: [] };
      } catch (error) {
        health.bad(error);
        const sentence = health.unavailable();
        if (sentence === undefined || !(error instanceof EngineFailure) || error.kind === 'busy') throw error;
        return { sentence: `${sentence}（${error.message}）`, isUsable: false, parts: [] };
      }
    },
  };
}

/** A fault of our own disk as the product knows it; a run that is not known is lost. */
const told = (error: unknown): unknown => (error instanceof Unwritten ? error.cause : error);

/** A failure with the charge for the pictures that were made before it. */
function withCost(error: unknown, made: number, pictureFen: number | undefined): unknown {
  if (made > 0 && (error instanceof EngineFailure || error instanceof RenderRefused))
    error.cost = pictureFen === undefined ? 'unknown' : Math.round(pictureFen * made);
  return error;
}

/** Words of the beginning of a run, as facts about its result. */
function factsOf({ prompt, negative, note }: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries({ prompt, negative, note }).filter(
      (fact): fact is [string, string] => typeof fact[1] === 'string' && fact[1] !== '',
    ),
  );
}

/** The promise's end, or the signal's reason as soon as it fires. */
async function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const leave = () => reject(signal.reason);
  signal.addEventListener('abort', leave, { once: true });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener('abort', leave);
  }
}
