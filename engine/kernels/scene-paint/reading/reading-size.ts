import type { Size } from '../../../base/blur.ts';
import { guidedFilter } from '../../../base/guided-filter.ts';
import { resamplePlane } from '../../../base/resample.ts';
import { clamp } from '../../../base/scalar.ts';
import type { LabPlanes } from '../../segment/slic.ts';
import type { ModelReading, Shares } from './reading.ts';

const names = ['sky', 'plants', 'ground', 'lawn', 'water', 'glass', 'roof'] as const;

/** Brings the shares of a reading to the picture's size; their edges follow the picture's lightness. */
export function enlargeShares(reading: ModelReading, lightness: Float32Array, size: Size): Shares {
  if (reading.width === size.width && reading.height === size.height) return reading;
  const radius = Math.max(2, Math.round((2 * size.width) / reading.width));
  const planes = names.map((name) => {
    const plane = resamplePlane(reading[name], reading, size, 'catmullRom');
    if (name !== 'lawn') guidedFilter(lightness, plane, size, radius, 2e-4, plane);
    for (let i = 0; i < plane.length; i++) plane[i] = clamp(plane[i]!, 0, 1);
    return [name, plane] as const;
  });
  return { ...size, ...(Object.fromEntries(planes) as Record<(typeof names)[number], Float32Array>) };
}

/** Lab planes in another size. */
export function resizeLab(lab: LabPlanes, from: Size, to: Size): LabPlanes {
  if (from.width === to.width && from.height === to.height) return lab;
  const resize = (plane: Float32Array) => resamplePlane(plane, from, to, 'catmullRom');
  return { lightness: resize(lab.lightness), a: resize(lab.a), b: resize(lab.b) };
}
