import type { Board } from './board';
import type { HeldPicture } from './board-state';
import { type Box, isInside, onPaper, type Point, straightened, toPaper } from './geometry';
import type { Stamp } from './marks';

/** A position of a pointer on the viewport, px; pressure 0–1 for pens only. */
export interface PointerSample extends Point {
  pressure?: number | undefined;
}

export interface PointerInput {
  id: number;
  kind: 'mouse' | 'pen' | 'touch';
  /** In order of time; the last one is the newest. */
  at: readonly PointerSample[];
  button?: number;
  isShift?: boolean;
}

type Live = { id: number; kind: PointerInput['kind']; last: Point } & (
  | { act: 'stroke' | 'pan' | 'press' }
  | { act: 'shape'; from: Point }
  | { act: 'move'; grip: Point; box: Box }
  | { act: 'scale'; anchor: Point; box: Box }
);

/** The thinnest a pen draws without pressure, as a part of the brush. */
const lightest = 0.15;
/** How near to a corner of a held picture a press takes that corner, px. */
const gripReach = 18;
const smallestPicture = 16;
/** Button of a pen's rubber end. */
const rubber = 5;

/** What presses and moves of mouse, pen and fingers mean on the board. */
export class PointerGestures {
  /** Whether moves shift the paper, whatever is in hand. */
  isPanHeld = false;
  /** Whether the held key was used to pan. */
  hasPanned = false;
  readonly #board: Board;
  readonly #fingers = new Map<number, Point>();
  #live: Live | undefined;
  #isPinching = false;
  #isPenSeen = false;

  constructor(board: Board) {
    this.#board = board;
  }

  get isBusy(): boolean {
    return this.#live !== undefined;
  }

