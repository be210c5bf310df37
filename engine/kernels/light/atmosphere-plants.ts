import { boxBlur, type Size } from '../../base/blur.ts';
import { smoothstep } from '../../base/scalar.ts';
import type { LabPlanes } from '../segment/slic.ts';

/**
 * Share of living green in each pixel, 0–1, by hue and chroma: green to yellow-green, not grey. Plants in deep shade
 * count by their neighbours.
 *
 * @param lab planes as `labPlanes` gives them
 */
export function findPlants({ lightness, a, b }: LabPlanes, size: Size): Float32Array {
  const plants = new Float32Array(a.length);
  for (let i = 0; i < plants.length; i++) {
    // Grey, which most of a picture is, needs no hue.
    if (a[i]! * a[i]! + b[i]! * b[i]! < 0.0012) continue;
    const chroma = Math.hypot(a[i]!, b[i]!);
    // Hue in Lab: 90° yellow, 180° green. Leaves lie between 95° and 150°; wood and brick below 85°.
    const hue = (Math.atan2(b[i]!, a[i]!) * 180) / Math.PI;
    const isLeafHue = smoothstep(90, 101, hue) * smoothstep(172, 152, hue);
    plants[i] = isLeafHue * smoothstep(0.035, 0.1, chroma) * smoothstep(0.01, 0.06, lightness[i]!);
  }
  const radius = Math.max(1, Math.round(Math.max(size.width, size.height) / 340));
  const around = boxBlur(plants, size, radius);
  for (let i = 0; i < plants.length; i++) {
    const shade = smoothstep(0.3, 0.12, lightness[i]!) * smoothstep(0.25, 0.6, around[i]!);
    plants[i] = Math.max(plants[i]!, shade * 0.8) * smoothstep(0.08, 0.35, around[i]!);
  }
  return plants;
}
