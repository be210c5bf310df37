import type { Size } from '../../base/blur.ts';
import type { RgbBytes } from '../../base/colour.ts';
import { clamp } from '../../base/scalar.ts';

/** A picture with a hole at one scale. */
export interface Scale extends Size {
  rgb: RgbBytes;
  isHole: Uint8Array;
  isAllowed?: Uint8Array;
}

/** Pixels added at each border. */
type Rims = Record<'left' | 'right' | 'top' | 'bottom', number>;

/** A rim of `rim` pixels at every border, but none where most of the border is hole and there is nothing to mirror. */
export function rimsOf({ isHole, width, height }: Scale, rim: number): Rims {
  const share = (count: number, at: (i: number) => number) => {
    let holes = 0;
    for (let i = 0; i < count; i++) holes += isHole[at(i)]!;
    return holes > count / 2 ? 0 : rim;
  };
  return {
    left: share(height, (y) => y * width),
    right: share(height, (y) => y * width + width - 1),
    top: share(width, (x) => x),
    bottom: share(width, (x) => (height - 1) * width + x),
  };
}

/** A copy with mirrored rims; beyond a hole at the border the rim is hole too. */
export function pad(picture: Scale, rims: Rims): Scale {
  const size = {
    width: picture.width + rims.left + rims.right,
    height: picture.height + rims.top + rims.bottom,
  };
  const count = size.width * size.height;
  const { isAllowed } = picture;
  const out: Scale = {
    ...size,
    rgb: new Uint8Array(count * 3),
    isHole: new Uint8Array(count),
    ...(isAllowed ? { isAllowed: new Uint8Array(count) } : undefined),
  };
  for (let y = 0, to = 0; y < size.height; y++) {
    const row = mirrored(y - rims.top, picture.height) * picture.width;
    const nearestRow = clamp(y - rims.top, 0, picture.height - 1) * picture.width;
    for (let x = 0; x < size.width; x++, to++) {
      const from = row + mirrored(x - rims.left, picture.width);
      const nearest = nearestRow + clamp(x - rims.left, 0, picture.width - 1);
      out.isHole[to] = picture.isHole[from] === 1 || picture.isHole[nearest] === 1 ? 1 : 0;
      if (out.isAllowed) out.isAllowed[to] = isAllowed![from]!;
      for (let channel = 0; channel < 3; channel++) out.rgb[to * 3 + channel] = picture.rgb[from * 3 + channel]!;
    }
  }
  return out;
}

function mirrored(at: number, length: number): number {
  const period = Math.max(1, 2 * length - 2);
  const place = Math.abs(at) % period;
  return place < length ? place : period - place;
}

/** Half the size; colours are means of known pixels, a pixel is hole when half of it is. */
export function halve({ width, height, rgb, isHole, isAllowed }: Scale): Scale {
  const small = { width: width >> 1, height: height >> 1 };
  const count = small.width * small.height;
  const half: Scale = {
    ...small,
    rgb: new Uint8Array(count * 3),
    isHole: new Uint8Array(count),
    ...(isAllowed ? { isAllowed: halveAllowed(isAllowed, width, small) } : undefined),
  };
  for (let y = 0, to = 0; y < small.height; y++) {
    for (let x = 0; x < small.width; x++, to++) {
      const from = 2 * y * width + 2 * x;
      let known = 0;
      let red = 0;
      let green = 0;
      let blue = 0;
      for (const at of [from, from + 1, from + width, from + width + 1]) {
        if (isHole[at] === 1) continue;
        known++;
        red += rgb[at * 3]!;
        green += rgb[at * 3 + 1]!;
        blue += rgb[at * 3 + 2]!;
      }
      half.isHole[to] = known <= 2 ? 1 : 0;
      if (known === 0) continue;
      half.rgb[to * 3] = red / known + 0.5;
      half.rgb[to * 3 + 1] = green / known + 0.5;
      half.rgb[to * 3 + 2] = blue / known + 0.5;
    }
  }
  return half;
}

/** A coarse pixel is allowed when all four of it are. */
function halveAllowed(isAllowed: Uint8Array, width: number, small: Size): Uint8Array {
  const half = new Uint8Array(small.width * small.height);
  for (let y = 0, to = 0; y < small.height; y++) {
    for (let x = 0; x < small.width; x++, to++) {
      const from = 2 * y * width + 2 * x;
      const upper = isAllowed[from] === 1 && isAllowed[from + 1] === 1;
      if (upper && isAllowed[from + width] === 1 && isAllowed[from + width + 1] === 1) half[to] = 1;
    }
  }
  return half;
}

/** Trust falls by a fifth with every pixel into the hole. */
export function confidenceOf(isHole: Uint8Array, size: Size): Float32Array {
  return distanceInto(isHole, size).map((pixels) => 1.25 ** -pixels);
}

/** Depth of each pixel in the hole: city-block distance, at most 60; 0 outside it. */
export function distanceInto(isHole: Uint8Array, { width, height }: Size): Float32Array {
  const distance = new Float32Array(isHole.length);
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      if (isHole[i] === 1) distance[i] = 1 + Math.min(x > 0 ? distance[i - 1]! : 60, y > 0 ? distance[i - width]! : 60);
    }
  }
  comeBack(distance, isHole, width, height);
  return distance;
}

/** The second pass, from the last pixel to the first. */
function comeBack(distance: Float32Array, isHole: Uint8Array, width: number, height: number): void {
  for (let y = height - 1, i = isHole.length - 1; y >= 0; y--) {
    for (let x = width - 1; x >= 0; x--, i--) {
      if (isHole[i] !== 1) continue;
      const after = x < width - 1 ? distance[i + 1]! : 60;
      const below = y < height - 1 ? distance[i + width]! : 60;
      distance[i] = Math.min(60, distance[i]!, after + 1, below + 1);
    }
  }
}
