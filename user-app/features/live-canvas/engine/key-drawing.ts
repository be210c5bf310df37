import { arrowStep } from '../../../canvas/arrow-keys';
import { middleOf, onSheet, type Point } from '../../../canvas/geometry';
import type { Board } from './board';

/** Step of the crosshair for an arrow key, paper pixels; with Shift one pixel. */
const stride = 16;

/** Drawing without a pointer: arrows move a crosshair, one key puts the pen down and lifts it. */
export class KeyDrawing {
  readonly #board: Board;
  #from: Point | undefined;

  constructor(board: Board) {
    this.#board = board;
  }

  /** Moves the crosshair, or the held picture, with an arrow key. @returns whether it is one. */
  move(key: string, isFine: boolean): boolean {
    const step = arrowStep(key, isFine ? 1 : stride);
    if (step) this.#moveBy(step);
    return step !== undefined;
  }

  #moveBy({ x, y }: Point): void {
    const board = this.#board;
    const { held, cursor, isPenDown } = board.getSnapshot();
    if (held) {
      board.moveHeld({ ...held.box, x: held.box.x + x, y: held.box.y + y });
      return;
    }
    if (!cursor) {
      board.setCursor(middleOf(board.paper));
      return;
    }
    const to = onSheet({ x: cursor.x + x, y: cursor.y + y }, board.paper);
    board.setCursor(to);
    if (isPenDown) this.#follow(to);
  }

  /** Pen down, or up again; with polygons a corner, with the bucket a fill. */
  press(): void {
    const board = this.#board;
    const { cursor = middleOf(board.paper), tool, isPenDown, size } = board.getSnapshot();
    board.setCursor(cursor);
    if (tool === 'polygon') board.addCorner(cursor);
    else if (tool === 'fill') board.fill(cursor);
    else if (tool === 'move') board.lift(cursor);
    else if (tool === 'pan') board.fit();
    else if (isPenDown) {
      board.setCursor(cursor, false);
      if (tool === 'brush' || tool === 'eraser') board.endStroke();
      else board.keepPreview();
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
}
