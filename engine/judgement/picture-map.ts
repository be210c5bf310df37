import type { Size } from '../base/blur.ts';

/**
 * Map from places of the base to places of the result: both as shares of the longer side of the base about its centre, so that
 * the numbers hold at every size.
 *
 * `x' = ax · (1, x, y, xx, xy, yy)`, likewise `y'`; the last three of each are the slight warp.
 */
export interface PictureMap {
  ax: readonly number[];
  ay: readonly number[];
}

/** Sizes that a base and a result are measured in, pixels. */
export interface Frames {
  base: Size;
  result: Size;
}

/** @returns the map of a result of the base's proportions that is not moved, or is stretched to the base */
export function stretchedMap({ base, result }: Frames): PictureMap {
  return { ax: [0, result.width / base.width, 0, 0, 0, 0], ay: [0, 0, result.height / base.height, 0, 0, 0] };
}

/** Values of the terms of a map at a place. */
export function termsAt(x: number, y: number): [number, number, number, number, number, number] {
  return [1, x, y, x * x, x * y, y * y];
}

/** Turns pixels of the base into pixels of the result; both count from the centres of their first pixels. */
export function mapper({ ax, ay }: PictureMap, { base, result }: Frames): (x: number, y: number) => [number, number] {
  const unit = Math.max(base.width, base.height);
  const [baseX, baseY] = [(base.width - 1) / 2, (base.height - 1) / 2];
  const [resultX, resultY] = [(result.width - 1) / 2, (result.height - 1) / 2];
  const [a0, a1, a2, a3, a4, a5] = ax as [number, number, number, number, number, number];
  const [b0, b1, b2, b3, b4, b5] = ay as [number, number, number, number, number, number];
  return (x, y) => {
    const u = (x - baseX) / unit;
    const v = (y - baseY) / unit;
    return [
      (a0 + u * (a1 + a3 * u + a4 * v) + v * (a2 + a5 * v)) * unit + resultX,
      (b0 + u * (b1 + b3 * u + b4 * v) + v * (b2 + b5 * v)) * unit + resultY,
    ];
  };
}

/** The same map for pictures at other sizes: `factor` is how much larger the result is in units of the base. */
export function rescaled({ ax, ay }: PictureMap, factor: number): PictureMap {
  return { ax: ax.map((value) => value * factor), ay: ay.map((value) => value * factor) };
}
