import type { Size } from '../../../canvas/geometry';
import type { Runs } from './bitmap';
import type { Segment } from './click-selection';
import type { Refinement } from './refine';
import type { MaskWork } from './worker-client';

export interface EditorOptions {
  size: Size;
  /** The mask to start from. */
  start?: Runs | undefined;
  refinement?: Refinement | undefined;
  /** True when the start is work that was never stored. */
  isUnsaved?: boolean | undefined;
  /** Absent where nothing can segment. */
  segment?: Segment | undefined;
  work: MaskWork;
  /** Address of the picture for the tools that look at it. */
  address?: string | undefined;
}
