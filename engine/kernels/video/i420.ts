import type { Size } from '../../base/blur.ts';

/**
 * A video frame as H.264 takes it: 8-bit Y'CbCr 4:2:0, BT.709, limited range (luma 16–235, chroma 16–240).
 * Chroma samples lie in the middle of their 2×2 luma samples. Frames are drawn in these planes, because a camera move
 * then costs half of what it costs in RGB and nothing is converted between drawing and encoding.
 */
export interface Frame {
  /** Pixels, even. */
  width: number;
  /** Pixels, even. */
  height: number;
  /** All samples: luma, then blue difference, then red difference; the planes below are windows into it. */
  data: Uint8Array;
  planes: readonly Plane[];
}

export interface Plane extends Size {
  samples: Uint8Array;
}

/** An empty frame. Throws a RangeError when a side is odd or less than 2. */
export function makeFrame(width: number, height: number): Frame {
  if (width < 2 || height < 2 || width % 2 !== 0 || height % 2 !== 0) {
    throw new RangeError(`frame sides must be even, not ${width}×${height}`);
  }
  const count = width * height;
  const data = new Uint8Array(count * 1.5);
  const half = { width: width / 2, height: height / 2 };
  return {
    width,
    height,
    data,
    planes: [
      { width, height, samples: data.subarray(0, count) },
      { ...half, samples: data.subarray(count, count * 1.25) },
      { ...half, samples: data.subarray(count * 1.25) },
    ],
  };
}

/**
 * Converts a picture to a frame of the same size (ITU-R BT.709-6 §3, 8 bit).
 *
 * @param rgb interleaved, sides even
 */
export function frameFromRgb(rgb: Uint8Array, { width, height }: Size): Frame {
  const frame = makeFrame(width, height);
  const [luma, blue, red] = frame.planes as [Plane, Plane, Plane];
  for (let y = 0; y < height; y += 2) {
    for (let x = 0; x < width; x += 2) {
      let sumR = 0;
      let sumG = 0;
      let sumB = 0;
      for (let corner = 0; corner < 4; corner++) {
        const pixel = (y + (corner >> 1)) * width + x + (corner & 1);
        const r = rgb[pixel * 3]!;
        const g = rgb[pixel * 3 + 1]!;
        const b = rgb[pixel * 3 + 2]!;
        luma.samples[pixel] = 16.5 + 0.18259 * r + 0.61423 * g + 0.06201 * b;
        sumR += r;
        sumG += g;
        sumB += b;
      }
      const at = (y / 2) * blue.width + x / 2;
      blue.samples[at] = 128.5 + (-0.10064 * sumR - 0.33857 * sumG + 0.43922 * sumB) / 4;
      red.samples[at] = 128.5 + (0.43922 * sumR - 0.39894 * sumG - 0.04027 * sumB) / 4;
    }
  }
  return frame;
}

/** The inverse of {@link frameFromRgb}; chroma is interpolated bilinearly. Interleaved RGB. */
export function rgbFromFrame({ width, height, planes }: Frame): Uint8Array {
  const [luma, blue, red] = planes as [Plane, Plane, Plane];
  const rgb = new Uint8ClampedArray(width * height * 3);
  for (let y = 0; y < height; y++) {
    const v = Math.min(blue.height - 1, Math.max(0, y / 2 - 0.25));
    const top = Math.floor(v);
    const upper = top * blue.width;
    const lower = Math.min(blue.height - 1, top + 1) * blue.width;
    const fy = v - top;
    for (let x = 0; x < width; x++) {
      const u = Math.min(blue.width - 1, Math.max(0, x / 2 - 0.25));
      const left = Math.floor(u);
      const right = Math.min(blue.width - 1, left + 1);
      const fx = u - left;
      const chroma = ({ samples }: Plane) =>
        (samples[upper + left]! * (1 - fx) + samples[upper + right]! * fx) * (1 - fy) +
        (samples[lower + left]! * (1 - fx) + samples[lower + right]! * fx) * fy -
        128;
      const cb = chroma(blue);
      const cr = chroma(red);
      const light = (luma.samples[y * width + x]! - 16) * 1.16438;
      const to = (y * width + x) * 3;
      rgb[to] = light + 1.79274 * cr;
      rgb[to + 1] = light - 0.21325 * cb - 0.53291 * cr;
      rgb[to + 2] = light + 2.1124 * cb;
    }
  }
  return new Uint8Array(rgb.buffer);
}
