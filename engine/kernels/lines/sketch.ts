import { gaussianBlur, type Size } from '../../base/blur.ts';
import { latticeRandom, makeRandom, valueNoise } from '../../base/random.ts';
import { byteOf, clamp } from '../../base/scalar.ts';
import type { LineSource } from './line-source.ts';
import type { VectorLayer, VectorLine } from './vector-drawing.ts';

/** An unsteady hand. */
export interface Hand {
  /** 0–100: unsteadiness. */
  jitter: number;
  /** The same seed gives the same drawing. */
  seed: number;
}

/** Wander of a line about its place: smooth noise of some amplitude and period, pixels. */
interface Wander {
  amplitude: number;
  period: number;
  seed: number;
}

/** Each line is drawn twice. */
function wandersOf(unit: number, { jitter, seed }: Hand): readonly [Wander, Wander] {
  const amplitude = (jitter / 100) * 3.2 * unit;
  return [
    { amplitude, period: 70 * unit, seed },
    { amplitude: amplitude * 1.5 + 0.4 * unit, period: 95 * unit, seed: seed + 7 },
  ];
}

/** Angles of the two layers of hatching, and what each does with darkness 0…1. */
function hatchingsOf({ jitter, seed }: Hand) {
  const turn = ((makeRandom(seed)() - 0.5) * jitter * Math.PI) / 900;
  return [
    { angle: Math.PI / 4 + turn, seed: seed + 11, from: 0, density: (dark: number) => (dark - 0.15) * 1.1 },
    { angle: -Math.PI / 5 + turn, seed: seed + 13, from: 0.5, density: (dark: number) => (dark - 0.5) * 1.3 },
  ] as const;
}

/**
 * Pencil: fine lines drawn twice with an unsteady hand, and hatching whose density follows the shade.
 *
 * @param lines ink plane of the fine lines
 * @returns ink plane 0…1
 */
export function drawSketch(source: LineSource, lines: Float32Array, hand: Hand): Float32Array {
  const { size, unit, lightness } = source;
  const [first, second] = wandersOf(unit, hand);
  const once = displace(lines, size, first);
  const again = displace(lines, size, second);
  const darkness = darknessOf(source);
  const dodge = dodgeTone(lightness, size, 9 * unit);
  const [layer, crossing] = hatchingsOf(hand);
  const ink = new Float32Array(lightness.length);
  for (let y = 0, i = 0; y < size.height; y++) {
    for (let x = 0; x < size.width; x++, i++) {
      const dark = darkness[i]!;
      let hatch = hatching(x, y, layer.angle, unit, layer.seed, layer.density(dark));
      if (dark > crossing.from) {
        hatch += 0.7 * hatching(x, y, crossing.angle, unit, crossing.seed, crossing.density(dark));
      }
      // Graphite catches the tooth of the paper, so a line is never solid.
      const tooth = 0.7 + 0.3 * valueNoise(x / (1.3 * unit), y / (1.3 * unit), hand.seed + 17);
      const line = Math.max(once[i]! * 0.95, again[i]! * 0.5);
      const tone = 1 - (1 - 0.35 * hatch) * (1 - 0.45 * (1 - dodge[i]!));
      ink[i] = 1 - (1 - line * tooth) * (1 - Math.min(1, tone) * tooth);
    }
  }
  return ink;
}

/** The same drawing as strokes: hatching of separate pencil strokes, and each line twice. */
export function layersOfSketch(source: LineSource, lines: readonly VectorLine[], hand: Hand): VectorLayer[] {
  const { size, unit } = source;
  const [first, second] = wandersOf(unit, hand);
  const drawn = (wander: Wander, share: number) =>
    lines.map((line) => ({ ...line, points: wanderAlong(line.points, wander), width: line.width * share }));
  const darkness = darknessOf(source);
  const hatched = hatchingsOf(hand).flatMap((layer) => strokes(darkness, size, unit, layer));
  return [
    { name: 'HATCH', strength: 0.45, lines: hatched },
    { name: 'DETAIL', strength: 0.5, lines: drawn(second, 0.7) },
    { name: 'OUTLINE', strength: 0.95, lines: drawn(first, 1) },
  ];
}

/** Darkness of each pixel in the picture's own range: 0 for its lights, 1 for its deepest shade. */
function darknessOf({ lightness, size, unit }: LineSource): Float32Array {
  const shade = gaussianBlur(lightness, size, 2 * unit);
  const { low, high } = spread(lightness);
  for (let i = 0; i < shade.length; i++) shade[i] = clamp((high - shade[i]!) / (high - low), 0, 1);
  return shade;
}

/** Colour dodge of the picture with its blurred negative: white, darker towards the dark side of forms; 0…1. */
function dodgeTone(lightness: Float32Array, size: Size, sigma: number): Float32Array {
  const out = gaussianBlur(lightness, size, sigma);
  for (let i = 0; i < out.length; i++) out[i] = Math.min(1, lightness[i]! / (out[i]! + 1e-3));
  return out;
}

