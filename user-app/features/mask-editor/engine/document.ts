import {
  combine,
  createBitmap,
  fillAll,
  fillPolygon,
  invert,
  type MaskBitmap,
  marked,
  paintLine,
  type Runs,
  restore,
  runsOf,
} from './bitmap';
import { emptyRect, joined, type Point, type Rect, type Size, wholeOf } from './geometry';

export type Mode = 'add' | 'subtract';

/** One step of the work, in picture coordinates. */
export type Entry =
  | { kind: 'stroke'; mode: Mode; radius: number; points: readonly Point[] }
  | { kind: 'polygon'; mode: Mode; points: readonly Point[] }
  | { kind: 'selection'; mode: Mode; runs: Runs }
  | { kind: 'invert' }
  | { kind: 'clear' }
  | { kind: 'all' };

const paintOf = (mode: Mode) => (mode === 'add' ? marked : 0);

function drawEntry(mask: MaskBitmap, entry: Entry): Rect {
  switch (entry.kind) {
    case 'stroke':
      return entry.points.reduce<Rect>(
        (touched, point, index) =>
          joined(touched, paintLine(mask, entry.points[index - 1] ?? point, point, entry.radius, paintOf(entry.mode))),
        emptyRect,
      );
    case 'polygon':
      return fillPolygon(mask, entry.points, paintOf(entry.mode));
    case 'selection':
      return combine(mask, entry.runs, paintOf(entry.mode));
    case 'invert':
      return invert(mask);
    case 'clear':
      return fillAll(mask, 0);
    case 'all':
      return fillAll(mask, marked);
  }
}

/** Memory of an entry, bytes: what it refers to, not the object around it. */
function bytesOf(entry: Entry): number {
  if (entry.kind === 'selection') return entry.runs.byteLength;
  return 'points' in entry ? entry.points.length * 24 : 16;
}

/** Steps between two keyframes: undo draws at most this many entries again. */
const keyframeEvery = 8;
/** Steps that can always be taken back, whatever they weigh. */
export const leastSteps = 30;
const defaultBudget = 48 * 1024 * 1024;

/**
 * The mask with its history. Undo goes back to the nearest keyframe (runs of the whole mask) and draws from there, so
 * a step costs the memory of its points and not of a picture. Over the byte budget the oldest steps are forgotten, but
 * never the last {@link leastSteps}.
 */
export class MaskDocument {
  readonly mask: MaskBitmap;
  #done: Entry[] = [];
  #undone: Entry[] = [];
  /** Keyframe `k` is the mask before entry `k * keyframeEvery`; the first is what the history starts from. */
  #keyframes: Runs[];
  readonly #budget: number;

  constructor(size: Size, start?: Runs, budget: number = defaultBudget) {
    this.mask = createBitmap(size);
    if (start) restore(this.mask, start);
    this.#keyframes = [runsOf(this.mask)];
    this.#budget = budget;
  }

  get canUndo(): boolean {
    return this.#done.length > 0;
  }

  get canRedo(): boolean {
    return this.#undone.length > 0;
  }

  /** Steps that can be taken back. */
  get steps(): number {
    return this.#done.length;
  }

  /** Bytes held by steps and keyframes. */
  get bytes(): number {
    const entries = [...this.#done, ...this.#undone].reduce((sum, entry) => sum + bytesOf(entry), 0);
    return this.#keyframes.reduce((sum, runs) => sum + runs.byteLength, entries);
  }

  /** Draws an entry and keeps it. */
  apply(entry: Entry): Rect {
    const touched = drawEntry(this.mask, entry);
    this.keep(entry);
    return touched;
  }

  /** Keeps an entry whose pixels are in the mask already: a stroke that was painted while it was drawn. */
  keep(entry: Entry): void {
    this.#undone = [];
    this.#push(entry);
    this.#forget();
  }

  undo(): Rect {
    const entry = this.#done.pop();
    if (!entry) return emptyRect;
    this.#undone.push(entry);
    this.#keyframes.length = Math.min(this.#keyframes.length, Math.floor(this.#done.length / keyframeEvery) + 1);
    return this.rebuild();
  }

  redo(): Rect {
    const entry = this.#undone.pop();
    if (!entry) return emptyRect;
    const touched = drawEntry(this.mask, entry);
    this.#push(entry);
    return touched;
  }

  /** Draws the mask again from the history; drops what was painted without being kept. */
  rebuild(): Rect {
    const last = this.#keyframes.length - 1;
    restore(this.mask, this.#keyframes[last] as Runs);
    for (const entry of this.#done.slice(last * keyframeEvery)) drawEntry(this.mask, entry);
    return wholeOf(this.mask);
  }

  #push(entry: Entry): void {
    this.#done.push(entry);
    if (this.#done.length % keyframeEvery === 0) this.#keyframes.push(runsOf(this.mask));
  }

  #forget(): void {
    while (this.#done.length - keyframeEvery >= leastSteps && this.bytes > this.#budget) {
      this.#done.splice(0, keyframeEvery);
      this.#keyframes.shift();
    }
  }
}
