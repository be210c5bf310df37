import type { Size } from '../../../canvas/geometry';
import { History } from '../../../canvas/history';
import { combine, createBitmap, fillAll, invert, type MaskBitmap, marked, type Runs, restore } from './bitmap';
import { applyChange, type Change, writeDifference, writeRuns, writeWhere } from './change';
import { emptyRect, isEmptyRect, joined, type Rect, wholeOf } from './rect';
import { noRefinement, type Refinement } from './refine';
import { type Spans, SpanWriter } from './span-codec';

/** Effect of a drawn region on the mask. */
export type Mode = 'add' | 'subtract' | 'intersect';

type Step = Change | { kind: 'refine'; before: Refinement; after: Refinement };

/** Steps that can always be taken back, whatever they weigh. */
export const leastSteps = 30;
const defaultBudget = 64 * 1024 * 1024;
/** Overhead of a step's objects, bytes. */
const stepOverhead = 160;

const bytesOf = (step: Step) => stepOverhead + (step.kind === 'flip' ? step.spans.byteLength : 0);

/**
 * The painted mask with its history. A step keeps the spans of pixels it flipped, so undo and redo cost what the step
 * touched and not a picture. Over the byte budget the oldest steps are forgotten, but never the last
 * {@link leastSteps}. What is being drawn lies in {@link layer} until it is committed; the mask is not touched before.
 */
export class MaskDocument {
  readonly mask: MaskBitmap;
  readonly layer: MaskBitmap;
  #layerTouched = emptyRect;
  #refinement: Refinement;
  #isRefining = false;
  readonly #history: History<Step>;
  #version = 0;
  readonly #onChange: (change: Change) => void;

  constructor(
    size: Size,
    start?: Runs,
    budget: number = defaultBudget,
    onChange: (change: Change) => void = () => {},
    refinement: Refinement = noRefinement,
  ) {
    this.mask = createBitmap(size);
    this.layer = createBitmap(size);
    if (start) restore(this.mask, start);
    this.#history = new History({ weightOf: bytesOf, budget, least: leastSteps });
    this.#refinement = refinement;
    this.#onChange = onChange;
  }

  get canUndo(): boolean {
    return this.#history.canUndo;
  }

  get canRedo(): boolean {
    return this.#history.canRedo;
  }

  /** Steps that can be taken back. */
  get steps(): number {
    return this.#history.steps;
  }

  /** Grows with every change of the mask or its refinement. */
  get version(): number {
    return this.#version;
  }

  /** Bytes held by the steps. */
  get bytes(): number {
    return this.#history.weight;
  }

  get refinement(): Refinement {
    return this.#refinement;
  }

  /** Says that a part of the layer was drawn on. */
  touchLayer(part: Rect): void {
    this.#layerTouched = joined(this.#layerTouched, part);
  }

  get isLayerEmpty(): boolean {
    return isEmptyRect(this.#layerTouched);
  }

  /** Drops what lies in the layer. @returns what was touched. */
  clearLayer(): Rect {
    const { x, y, width, height } = this.#layerTouched;
    for (let row = y; row < y + height; row += 1) {
      const start = row * this.layer.width + x;
      this.layer.data.fill(0, start, start + width);
    }
    this.layer.count = 0;
    const touched = this.#layerTouched;
    this.#layerTouched = emptyRect;
    return touched;
  }

  /** Puts the layer into the mask as one step. @returns what has to be drawn again. */
  commitLayer(mode: Mode): Rect {
    const area = mode === 'intersect' ? wholeOf(this.mask) : this.#layerTouched;
    const spans = this.#spansWhere(area, mode);
    const cleared = this.clearLayer();
    return joined(cleared, this.#flip(spans));
  }

  /** Makes a selection the layer and commits it. */
  commitRuns(runs: Runs, mode: Mode): Rect {
    this.touchLayer(combine(this.layer, runs, marked));
    return this.commitLayer(mode);
  }

  /** Makes the mask what the runs say, as one step. */
  replace(runs: Runs): Rect {
    const wanted = createBitmap(this.mask);
    combine(wanted, runs, marked);
    const writer = new SpanWriter();
    const { width, height } = this.mask;
    for (let row = 0; row < height; row += 1)
      writeDifference(writer, this.mask.data, wanted.data, row * width, (row + 1) * width);
    return this.#flip(writer.finish());
  }

  invert(): Rect {
    invert(this.mask);
    this.#keep({ kind: 'invert' });
    this.#onChange({ kind: 'invert' });
    return wholeOf(this.mask);
  }

  clear(): Rect {
    return this.#setAll(0);
  }

  markAll(): Rect {
    return this.#setAll(marked);
  }

  /** Changes the refinement; a slider being moved is one step until {@link endRefining}. */
  refine(change: Partial<Refinement>): void {
    const before = this.#refinement;
    const after = { ...before, ...change };
    if (JSON.stringify(before) === JSON.stringify(after)) return;
    const { last } = this.#history;
    this.#refinement = after;
    if (this.#isRefining && last?.kind === 'refine') {
      this.#version += 1;
      this.#history.replaceLast({ ...last, after });
    } else this.#keep({ kind: 'refine', before, after });
    this.#isRefining = true;
  }

  endRefining(): void {
    this.#isRefining = false;
  }

  undo(): Rect {
    const step = this.#history.undo();
    if (!step) return emptyRect;
    return this.#replay(step, step.kind === 'refine' ? step.before : undefined);
  }

  redo(): Rect {
    const step = this.#history.redo();
    if (!step) return emptyRect;
    return this.#replay(step, step.kind === 'refine' ? step.after : undefined);
  }

  #replay(step: Step, refinement: Refinement | undefined): Rect {
    this.#isRefining = false;
    this.#version += 1;
    if (step.kind === 'refine') {
      if (refinement) this.#refinement = refinement;
      return emptyRect;
    }
    const touched = applyChange(this.mask, step);
    this.#onChange(step);
    return touched;
  }

  #setAll(value: number): Rect {
    const writer = new SpanWriter();
    const { width, height, data } = this.mask;
    for (let row = 0; row < height; row += 1)
      writeRuns(writer, data.subarray(row * width, (row + 1) * width), marked - value, row * width);
    const spans = writer.finish();
    if (spans.length === 0) return emptyRect;
    fillAll(this.mask, value);
    this.#keep({ kind: 'flip', spans });
    this.#onChange({ kind: 'flip', spans });
    return wholeOf(this.mask);
  }

  /** Spans in which the layer changes the mask. */
  #spansWhere({ x, y, width, height }: Rect, mode: Mode): Spans {
    const writer = new SpanWriter();
    const [from, to] = mode === 'intersect' ? [this.mask.data, this.layer.data] : [this.layer.data, this.mask.data];
    // Marked in the one, and in the other not (add, intersect) or as well (subtract).
    const wanted = mode === 'subtract' ? marked : 0;
    for (let row = y; row < y + height; row += 1) {
      const start = row * this.mask.width + x;
      writeWhere(writer, from.subarray(start, start + width), to, wanted, start);
    }
    return writer.finish();
  }

  #flip(spans: Spans): Rect {
    if (spans.length === 0) return emptyRect;
    const change = { kind: 'flip', spans } as const;
    const touched = applyChange(this.mask, change);
    this.#keep(change);
    this.#onChange(change);
    return touched;
  }

  #keep(step: Step): void {
    this.#isRefining = false;
    this.#version += 1;
    this.#history.add(step);
  }
}
