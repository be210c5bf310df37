import type { SelectionPoint } from './click-selection';
import type { Mode } from './document';
import type { EditorSnapshot } from './editor-state';
import type { Point, Rect, Size } from './geometry';
import type { Viewport } from './viewport';

export interface PointerInput {
  id: number;
  kind: 'mouse' | 'touch' | 'pen';
  /** Positions since the last event, oldest first, px from the viewport's corner. */
  at: readonly Point[];
  /** 0 main, 1 middle, 2 secondary. */
  button?: number;
  /** Whether a click selection point is to be kept out. */
  isAlternative?: boolean;
}

export interface Stroke {
  mode: Mode;
  radius: number;
  points: Point[];
}

/** What gestures act on. */
export interface Surface {
  readonly size: Size;
  readonly viewport: Viewport;
  getSnapshot: () => EditorSnapshot;
  change: (change: Partial<EditorSnapshot>) => void;
  viewMoved: () => void;
  /** Paints the last piece of a stroke. */
  paintPiece: (stroke: Stroke) => void;
  keepStroke: (stroke: Stroke) => void;
  /** Takes away what an unfinished stroke painted. */
  dropStroke: () => void;
  addCorner: (point: Point) => void;
  addSelectionPoint: (point: SelectionPoint) => void;
  setSelectionBox: (box: Rect) => void;
  rest: () => void;
}

type Live =
  | { kind: 'stroke'; id: number; stroke: Stroke }
  | { kind: 'pan'; id: number; last: Point }
  | { kind: 'box'; id: number; from: Point; isInside: boolean }
  | { kind: 'pinch' };

/** Pixels a press may move and still be a click. */
const clickReach = 6;

/** What presses and moves of mouse, pen and fingers mean: paint, set points, pan, pinch. */
export class PointerGestures {
  /** Whether the next press moves the picture, whatever the tool. */
  isPanHeld = false;
  readonly #surface: Surface;
  readonly #pointers = new Map<number, Point>();
  #live: Live | undefined;
  #isPenSeen = false;

  constructor(surface: Surface) {
    this.#surface = surface;
  }

