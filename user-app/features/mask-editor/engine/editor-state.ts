import type { SelectionState } from './click-selection';
import type { Mode } from './document';
import type { Point, Rect, View } from './geometry';

export type Tool = 'brush' | 'eraser' | 'polygon' | 'select' | 'pan';
export type EditorState = 'idle' | 'brushing' | 'erasing' | 'polygon' | 'segmenting' | 'panning';

/** Brush width, picture pixels. */
export const brushSizes = { min: 1, max: 200, default: 25 } as const;

/** What an editor shows; a new object whenever something changed. */
export interface EditorSnapshot {
  tool: Tool;
  state: EditorState;
  /** Whether polygons and click selections add or take away. */
  mode: Mode;
  brushSize: number;
  view: View;
  /** Corners set so far, picture coordinates. */
  polygon: readonly Point[];
  /** Where the pointer or the arrow keys are, picture coordinates. */
  cursor: Point | undefined;
  isCursorByKeys: boolean;
  selection: SelectionState;
  /** Box being dragged, picture coordinates. */
  draggedBox: Rect | undefined;
  canSelect: boolean;
  canUndo: boolean;
  canRedo: boolean;
  /** 0–1. */
  coverage: number;
  /** Grows with every change of the mask. */
  revision: number;
  isOriginalShown: boolean;
}
