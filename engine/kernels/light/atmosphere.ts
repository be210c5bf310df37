import { labPlanes, luminanceOf } from '../../base/colour.ts';
import { decodeLight, type LinearLight, linearColour } from '../../base/linear-light.ts';
import { bytesOf } from '../../base/map-plane.ts';
import type { Pixels } from '../../base/picture-file.ts';
import { classLayer, partOfLayer } from '../scene/class-layer.ts';
import type { SceneReading } from '../scene/scene-reading.ts';
import type { SceneMasks } from '../segment/scene-masks.ts';
import type { LabPlanes } from '../segment/slic.ts';
import { depthOfNearness, estimateDepth, findGroundLine, type GroundLine } from './atmosphere-depth.ts';
import type { MoodLook } from './atmosphere-looks.ts';
import { findPanes } from './atmosphere-panes.ts';
import { findPlants } from './atmosphere-plants.ts';
import { addFalling, addHaze, coverWithSnow, wetGround } from './atmosphere-weather.ts';
import { lightWindows, shineOfPanes, type Windows } from './atmosphere-windows.ts';
import { type FacadeWash, lightFacades } from './facade-wash.ts';
import { relight } from './relight.ts';
import { paintSky } from './sky.ts';
import { mirrorSky } from './water-mirror.ts';

/** An outdoor picture and what was found in it; found once, used for every mood. */
export interface Scene extends Pixels {
  lab: LabPlanes;
  masks: SceneMasks;
  /** 0–1 per pixel. */
  plants: Float32Array;
  line: GroundLine;
  /** 255 inside window panes; looked for when they are needed if absent. */
  panes?: Uint8Array | undefined;
  /**
   * Nearness, 0 (farthest) – 1 (nearest), by a network of the operator's; estimated from the position in the picture if
   * absent.
   */
  nearness?: Float32Array | undefined;
  /** Surfaces of the ground, 0–255 per pixel each; absent when no network read the picture. */
  surfaces?: GroundSurfaces | undefined;
}

/** Parts of the ground, and what snow lies on besides. */
export interface GroundSurfaces {
  hard: Uint8Array;
  water: Uint8Array;
  roof: Uint8Array;
}

/** @param reading what the masks come from, where it is known */
export function readScene(pixels: Pixels, masks: SceneMasks, panes?: Uint8Array, reading?: SceneReading): Scene {
  const lab = labPlanes(pixels.rgb);
  const line = findGroundLine(masks, pixels);
  const plants = findPlants(lab, pixels);
  if (!reading || reading.readBy === 'classical') return { ...pixels, lab, masks, plants, line, panes };
  const green = classLayer(reading, ['plant', 'grass'], pixels);
  // Colour finds leaves one by one, the reading keeps green paint and green glass out.
  for (let i = 0; i < plants.length; i++) plants[i]! *= Math.min(1, green[i]! / 128);
  const surfaces = {
    hard: partOfLayer(masks.ground, reading, ['hard', 'floor'], ['grass', 'water'], pixels),
    water: partOfLayer(masks.ground, reading, ['water'], ['hard', 'grass', 'floor'], pixels),
    roof: classLayer(reading, ['roof'], pixels),
  };
  return { ...pixels, lab, masks, plants, line, panes, surfaces };
}

/** The windows of a scene with their lamps; looks for panes where none are given. */
export function windowsOf(scene: Scene, seed: number): Windows {
  const panes = scene.panes ?? findPanes(scene.lab, scene, scene.masks, scene.plants);
  return shineOfPanes(panes, scene.lab.lightness, scene, seed);
}

export interface MoodOptions {
  /** 0 = nothing changes, 1 = the mood as designed, up to 1.43. */
  amount: number;
  areLightsOn: boolean;
  isSkyChanged: boolean;
  /** Floodlights at the foot of façades; none where it is absent. */
  wash?: FacadeWash | undefined;
  seed: number;
  /** Leaves out drops and flakes in the air, for films that draw them moving; what lies on the ground stays. */
  isAirLeftClear?: boolean;
}

/**
 * Puts a scene into a mood: relight with structure kept, sky by the soft mask, haze by estimated distance, lit windows,
 * rain or snow. Order follows the light: surfaces, sky, lamps, wet mirror, air, what falls.
 *
 * @returns the picture in linear light and how many panes were lit
 */
export function applyMood(
  scene: Scene,
  look: MoodLook,
  options: MoodOptions,
): { light: LinearLight; windowCount: number } {
  const { masks, line, plants } = scene;
  const { amount, seed } = options;
  const albedo = decodeLight(scene.rgb);
  const light = Float32Array.from(albedo);
  relight(light, scene, look.light, amount);
  const brightness = skyBrightness(look);
  if (options.isSkyChanged) {
    const strength = Math.min(1, amount * 1.6);
    const { horizon } = line;
    paintSky(light, scene, look.sky, { mask: masks.sky, horizon, seed, amount: strength });
    const water = scene.surfaces?.water;
    if (water) mirrorSky(light, scene, look.sky, { water, horizon, seed, amount: strength });
  }
  if (look.falls === 'snow') {
    const snow = { amount, brightness: 0.86 * look.light.exposure ** Math.min(1, amount), seed };
    coverWithSnow(light, scene, scene.lab.lightness, snowMasks(scene), plants, snow);
  }
  let windows: Windows | undefined;
  if (options.areLightsOn && look.lamps > 0) {
    windows = windowsOf(scene, seed);
    lightWindows(light, albedo, scene, windows, look.lamps * Math.min(1.2, amount));
  }
  if (options.wash) lightFacades(light, albedo, options.wash, look.lamps * Math.min(1.2, amount));
  if (look.falls === 'rain') {
    const wet = { sky: masks.sky, ground: scene.surfaces?.hard ?? masks.ground };
    wetGround(light, scene, wet, line, plants, { amount: Math.min(1, amount), seed });
  }
  if (look.haze > 0) {
    const depth = scene.nearness
      ? depthOfNearness(scene.nearness, masks)
      : estimateDepth(scene.rgb, scene, masks, line);
    const air = { density: look.haze * amount, colour: linearColour(look.hazeColour), sky: masks.sky, seed };
    addHaze(light, scene, depth, air);
  }
  if (look.falls && !options.isAirLeftClear) {
    addFalling(light, scene, look.falls, { amount, brightness: Math.max(0.3, brightness * 1.25), seed });
  }
  return { light, windowCount: windows?.count ?? 0 };
}

/** Masks of flat snow: on ground that is no water, and on roofs. */
function snowMasks({ masks, surfaces }: Scene): SceneMasks {
  if (!surfaces) return masks;
  const { water, roof } = surfaces;
  const ground = bytesOf(masks.ground, (level, i) => Math.max(Math.max(0, level - water[i]!), roof[i]!));
  return { sky: masks.sky, ground };
}

/** Mean luminance of the sky's colours, linear. */
function skyBrightness({ sky }: MoodLook): number {
  return luminanceOf(...linearColour(sky.middle));
}
