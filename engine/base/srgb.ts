/** The curve of sRGB (IEC 61966-2-1): shares of full signal, 0–1, against linear light, 0–1. */

/** sRGB 0…1 to linear light; values outside are cut off. */
export function linearOf(share: number): number {
  if (share <= 0) return 0;
  if (share >= 1) return 1;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

/** Linear light 0…1 to sRGB 0…1; nothing is cut off. */
export function srgbOf(light: number): number {
  return light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055;
}

/** Linear light of each sRGB byte. */
export const linearOfByte = Float32Array.from({ length: 256 }, (_, level) => linearOf(level / 255));

/** sRGB bytes of linear light from 0 to 1 in equal steps; `steps + 1` entries. */
export function srgbBytes(steps: number): Uint8Array {
  const bytes = new Uint8Array(steps + 1);
  for (let step = 0; step <= steps; step++) bytes[step] = Math.round(255 * srgbOf(step / steps));
  return bytes;
}

const fineSteps = 8192;
const fineBytes = srgbBytes(fineSteps);

/** Linear light to an sRGB byte; values outside 0…1 are cut off. */
export function srgbByteOf(light: number): number {
  if (light <= 0) return 0;
  return light >= 1 ? 255 : fineBytes[(light * fineSteps + 0.5) | 0]!;
}
