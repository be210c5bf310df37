import type { Size } from '../../../base/blur.ts';
import { type LinearColour, type LinearLight, linearColour } from '../../../base/linear-light.ts';
import { latticeRandom } from '../../../base/random.ts';
import { clamp } from '../../../base/scalar.ts';
import { fractalNoise } from '../../light/sky-noise.ts';
import type { TexturePlane } from '../../material/texture-plane.ts';
import { leafColour, leafNoise } from '../look/foliage.ts';
import { layPattern, type Pattern, patternOf } from '../look/laid-texture.ts';
import type { ScenePreset } from '../look/presets.ts';
import { unitOf } from '../reading/busyness.ts';
import type { ModelReading, ReadScene } from '../reading/reading.ts';
import { planesOf } from '../reading/scene-planes.ts';
import { type GroundPaint, paintGround } from './ground-paint.ts';

export interface ModelPaint extends GroundPaint {
  preset: ScenePreset;
  seed: number;
}

const glassBody: LinearColour = linearColour('#3d4a52');

/**
 * Gives a model without materials its colours: each class of the reading its own material, patterns in perspective
 * where a plane is found, the model's own shading on all of it. Panes get a dark body here; what they and the water
 * mirror is added when the sky is known.
 */
export function paintModel(scene: ReadScene, size: Size, paint: ModelPaint): LinearLight {
  const light = new Float32Array(size.width * size.height * 3);
  paintWalls(light, scene, size, paint);
  paintGround(light, scene, size, paint);
  paintPlants(light, scene, size, paint.seed);
  return light;
}

/** Walls, roofs and the dark bodies of panes. In place. */
function paintWalls(light: LinearLight, scene: ReadScene, size: Size, paint: ModelPaint): void {
  const { width, height } = size;
  const { shares, shading, reading } = scene;
  const wallAt = wallPainter(scene, size, paint);
  const wall = new Float64Array(3);
  const roof = linearColour(paint.preset.roof);
  const step = reading.width / width;
  for (let y = 0, i = 0; y < height; y++) {
    const row = Math.min(reading.height - 1, Math.floor((y + 0.5) * step)) * reading.width;
    for (let x = 0; x < width; x++, i++) {
      if (shares.sky[i]! > 0.995) continue;
      const label = reading.surfaces.labels[row + Math.min(reading.width - 1, Math.floor((x + 0.5) * step))]!;
      const level = shares.roof[i]!;
      wallAt(label, x, y, wall);
      for (let channel = 0; channel < 3; channel++) {
        light[i * 3 + channel] = (wall[channel]! * (1 - level) + roof[channel]! * level) * shading[i]!;
      }
      const glass = shares.glass[i]! * (1 - shares.ground[i]!);
      if (glass <= 0) continue;
      const depth = 0.75 + 0.5 * latticeRandom(label + 1, 5, paint.seed);
      const lit = 0.35 + 0.65 * shading[i]!;
      for (let at = i * 3, channel = 0; channel < 3; channel++, at++) {
        light[at] = light[at]! * (1 - glass) + glassBody[channel]! * depth * lit * glass;
      }
    }
  }
}

function paintPlants(light: LinearLight, { shares, shading }: ReadScene, size: Size, seed: number): void {
  const unit = unitOf(size);
  for (let y = 0, i = 0; y < size.height; y++) {
    for (let x = 0; x < size.width; x++, i++) {
      const share = shares.plants[i]!;
      if (share <= 0) continue;
      const tone = leafNoise(x / unit, y / unit, seed);
      const colour = leafColour(shading[i]!, tone);
      const at = i * 3;
      for (let channel = 0; channel < 3; channel++) {
        light[at + channel] = light[at + channel]! + (colour[channel]! - light[at + channel]!) * share;
      }
    }
  }
}

