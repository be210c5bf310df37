import { isCornerTool, type Tool } from './editor-state';
import { apart, boxOf, onPicture, type Point } from './geometry';
import { type Stamp, StrokePath } from './stroke-path';
import type { PointerInput, PointerSample, Surface } from './surface';

type Live = { id: number; kind: PointerInput['kind']; last: Point } & (
  | { act: 'stroke'; path: StrokePath }
  | { act: 'line'; from: Stamp; to: Stamp; before: Stamp | undefined }
  | { act: 'pan' | 'lasso' }
  | { act: 'point'; isAlternative: boolean }
  | { act: 'box'; from: Point; isAlternative: boolean; isSquare: boolean }
  | { act: 'pinch' }
);

/** Pixels of the screen a press may move and still be a click. */
const clickReach = 6;
/** The thinnest a pen paints without pressure, as a part of the brush. */
const lightest = 0.15;

const boxTools: readonly Tool[] = ['rectangle', 'ellipse', 'select'];

/** What presses and moves of mouse, pen and fingers mean: paint, set points, draw regions, pan, pinch. */
export class PointerGestures {
  /** Whether moves shift the picture, whatever is under way. */
  isPanHeld = false;
  readonly #surface: Surface;
  readonly #fingers = new Map<number, Point>();
  #live: Live | undefined;
  #isPenSeen = false;
  #lastEnd: Stamp | undefined;

  constructor(surface: Surface) {
    this.#surface = surface;
  }

  /** Whether something is being drawn. */
  get isBusy(): boolean {
    return this.#live !== undefined;
  }

