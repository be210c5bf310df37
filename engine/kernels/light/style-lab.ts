import { srgbBytes } from '../../base/srgb.ts';
import type { LabPlanes } from '../segment/slic.ts';

function curveInverse(value: number): number {
  return value > 0.206893 ? value ** 3 : (value - 16 / 116) / 7.787;
}

const encodeSteps = 4096;
const byteOfLinear = srgbBytes(encodeSteps);

function encode(linear: number): number {
  return byteOfLinear[linear <= 0 ? 0 : linear >= 1 ? encodeSteps : (linear * encodeSteps + 0.5) | 0]!;
}

/** The inverse of `labPlanes`: Lab planes in hundredths to sRGB bytes; colours outside sRGB are clipped. */
export function labToRgb({ lightness, a, b }: LabPlanes): Uint8Array {
  const rgb = new Uint8Array(lightness.length * 3);
  for (let i = 0, at = 0; i < lightness.length; i++, at += 3) {
    const middle = (lightness[i]! + 0.16) / 1.16;
    const x = 0.9505 * curveInverse(middle + a[i]! / 5);
    const y = curveInverse(middle);
    const z = 1.089 * curveInverse(middle - b[i]! / 2);
    rgb[at] = encode(3.2406 * x - 1.5372 * y - 0.4986 * z);
    rgb[at + 1] = encode(-0.9689 * x + 1.8758 * y + 0.0415 * z);
    rgb[at + 2] = encode(0.0557 * x - 0.204 * y + 1.057 * z);
  }
  return rgb;
}
