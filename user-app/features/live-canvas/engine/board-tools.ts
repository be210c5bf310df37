import { type Box, onSheet, type Point, squareCorner } from '../../../canvas/geometry';
import type { Gesture, PressTools } from '../../../canvas/pointer-gestures';
import { type PointerInput, type PointerSample, rubber } from '../../../canvas/pointer-input';
import { stampAt } from '../../../canvas/stamp';
import type { Board } from './board';
import type { ShapeKind } from './marks';
import { isInside, lineEnd } from './papers';

/** Distance from a corner of a held picture within which a press takes that corner, px. */
const gripReach = 18;
const smallestPicture = 16;

/** Actions of a press on the board with the tool in hand. */
export class BoardTools implements PressTools {
  readonly #board: Board;

  constructor(board: Board) {
    this.#board = board;
  }

  get isPanTool(): boolean {
    return this.#board.getSnapshot().tool === 'pan';
  }

  press(): void {
    this.#board.setCursor(undefined, false);
  }

  begin(input: PointerInput, sample: PointerSample): Gesture | undefined {
    const { tool } = this.#board.getSnapshot();
    const at = this.#board.viewport.toSheet(sample);
    if (tool === 'brush' || tool === 'eraser')
      return this.#stroke(sample, tool === 'eraser' || input.button === rubber);
    if (tool === 'line' || tool === 'rectangle' || tool === 'ellipse') return this.#shape(tool, at);
    if (tool === 'move') return this.#move(at);
    return { end: (last) => this.#click(last) };
  }

  hover(sample: PointerSample): void {
    const { tool, corners } = this.#board.getSnapshot();
    if (tool === 'polygon' && corners.length > 0) this.#board.setPointer(this.#board.viewport.toSheet(sample));
  }

  showPanning(): void {
    this.#board.setPanning(true);
  }

  rest(): void {
    this.#board.setPanning(false);
  }

  #stroke(first: PointerSample, isEraser: boolean): Gesture {
    const board = this.#board;
    const stampOf = (sample: PointerSample) => stampAt(board.viewport, sample, board.getSnapshot().size);
    board.startStroke(stampOf(first), isEraser);
    return {
      isStroke: true,
      move: ({ at }) => {
        for (const sample of at) board.extendStroke(stampOf(sample));
      },
      settle: () => board.settleStroke(),
      end: () => board.endStroke(),
      drop: () => board.dropInHand(true),
    };
  }

  #shape(kind: ShapeKind, from: Point): Gesture {
    const board = this.#board;
    return {
      move: ({ isShift }, newest) => {
        const { colour, size, isFilled } = board.getSnapshot();
        const at = board.viewport.toSheet(newest);
        const straight = kind === 'line' ? lineEnd : squareCorner;
        board.setPreview({ kind, colour, width: size, isFilled, from, to: isShift ? straight(from, at) : at });
      },
      end: () => board.keepPreview(),
      drop: () => board.dropInHand(true),
    };
  }

  #move(grip: Point): Gesture | undefined {
    const board = this.#board;
    const { held, view } = board.getSnapshot();
    const anchor = held && anchorFor(held.box, grip, gripReach / view.scale);
    if (anchor)
      return {
        move: (_input, newest) => board.moveHeld(scaledBox(held.box, anchor, board.viewport.toSheet(newest))),
      };
    if (held && !isInside(grip, held.box)) board.putDown();
    if (!board.getSnapshot().held) board.lift(grip);
    const box = board.getSnapshot().held?.box;
    return (
      box && {
        move: (_input, newest) => {
          const at = board.viewport.toSheet(newest);
          board.moveHeld({ ...box, x: box.x + at.x - grip.x, y: box.y + at.y - grip.y });
        },
      }
    );
  }

  #click(sample: PointerSample): void {
    const board = this.#board;
    const { tool } = board.getSnapshot();
    const at = board.viewport.toSheet(sample);
    if (tool === 'polygon') board.addCorner(onSheet(at, board.paper));
    else if (tool === 'fill') board.fill(at);
  }
}

/** The corner opposite to the one that is pressed. */
function anchorFor({ x, y, width, height }: Box, at: Point, reach: number): Point | undefined {
  for (const [cornerX, otherX] of [[x, x + width] as const, [x + width, x] as const])
    for (const [cornerY, otherY] of [[y, y + height] as const, [y + height, y] as const])
      if (Math.hypot(at.x - cornerX, at.y - cornerY) <= reach) return { x: otherX, y: otherY };
  return undefined;
}

/** The box with one corner at `anchor` and the opposite one near `at`, of the same shape. */
function scaledBox(box: Box, anchor: Point, at: Point): Box {
  const scale = Math.max(Math.abs(at.x - anchor.x) / box.width, Math.abs(at.y - anchor.y) / box.height);
  const width = Math.max(smallestPicture, box.width * scale);
  const height = (width * box.height) / box.width;
  return {
    x: at.x < anchor.x ? anchor.x - width : anchor.x,
    y: at.y < anchor.y ? anchor.y - height : anchor.y,
    width,
    height,
  };
}