  down(input: PointerInput): void {
    const { id, kind, button = 0, isAlternative = false } = input;
    const sample = input.at.at(-1);
    if (!sample) return;
    this.#isPenSeen ||= kind === 'pen';
    // While a pen draws, a touch is the palm.
    if (kind === 'touch' && this.#live?.kind === 'pen') return;
    if (kind === 'touch') this.#fingers.set(id, sample);
    if (this.#fingers.size > 1) {
      this.#startPinch(id, sample);
      return;
    }
    if (kind === 'pen' && this.#live?.kind === 'touch') this.drop();
    if (this.#live) return;
    const surface = this.#surface;
    const { tool } = surface.getSnapshot();
    const image = surface.viewport.toImage(sample);
    surface.change({ cursor: image, isCursorByKeys: false });
    const live = { id, kind, last: sample };
    // Once a pen was seen, a finger is a palm or wants to move the sheet.
    if (tool === 'pan' || this.isPanHeld || button === 1 || (kind === 'touch' && this.#isPenSeen)) {
      this.#live = { ...live, act: 'pan' };
      surface.change({ state: 'panning' });
    } else if (button !== 0 && button !== 5) return;
    else if (tool === 'brush' || tool === 'eraser') this.#startStroke(live, input);
    else if (boxTools.includes(tool)) {
      if (tool !== 'select') surface.startRegion(input.isAlt === true);
      this.#live = {
        ...live,
        act: 'box',
        from: image,
        isAlternative,
        isSquare: input.isShift === true && tool !== 'select',
      };
    } else if (tool === 'lasso') {
      surface.startRegion(input.isAlt === true);
      this.#live = { ...live, act: 'lasso' };
      surface.extendLasso(image);
    } else {
      surface.startRegion(input.isAlt === true);
      this.#live = { ...live, act: 'point', isAlternative };
    }
  }

  move(input: PointerInput): void {
    const sample = input.at.at(-1);
    if (!sample) return;
    const { id } = input;
    const surface = this.#surface;
    const before = this.#fingers.get(id);
    if (before) this.#fingers.set(id, sample);
    const live = this.#live;
    if (live?.act === 'pinch') {
      const other = [...this.#fingers].find(([otherId]) => otherId !== id)?.[1];
      if (before && other) {
        surface.viewport.pinch(before, sample, other);
        surface.viewMoved();
      }
      return;
    }
    const image = surface.viewport.toImage(sample);
    if (!live) {
      if (input.kind !== 'touch') this.#hover(image);
      return;
    }
    if (live.id !== id) return;
    if (live.act === 'pan' || this.isPanHeld) {
      surface.viewport.pan(sample.x - live.last.x, sample.y - live.last.y);
      surface.viewMoved();
    } else if (live.act === 'stroke') for (const at of input.at) this.#extend(live.path, at);
    else if (live.act === 'line') {
      live.to = { ...live.from, ...image };
      surface.paintStraight(live.from, live.to);
    } else if (live.act === 'lasso') for (const at of input.at) surface.extendLasso(surface.viewport.toImage(at));
    else if (live.act === 'box') {
      const isDrag = apart(image, live.from) * surface.viewport.view.scale > clickReach;
      const box = boxOf(
        live.from,
        image,
        surface.size,
        live.isSquare || (input.isShift === true && surface.getSnapshot().tool !== 'select'),
      );
      surface.change({ draggedBox: isDrag ? box : undefined });
    }
    live.last = sample;
  }

  up({ id }: { id: number }): void {
    this.#fingers.delete(id);
    const live = this.#live;
    if (live?.act === 'pinch') {
      // The finger that stays does not start to paint.
      if (this.#fingers.size === 0) this.#live = undefined;
    } else if (live?.id === id) {
      this.#live = undefined;
      this.#finish(live);
    }
    if (!this.#live) this.#surface.rest();
  }

  /** The system took the pointer away: a stroke stays as far as it was drawn, the rest is left. */
  cancel({ id }: { id: number }): void {
    if (this.#live?.act === 'stroke' || this.#live?.act === 'line') this.up({ id });
    else {
      this.#fingers.delete(id);
      if (this.#live?.id === id) this.drop();
      this.#surface.rest();
    }
  }

  /** Draws a stroke up to the pointer, which rests. */
  settle(): void {
    if (this.#live?.act !== 'stroke') return;
    const { path } = this.#live;
    const { last } = path;
    const stamps = path.settle();
    if (stamps.length > 0) this.#surface.paint(stamps, last);
  }

  /** Keeps a stroke under way as far as it is drawn. */
  endStroke(): void {
    const live = this.#live;
    if (live?.act !== 'stroke' && live?.act !== 'line') return;
    this.#live = undefined;
    this.#finish(live);
  }

  /** Leaves what is under way. @returns whether it was a stroke or a region. */
  drop(): boolean {
    const live = this.#live;
    this.#live = undefined;
    if (live?.act === 'stroke' || live?.act === 'line') this.#surface.dropStroke();
    else if (live?.act === 'lasso') this.#surface.dropLasso();
    else if (live?.act !== 'box') return false;
    this.#surface.change({ draggedBox: undefined });
    return true;
  }

  #startStroke(live: { id: number; kind: PointerInput['kind']; last: Point }, input: PointerInput): void {
    const surface = this.#surface;
    const { tool } = surface.getSnapshot();
    surface.startStroke(tool === 'eraser' || input.button === 5);
    const first = this.#stampOf(input.at.at(-1) as PointerSample);
    if (input.isShift) {
      this.#live = { ...live, act: 'line', from: first, to: first, before: this.#lastEnd };
      surface.paintStraight(first, first);
      return;
    }
    const path = new StrokePath();
    this.#live = { ...live, act: 'stroke', path };
    surface.paint(path.add(first), undefined);
  }

  #extend(path: StrokePath, sample: PointerSample): void {
    const { last } = path;
    const stamps = path.add(this.#stampOf(sample));
    if (stamps.length > 0) this.#surface.paint(stamps, last);
  }

  #stampOf({ x, y, pressure }: PointerSample): Stamp {
    const radius = this.#surface.getSnapshot().brushSize / 2;
    // Pens without a pressure sensor report 0 while they touch.
    const part = pressure === undefined || pressure === 0 ? 1 : lightest + (1 - lightest) * pressure;
    return { ...this.#surface.viewport.toImage({ x, y }), radius: Math.max(0.5, radius * part) };
  }

  #hover(image: Point): void {
    const { tool, corners } = this.#surface.getSnapshot();
    if (!isCornerTool(tool) || corners.length === 0) return;
    this.#surface.change({ cursor: image, isCursorByKeys: false });
    if (tool === 'wire') this.#surface.follow(image);
  }

  #finish(live: Live): void {
    const surface = this.#surface;
    if (live.act === 'stroke') {
      const { last } = live.path;
      const stamps = live.path.settle();
      if (stamps.length > 0) surface.paint(stamps, last);
      this.#lastEnd = live.path.last;
      surface.keepStroke();
    } else if (live.act === 'line') {
      // Pressed without a move, the line starts where the last stroke ended.
      const isClick = live.from === live.to || apart(live.from, live.to) * surface.viewport.view.scale < clickReach;
      if (isClick && live.before) surface.paintStraight(live.before, live.from);
      this.#lastEnd = live.to;
      surface.keepStroke();
    } else if (live.act === 'lasso') surface.closeLasso();
    else if (live.act === 'point') {
      surface.setPoint(onPicture(surface.viewport.toImage(live.last), surface.size), live.isAlternative);
    } else if (live.act === 'box') this.#endBox(live.from, live.isAlternative);
  }

  #endBox(from: Point, isAlternative: boolean): void {
    const surface = this.#surface;
    const { draggedBox, tool } = surface.getSnapshot();
    surface.change({ draggedBox: undefined });
    if (draggedBox) surface.setBox(draggedBox);
    else if (tool === 'select') surface.setPoint(onPicture(from, surface.size), isAlternative);
  }

  #startPinch(id: number, at: Point): void {
    // A second finger means pinching: what the first one began is dropped.
    this.drop();
    this.#live = { act: 'pinch', id, kind: 'touch', last: at };
    this.#surface.change({ state: 'panning', draggedBox: undefined });
  }
}
