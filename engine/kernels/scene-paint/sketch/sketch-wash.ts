import { gaussianBlur, type Size } from '../../../base/blur.ts';
import { type LinearColour, type LinearLight, linearColour, mixColours } from '../../../base/linear-light.ts';
import { latticeRandom } from '../../../base/random.ts';
import { clamp, smoothstep } from '../../../base/scalar.ts';
import type { Scene } from '../../light/atmosphere.ts';
import type { SkyLook } from '../../light/sky.ts';
import { fractalNoise } from '../../light/sky-noise.ts';
import type { ScenePreset } from '../look/presets.ts';
import { unitOf } from '../reading/busyness.ts';
import { readSketch, type SketchReading, type SketchView } from './sketch-reading.ts';

const paper: LinearColour = linearColour('#fbf8f1');
const leafTones: readonly LinearColour[] = ['#8fa65c', '#6f8f4f', '#a7ad62'].map(linearColour);
const leafShade: LinearColour = linearColour('#3f5f45');
const grass: LinearColour = linearColour('#b3bf7c');
const glass: LinearColour = linearColour('#9db8c6');
const shade: LinearColour = linearColour('#8d92ae');

export interface SketchPaint {
  preset: ScenePreset;
  sky: SkyLook;
  seed: number;
  view: SketchView;
}

/**
 * Colours a line drawing as water-colour: closed regions get a wash by their place, pigment gathers at the rim and in
 * the paper's grain, edges run a little and leave white (after Curtis et al., "Computer-generated watercolor", SIGGRAPH
 * 1997, without the fluid). The ink stays on top. A sketch of colours, not a render.
 *
 * @param ink ink of the drawing, 0 paper … 1 line
 */
export function paintSketch(scene: Scene, ink: Float32Array, paint: SketchPaint): LinearLight {
  const { width, height } = scene;
  const unit = unitOf(scene);
  const reading = readSketch(ink, scene, paint.view);
  const light = new Float32Array(width * height * 3);
  const brush: Brush = {
    size: scene,
    unit,
    paint,
    reading,
    crown: gaussianBlur(reading.plants, scene, 22 * unit),
    tones: washTones(reading, paint),
    sky: [linearColour(paint.sky.middle), linearColour(paint.sky.horizon)],
  };
  const under = gaussianBlur(ink, scene, 7 * unit);
  const drop = Math.round(9 * unit);
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      readWash(brush, i, x, y);
      const above = y >= drop ? under[i - drop * width]! : 0;
      const dark = wash.isSky ? 0 : smoothstep(0.1, 0.42, above) * 0.5 * (1 - wash.green);
      const amount = clamp(wash.strength, 0, 1.15);
      const line = smoothstep(0.12, 0.75, ink[i]!);
      for (let channel = 0; channel < 3; channel++) {
        const body = wash.colour[channel]! ** amount;
        const pigment = paper[channel]! * body * (1 - dark + dark * shade[channel]!);
        light[i * 3 + channel] = pigment * (1 - line) + inked[channel]! * line;
      }
    }
  }
  return light;
}

/** Colour of a line. */
const inked = [0.035, 0.034, 0.04] as const;

interface Brush {
  size: Size;
  unit: number;
  paint: SketchPaint;
  reading: SketchReading;
  /** Crowns, blurred, 0–1. */
  crown: Float32Array;
  /** Wash of each region. */
  tones: readonly LinearColour[];
  sky: readonly [middle: LinearColour, horizon: LinearColour];
}

/** Wash at a pixel; written by {@link readWash}. */
const wash: { colour: LinearColour; strength: number; green: number; isSky: boolean } = {
  colour: paper,
  strength: 0,
  green: 0,
  isSky: false,
};

