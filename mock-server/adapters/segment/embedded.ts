import { rm } from 'node:fs/promises';
import { minute } from '#shared/domain/time';
import type { SceneLayer } from '#shared/tools/field-kind';
import type { ModelAccess } from '../../../engine/models/client.ts';
import { readersOf, sceneMarkOf, sceneWeightsMark } from '../../../engine/models/scene-weights.ts';
import { sceneFileName } from '../../../engine/steps/scene-file-name.ts';
import { DeadlyJob } from '../../pools/failures.ts';
import { createThreadPool } from '../../pools/pool-thread.ts';
import { type Segmenter, type SegmentMask, type SegmentPicture, type SegmentPrompt, SegmentRefused } from './port.ts';
import type { PlainMask, SegmentResult, SegmentTask } from './worker.ts';

/** Cache of files that can be made again; the product's variant cache is one. */
export interface FileCache {
  /** The file called `name`, made by `make` when it is not there. Callers that ask at once share one making. */
  get(name: string, make: (target: string) => Promise<void>): Promise<string>;
}

export interface EmbeddedSegmenterOptions {
  cache: FileCache;
  /** The networks it may use from now on; pictures are read the classical way when absent. */
  models?: () => ModelAccess;
  /** Called when a picture is divided into regions, which is the long part. */
  onBuild?: (sha256: string) => void;
}

/** Timeout of one segmentation request in milliseconds. */
const longestMs = 2 * minute;
const deadlySentence = '这张图片两次使识别程序中断，不能在它上面自动选择，请手动涂抹，或换一张图片。';
/** Names the format of the kept files: another number makes them all anew. */
const formatMark = 'regions-2';

/**
 * Segmentation on this machine's CPU: superpixels and merge trees, made once a picture and kept by its hash on disk
 * and, for the pictures used last, in memory. All work happens in one thread of its own.
 */
export function createEmbeddedSegmenter({ cache, models, onBuild }: EmbeddedSegmenterOptions): Segmenter {
  const pool = createThreadPool<SegmentResult>(
    {
      file: new URL('./worker.ts', import.meta.url),
      niceness: 5,
      resourceLimits: { maxOldGenerationSizeMb: 512 },
    },
    // One thread, so that every question finds the pictures that are kept ready.
    { size: 1, longestMs, idleMs: 2 * minute },
  );

  async function inThread(task: SegmentTask): Promise<SegmentResult> {
    return pool
      .run(() => ({ job: { given: task } }))
      .catch((error: unknown) => {
        throw error instanceof DeadlyJob ? new SegmentRefused(deadlySentence, { cause: error }) : error;
      });
  }

  /** Makes or finds a kept file, and asks about it; one that was cut off or trimmed meanwhile is made once more. */
  async function ask<K extends 'answer' | 'scene'>(
    name: string,
    build: (target: string) => SegmentTask,
    question: (file: string) => SegmentTask & { kind: K },
  ): Promise<Extract<SegmentResult, { kind: K }>> {
    for (let attempt = 0; ; attempt++) {
      const file = await cache.get(name, async (target) => {
        const made = await inThread(build(target));
        if (made.kind === 'unreadable picture') throw refusal();
        if (made.kind === 'no network') throw new NoNetwork();
      });
      const task = question(file);
      const result = await inThread(task);
      if (result.kind === 'unreadable picture') throw refusal();
      if (result.kind === task.kind) return result as Extract<SegmentResult, { kind: K }>;
      if (attempt > 0) throw new Error(`the kept file ${name} cannot be read back`);
      await rm(file, { force: true });
    }
  }

  /** Reads with the weights the tools read with, so that both see the same; where they cannot be used, neither does. */
  async function findScene(picture: SegmentPicture, layer: SceneLayer, grow: number, network?: ModelAccess) {
    const name = sceneFileName(picture.sha256, network && (await sceneMarkOf(network.slots)));
    const build = (target: string) =>
      ({ kind: 'build scene', picture, target, ...(network && { models: network }) }) as const;
    const { mask } = await ask(name, build, (file) => ({ kind: 'scene', picture, file, layer, grow }));
    return withBuffer(mask);
  }

  /** Regions with the classes our network tells; without them where it cannot be used. */
  async function findRegions(picture: SegmentPicture, prompt: SegmentPrompt, grow: number, network?: ModelAccess) {
    const mark = network ? await sceneWeightsMark() : 'plain';
    const build = (target: string) => {
      onBuild?.(picture.sha256);
      return { kind: 'build', picture, target, ...(network && { models: network }) } as const;
    };
    const { masks, chosen } = await ask(`${picture.sha256}-${formatMark}-${mark}.bin`, build, (model) => {
      return { kind: 'answer', picture, model, prompt, grow };
    });
    return { masks: masks.map(withBuffer), chosen };
  }

  return {
    name: 'embedded',
    async segment(picture, prompt, grow = 0) {
      if (picture.layers) {
        const exact = await inThread({ kind: 'answer layers', picture, layers: picture.layers, prompt, grow });
        if (exact.kind === 'answer') return { masks: exact.masks.map(withBuffer), chosen: exact.chosen };
      }
      const access = models?.();
      if (access?.slots.segment) {
        const result = await inThread({ kind: 'ask model', picture, prompt, grow, models: access });
        if (result.kind === 'unreadable picture') throw refusal();
        // When the network cannot be used or finds nothing, the regions answer.
        if (result.kind === 'answer') return { masks: result.masks.map(withBuffer), chosen: result.chosen };
      }
      return inTurn(access && { ...access, slots: {} }, (network) => findRegions(picture, prompt, grow, network));
    },
    async scene(picture, layer, grow = 0) {
      if (picture.layers) {
        const exact = await inThread({ kind: 'scene layers', picture, layers: picture.layers, layer, grow });
        if (exact.kind === 'scene') return withBuffer(exact.mask);
      }
      return inTurn(models?.(), (network) => findScene(picture, layer, grow, network));
    },
    async close() {
      await pool.close();
    },
  };
}

/** Tries it with each network that can be asked, and without one at last. */
async function inTurn<T>(models: ModelAccess | undefined, find: (network?: ModelAccess) => Promise<T>): Promise<T> {
  for (const access of readersOf(models)) {
    try {
      return await find(access);
    } catch (error) {
      if (!(error instanceof NoNetwork)) throw error;
    }
  }
  return find();
}

/** The network cannot be used now. */
class NoNetwork extends Error {}

/** Bytes lose their class between threads. */
function withBuffer({ png, ...mask }: PlainMask): SegmentMask {
  return { ...mask, png: Buffer.from(png.buffer, png.byteOffset, png.byteLength) };
}

function refusal(): SegmentRefused {
  return new SegmentRefused('图片无法读取，文件可能已损坏，请重新上传一张图片。');
}
