import { boxBlur, gaussianBlur, type Size } from '../blur.ts';
import { type Component, growLabels, labelComponents } from '../plan/components.ts';
import { latticeRandom } from '../random.ts';
import type { Scene } from './atmosphere.ts';
import { findWindows } from './atmosphere-windows.ts';
import { type LinearColour, type LinearLight, linearColour, mixColours, smoothstep } from './relight-linear.ts';
import type { Palette } from './relight-palettes.ts';
import { fractalNoise } from './sky-noise.ts';
import type { RoomPart } from './style-room-regions.ts';

/** What the surfaces of a model are painted by. */
export interface ModelPaint {
  palette: Palette;
  /** Present for rooms; absent outdoors. */
  room?: Record<RoomPart, Float32Array> | undefined;
  seed: number;
  /** Whether the model is a drawing of lines. */
  isLines: boolean;
  /** Share of open land that becomes lawn, seen from above; 0 from the street. */
  greenShare: number;
  /** How much darker than the rest of the ground water is, Lab lightness. */
  waterDepth: number;
}

const grass: LinearColour = linearColour('#6f9440');
const leaf: LinearColour = linearColour('#4f7a35');
const water: LinearColour = linearColour('#3f7f93');
const glass: LinearColour = linearColour('#5b7788');

/**
 * Gives a model without materials its colours: surfaces are told apart by edges, place, busyness and darkness, each
 * gets a material of the palette, and the model's own shading lies on it. The result is a coloured illustration with
 * the model's light, not a photo.
 *
 * @param shading brightness of each pixel as painted on, 0…about 1.2
 */
export function paintModel(
  scene: Scene,
  shading: Float32Array,
  { palette, room, seed, isLines, greenShare, waterDepth }: ModelPaint,
): LinearLight {
  const { width, height, masks, lab } = scene;
  const count = width * height;
  const unit = Math.max(width, height) / 1024;
  const busy = busyness(lab.lightness, scene);
  const plants = room ? new Float32Array(count) : plantsOf(busy, scene, isLines);
  const waterLevel = waterLevelOf(scene, busy) - waterDepth;
  const { labels, components } = splitSurfaces(lab.lightness, scene, greenShare > 0 ? 0.009 : 0.018);
  const windows = room ? undefined : findWindows(stretched(lab.lightness, scene), scene, masks, plants, seed);
  const [wall, accent, second, paving, floor] = [
    palette.wall,
    palette.accent,
    palette.second,
    palette.paving,
    palette.floor,
  ].map(linearColour) as [LinearColour, LinearColour, LinearColour, LinearColour, LinearColour];
  const smooth = gaussianBlur(lab.lightness, scene, 2 * unit);
  const surfaces = components.map((component) => surfaceOf(component, { width, height }, seed));
  const light = new Float32Array(count * 3);
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const surface = surfaces[labels[i]!] ?? 0;
      const noise = fractalNoise(x / (7 * unit), y / (7 * unit), 3, seed);
      let colour = surface === 1 ? accent : surface === 2 ? second : wall;
      let grain = 0.05;
      if (room) {
        colour = mixColours(wall, surface === 0 ? second : colour, room.furniture[i]!);
        colour = mixColours(colour, floor, room.floor[i]!);
        colour = mixColours(colour, wall, room.ceiling[i]!);
      } else {
        const ground = masks.ground[i]! / 255;
        const plant = plants[i]! * (1 - masks.sky[i]! / 255);
        const isLow = smoothstep(0.5, 0.75, y / height);
        const meadow = surface === 3 && greenShare > 0 ? fractalNoise(x / (100 * unit), y / (55 * unit), 3, seed) : 0;
        const isLawn = 0.8 * smoothstep(0.66 - 0.32 * greenShare, 0.7 - 0.32 * greenShare, meadow);
        const lawn = Math.max(isLawn, isLines ? smoothstep(0.2, 0.5, plant) : smoothstep(0.012, 0.028, busy[i]!));
        const pane = windows ? smoothstep(0.02, 0.2, windows.shine[i]!) : 0;
        colour = mixColours(colour, mixColours(paving, grass, lawn), Math.max(ground, isLawn));
        colour = mixColours(colour, mixColours(leaf, grass, isLow * 0.5), plant * (1 - pane));
        const depth = 0.75 + 0.5 * latticeRandom(labels[i]! + 1, 5, seed);
        colour = mixColours(colour, [glass[0] * depth, glass[1] * depth, glass[2] * depth], pane * 0.9 * (1 - ground));
        const isWater = isLines ? 0 : ground * smoothstep(-waterLevel, 0.015 - waterLevel, -smooth[i]!) * (1 - plant);
        colour = mixColours(colour, water, isWater * 0.85);
        grain = 0.05 + 0.4 * Math.max(plant, lawn * ground);
      }
      const level = shading[i]! * (1 + (noise - 0.5) * grain);
      for (let channel = 0; channel < 3; channel++) light[i * 3 + channel] = colour[channel]! * level;
    }
  }
  return light;
}

