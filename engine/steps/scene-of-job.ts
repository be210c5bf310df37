import { boxBlur, type Size } from '../base/blur.ts';
import type { ToolJob } from '../base/job.ts';
import { floatsOf } from '../base/map-plane.ts';
import { chosenLevel, type Mask, readMask } from '../base/mask.ts';
import { resizeMask } from '../base/mask-size.ts';
import { pictureOf } from '../base/picture-file.ts';
import type { SceneReading } from '../kernels/scene/scene-reading.ts';
import { drawWindows } from '../kernels/windows/draw-windows.ts';
import { sureWindowsOf } from './outdoor-scene.ts';
import { type SceneLayers, sceneLayersOf } from './scene-layers.ts';

/** Masks the user corrected, by image id; a layer without one is used as it was found. */
export type GivenLayers = { readonly [layer in keyof SceneLayers]?: string | undefined };

/** The layers at the size worked on, and the reading they come from, in its own size. */
export interface SceneOfJob extends SceneLayers {
  reading: SceneReading;
}

/** Levels this far from 0 and 255 are a soft edge in the user's own mask, which is kept. */
const edgeLevel = 3;

/**
 * Sky, ground and windows of a picture of the job, at the size it is worked on: as found (once an upload, see
 * `sceneLayersOf`), or as the user corrected them. Where sky and ground overlap, the ground is cut away,
 * or the sky if only the ground was corrected. Windows that nobody corrected are the sure ones, and are cut away where
 * there is sky.
 *
 * @throws JobRefused when a given mask has another size than its picture; an empty one means that the picture has none
 */
export async function sceneOfJob(
  job: ToolJob,
  imageId: string,
  size: Size,
  given: GivenLayers = {},
): Promise<SceneOfJob> {
  const picture = pictureOf(job, imageId);
  const found = await sceneLayersOf(picture, job);
  const layerOf = async (layer: keyof SceneLayers): Promise<Uint8Array> => {
    const own = resizeMask(found.layers[layer], found, size);
    const id = given[layer];
    if (id === undefined) return own;
    return mergeEdges(
      await readMask(job, id, picture, size, { isAnySizeAllowed: true, isEmptyAllowed: true }),
      own,
      size,
    );
  };
  const sky = await layerOf('sky');
  const ground = await layerOf('ground');
  const sure = given.window === undefined ? sureWindowsOf(found.reading) : undefined;
  const window = sure ? drawWindows(sure, size) : await layerOf('window');
  const isGroundFirst = given.ground !== undefined && given.sky === undefined;
  for (let i = 0; i < sky.length; i++) {
    if (isGroundFirst) sky[i] = Math.min(sky[i]!, 255 - ground[i]!);
    else ground[i] = Math.min(ground[i]!, 255 - sky[i]!);
    if (given.window === undefined) window[i] = Math.min(window[i]!, 255 - sky[i]!);
  }
  return { sky, ground, window, reading: found.reading };
}

/**
 * The mask editor draws hard edges. Away from the pixels the user changed, the soft edge of the found mask is kept
 * (hair-fine branches before the sky). A mask sent back unchanged is the found one again, an empty one stays empty.
 */
function mergeEdges(given: Mask, found: Mask, size: Size): Mask {
  if (given.every((level) => level === 0)) return given;
  const isCorrected = floatsOf(given, (level, i) => (level >= chosenLevel !== found[i]! >= chosenLevel ? 1 : 0));
  const reach = Math.max(8, Math.round(Math.max(size.width, size.height) / 64));
  const nearness = boxBlur(isCorrected, size, reach, isCorrected);
  return given.map((level, i) => {
    const isHard = level < edgeLevel || level > 255 - edgeLevel;
    return isHard && nearness[i]! < leastNearness ? found[i]! : level;
  });
}

/** A blurred 0 below this is a rounding error, not a correction nearby. */
const leastNearness = 1e-6;
