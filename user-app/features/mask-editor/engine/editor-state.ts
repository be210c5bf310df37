import type { Point, View } from '../../../canvas/geometry';
import { noSelection, type SelectionState } from './click-selection';
import { type ColourChoice, defaultColourChoice } from './colour-selection';
import type { Mode } from './document';
import type { Rect } from './rect';
import { noRefinement, type Refinement } from './refine';

export type Tool =
  | 'brush'
  | 'eraser'
  | 'lasso'
  | 'wire'
  | 'polygon'
  | 'rectangle'
  | 'ellipse'
  | 'colour'
  | 'select'
  | 'pan';
export type EditorState = 'idle' | 'brushing' | 'erasing' | 'outlining' | 'segmenting' | 'panning';

/** Last act, for screen readers. */
export type Act =
  | 'stroke'
  | 'region'
  | 'corner'
  | 'undo'
  | 'redo'
  | 'invert'
  | 'clear'
  | 'all'
  | 'refine'
  | 'import'
  | 'drop';

/** State of an editor; a new object after every change. */
export interface EditorSnapshot {
  tool: Tool;
  state: EditorState;
  /** Effect of regions on the mask. */
  mode: Mode;
  /** Picture pixels. */
  brushSize: number;
  view: View;
  /** Corners or anchors set so far, picture coordinates. */
  corners: readonly Point[];
  /** The contour between them, or as far as it was drawn by hand. */
  outline: readonly Point[];
  /** From the last anchor of the magnetic lasso to the pointer. */
  outlineTail: readonly Point[];
  /** Position of the pointer or of the arrow keys' cursor, picture coordinates. */
  cursor: Point | undefined;
  isCursorByKeys: boolean;
  selection: SelectionState;
  /** True when points of the click selection are kept out; Shift and Alt turn it round. */
  isPointOutside: boolean;
  /** Box being dragged, picture coordinates. */
  draggedBox: Rect | undefined;
  colourChoice: ColourChoice;
  refinement: Refinement;
  canSelect: boolean;
  /** True when tools can be used that look at the picture itself. */
  canStudy: boolean;
  canUndo: boolean;
  canRedo: boolean;
  /** 0–1, as it will be sent. */
  coverage: number;
  /** Grows with every change of the mask or how it is refined. */
  revision: number;
  /** True when something is being worked out in the background. */
  isWorking: boolean;
  /** Why the last thing that was tried failed. */
  problem: string | undefined;
  isOriginalShown: boolean;
  /** Opacity of the coloured overlay, 0–1. */
  filmOpacity: number;
  act: { kind: Act; count: number } | undefined;
}

/** An editor before anything was done. */
export const firstSnapshot: EditorSnapshot = {
  tool: 'brush',
  state: 'idle',
  mode: 'add',
  brushSize: 25,
  view: { scale: 1, x: 0, y: 0 },
  corners: [],
  outline: [],
  outlineTail: [],
  cursor: undefined,
  isCursorByKeys: false,
  selection: noSelection,
  isPointOutside: false,
  draggedBox: undefined,
  colourChoice: defaultColourChoice,
  refinement: noRefinement,
  canSelect: false,
  canStudy: false,
  canUndo: false,
  canRedo: false,
  coverage: 0,
  revision: 0,
  isWorking: false,
  problem: undefined,
  isOriginalShown: false,
  filmOpacity: 0.5,
  act: undefined,
};

export const isPaintTool = (tool: Tool): boolean => tool === 'brush' || tool === 'eraser';
/** Tools whose corners are set one by one. */
export const isCornerTool = (tool: Tool): boolean => tool === 'polygon' || tool === 'wire';
/** Tools that make a region, which is added, taken away or crossed with the mask. */
export const isRegionTool = (tool: Tool): boolean => !isPaintTool(tool) && tool !== 'pan';
