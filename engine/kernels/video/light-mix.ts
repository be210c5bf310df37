import type { Size } from '../../base/blur.ts';
import type { LinearLight } from '../../base/linear-light.ts';
import { clamp } from '../../base/scalar.ts';
import { srgbOf } from '../../base/srgb.ts';
import { type Frame, makeFrame, type Plane } from './i420.ts';

/** A picture in linear light: interleaved red, green, blue, 0 = black, 65535 = the white of sRGB. */
export type LightKey = Uint16Array;

/** Light that is added to a picture, each pixel of it at its own time. */
export interface LampLayer {
  light: LightKey;
  /** Per pixel, which of 256 levels it takes. */
  groups: Uint8Array;
}

const white = 65_535;
const codes = new Float32Array(16_384);
for (let step = 0; step < codes.length; step++) {
  codes[step] = 255 * srgbOf((step + 0.5) / codes.length);
}

/** Linear light as a key; what is brighter than white is clipped. */
export function keyOfLight(light: LinearLight): LightKey {
  const key = new Uint16Array(light.length);
  for (let at = 0; at < key.length; at++) key[at] = clamp(light[at]!, 0, 1) * white + 0.5;
  return key;
}

/** Mixes keys as light mixes, into a frame that is drawn over each time. */
export interface LightMixer {
  /**
   * @param share 0 gives `from`, 1 gives `to`
   * @param lamps light on top, with its 256 levels of 0–1
   * @returns the same frame every time
   */
  mix(from: LightKey, to: LightKey, share: number, lamps?: LampLayer & { levels: Float32Array }): Frame;
}

/** @param size of the keys, sides even */
export function makeLightMixer({ width, height }: Size): LightMixer {
  const frame = makeFrame(width, height);
  const [luma, blue, red] = frame.planes as [Plane, Plane, Plane];
  return {
    mix(from, to, share, lamps) {
      const last = codes.length - 1;
      for (let y = 0; y < height; y += 2) {
        for (let x = 0; x < width; x += 2) {
          let sumR = 0;
          let sumG = 0;
          let sumB = 0;
          for (let corner = 0; corner < 4; corner++) {
            const pixel = (y + (corner >> 1)) * width + x + (corner & 1);
            const at = pixel * 3;
            let lightR = from[at]! + (to[at]! - from[at]!) * share;
            let lightG = from[at + 1]! + (to[at + 1]! - from[at + 1]!) * share;
            let lightB = from[at + 2]! + (to[at + 2]! - from[at + 2]!) * share;
            if (lamps) {
              const level = lamps.levels[lamps.groups[pixel]!]!;
              if (level > 0) {
                lightR += lamps.light[at]! * level;
                lightG += lamps.light[at + 1]! * level;
                lightB += lamps.light[at + 2]! * level;
              }
            }
            const r = codes[Math.min(last, lightR >> 2)]!;
            const g = codes[Math.min(last, lightG >> 2)]!;
            const b = codes[Math.min(last, lightB >> 2)]!;
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
    },
  };
}

/** Mean of a key, 0–1, from one value in a hundred or so. */
export function meanOfKey(key: LightKey): number {
  let sum = 0;
  let count = 0;
  for (let at = 0; at < key.length; at += 97, count++) sum += key[at]!;
  return sum / count / white;
}