/** Lightness below which a twentieth of the picture lies, and above which a fifth does; at least 0.2 apart. */
function spread(lightness: Float32Array): { low: number; high: number } {
  const histogram = new Uint32Array(256);
  for (let i = 0; i < lightness.length; i++) {
    histogram[byteOf(lightness[i]! * 255)]!++;
  }
  const levelOf = (share: number) => {
    let seen = 0;
    for (let level = 0; level < 256; level++) {
      seen += histogram[level]!;
      if (seen >= share * lightness.length) return level / 255;
    }
    return 1;
  };
  const high = levelOf(0.8);
  return { low: Math.min(levelOf(0.05), high - 0.2), high };
}

/** One layer of pencil hatching at a pixel, 0…1; strokes are about 40 pixels long at a long side of 1024. */
function hatching(x: number, y: number, angle: number, unit: number, seed: number, density: number): number {
  if (density <= 0) return 0;
  const along = x * Math.cos(angle) + y * Math.sin(angle);
  const across = (y * Math.cos(angle) - x * Math.sin(angle)) / (1.5 * unit);
  return hatchLevel(along / (30 * unit), across, seed, density) * Math.min(1, density * 4);
}

/** 0…1 from the noise whose long grains are the strokes; `along` in stroke lengths, `across` in rows. */
function hatchLevel(along: number, across: number, seed: number, density: number): number {
  // Neighbouring strokes begin at different places.
  const shift = latticeRandom(Math.floor(across), 0, seed) * 40;
  return clamp((density - valueNoise(along + shift, across, seed)) * 2.2 + 0.35, 0, 1);
}

/** Strokes of one layer of hatching: rows four and a half pixels apart (at 1024), broken where it is light. */
function strokes(
  darkness: Float32Array,
  { width, height }: Size,
  unit: number,
  { angle, seed, from, density }: ReturnType<typeof hatchingsOf>[number],
): VectorLine[] {
  const spacing = 4.5 * unit;
  const step = 3 * unit;
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  const corners = [
    [0, 0],
    [width, 0],
    [0, height],
    [width, height],
  ].map(([x, y]) => ({ along: x! * cos + y! * sin, across: y! * cos - x! * sin }));
  const range = (values: number[]) => [Math.min(...values), Math.max(...values)] as const;
  const [firstAlong, lastAlong] = range(corners.map(({ along }) => along));
  const [firstAcross, lastAcross] = range(corners.map(({ across }) => across));
  const lines: VectorLine[] = [];
  for (let row = Math.ceil(firstAcross / spacing); row * spacing < lastAcross; row++) {
    let begun: [number, number] | undefined;
    let end: [number, number] | undefined;
    const finish = () => {
      if (begun && end) lines.push({ points: [...begun, ...end], width: 0.8 * unit, isCurved: false });
      begun = undefined;
      end = undefined;
    };
    for (let along = firstAlong; along < lastAlong; along += step) {
      const x = along * cos - row * spacing * sin;
      const y = along * sin + row * spacing * cos;
      const isInside = x >= 0 && y >= 0 && x < width && y < height;
      const dark = isInside ? darkness[(y | 0) * width + (x | 0)]! : 0;
      const wanted = density(dark);
      if (dark <= from || wanted <= 0.05 || hatchLevel(along / (30 * unit), row, seed, wanted) < 0.45) finish();
      else if (begun) end = [x, y];
      else begun = [x, y];
    }
    finish();
  }
  return lines;
}

function offsetAt(x: number, y: number, { amplitude, period, seed }: Wander): [number, number] {
  return [
    (valueNoise(x / period, y / period, seed + 1) - 0.5) * 2 * amplitude,
    (valueNoise(x / period, y / period, seed + 2) - 0.5) * 2 * amplitude,
  ];
}

function wanderAlong(points: readonly number[], wander: Wander): number[] {
  const out: number[] = [];
  for (let i = 0; i < points.length; i += 2) {
    const [dx, dy] = offsetAt(points[i]!, points[i + 1]!, wander);
    out.push(points[i]! - dx, points[i + 1]! - dy);
  }
  return out;
}

function displace(plane: Float32Array, { width, height }: Size, wander: Wander): Float32Array {
  const out = new Float32Array(plane.length);
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const [dx, dy] = offsetAt(x, y, wander);
      const px = clamp(x + dx, 0, width - 1.001);
      const py = clamp(y + dy, 0, height - 1.001);
      const column = px | 0;
      const row = py | 0;
      const fx = px - column;
      const at = row * width + column;
      const upper = plane[at]! + (plane[at + 1]! - plane[at]!) * fx;
      const lower = plane[at + width]! + (plane[at + width + 1]! - plane[at + width]!) * fx;
      out[i] = upper + (lower - upper) * (py - row);
    }
  }
  return out;
}