/** The walls' own colour at a pixel: palette, pattern of its plane, accents on single faces. */
function wallPainter(
  scene: ReadScene,
  size: Size,
  { preset, seed }: ModelPaint,
): (label: number, x: number, y: number, out: Float64Array) => void {
  const { reading, frame } = scene;
  const { faces } = reading.surfaces;
  const accents = scene.isFromAbove ? faces.map(() => 0) : accentFaces(scene, preset.accentShare, seed);
  const isWall = wallsOf(reading);
  const planes = scene.isFromAbove ? [] : planesOf(reading.surfaces, frame, (label) => isWall[label]!, 0.002);
  const colours = [preset.palette.wall, preset.palette.accent, preset.palette.second].map(linearColour);
  const patterns: Pattern[] = [patternOf(preset.wallFinish), patternOf(preset.accentFinish)];
  const unit = unitOf(size);
  const scale = reading.width / size.width;
  const layers = faces.map((_, label) => {
    const plane: TexturePlane | undefined = planes[label];
    const pattern = patterns[accents[label]! > 0 ? 1 : 0]!;
    return plane && layPattern(pattern, plane, scale, accents[label] ? 0.9 : 0.75);
  });
  const tone = faces.map((_, label) => 1 + 0.05 * (latticeRandom(label, 11, seed) - 0.5));
  const factors = new Float64Array(3);
  return (label, x, y, out) => {
    const layer = label >= 0 ? layers[label] : undefined;
    if (layer) layer(x, y, factors);
    else factors.fill(1 + 0.04 * (fractalNoise(x / (9 * unit), y / (9 * unit), 2, seed) - 0.5));
    const colour = colours[label >= 0 ? accents[label]! : 0]!;
    const own = label >= 0 && scene.isFromAbove ? 1 : (tone[label] ?? 1);
    for (let channel = 0; channel < 3; channel++) {
      out[channel] = colour[channel]! * 0.86 * clamp(factors[channel]!, 0.3, 1.7) * own;
    }
  };
}

/** Faces that are neither ground, glass nor roof for the most part. */
function wallsOf({ surfaces, ground, glass, roof }: ModelReading): boolean[] {
  const { labels, faces } = surfaces;
  const other = new Float32Array(faces.length);
  for (let i = 0; i < labels.length; i++) {
    if (labels[i]! >= 0) other[labels[i]!]! += Math.max(ground[i]!, glass[i]!, roof[i]!);
  }
  return faces.map((face, label) => other[label]! < face.area * 0.4);
}

/**
 * Faces that are clad differently: clean boxes of middling size. A face whose outline is no quadrangle is more often a
 * wall cut by a shadow, and stays as the walls are.
 */
function accentFaces({ reading }: ReadScene, share: number, seed: number): number[] {
  const { surfaces, width, height } = reading;
  const picture = width * height;
  const isWall = wallsOf(reading);
  const lit = surfaces.faces.reduce(
    (most, face) => (face.area > picture * 0.01 ? Math.max(most, face.lightness) : most),
    0,
  );
  const candidates = surfaces.faces
    .map((face, label) => ({ face, label }))
    .filter(({ face, label }) => {
      const wide = face.right - face.left + 1;
      const high = face.bottom - face.top + 1;
      const isBox = face.area > wide * high * 0.62;
      const isPanel = face.area > picture * 0.0025 && face.area < picture * 0.05 && wide < high * 5 && high < wide * 4;
      const isWhole = face.left > 2 && face.right < width - 3;
      const isLow = (face.top + face.bottom) / 2 > height * 0.72;
      return isWall[label]! && isBox && isPanel && isWhole && !isLow && face.lightness > lit - 0.14;
    })
    .map((candidate) => ({
      ...candidate,
      turn: latticeRandom(candidate.face.left >> 3, candidate.face.top >> 3, seed),
    }))
    .sort((a, b) => a.turn - b.turn);
  const accents = surfaces.faces.map(() => 0);
  const count = Math.ceil(candidates.length * share);
  for (const { label } of candidates.slice(0, count)) accents[label] = 1;
  return accents;
}
