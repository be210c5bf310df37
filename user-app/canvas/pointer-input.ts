import type { Point } from './geometry';

export interface PointerSample extends Point {
  /** 0–1 of a pen; absent where nothing can press harder. */
  pressure?: number | undefined;
}

export interface PointerInput {
  id: number;
  kind: 'mouse' | 'touch' | 'pen';
  /** Positions since the last event, oldest first, px from the viewport's corner. */
  at: readonly PointerSample[];
  /** 0 main, 1 middle, 2 secondary, {@link rubber} a pen's eraser. */
  button?: number;
  isShift?: boolean;
  isAlt?: boolean;
}

/** Button of a pen's rubber end. */
export const rubber = 5;
/** Pixels of the screen a press may move and still be a click. */
export const clickReach = 6;