/** Local contrast, Lab lightness per pixel: high on foliage and grass of a model, low on built surfaces. */
function busyness(lightness: Float32Array, size: Size): Float32Array {
  const { width } = size;
  const unit = Math.max(size.width, size.height) / 1024;
  const smooth = gaussianBlur(lightness, size, 2 * unit);
  const fine = lightness.map((value, i) => Math.abs(value - smooth[i]!));
  const small = boxBlur(fine, size, Math.max(2, Math.round(4 * unit)));
  const wide = boxBlur(fine, size, Math.max(3, Math.round(15 * unit)));
  // An edge is busy in one place only; leaves are busy all around.
  return small.map((value, i) => Math.min(value, wide[i]! * 1.15) * (i >= width ? 1 : 0.5));
}

/**
 * Foliage: busy all around and without a main direction, unlike louvres, balconies and railings; grown a little to
 * the rim of the crowns.
 */
function plantsOf(busy: Float32Array, scene: Scene, isLines: boolean): Float32Array {
  const unit = Math.max(scene.width, scene.height) / 1024;
  const [low, high] = isLines ? [0.03, 0.06] : [0.017, 0.03];
  const disorder = disorderOf(scene.lab.lightness, scene);
  const busyAround = isLines ? boxBlur(busy, scene, Math.round(16 * unit)) : busy;
  const core = busyAround.map((value, i) => smoothstep(low, high, value) * smoothstep(0.52, 0.68, disorder[i]!));
  const grown = boxBlur(core, scene, Math.max(2, Math.round(8 * unit)));
  return core.map((value, i) => Math.max(value * smoothstep(0.3, 0.5, grown[i]!), smoothstep(0.3, 0.5, grown[i]!)));
}

/**
 * 0 where the gradients around a pixel share one direction or two at right angles, 1 where they point everywhere:
 * strength of the second and the fourth angular moment (structure tensor, Förstner & Gülch 1987, and its fourth-order
 * kin).
 */
function disorderOf(lightness: Float32Array, size: Size): Float32Array {
  const { width, height } = size;
  const count = width * height;
  const energy = new Float32Array(count);
  const moments = [0, 1, 2, 3].map(() => new Float32Array(count)) as [
    Float32Array,
    Float32Array,
    Float32Array,
    Float32Array,
  ];
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1, i = y * width + 1; x < width - 1; x++, i++) {
      const gx = lightness[i + 1]! - lightness[i - 1]!;
      const gy = lightness[i + width]! - lightness[i - width]!;
      const square = gx * gx + gy * gy;
      if (square < 1e-5) continue;
      const strength = Math.sqrt(square);
      const cosine = (gx * gx - gy * gy) / square;
      const sine = (2 * gx * gy) / square;
      energy[i] = strength;
      moments[0][i] = cosine * strength;
      moments[1][i] = sine * strength;
      moments[2][i] = (cosine * cosine - sine * sine) * strength;
      moments[3][i] = 2 * cosine * sine * strength;
    }
  }
  const radius = Math.max(3, Math.round((15 * Math.max(width, height)) / 1024));
  boxBlur(energy, size, radius, energy);
  for (const moment of moments) boxBlur(moment, size, radius, moment);
  return energy.map((value, i) => {
    const second = Math.hypot(moments[0][i]!, moments[1][i]!);
    const fourth = Math.hypot(moments[2][i]!, moments[3][i]!);
    return value < 1e-4 ? 0 : 1 - Math.max(second, fourth) / value;
  });
}

