import type { Box, Point, View } from '../../../canvas/geometry';
import type { ShapeMark } from './marks';
import type { Aspect } from './papers';

export const tools = ['brush', 'eraser', 'line', 'rectangle', 'ellipse', 'polygon', 'fill', 'move', 'pan'] as const;
export type Tool = (typeof tools)[number];

/** A picture that can be moved and scaled before it becomes part of the drawing. */
export interface HeldPicture {
  pictureId: string;
  box: Box;
  /** Place in the drawing it was taken from; undefined for a new one. */
  from: number | undefined;
}

export interface BoardState {
  tool: Tool;
  /** `#rrggbb`. */
  colour: string;
  /** Width of brush, eraser and outlines, paper pixels. */
  size: number;
  /** True when rectangles and ellipses are drawn as areas. */
  isFilled: boolean;
  aspect: Aspect;
  view: View;
  canUndo: boolean;
  canRedo: boolean;
  isBlank: boolean;
  /** The shape being drawn. */
  preview: ShapeMark | undefined;
  /** Corners of the polygon being set. */
  corners: readonly Point[];
  /** Position of the next corner. */
  pointer: Point | undefined;
  held: HeldPicture | undefined;
  /** The crosshair of the keyboard; undefined while it is not in use. */
  cursor: Point | undefined;
  isPenDown: boolean;
  isPanning: boolean;
  /** Last act in Chinese words, for screen readers. */
  said: string;
}

/** A board before anything was done. */
export const firstState: BoardState = {
  tool: 'brush',
  colour: '#3c4450',
  size: 12,
  isFilled: true,
  aspect: '4:3',
  view: { scale: 1, x: 0, y: 0 },
  canUndo: false,
  canRedo: false,
  isBlank: true,
  preview: undefined,
  corners: [],
  pointer: undefined,
  held: undefined,
  cursor: undefined,
  isPenDown: false,
  isPanning: false,
  said: '',
};
