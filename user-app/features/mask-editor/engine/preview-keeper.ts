import { type MaskBitmap, marked } from './bitmap';
import type { Change } from './change';
import { isRefined, noRefinement, type Refinement } from './refine';
import { forEachSpan } from './span-codec';
import type { HeavyWork } from './worker-client';
import type { Preview } from './workshop';

/** Smaller masks are always refined pixel by pixel. */
const smallestReduced = 1_500_000;
const largestStep = 4;

/** Of how many pixels one is enough for a screen that shows the picture at a scale. */
function stepFor(mask: MaskBitmap, scale: number): number {
  if (mask.data.length < smallestReduced) return 1;
  return Math.min(largestStep, Math.max(1, Math.floor(0.9 / scale)));
}

/** The refined mask to look at: worked out in the background, the newest wish only, and kept up until it arrives. */
export class PreviewKeeper {
  #preview: Preview | undefined;
  #wanted: { refinement: Refinement; step: number } = { refinement: noRefinement, step: 1 };
  #isBusy = false;
  #isStale = false;
  readonly #work: HeavyWork;
  readonly #onReady: (problem: string | undefined) => void;

  constructor(work: HeavyWork, onReady: (problem: string | undefined) => void) {
    this.#work = work;
    this.#onReady = onReady;
  }

  get preview(): Preview | undefined {
    return this.#preview;
  }

  get isBusy(): boolean {
    return this.#isBusy;
  }

  /** @param scale pixels of the screen for one of the picture. */
  want(refinement: Refinement, mask: MaskBitmap, scale: number): void {
    this.#wanted = { refinement, step: stepFor(mask, scale) };
    if (!isRefined(refinement)) this.#preview = undefined;
    else if (this.#isBusy) this.#isStale = true;
    else this.#ask();
  }

  /** Asks anew when somebody looks closer than the preview is exact. */
  look(mask: MaskBitmap, scale: number): void {
    const { refinement, step } = this.#wanted;
    if (isRefined(refinement) && stepFor(mask, scale) < step) this.want(refinement, mask, scale);
  }

  /** Shows a change of the painted mask at once; its fine edge follows. */
  patch(change: Change, mask: MaskBitmap): void {
    const preview = this.#preview;
    if (!preview) return;
    const { data, width } = preview;
    if (change.kind === 'invert') {
      for (let at = 0; at < data.length; at += 1) data[at] = marked - (data[at] as number);
      return;
    }
    const step = Math.round(mask.width / width);
    forEachSpan(change.spans, (from, to) => {
      const row = Math.floor(from / mask.width);
      if (row % step !== 0) return;
      const start = Math.floor(row / step) * width - row * (mask.width / step);
      data.fill(mask.data[from] as number, Math.ceil(start + from / step), Math.ceil(start + to / step));
    });
  }

  #ask(): void {
    const { refinement, step } = this.#wanted;
    this.#isBusy = true;
    this.#isStale = false;
    this.#work.preview(refinement, step).then(
      (preview) => this.#settle(preview, undefined),
      (error: Error) => this.#settle(undefined, error.message),
    );
  }

  #settle(preview: Preview | undefined, problem: string | undefined): void {
    this.#isBusy = false;
    if (isRefined(this.#wanted.refinement)) {
      // What was painted meanwhile is not in it yet.
      if (this.#isStale) this.#ask();
      else this.#preview = preview;
    }
    this.#onReady(problem);
  }
}
