import { labPlanes } from '../base/colour.ts';
import { decodeLight, encodeLight } from '../base/linear-light.ts';
import { shareOf } from '../base/mask.ts';
import { smoothstep } from '../base/scalar.ts';
import type { Scene } from '../kernels/light/atmosphere.ts';
import { findPanes } from '../kernels/light/atmosphere-panes.ts';
import { groundViewOf, layGround } from '../kernels/scene-paint/photo/photo-ground.ts';
import { surePanes } from '../kernels/scene-paint/photo/photo-panes.ts';
import type { PhotoParts } from '../kernels/scene-paint/photo/photo-parts.ts';
import { plantFoot } from '../kernels/scene-paint/photo/photo-planting.ts';
import { findPlainWalls, tintWalls } from '../kernels/scene-paint/photo/photo-walls.ts';
import { findFrame } from '../kernels/scene-paint/reading/scene-planes.ts';
import type { SceneSetting } from './scene-render-base.ts';

/** Less of a picture is not worth laying anew, 0–1. */
const leastGround = 0.03;
const leastWall = 0.05;

/** A photograph in the finishes of its style, before light and sky. */
export interface DressedPhoto {
  scene: Scene;
  /** Parts that were laid anew, 0–255 per pixel: the old structure does not belong on it. */
  covered: Uint8Array;
}

/** Freedom of finishes to depart from the photograph, 0–1: almost 1 at the default strength, 0 at strength 1. */
function freedomOf({ params }: SceneSetting): number {
  return smoothstep(1, 0.7, params.cnStrength) * (params.lock ? 0.5 : 1);
}

/**
 * Gives a photograph what its style asks for where it is surely read: walls move towards the colour of its finish, paved
 * ground is laid anew in perspective, low plants stand along the foot of plain walls. Windows, cars, people, plants and
 * sky stay. What was done is said in the notices.
 */
export function dressPhoto(setting: SceneSetting, parts: PhotoParts, seed: number): DressedPhoto | undefined {
  const { params, scene, preset, notices } = setting;
  const free = freedomOf(setting);
  if (free < 0.02) return undefined;
  const done: string[] = [];
  const covered = new Uint8Array(parts.hard.length);
  const walls = findPlainWalls(scene.rgb, scene.lab, scene, parts, scene.masks.sky);
  let rgb = scene.rgb;
  const view = groundViewOf(parts.hard, scene, findFrame(scene.rgb, scene));
  if (view && shareOf(parts.hard) >= leastGround) {
    const gloss = { dry: 0.03, damp: 0.12, wet: 0.3 }[params.ground ?? 'dry'];
    const laid = layGround(rgb, parts.hard, scene, view, {
      paving: preset.pavingFinish,
      colour: preset.palette.paving,
      gloss,
      seed: 5,
    });
    for (let i = 0; i < covered.length; i++) covered[i] = Math.round(parts.hard[i]! * free);
    rgb = blend(rgb, laid, covered);
    done.push('地面按风格换成了铺装');
  }
  const light = decodeLight(rgb);
  if (meanOf(walls.plain) >= leastWall) {
    tintWalls(light, scene.lab, walls, preset.palette.wall, free);
    done.push('外墙颜色向风格的用材靠拢');
  }
  const planting = params.greenery ?? 'none';
  if (view && planting !== 'none' && !params.lock && !setting.words.unwanted.plants) {
    const { horizon } = view;
    const count = plantFoot(light, scene, parts, walls.bright, { horizon, planting, seed });
    if (count > 0) {
      done.push('墙脚空处种了低矮植物');
      setting.isPlanted = true;
    }
  }
  if (done.length > 0) notices.add(`底图是照片：${done.join('，')}；门窗、车、人和原有植物没有动`);
  const dressed = encodeLight(light);
  const panes = surePanes(findPanes(scene.lab, scene, scene.masks, scene.plants), scene.lab.lightness, scene, parts);
  return { scene: { ...scene, rgb: dressed, lab: labPlanes(dressed), panes }, covered };
}

function blend(rgb: Uint8Array, laid: Uint8Array, share: Uint8Array): Uint8Array {
  const out = new Uint8Array(rgb);
  for (let i = 0; i < share.length; i++) {
    if (share[i] === 0) continue;
    for (let at = i * 3; at < i * 3 + 3; at++) {
      out[at] = Math.round(rgb[at]! + ((laid[at]! - rgb[at]!) * share[i]!) / 255);
    }
  }
  return out;
}

function meanOf(plane: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < plane.length; i++) sum += plane[i]!;
  return sum / plane.length;
}
