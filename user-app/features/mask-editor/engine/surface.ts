import type { Box, Point, Size } from '../../../canvas/geometry';
import type { Stamp } from '../../../canvas/stamp';
import type { Viewport } from '../../../canvas/viewport';
import type { EditorSnapshot } from './editor-state';

/** Target of gestures and keys. */
export interface Surface {
  readonly size: Size;
  readonly viewport: Viewport;
  getSnapshot: () => EditorSnapshot;
  change: (change: Partial<EditorSnapshot>) => void;
  startStroke: (isErasing: boolean) => void;
  /** Paints stamps, each joined with the one before. */
  paint: (stamps: readonly Stamp[], before: Stamp | undefined) => void;
  /** Paints nothing but a straight line. */
  paintStraight: (from: Stamp, to: Stamp) => void;
  keepStroke: () => void;
  dropStroke: () => void;
  startRegion: (isAlt: boolean) => void;
  extendLasso: (at: Point) => void;
  closeLasso: () => void;
  dropLasso: () => void;
  /** A corner, an anchor, a place of a colour or of a click selection. */
  setPoint: (at: Point, isAlternative: boolean) => void;
  setBox: (box: Box) => void;
  follow: (at: Point) => void;
  rest: () => void;
}