  down({ id, kind, at, button = 0, isAlternative = false }: PointerInput): void {
    const screen = at.at(-1);
    if (!screen) return;
    this.#pointers.set(id, screen);
    this.#isPenSeen ||= kind === 'pen';
    if (kind === 'touch' && this.#pointers.size > 1) {
      this.#startPinch();
      return;
    }
    if (this.#live) return;
    const surface = this.#surface;
    const image = surface.viewport.toImage(screen);
    const { tool } = surface.getSnapshot();
    surface.change({ cursor: image, isCursorByKeys: false });
    // Once a pen was seen, a finger is a palm or wants to move the sheet.
    const isPan = tool === 'pan' || this.isPanHeld || button === 1 || (kind === 'touch' && this.#isPenSeen);
    if (isPan) {
      this.#live = { kind: 'pan', id, last: screen };
      surface.change({ state: 'panning' });
    } else if (button !== 0) return;
    else if (tool === 'polygon') surface.addCorner(onPicture(image, surface.size));
    else if (tool === 'select') this.#live = { kind: 'box', id, from: image, isInside: !isAlternative };
    else this.#startStroke(id, image, tool === 'eraser' ? 'subtract' : 'add');
  }

  move({ id, at }: PointerInput): void {
    const screen = at.at(-1);
    if (!screen) return;
    const surface = this.#surface;
    const before = this.#pointers.get(id);
    if (before) this.#pointers.set(id, screen);
    const live = this.#live;
    if (live?.kind === 'pinch') {
      const other = [...this.#pointers].find(([otherId]) => otherId !== id)?.[1];
      if (before && other) {
        surface.viewport.pinch(before, screen, other);
        surface.viewMoved();
      }
      return;
    }
    const image = surface.viewport.toImage(screen);
    if (live?.id !== id) {
      if (!live && surface.getSnapshot().polygon.length > 0) surface.change({ cursor: image, isCursorByKeys: false });
    } else if (live.kind === 'stroke') for (const point of at) this.#extend(live.stroke, point);
    else if (live.kind === 'pan') {
      surface.viewport.pan(screen.x - live.last.x, screen.y - live.last.y);
      live.last = screen;
      surface.viewMoved();
    } else {
      const isDrag =
        Math.hypot(image.x - live.from.x, image.y - live.from.y) * surface.viewport.view.scale > clickReach;
      surface.change({ draggedBox: isDrag ? boxOf(live.from, image, surface.size) : undefined });
    }
  }

  up({ id }: { id: number }): void {
    this.#pointers.delete(id);
    const live = this.#live;
    if (live?.kind === 'pinch') {
      // The finger that stays does not start to paint.
      if (this.#pointers.size === 0) this.#live = undefined;
    } else if (live?.id === id) {
      if (live.kind === 'stroke') this.endStroke();
      else if (live.kind === 'box') this.#endBox(live);
      this.#live = undefined;
    }
    if (!this.#live) this.#surface.rest();
  }

  /** The system took the pointer away; what was painted stays. */
  cancel(pointer: { id: number }): void {
    if (this.#live?.kind === 'box') this.#live = undefined;
    this.up(pointer);
    this.#surface.change({ draggedBox: undefined });
  }

  /** Keeps a stroke under way as far as it is drawn. */
  endStroke(): void {
    if (this.#live?.kind !== 'stroke') return;
    const { stroke } = this.#live;
    this.#live = undefined;
    this.#surface.keepStroke(stroke);
  }

  /** Leaves what is under way. @returns whether it was a stroke. */
  drop(): boolean {
    const isStroke = this.#live?.kind === 'stroke';
    this.#live = undefined;
    if (isStroke) this.#surface.dropStroke();
    return isStroke;
  }

  #startStroke(id: number, image: Point, mode: Mode): void {
    const stroke = { mode, radius: this.#surface.getSnapshot().brushSize / 2, points: [image] };
    this.#live = { kind: 'stroke', id, stroke };
    this.#surface.paintPiece(stroke);
    this.#surface.change({ state: mode === 'add' ? 'brushing' : 'erasing' });
  }

  #extend(stroke: Stroke, screen: Point): void {
    const image = this.#surface.viewport.toImage(screen);
    const last = stroke.points.at(-1) as Point;
    // Nearer points add nothing that could be seen.
    if (Math.hypot(image.x - last.x, image.y - last.y) < Math.max(0.5, stroke.radius / 12)) return;
    stroke.points.push(image);
    this.#surface.paintPiece(stroke);
  }

  #endBox({ from, isInside }: { from: Point; isInside: boolean }): void {
    const surface = this.#surface;
    const { draggedBox } = surface.getSnapshot();
    surface.change({ draggedBox: undefined });
    if (draggedBox) surface.setSelectionBox(draggedBox);
    else surface.addSelectionPoint({ ...onPicture(from, surface.size), isInside });
  }

  #startPinch(): void {
    // The mark of the first finger was not meant.
    this.drop();
    this.#live = { kind: 'pinch' };
    this.#surface.change({ state: 'panning', draggedBox: undefined });
  }
}

const within = (value: number, most: number) => Math.min(most, Math.max(0, value));

export function onPicture({ x, y }: Point, { width, height }: Size): Point {
  return { x: within(x, width), y: within(y, height) };
}

function boxOf(a: Point, b: Point, size: Size): Rect {
  const from = onPicture({ x: Math.min(a.x, b.x), y: Math.min(a.y, b.y) }, size);
  const to = onPicture({ x: Math.max(a.x, b.x), y: Math.max(a.y, b.y) }, size);
  return { ...from, width: to.x - from.x, height: to.y - from.y };
}