function readWash(brush: Brush, i: number, x: number, y: number): void {
  const { size, unit, paint, reading, tones, sky } = brush;
  const { seed } = paint;
  // The brush does not follow the line exactly.
  const runX = Math.round((fractalNoise(x / (18 * unit), y / (18 * unit), 2, seed + 1) - 0.5) * 5 * unit);
  const runY = Math.round((fractalNoise(x / (18 * unit), y / (18 * unit), 2, seed + 2) - 0.5) * 5 * unit);
  const fromX = clamp(x + runX, 0, size.width - 1);
  const from = clamp(y + runY, 0, size.height - 1) * size.width + fromX;
  const cloud = fractalNoise(x / (120 * unit), y / (90 * unit), 4, seed + 3);
  const grain = fractalNoise(x / (2.2 * unit), y / (2.2 * unit), 2, seed + 4) - 0.5;
  wash.isSky = reading.sky[from] === 1;
  if (wash.isSky) {
    const down = y / Math.max(1, reading.horizon);
    wash.colour = mixColours(sky[0], sky[1], smoothstep(0.3, 1, down));
    wash.strength = smoothstep(0.36, 0.62, cloud) * smoothstep(1.1, 0.35, down) * (0.85 + 0.2 * grain);
  } else {
    const rim = smoothstep(4 * unit, 0.5 * unit, reading.distance[from]!);
    wash.colour = tones[reading.labels[from]!] ?? paper;
    wash.strength = 0.62 + 0.75 * (cloud - 0.5) + 0.22 * grain + 0.2 * rim;
  }
  wash.green = smoothstep(0.3, 0.55, reading.plants[from]!);
  if (wash.green > 0) addLeaves(brush, i, x, y, fromX);
}

/** Leaves over the wash of a pixel, where it lies in a crown. */
function addLeaves({ size, unit, paint, crown }: Brush, i: number, x: number, y: number, fromX: number): void {
  const { seed } = paint;
  const leaf = leafTones[Math.floor(3 * latticeRandom(Math.floor(fromX / (70 * unit)), 3, seed)) % 3]!;
  const blot = fractalNoise(x / (13 * unit), y / (13 * unit), 3, seed + 6);
  // Light comes from the upper left: the far side of a crown lies in its own shade.
  const upLeft = i - Math.round(14 * unit) * size.width - Math.round(10 * unit);
  const away = Math.min(crown.length - 1, Math.max(0, upLeft));
  const side = smoothstep(-0.12, 0.25, crown[away]! - crown[i]! + 0.7 * (blot - 0.45));
  wash.colour = mixColours(wash.colour, mixColours(leaf, leafShade, side * 0.8), wash.green);
  wash.strength += (0.75 + 0.9 * (blot - 0.4) - wash.strength) * wash.green;
}

/** One wash per region: ground, panes, walls; walls of different regions differ a little, some carry the accent. */
function washTones(reading: SketchReading, { preset, seed }: SketchPaint): LinearColour[] {
  const { palette } = preset;
  const [wall, accent, second, paving] = [palette.wall, palette.accent, palette.second, palette.paving].map(
    linearColour,
  ) as [LinearColour, LinearColour, LinearColour, LinearColour];
  return reading.kinds.map((kind, label) => {
    const chance = latticeRandom(label, 7, seed);
    if (kind === 'lawn') return grass;
    if (kind === 'floor') return linearColour(palette.floor);
    if (kind === 'paving') return paving;
    if (kind === 'pane') return mixColours(glass, shade, 0.5 * chance);
    if (kind === 'panel')
      return chance < preset.accentShare ? accent : chance < preset.accentShare + 0.15 ? second : wall;
    return wall;
  });
}

/** Ink of a drawing, 0–1, whichever of paper and line is the darker. */
export function inkOf(lightness: Float32Array): Float32Array {
  const sorted = lightness.filter((_, i) => i % 17 === 0).sort();
  const paperLevel = sorted[sorted.length >> 1]!;
  const lineLevel =
    paperLevel > 0.5 ? sorted[Math.floor(sorted.length * 0.01)]! : sorted[Math.floor(sorted.length * 0.99)]!;
  const range = Math.abs(paperLevel - lineLevel) || 1;
  return lightness.map((value) => {
    const apart = paperLevel > 0.5 ? paperLevel - value : value - paperLevel;
    return clamp(apart / Math.max(0.3, range), 0, 1);
  });
}
