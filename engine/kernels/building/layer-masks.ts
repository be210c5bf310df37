/** Parts of a picture by what is known of it without a doubt: the layers of a view of a building model. */
import type { Size } from '../../base/blur.ts';
import type { KeptLayers } from './layer-file.ts';

/** Pixels of the picture. */
export interface LayerPrompt {
  points: ReadonlyArray<{ x: number; y: number; label: 0 | 1 }>;
  box?: { x: number; y: number; width: number; height: number };
}

/** Extent of what is meant by a click: the piece that hangs together, its whole part of the model, all of its class. */
type Reach = 'piece' | 'part' | 'class';
const reaches: readonly Reach[] = ['piece', 'part', 'class'];

export interface LayerChoice {
  /** 0 or 255 per pixel of the layers, from small to large; at least one. */
  masks: Uint8Array[];
  /** Index of the likeliest. */
  chosen: number;
}

/** A part that covers more of the picture than this is no single thing that one points at. */
const largestPart = 0.3;
/** A piece lies in a box with at least this share of its pixels. */
const boxedShare = 0.6;

/** Answers points and a box; at least one point with label 1, or a box. */
export function chooseParts(layers: KeptLayers, { points, box }: LayerPrompt): LayerChoice {
  const pieces = piecesOf(layers);
  const at = ({ x, y }: { x: number; y: number }) => Math.floor(y) * layers.width + Math.floor(x);
  const wanted = points.filter(({ label }) => label === 1).map(at);
  const unwanted = points.filter(({ label }) => label === 0).map(at);
  const starts = box ? [...wanted, ...boxedPieces(layers, pieces, box)] : wanted;
  const isUnwanted = new Set(unwanted.map((pixel) => pieces[pixel]!));
  const made = reaches.map((reach) => {
    const mask = maskOf(layers, pieces, starts, reach);
    for (let i = 0; i < mask.length; i++) if (isUnwanted.has(pieces[i]!)) mask[i] = 0;
    return mask;
  });
  // A minus on the very piece that is wanted cuts it between the points.
  const shared = wanted.filter((pixel) => isUnwanted.has(pieces[pixel]!));
  for (const mask of made) restoreNear(mask, layers, pieces, { shared, unwanted });
  return chosenOf(made, layers);
}

function chosenOf(made: readonly Uint8Array[], { width, height }: Size): LayerChoice {
  const areas = made.map((mask) => mask.reduce((sum, level) => sum + (level > 0 ? 1 : 0), 0));
  const isPartLarge = areas[1]! > largestPart * width * height && areas[0]! < areas[1]! / 2;
  const likeliest = areas[isPartLarge ? 0 : 1]!;
  const kept = made.filter((_, i) => areas[i]! > 0 && areas.indexOf(areas[i]!) === i);
  const sizes = areas.filter((area, i) => area > 0 && areas.indexOf(area) === i);
  if (kept.length === 0) return { masks: [made[0]!], chosen: 0 };
  return { masks: kept, chosen: Math.max(0, sizes.indexOf(likeliest)) };
}

/** @returns a number for each pixel, the same in a piece of one part and one class that hangs together */
function piecesOf({ width, height, object, kind }: KeptLayers): Int32Array {
  const pieces = new Int32Array(width * height).fill(-1);
  const open: number[] = [];
  let count = 0;
  const join = (i: number, from: number) => {
    if (pieces[i] !== -1 || object[i] !== object[from] || kind[i] !== kind[from]) return;
    pieces[i] = count;
    open.push(i);
  };
  for (let start = 0; start < pieces.length; start++) {
    if (pieces[start] !== -1) continue;
    join(start, start);
    for (let i = open.pop(); i !== undefined; i = open.pop()) {
      const x = i % width;
      if (x > 0) join(i - 1, i);
      if (x + 1 < width) join(i + 1, i);
      if (i >= width) join(i - width, i);
      if (i + width < pieces.length) join(i + width, i);
    }
    count++;
  }
  return pieces;
}

/** @returns one pixel of each piece that lies in the box; where none does, the pixel in its middle */
function boxedPieces({ width, height }: Size, pieces: Int32Array, box: NonNullable<LayerPrompt['box']>): number[] {
  const inside = new Map<number, { count: number; pixel: number }>();
  const total = new Map<number, number>();
  const isIn = (x: number, y: number) => x >= box.x && y >= box.y && x < box.x + box.width && y < box.y + box.height;
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const piece = pieces[i]!;
      total.set(piece, (total.get(piece) ?? 0) + 1);
      if (!isIn(x + 0.5, y + 0.5)) continue;
      const entry = inside.get(piece);
      if (entry) entry.count++;
      else inside.set(piece, { count: 1, pixel: i });
    }
  }
  const found = [...inside].filter(([piece, { count }]) => count >= boxedShare * total.get(piece)!);
  if (found.length > 0) return found.map(([, { pixel }]) => pixel);
  const middle = Math.floor(box.y + box.height / 2) * width + Math.floor(box.x + box.width / 2);
  return [Math.min(width * height - 1, Math.max(0, middle))];
}

function maskOf({ object, kind }: KeptLayers, pieces: Int32Array, starts: readonly number[], reach: Reach): Uint8Array {
  const keyOf = (i: number) => (reach === 'piece' ? pieces[i]! : reach === 'part' ? object[i]! : kind[i]!);
  const keys = new Set(starts.map(keyOf));
  return Uint8Array.from(pieces, (_, i) => (keys.has(keyOf(i)) ? 255 : 0));
}

function restoreNear(
  mask: Uint8Array,
  { width }: Size,
  pieces: Int32Array,
  { shared, unwanted }: { shared: readonly number[]; unwanted: readonly number[] },
): void {
  if (shared.length === 0) return;
  const own = new Set(shared.map((pixel) => pieces[pixel]!));
  const nearest = (points: readonly number[], x: number, y: number) =>
    Math.min(...points.map((pixel) => Math.hypot((pixel % width) - x, Math.floor(pixel / width) - y)));
  for (let i = 0; i < mask.length; i++) {
    if (!own.has(pieces[i]!)) continue;
    const [x, y] = [i % width, Math.floor(i / width)];
    if (nearest(shared, x, y) < nearest(unwanted, x, y)) mask[i] = 255;
  }
}
