import { apart, onSheet, type Point } from '../../../canvas/geometry';
import type { Gesture, PressTools } from '../../../canvas/pointer-gestures';
import { clickReach, type PointerInput, type PointerSample, rubber } from '../../../canvas/pointer-input';
import { type Stamp, stampAt } from '../../../canvas/stamp';
import { isCornerTool, isPaintTool, type Tool } from './editor-state';
import { regionOf } from './rect';
import { StrokePath } from './stroke-path';
import type { Surface } from './surface';

const boxTools: readonly Tool[] = ['rectangle', 'ellipse', 'select'];

/** Actions of a press on the picture with the tool in hand: paint, set points, draw regions. */
export class PictureTools implements PressTools {
  readonly #surface: Surface;
  #lastEnd: Stamp | undefined;

  constructor(surface: Surface) {
    this.#surface = surface;
  }

  get isPanTool(): boolean {
    return this.#surface.getSnapshot().tool === 'pan';
  }

  press(at: PointerSample): void {
    this.#surface.change({ cursor: this.#pictureAt(at), isCursorByKeys: false });
  }

  begin(input: PointerInput, at: PointerSample): Gesture {
    const surface = this.#surface;
    const { tool, isPointOutside } = surface.getSnapshot();
    if (isPaintTool(tool)) {
      surface.startStroke(tool === 'eraser' || input.button === rubber);
      return input.isShift ? this.#line(at) : this.#stroke(at);
    }
    const isAlternative = isPointOutside !== (input.isShift === true || input.isAlt === true);
    if (tool !== 'select') surface.startRegion(input.isAlt === true);
    if (boxTools.includes(tool)) return this.#box(this.#pictureAt(at), isAlternative, input.isShift === true);
    if (tool === 'lasso') return this.#lasso(at);
    return { end: (last) => surface.setPoint(onSheet(this.#pictureAt(last), surface.size), isAlternative) };
  }

  hover(at: PointerSample): void {
    const { tool, corners } = this.#surface.getSnapshot();
    if (!isCornerTool(tool) || corners.length === 0) return;
    this.press(at);
    if (tool === 'wire') this.#surface.follow(this.#pictureAt(at));
  }

  showPanning(): void {
    this.#surface.change({ state: 'panning', draggedBox: undefined });
  }

  rest(): void {
    this.#surface.rest();
  }

  #stroke(first: PointerSample): Gesture {
    const surface = this.#surface;
    const path = new StrokePath();
    const paint = (before: Stamp | undefined, stamps: readonly Stamp[]) => {
      if (stamps.length > 0) surface.paint(stamps, before);
    };
    const settle = () => paint(path.last, path.settle());
    paint(undefined, path.add(this.#stampOf(first)));
    return {
      isStroke: true,
      move: ({ at }) => {
        for (const sample of at) paint(path.last, path.add(this.#stampOf(sample)));
      },
      settle,
      end: () => {
        settle();
        this.#lastEnd = path.last;
        surface.keepStroke();
      },
      drop: () => surface.dropStroke(),
    };
  }

  #line(first: PointerSample): Gesture {
    const surface = this.#surface;
    const before = this.#lastEnd;
    const from = this.#stampOf(first);
    let to = from;
    surface.paintStraight(from, to);
    return {
      isStroke: true,
      move: (_input, newest) => {
        to = { ...from, ...this.#pictureAt(newest) };
        surface.paintStraight(from, to);
      },
      end: () => {
        // Pressed without a move, the line starts where the last stroke ended.
        if (before && !this.#isDrag(from, to)) surface.paintStraight(before, from);
        this.#lastEnd = to;
        surface.keepStroke();
      },
      drop: () => surface.dropStroke(),
    };
  }

  #box(from: Point, isAlternative: boolean, isShift: boolean): Gesture {
    const surface = this.#surface;
    const { size } = surface;
    const isSelect = surface.getSnapshot().tool === 'select';
    const leave = () => surface.change({ draggedBox: undefined });
    return {
      move: (input, newest) => {
        const to = this.#pictureAt(newest);
        const isSquare = !isSelect && (isShift || input.isShift === true);
        surface.change({ draggedBox: this.#isDrag(from, to) ? regionOf(from, to, size, isSquare) : undefined });
      },
      end: () => {
        const { draggedBox } = surface.getSnapshot();
        leave();
        if (draggedBox) surface.setBox(draggedBox);
        else if (isSelect) surface.setPoint(onSheet(from, size), isAlternative);
      },
      drop: leave,
    };
  }

  #lasso(first: PointerSample): Gesture {
    const surface = this.#surface;
    surface.extendLasso(this.#pictureAt(first));
    return {
      move: ({ at }) => {
        for (const sample of at) surface.extendLasso(this.#pictureAt(sample));
      },
      end: () => surface.closeLasso(),
      drop: () => surface.dropLasso(),
    };
  }

  #pictureAt(screen: Point): Point {
    return this.#surface.viewport.toSheet(screen);
  }

  #stampOf(sample: PointerSample): Stamp {
    return stampAt(this.#surface.viewport, sample, this.#surface.getSnapshot().brushSize);
  }

  #isDrag(from: Point, to: Point): boolean {
    return apart(from, to) * this.#surface.viewport.view.scale > clickReach;
  }
}
