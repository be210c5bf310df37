import { onSheet, type Point } from '../../../canvas/geometry';
import type { Stamp } from '../../../canvas/stamp';
import { isCornerTool } from './editor-state';
import { regionOf } from './rect';
import type { Surface } from './surface';

/** The crosshair that the arrow keys move, and what Enter does at it. */
export class KeyCursor {
  readonly #surface: Surface;
  readonly #accept: () => void;
  /** True when the crosshair stands where the last point was set. */
  #isSpent = true;
  #boxFrom: Point | undefined;
  #isLassoing = false;
  #lastDab: Stamp | undefined;

  constructor(surface: Surface, accept: () => void) {
    this.#surface = surface;
    this.#accept = accept;
  }

  /** Returns true when a region is being drawn by keys. */
  get isBusy(): boolean {
    return this.#isLassoing || this.#boxFrom !== undefined;
  }

  /** Moves by pixels of the screen, or of the picture when `isFine`. */
  move({ x, y }: Point, isFine: boolean): void {
    const surface = this.#surface;
    const { cursor, isCursorByKeys, tool, corners } = surface.getSnapshot();
    const { viewport, size } = surface;
    const middle = onSheet(viewport.toSheet(viewport.middle), size);
    const from = (isCursorByKeys && cursor) || middle;
    const scale = isFine ? 1 : viewport.view.scale;
    const next = onSheet({ x: from.x + x / scale, y: from.y + y / scale }, size);
    this.#isSpent = false;
    viewport.reveal(next);
    surface.change({ cursor: next, isCursorByKeys: true, view: viewport.view });
    if (this.#isLassoing) surface.extendLasso(next);
    else if (this.#boxFrom) surface.change({ draggedBox: regionOf(this.#boxFrom, next, size) });
    else if (tool === 'wire' && corners.length > 0) surface.follow(next);
  }

  /** Sets a point at the crosshair; if it has not moved since the last point, accepts the outline or selection. */
  enter(isAlternative: boolean): void {
    const surface = this.#surface;
    const { cursor, isCursorByKeys, tool } = surface.getSnapshot();
    if (!cursor || !isCursorByKeys || (this.#isSpent && !this.isBusy)) {
      this.#accept();
      return;
    }
    if (tool === 'brush' || tool === 'eraser') this.#dab(cursor, isAlternative);
    else if (tool === 'lasso') this.#lasso(cursor);
    else if (tool === 'rectangle' || tool === 'ellipse') this.#box(cursor, isAlternative);
    else if (tool !== 'pan') {
      if (tool !== 'select') surface.startRegion(false);
      surface.setPoint(cursor, isAlternative);
    }
    this.#isSpent = isCornerTool(tool) || tool === 'select';
  }

  /** Forgets a region under way. @returns whether there was one. */
  drop(): boolean {
    const wasBusy = this.isBusy;
    if (this.#isLassoing) this.#surface.dropLasso();
    if (wasBusy) this.#surface.change({ draggedBox: undefined });
    this.#isLassoing = false;
    this.#boxFrom = undefined;
    return wasBusy;
  }

  /** With `isLine` from where the last one was set. */
  #dab(cursor: Point, isLine: boolean): void {
    const surface = this.#surface;
    const { brushSize, tool } = surface.getSnapshot();
    const stamp = { ...cursor, width: brushSize };
    surface.startStroke(tool === 'eraser');
    if (isLine && this.#lastDab) surface.paintStraight({ ...this.#lastDab, width: stamp.width }, stamp);
    else surface.paint([stamp], undefined);
    surface.keepStroke();
    this.#lastDab = stamp;
  }

  #lasso(cursor: Point): void {
    if (this.#isLassoing) {
      this.#isLassoing = false;
      this.#surface.closeLasso();
      return;
    }
    this.#surface.startRegion(false);
    this.#surface.extendLasso(cursor);
    this.#isLassoing = true;
  }

  #box(cursor: Point, isAlternative: boolean): void {
    const surface = this.#surface;
    const from = this.#boxFrom;
    this.#boxFrom = from ? undefined : cursor;
    if (!from) surface.startRegion(isAlternative);
    else {
      surface.change({ draggedBox: undefined });
      surface.setBox(regionOf(from, cursor, surface.size));
    }
  }
}
