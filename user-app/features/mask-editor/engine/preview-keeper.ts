import { failureWords } from '#shared/domain/failure-words';
import type { MaskBitmap } from './bitmap';
import type { Change } from './change';
import { isEnough, type Preview, type PreviewView, type PreviewWish, patchPreview, wishFor } from './preview';
import { isRefined, noRefinement, type Refinement } from './refine';
import type { MaskWork } from './worker-client';

/** The refined mask to look at: worked out in the background, the newest wish only, and kept up until it arrives. */
export class PreviewKeeper {
  #preview: Preview | undefined;
  #wanted: PreviewWish = { refinement: noRefinement, step: 1, part: undefined };
  #isBusy = false;
  /** True when what is being worked out is not what is wanted any more. */
  #isOutdated = false;
  /** True when it lacks what was painted meanwhile. */
  #isPaintedOver = false;
  readonly #work: MaskWork;
  readonly #onReady: (problem: string | undefined) => void;

  constructor(work: MaskWork, onReady: (problem: string | undefined) => void) {
    this.#work = work;
    this.#onReady = onReady;
  }

  get preview(): Preview | undefined {
    return this.#preview;
  }

  get isBusy(): boolean {
    return this.#isBusy;
  }

  want(refinement: Refinement, mask: MaskBitmap, sight: PreviewView): void {
    this.#wanted = wishFor(refinement, mask, sight);
    if (!isRefined(refinement)) this.#preview = undefined;
    else if (this.#isBusy) this.#isOutdated = true;
    else this.#ask();
  }

  /** Requests a new preview when the view shows finer detail, or another part, than the current one has. */
  look(mask: MaskBitmap, sight: PreviewView): void {
    const { refinement } = this.#wanted;
    if (isRefined(refinement) && !isEnough(this.#wanted, mask, sight)) this.want(refinement, mask, sight);
  }

  /** Shows a change of the painted mask at once; its fine edge follows. */
  patch(change: Change, mask: MaskBitmap): void {
    this.#isPaintedOver = true;
    if (this.#preview) patchPreview(this.#preview, change, mask);
  }

  #ask(): void {
    this.#isBusy = true;
    this.#isOutdated = false;
    this.#isPaintedOver = false;
    this.#work.preview(this.#wanted).then(
      (preview) => this.#settle(preview, undefined),
      (error: unknown) => this.#settle(undefined, failureWords(error)),
    );
  }

  #settle(preview: Preview | undefined, problem: string | undefined): void {
    this.#isBusy = false;
    if (isRefined(this.#wanted.refinement)) {
      // An outdated preview is shown while a slider moves, but not one that lacks painted strokes.
      if (!this.#isPaintedOver) this.#preview = preview;
      if (this.#isOutdated) this.#ask();
    }
    this.#onReady(problem);
  }
}
