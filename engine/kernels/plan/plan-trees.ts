import type { Size } from '../../base/blur.ts';
import type { Rgb } from '../../base/colour.ts';
import { latticeRandom, valueNoise } from '../../base/random.ts';
import { clamp } from '../../base/scalar.ts';
import type { Circle } from './plan-circles.ts';

export interface TreePaint {
  colour: Rgb;
  /** Unit vector in which shadows fall. */
  alongX: number;
  alongY: number;
  /** 0–1. */
  shadow: number;
  /** Pixels. */
  shadowLength: number;
  /** 0–1: 0 paints flat discs. */
  detail: number;
  seed: number;
}

/** Paints crowns seen from above with their shadows into RGB bytes, smaller trees first. */
export function paintTrees(rgb: Uint8Array, size: Size, trees: readonly Circle[], paint: TreePaint): void {
  const order = trees.map((tree, place) => ({ tree, place })).sort((one, other) => one.tree.radius - other.tree.radius);
  if (paint.shadow > 0) {
    // Shadows of neighbours do not add up: the darkest counts.
    const shade = new Float32Array(size.width * size.height);
    for (const { tree } of order) {
      const x = tree.x + paint.alongX * paint.shadowLength;
      const y = tree.y + paint.alongY * paint.shadowLength;
      eachPixel(size, x, y, tree.radius, (at, distance) => {
        shade[at] = Math.max(shade[at]!, clamp((tree.radius - distance) / 1.5 + 0.5, 0, 1));
      });
    }
    for (let i = 0; i < shade.length; i++) {
      const dark = shade[i]! * paint.shadow * 0.9;
      if (dark > 0) for (let c = 0; c < 3; c++) rgb[i * 3 + c] = rgb[i * 3 + c]! * (1 - dark);
    }
  }
  for (const { tree, place } of order) paintCrown(rgb, size, tree, place, paint);
}

function eachPixel(
  { width, height }: Size,
  x: number,
  y: number,
  reach: number,
  visit: (at: number, distance: number, dx: number, dy: number) => void,
): void {
  for (let row = Math.max(0, Math.floor(y - reach - 2)); row <= Math.min(height - 1, y + reach + 2); row++) {
    for (let column = Math.max(0, Math.floor(x - reach - 2)); column <= Math.min(width - 1, x + reach + 2); column++) {
      const distance = Math.hypot(column - x, row - y);
      if (distance <= reach + 1.5) visit(row * width + column, distance, column - x, row - y);
    }
  }
}

function paintCrown(rgb: Uint8Array, size: Size, tree: Circle, place: number, paint: TreePaint): void {
  const variety = latticeRandom(place, 3, paint.seed) - 0.5;
  const warmth = latticeRandom(place, 4, paint.seed) - 0.5;
  const base = [
    paint.colour[0] * (1 + 0.28 * variety + 0.16 * warmth),
    paint.colour[1] * (1 + 0.2 * variety),
    paint.colour[2] * (1 + 0.28 * variety - 0.1 * warmth),
  ];
  eachPixel(size, tree.x, tree.y, tree.radius, (at, distance, dx, dy) => {
    const alpha = clamp(tree.radius - distance + 0.5, 0, 1);
    if (alpha === 0) return;
    const towards = (dx * paint.alongX + dy * paint.alongY) / tree.radius;
    const leaf = valueNoise(dx / (tree.radius * 0.22), dy / (tree.radius * 0.22), paint.seed + place) - 0.5;
    const rim = distance / tree.radius;
    const tone = 1.04 + paint.detail * (-0.2 * towards + 0.22 * leaf * Math.min(1, rim * 1.6) - 0.12 * rim * rim);
    for (let c = 0; c < 3; c++) {
      const value = clamp(base[c]! * tone, 0, 255);
      rgb[at * 3 + c] = rgb[at * 3 + c]! * (1 - alpha) + value * alpha + 0.5;
    }
  });
}