/** Middle lightness of smooth ground. */
function waterLevelOf({ masks, lab }: Scene, busy: Float32Array): number {
  const levels: number[] = [];
  for (let i = 0; i < busy.length; i += 11) {
    if (masks.ground[i]! > 200 && busy[i]! < 0.008) levels.push(lab.lightness[i]!);
  }
  levels.sort((one, other) => one - other);
  return levels[levels.length >> 1] ?? 0;
}

/**
 * Parts bounded by edges, however they are shaded.
 *
 * @param steepest slope inside a part, Lab lightness over two pixels
 */
function splitSurfaces(lightness: Float32Array, size: Size, steepest: number) {
  const { width, height } = size;
  const smooth = gaussianBlur(lightness, size, 0.9);
  const isOpen = new Uint8Array(lightness.length);
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1, i = y * width + 1; x < width - 1; x++, i++) {
      const slope = Math.hypot(smooth[i + 1]! - smooth[i - 1]!, smooth[i + width]! - smooth[i - width]!);
      isOpen[i] = slope < steepest ? 1 : 0;
    }
  }
  const { labels, components } = labelComponents(isOpen, size);
  for (let i = 0; i < labels.length; i++) {
    if (labels[i]! >= 0 && components[labels[i]!]!.area < 30) labels[i] = -1;
  }
  growLabels(labels, size);
  return { labels, components };
}

/** 0 wall, 1 accent, 2 second: some of the middling surfaces carry another material; 3 open land. */
function surfaceOf(
  { area, left, top, right, bottom }: Component,
  { width, height }: Size,
  seed: number,
): 0 | 1 | 2 | 3 {
  const share = area / (width * height);
  const isBox = area > (right - left + 1) * (bottom - top + 1) * 0.4;
  const chance = latticeRandom(left >> 3, top >> 3, seed);
  if (share > 0.06) return 3;
  // Low in the picture lies the ground; cladding there would look like a rug.
  if (top + bottom > height * 1.44) return 0;
  if (share < 0.0012 || share > 0.07 || !isBox) return 0;
  return chance < 0.42 ? 1 : chance < 0.55 ? 2 : 0;
}

/** Lightness over its full range, for the search for panes in pale models. */
function stretched(lightness: Float32Array, { lab }: Scene) {
  const sorted = lightness.filter((_, i) => i % 13 === 0).sort();
  const low = sorted[Math.floor(sorted.length * 0.02)]!;
  const high = Math.max(low + 0.1, sorted[Math.floor(sorted.length * 0.9)]!);
  return { ...lab, lightness: lightness.map((value) => 0.1 + (0.75 * (value - low)) / (high - low)) };
}

/** The model's own shading as factors: its white becomes 1, shade is deepened a little. */
export function shadingOf(lightness: Float32Array, size: Size, isLines: boolean): Float32Array {
  const sorted = lightness.filter((_, i) => i % 13 === 0).sort();
  const white = Math.max(0.4, sorted[Math.floor(sorted.length * 0.85)]!);
  if (!isLines) return lightness.map((value) => 0.84 * Math.min(1.12, (Math.max(0.02, value) / white) ** 2.6));
  const ink = lightness.map((value) => 1 - Math.min(1, value));
  const unit = Math.max(size.width, size.height) / 1024;
  const near = gaussianBlur(ink, size, 8 * unit);
  return lightness.map(
    (value, i) => (0.1 + 0.9 * smoothstep(0.25, 0.92, value)) * (0.9 - 0.5 * Math.min(0.6, near[i]! * 1.6)),
  );
}
