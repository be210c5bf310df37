import type { Box } from '../facade/face.ts';
import type { Systems } from '../facade/systems.ts';
import type { Brief } from '../words/brief.ts';
import type { Yard } from './yard.ts';

/** Request for a composition. */
export interface MassingJob {
  yard: Yard;
  brief: Brief;
  systems: Systems;
  storey: number;
  ground: number;
  /** Number of the picture among those of the same brief, from 0: compositions go round by it. */
  output: number;
  random: () => number;
}

/** Result of a composition: what stands on the site. */
export interface Built {
  /** Footprints that nothing is planted on. */
  footprints: Box[];
  /** Height of the highest point, metres. */
  top: number;
  /** True when the building fills its plot, so that no garden surrounds it. */
  isInRow?: boolean;
}
