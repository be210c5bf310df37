import type { Point } from './geometry';
import { type PointerInput, type PointerSample, rubber } from './pointer-input';
import type { SheetView } from './sheet-view';

/** Action of a tool from a press until it is lifted. */
export interface Gesture {
  /** True when it is a stroke, which stays as far as it was drawn when the system takes the pointer away. */
  isStroke?: boolean;
  move?: (input: PointerInput, newest: PointerSample) => void;
  /** Draws up to a pointer that rests. */
  settle?: () => void;
  /** The pointer was lifted at its last place. */
  end?: (last: PointerSample) => void;
  /** Leaves what was begun; absent where a press begins nothing that could be left. */
  drop?: () => void;
}

/** Target of presses. */
export interface PressTools {
  /** True when the tool in hand moves the sheet. */
  readonly isPanTool: boolean;
  /** A first pointer came down, whatever it will do. */
  press: (at: PointerSample) => void;
  /** The tool in hand starts. @returns undefined when it does nothing here. */
  begin: (input: PointerInput, at: PointerSample) => Gesture | undefined;
  /** A mouse or pen moves without a press. */
  hover: (at: PointerSample) => void;
  /** The sheet is being moved. */
  showPanning: () => void;
  /** Nothing is under way any more. */
  rest: () => void;
}

type Live = { id: number; kind: PointerInput['kind']; last: PointerSample; act: 'pan' | 'pinch' | Gesture };

/**
 * Interprets presses and moves of mouse, pen and fingers: the tool in hand works, or the sheet is panned or pinched.
 */
export class PointerGestures {
  /** True when moves shift the sheet, whatever is under way. */
  isPanHeld = false;
  /** True when the sheet was moved since this was reset, because {@link isPanHeld}. */
  hasPanned = false;
  readonly #view: Pick<SheetView<never>, 'pan' | 'pinch'>;
  readonly #tools: PressTools;
  readonly #fingers = new Map<number, Point>();
  #live: Live | undefined;
  #isPenSeen = false;

  constructor(view: Pick<SheetView<never>, 'pan' | 'pinch'>, tools: PressTools) {
    this.#view = view;
    this.#tools = tools;
  }

  /** Returns true when a press does something. */
  get isBusy(): boolean {
    return this.#live !== undefined;
  }

  down(input: PointerInput): void {
    const { id, kind, button = 0 } = input;
    const last = input.at.at(-1);
    if (!last) return;
    const tools = this.#tools;
    this.#isPenSeen ||= kind === 'pen';
    // While a pen draws, a touch is the palm.
    if (kind === 'touch' && this.#live?.kind === 'pen') return;
    if (kind === 'touch') this.#fingers.set(id, last);
    if (this.#fingers.size > 1) {
      // A second finger means pinching: what the first one began is dropped.
      this.drop();
      this.#live = { id, kind, last, act: 'pinch' };
      tools.showPanning();
      return;
    }
    if (kind === 'pen' && this.#live?.kind === 'touch') this.drop();
    if (this.#live) return;
    tools.press(last);
    // Once a pen was seen, a finger is a palm or wants to move the sheet.
    if (tools.isPanTool || this.isPanHeld || button === 1 || (kind === 'touch' && this.#isPenSeen)) {
      this.hasPanned ||= this.isPanHeld;
      this.#live = { id, kind, last, act: 'pan' };
      tools.showPanning();
    } else if (button === 0 || button === rubber) {
      const act = tools.begin(input, last);
      if (act) this.#live = { id, kind, last, act };
    }
  }

  move(input: PointerInput): void {
    const newest = input.at.at(-1);
    if (!newest) return;
    const { id } = input;
    const before = this.#fingers.get(id);
    if (before) this.#fingers.set(id, newest);
    const live = this.#live;
    if (live?.act === 'pinch') {
      const other = [...this.#fingers].find(([otherId]) => otherId !== id)?.[1];
      if (before && other) this.#view.pinch(before, newest, other);
    } else if (!live) {
      if (input.kind !== 'touch') this.#tools.hover(newest);
    } else if (live.id === id) {
      if (live.act === 'pan' || this.isPanHeld) {
        this.hasPanned ||= this.isPanHeld;
        this.#view.pan(newest.x - live.last.x, newest.y - live.last.y);
      } else live.act.move?.(input, newest);
      live.last = newest;
    }
  }

  up({ id }: { id: number }): void {
    this.#fingers.delete(id);
    const live = this.#live;
    if (live?.act === 'pinch') {
      // The finger that stays does not start to draw.
      if (this.#fingers.size === 0) this.#live = undefined;
    } else if (live?.id === id) this.#end(live);
    if (!this.#live) this.#tools.rest();
  }

  /** The system took the pointer away: a stroke stays as far as it was drawn, the rest is left. */
  cancel({ id }: { id: number }): void {
    if (this.#gesture?.isStroke) this.up({ id });
    else {
      this.#fingers.delete(id);
      if (this.#live?.id === id) this.drop();
      this.#tools.rest();
    }
  }

  /** Draws a stroke up to the pointer, which rests. */
  settle(): void {
    this.#gesture?.settle?.();
  }

  /** Keeps a stroke under way as far as it is drawn. */
  endStroke(): void {
    if (this.#live && this.#gesture?.isStroke) this.#end(this.#live);
  }

  /** Leaves what is under way. @returns whether the tool in hand had begun something. */
  drop(): boolean {
    const gesture = this.#gesture;
    this.#live = undefined;
    gesture?.drop?.();
    return gesture?.drop !== undefined;
  }

  get #gesture(): Gesture | undefined {
    return typeof this.#live?.act === 'object' ? this.#live.act : undefined;
  }

  #end({ act, last }: Live): void {
    this.#live = undefined;
    if (typeof act === 'object') act.end?.(last);
  }
}
