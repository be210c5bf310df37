import type { Size } from '../../base/blur.ts';
import type { FoundWindow } from '../scene/scene-reading.ts';

/** Points of a row or a column at which it is seen whether they lie inside. */
const samples = 4;

/** Windows as a mask with soft edges, 0–255 per pixel of `size`. */
export function drawWindows(windows: readonly FoundWindow[], size: Size): Uint8Array {
  const { width, height } = size;
  const mask = new Uint8Array(width * height);
  for (const { corners } of windows) {
    const points = corners.map(({ x, y }) => ({ x: x * width, y: y * height }));
    const bound = (values: number[], most: number) =>
      [Math.max(0, Math.floor(Math.min(...values))), Math.min(most, Math.ceil(Math.max(...values)))] as const;
    const [left, right] = bound(
      points.map(({ x }) => x),
      width,
    );
    const [top, bottom] = bound(
      points.map(({ y }) => y),
      height,
    );
    const sides = points.map((from, k) => {
      const to = points[(k + 1) % 4]!;
      return { x: from.x, y: from.y, dx: to.x - from.x, dy: to.y - from.y };
    });
    for (let y = top; y < bottom; y++) {
      for (let x = left; x < right; x++) {
        let inside = 0;
        for (let sample = 0; sample < samples ** 2; sample++) {
          const px = x + ((sample % samples) + 0.5) / samples;
          const py = y + (Math.floor(sample / samples) + 0.5) / samples;
          if (sides.every((side) => side.dx * (py - side.y) - side.dy * (px - side.x) >= 0)) inside++;
        }
        const level = Math.round((255 * inside) / samples ** 2);
        const i = y * width + x;
        if (level > mask[i]!) mask[i] = level;
      }
    }
  }
  return mask;
}
