import type { Board } from './board';
import { onPaper, type Point } from './geometry';

const steps: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};
/** How far an arrow key moves the crosshair, paper pixels; with Shift one pixel. */
const stride = 16;

export const isArrow = (key: string): boolean => key in steps;

/** Drawing without a pointer: arrows move a crosshair, one key puts the pen down and lifts it. */
export class KeyDrawing {
  readonly #board: Board;
  #from: Point | undefined;

  constructor(board: Board) {
    this.#board = board;
  }

  /** Moves the crosshair, or the held picture. */
  move(key: string, isFine: boolean): void {
    const step = steps[key];
    if (!step) return;
    const board = this.#board;
    const length = isFine ? 1 : stride;
    const { held, cursor, isPenDown } = board.getSnapshot();
    if (held) {
      board.moveHeld({ ...held.box, x: held.box.x + step.x * length, y: held.box.y + step.y * length });
      return;
    }
    if (!cursor) {
      board.setCursor(this.#middle());
      return;
    }
    const to = onPaper({ x: cursor.x + step.x * length, y: cursor.y + step.y * length }, board.paper);
    board.setCursor(to);
    if (isPenDown) this.#follow(to);
  }

  /** Pen down, or up again; with polygons a corner, with the bucket a fill. */
  press(): void {
    const board = this.#board;
    const { cursor = this.#middle(), tool, colour, isPenDown, preview, size } = board.getSnapshot();
    board.setCursor(cursor);
    if (tool === 'polygon') board.addCorner(cursor);
    else if (tool === 'fill') board.add({ kind: 'fill', colour, at: cursor }, '已填充');
    else if (tool === 'move') board.lift(cursor);
    else if (tool === 'pan') board.fit();
    else if (isPenDown) {
      board.setCursor(cursor, false);
      if (tool === 'brush' || tool === 'eraser') board.endStroke();
      else if (preview) {
        board.setPreview(undefined);
        board.add(preview, '已画形状');
      }
    } else {
      this.#from = cursor;
      board.setCursor(cursor, true);
      if (tool === 'brush' || tool === 'eraser') board.startStroke({ ...cursor, width: size });
      board.say('落笔');
    }
  }

  #follow(to: Point): void {
    const { tool, colour, size, isFilled } = this.#board.getSnapshot();
    if (tool === 'brush' || tool === 'eraser') {
      this.#board.extendStroke({ ...to, width: size });
      this.#board.settleStroke();
    } else if (this.#from && (tool === 'line' || tool === 'rectangle' || tool === 'ellipse')) {
      this.#board.setPreview({ kind: tool, colour, width: size, isFilled, from: this.#from, to });
    }
  }

  #middle(): Point {
    const { width, height } = this.#board.paper;
    return { x: width / 2, y: height / 2 };
  }
}
