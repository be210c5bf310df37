import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { JobModels } from '../base/models.ts';
import type { SceneNetwork } from '../kernels/scene-reader/read-scene.ts';

/** The network that reads scenes, as it comes with the product. */
const sceneWeightsFile = fileURLToPath(new URL('../weights/scene-reader.onnx', import.meta.url));
/** The one that knows rooms, and reads streets worse. */
const roomWeightsFile = fileURLToPath(new URL('../weights/room-reader.onnx', import.meta.url));
/** The one that finds windows on walls seen squarely. */
const windowWeightsFile = fileURLToPath(new URL('../weights/window-finder.onnx', import.meta.url));

let known: Promise<string> | undefined;

/** Tells one state of the weights from another: what they read is kept under it. 12 hexadecimal digits. */
export function sceneWeightsMark(): Promise<string> {
  known ??= Promise.all([sceneWeightsFile, roomWeightsFile, windowWeightsFile].map((file) => readFile(file))).then(
    (files) => {
      const hash = createHash('sha256');
      for (const bytes of files) hash.update(bytes);
      return hash.digest('hex').slice(0, 12);
    },
  );
  return known;
}

/**
 * Part of the cache key of a reading that identifies the network: twelve digits of the hash of the operator's file, or
 * the mark of the built-in weights.
 */
export function sceneMarkOf({ semantic }: JobModels['slots']): Promise<string> {
  return semantic ? Promise.resolve(semantic.sha256.slice(0, 12)) : sceneWeightsMark();
}

/** The network for a job that may use networks. */
export function sceneNetworkOf(models: JobModels | undefined): SceneNetwork | undefined {
  return (
    models && {
      runner: models.runner,
      file: sceneWeightsFile,
      roomFile: roomWeightsFile,
      windowFile: windowWeightsFile,
    }
  );
}

/** Networks that read a scene, in the order in which they are tried: the operator's, then the built-in one. */
export function readersOf<M extends Pick<JobModels, 'slots'>>(models: M | undefined): M[] {
  if (!models) return [];
  const { semantic, ...slots } = models.slots;
  return semantic ? [models, { ...models, slots }] : [models];
}
