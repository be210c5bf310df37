import type { Size } from '../../../base/blur.ts';
import { luminanceOf } from '../../../base/colour.ts';
import { guidedSmooth } from '../../../base/guided-filter.ts';
import type { LinearLight } from '../../../base/linear-light.ts';
import { clamp } from '../../../base/scalar.ts';

/** Light above this share of white is bent, so that sunlit walls keep their drawing. */
const knee = 0.52;

/**
 * The last step of a picture: a shoulder instead of clipping (Reinhard et al. 2002, applied above a knee) and a little
 * local contrast from the difference of an edge-preserving scale. In place.
 *
 * @param crispness 0 none … 1 strong local contrast
 */
export function finishLight(light: LinearLight, size: Size, crispness: number): void {
  const count = size.width * size.height;
  const bright = new Float32Array(count);
  for (let i = 0, at = 0; i < count; i++, at += 3) {
    bright[i] = Math.sqrt(Math.max(0, luminanceOf(light[at]!, light[at + 1]!, light[at + 2]!)));
  }
  const radius = Math.max(2, Math.round(Math.max(size.width, size.height) / 110));
  const base = crispness > 0 ? guidedSmooth(bright, size, radius, 0.004) : bright;
  for (let i = 0, at = 0; i < count; i++, at += 3) {
    const detail = clamp(bright[i]! - base[i]!, -0.08, 0.08);
    const lifted = Math.max(0, bright[i]! + detail * crispness);
    const value = lifted * lifted;
    const bent = value <= knee ? value : knee + (1 - knee) * (1 - Math.exp((knee - value) / (1 - knee)));
    const gain = bright[i]! > 1e-4 ? bent / (bright[i]! * bright[i]!) : 1;
    for (let channel = at; channel < at + 3; channel++) light[channel] = Math.max(0, light[channel]! * gain);
  }
}
