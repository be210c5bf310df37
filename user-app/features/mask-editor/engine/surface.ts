import type { EditorSnapshot } from './editor-state';
import type { Point, Rect, Size } from './geometry';
import type { Stamp } from './stroke-path';
import type { Viewport } from './viewport';

export interface PointerSample extends Point {
  /** 0–1 of a pen; absent where nothing can press harder. */
  pressure?: number | undefined;
}

export interface PointerInput {
  id: number;
  kind: 'mouse' | 'touch' | 'pen';
  /** Positions since the last event, oldest first, px from the viewport's corner. */
  at: readonly PointerSample[];
  /** 0 main, 1 middle, 2 secondary, 5 a pen's eraser. */
  button?: number;
  isShift?: boolean;
  isAlt?: boolean;
  /** Whether a click selection point is to be kept out. */
  isAlternative?: boolean;
}

/** What gestures act on. */
export interface Surface {
  readonly size: Size;
  readonly viewport: Viewport;
  getSnapshot: () => EditorSnapshot;
  change: (change: Partial<EditorSnapshot>) => void;
  viewMoved: () => void;
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
  setBox: (box: Rect) => void;
  follow: (at: Point) => void;
  rest: () => void;
}