  down(input: PointerInput): void {
    const { id, kind, button = 0 } = input;
    const sample = input.at.at(-1);
    if (!sample) return;
    this.#isPenSeen ||= kind === 'pen';
    // While a pen draws, a touch is the palm.
    if (kind === 'touch' && this.#live?.kind === 'pen') return;
    if (kind === 'touch') this.#fingers.set(id, sample);
    if (this.#fingers.size > 1) {
      // A second finger means pinching: what the first one began is dropped.
      this.#drop();
      this.#isPinching = true;
      return;
    }
    if (kind === 'pen' && this.#live?.kind === 'touch') this.#drop();
    if (this.#live) return;
    this.#board.setCursor(undefined, false);
    const { tool } = this.#board.getSnapshot();
    const live = { id, kind, last: sample };
    // Once a pen was seen, a finger is a palm or wants to move the sheet.
    if (tool === 'pan' || this.isPanHeld || button === 1 || (kind === 'touch' && this.#isPenSeen)) {
      this.hasPanned = this.isPanHeld;
      this.#live = { ...live, act: 'pan' };
      this.#board.setPanning(true);
    } else if (button === 0 || button === rubber) this.#start(live, input, sample);
  }

  move(input: PointerInput): void {
    const sample = input.at.at(-1);
    if (!sample) return;
    const before = this.#fingers.get(input.id);
    if (before) this.#fingers.set(input.id, sample);
    if (this.#isPinching) {
      const other = [...this.#fingers].find(([id]) => id !== input.id)?.[1];
      if (before && other) this.#board.pinch([before, other], [sample, other]);
      return;
    }
    const live = this.#live;
    if (!live) {
      const { tool, corners } = this.#board.getSnapshot();
      if (tool === 'polygon' && corners.length > 0) this.#board.setPointer(this.#paperAt(sample));
      return;
    }
    if (live.id !== input.id) return;
    if (live.act === 'pan') this.#board.pan(sample.x - live.last.x, sample.y - live.last.y);
    else if (live.act === 'stroke') for (const at of input.at) this.#board.extendStroke(this.#stampOf(at));
    else if (live.act === 'shape') this.#shape(live.from, this.#paperAt(sample), input.isShift === true);
    else if (live.act === 'move') {
      const at = this.#paperAt(sample);
      this.#board.moveHeld({ ...live.box, x: live.box.x + at.x - live.grip.x, y: live.box.y + at.y - live.grip.y });
    } else if (live.act === 'scale') this.#board.moveHeld(scaledBox(live.box, live.anchor, this.#paperAt(sample)));
    live.last = sample;
  }

  up({ id }: { id: number }): void {
    this.#fingers.delete(id);
    if (this.#isPinching) {
      // The finger that stays does not start to draw.
      this.#isPinching = this.#fingers.size > 0;
      return;
    }
    const live = this.#live;
    if (live?.id !== id) return;
    this.#live = undefined;
    this.#finish(live);
  }

  /** The system took the pointer away: a stroke stays as far as it was drawn, the rest is left. */
  cancel({ id }: { id: number }): void {
    if (this.#live?.act === 'stroke') this.up({ id });
    else {
      this.#fingers.delete(id);
      this.#isPinching = this.#isPinching && this.#fingers.size > 0;
      if (this.#live?.id === id) this.#drop();
    }
  }

  #start(live: Omit<Live, 'act'>, input: PointerInput, sample: PointerSample): void {
    const board = this.#board;
    const { tool, held } = board.getSnapshot();
    const at = this.#paperAt(sample);
    if (tool === 'brush' || tool === 'eraser') {
      board.startStroke(this.#stampOf(sample), tool === 'eraser' || input.button === rubber);
      this.#live = { ...live, act: 'stroke' };
    } else if (tool === 'line' || tool === 'rectangle' || tool === 'ellipse') {
      this.#live = { ...live, act: 'shape', from: at };
    } else if (tool === 'move') this.#startMove(live, at, held);
    else this.#live = { ...live, act: 'press' };
  }

  #startMove(live: Omit<Live, 'act'>, at: Point, held: HeldPicture | undefined): void {
    const board = this.#board;
    if (held) {
      const anchor = anchorFor(held.box, at, gripReach / board.getSnapshot().view.scale);
      if (anchor) {
        this.#live = { ...live, act: 'scale', anchor, box: held.box };
        return;
      }
      if (!isInside(at, held.box)) board.putDown();
    }
    if (!board.getSnapshot().held) board.lift(at);
    const taken = board.getSnapshot().held;
    if (taken) this.#live = { ...live, act: 'move', grip: at, box: taken.box };
  }

  #finish(live: Live): void {
    const board = this.#board;
    const { preview, tool, colour } = board.getSnapshot();
    if (live.act === 'stroke') board.endStroke();
    else if (live.act === 'pan') board.setPanning(false);
    else if (live.act === 'shape' && preview) {
      board.setPreview(undefined);
      board.add(preview, '已画形状');
    } else if (live.act === 'press') {
      const at = this.#paperAt(live.last);
      if (tool === 'polygon') board.addCorner(onPaper(at, board.paper));
      else if (tool === 'fill') board.add({ kind: 'fill', colour, at }, '已填充');
    }
  }

  #shape(from: Point, at: Point, isStraight: boolean): void {
    const { tool, colour, size, isFilled } = this.#board.getSnapshot();
    if (tool !== 'line' && tool !== 'rectangle' && tool !== 'ellipse') return;
    const to = isStraight ? straightened(from, at, tool === 'line') : at;
    this.#board.setPreview({ kind: tool, colour, width: size, isFilled, from, to });
  }

  #drop(): void {
    this.#live = undefined;
    this.#board.setPanning(false);
    this.#board.dropInHand(true);
  }

  #paperAt(sample: Point): Point {
    return toPaper(this.#board.getSnapshot().view, sample);
  }

  #stampOf({ pressure, ...at }: PointerSample): Stamp {
    const { size } = this.#board.getSnapshot();
    // Pens without a pressure sensor report 0 while they touch.
    const part = pressure === undefined || pressure === 0 ? 1 : lightest + (1 - lightest) * pressure;
    return { ...this.#paperAt(at), width: Math.max(1, size * part) };
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
