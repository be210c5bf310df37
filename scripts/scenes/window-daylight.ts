/** The light of a room that is seen from inside: a bright sky behind the panes and a sun that comes through them. */

import type { Vec3 } from '../../engine/base/vector.ts';
import { type Atmosphere, goldenDay } from '../../engine/kernels/trace/atmospheres.ts';

const horizons = { home: [1.25, 1.25, 1.22], hall: [1.2, 1.2, 1.18] } as const satisfies Record<string, Vec3>;
const suns = { home: [1.35, 1.14, 0.88], hall: [1.2, 1, 0.75] } as const satisfies Record<string, Vec3>;

/** A clear late afternoon without haze. A hall, with its large panes, takes a little less of it than a room of a home. */
export function windowDaylight(sun: Vec3, place: 'home' | 'hall'): Atmosphere {
  const day = goldenDay(sun);
  return {
    ...day,
    sky: { ...day.sky, zenith: [0.6, 0.78, 1.1], horizon: horizons[place], clouds: 0 },
    sun: { ...day.sun, light: suns[place], size: 0.014 },
    haze: 0,
  };
}
