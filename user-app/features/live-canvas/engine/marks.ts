import type { Box, Point } from '../../../canvas/geometry';
import type { Stamp } from '../../../canvas/stamp';
import { isInside } from './papers';

export type ShapeKind = 'line' | 'rectangle' | 'ellipse';

export interface ShapeMark {
  kind: ShapeKind;
  colour: string;
  width: number;
  isFilled: boolean;
  from: Point;
  to: Point;
}

export interface PictureMark {
  kind: 'picture';
  pictureId: string;
  box: Box;
}

/** One act of drawing as data, in paper pixels; colours are `#rrggbb`. A drawing is a list of them. */
export type Mark =
  | { kind: 'stroke'; colour: string; isEraser: boolean; stamps: readonly Stamp[] }
  | ShapeMark
  | { kind: 'polygon'; colour: string; corners: readonly Point[] }
  | { kind: 'fill'; colour: string; at: Point }
  | PictureMark
  | { kind: 'clear' };

export type Drawing = readonly Mark[];

/** Returns true when nothing can be seen of a drawing: no mark since it was last cleared, or only eraser strokes. */
export function isBlank(drawing: Drawing): boolean {
  const shown = drawing.slice(drawing.findLastIndex(({ kind }) => kind === 'clear') + 1);
  return shown.every((mark) => mark.kind === 'stroke' && mark.isEraser);
}

/** Place in the drawing of the uppermost picture at a point; -1 where there is none. */
export function pictureAt(drawing: Drawing, at: Point): number {
  const cleared = drawing.findLastIndex(({ kind }) => kind === 'clear');
  const place = drawing.findLastIndex((mark) => mark.kind === 'picture' && isInside(at, mark.box));
  return place > cleared ? place : -1;
}

export function pictureIdsIn(drawings: Iterable<Drawing>): Set<string> {
  const ids = new Set<string>();
  for (const drawing of drawings) for (const mark of drawing) if (mark.kind === 'picture') ids.add(mark.pictureId);
  return ids;
}
