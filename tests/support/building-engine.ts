import { readFile, writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import type { Size } from '../../engine/base/blur.ts';
import { type KeptLayers, packLayers } from '../../engine/kernels/building/layer-file.ts';
import { type LayerClass, layerClasses } from '../../engine/kernels/building/layers.ts';
import {
  type BuildingCourse,
  type BuildingDrawing,
  type BuildingEngine,
  type BuildingReading,
  BuildingRefused,
} from '../../mock-server/adapters/building/port.ts';

export interface TestBuildings extends BuildingEngine {
  readonly readings: ReadonlyArray<BuildingReading & { owner: string }>;
  readonly drawings: ReadonlyArray<BuildingDrawing & { owner: string }>;
  /** Work begun from now on waits for the call of what this returns. */
  hold(): () => void;
  /** The next work fails with this. */
  failNext(error: Error): void;
}

/** Text of a model file that is refused. */
export const refusedModel = 'ISO-10303-21;\nREFUSED';
export const refusedSentence = '这份 IFC 里没有可以画的构件，请导出时选上墙、板、门窗';
/** Ordinary model file; `words` make it another one. */
export const plainModel = (words = ''): Buffer => Buffer.from(`ISO-10303-21;\n${words}\nEND-ISO-10303-21;`);

/**
 * A building engine for tests: its own file of a model is the file's text and its placement, and its pictures follow
 * from these and the view.
 */
export function createTestBuildings(): TestBuildings {
  const readings: Array<BuildingReading & { owner: string }> = [];
  const drawings: Array<BuildingDrawing & { owner: string }> = [];
  let held: Promise<void> = Promise.resolve();
  let failure: Error | undefined;

  async function pass({ signal }: BuildingCourse): Promise<void> {
    const left = new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
    signal.throwIfAborted();
    await Promise.race([held, left]);
    const error = failure;
    failure = undefined;
    if (error) throw error;
  }

  return {
    name: 'test',
    readings,
    drawings,
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>();
      held = promise;
      return () => {
        held = Promise.resolve();
        resolve();
      };
    },
    failNext(error) {
      failure = error;
    },
    async read(work, course) {
      readings.push({ ...work, owner: course.owner });
      await pass(course);
      const text = await readFile(work.file, 'utf8');
      if (text.startsWith(refusedModel)) throw new BuildingRefused(refusedSentence);
      const placement = work.placement ?? { metresPerUnit: 1, up: 'y', north: 0 };
      await writeFile(work.target, JSON.stringify({ text, placement }));
      await writeFile(work.viewerTarget, JSON.stringify({ viewer: text, placement }));
      return { format: 'ifc', ...foundBuilding(placement) };
    },
    async draw(work, course) {
      drawings.push({ ...work, owner: course.owner });
      await pass(course);
      const { length } = JSON.stringify([await readFile(work.model, 'utf8'), work.view, work.north]);
      const { width, height } = work;
      const background = { r: length % 256, g: 120, b: 90 };
      await sharp({ create: { width, height, channels: 3, background } }).toFile(work.target);
    },
    async layers({ width, height, target }, course) {
      await pass(course);
      await writeFile(target, packLayers(testLayers({ width, height })));
    },
    pids: () => [],
    close: async () => undefined,
  };
}

/** Layers of a picture whose upper half is sky, and whose lower half is ground with a window in its middle. */
function testLayers({ width, height }: Size): KeptLayers {
  const count = width * height;
  const kindAt = (i: number): LayerClass => {
    const [x, y] = [(i % width) / width, Math.floor(i / width) / height];
    if (y < 0.5) return 'sky';
    return Math.abs(x - 0.5) < 0.2 && y > 0.6 && y < 0.8 ? 'window' : 'grass';
  };
  const kinds = Array.from({ length: count }, (_, i) => kindAt(i));
  const share = (name: LayerClass) => Uint8Array.from(kinds, (kind) => (kind === name ? 255 : 0));
  return {
    ...{ width, height, isInside: false, ink: new Float32Array(count) },
    depth: Float32Array.from(kinds, (kind) => (kind === 'sky' ? Infinity : 10)),
    object: Int32Array.from(kinds, (kind) => (kind === 'sky' ? -1 : kind === 'window' ? 1 : 0)),
    kind: Uint8Array.from(kinds, (kind) => layerClasses.indexOf(kind)),
    shares: { sky: share('sky'), ground: share('grass'), glass: share('window') },
  };
}

/** Facts and views of a model that was read so. */
export function foundBuilding(placement: NonNullable<BuildingReading['placement']>) {
  const camera = { x: 12, y: 1.65, z: 20, yaw: -30, pitch: 0, lens: 28, shift: 0.1 };
  const facts = {
    triangles: 1200,
    partsFound: 40,
    partsDrawn: 38,
    leftOut: [{ kind: 'IfcAnnotation', count: 2, reason: '没有形体' }],
    size: [12, 7.5, 9] as const,
    placement,
    isKnown: { metresPerUnit: true, up: true, north: false },
    position: { latitude: 31.2, longitude: 121.5 },
    storeys: [{ name: '首层', elevation: 0 }],
    rooms: [{ name: '客厅', storey: 0, area: 32.5 }],
    materials: [{ name: '砖', colour: [0.4, 0.2, 0.1] as const, opacity: 1, area: 210 }],
    notes: [],
  };
  return { facts, views: [{ title: '人视 · 东南', camera }] };
}
