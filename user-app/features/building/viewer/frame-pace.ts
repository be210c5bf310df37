interface Pace {
  draw: () => void;
  /** Sets the fineness of the picture, as a share of the screen's. */
  sharpen: (share: number) => void;
}

/** Frames that take longer make the picture coarser while it moves, and shorter ones finer again, milliseconds. */
const slow = 60;
const quick = 24;
const coarsest = 0.4;
/** So long after the last change the picture is drawn in full, milliseconds. */
const rest = 160;

/** Draws once a frame at most, when asked; coarser while it moves on a slow machine. */
export class FramePace {
  readonly #pace: Pace;
  #frame = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #lastAt = 0;
  #share = 1;
  #isCoarse = false;

  constructor(pace: Pace) {
    this.#pace = pace;
  }

  ask(): void {
    if (this.#frame !== 0) return;
    this.#frame = requestAnimationFrame((now) => this.#draw(now));
  }

  #draw(now: number): void {
    this.#frame = 0;
    const took = now - this.#lastAt;
    this.#lastAt = now;
    // A longer pause says nothing of the machine.
    if (took < 1000) this.#adapt(took);
    this.#pace.draw();
    clearTimeout(this.#timer);
    if (this.#isCoarse) this.#timer = setTimeout(() => this.#finish(), rest);
  }

  #adapt(took: number): void {
    if (took > slow) this.#share = Math.max(coarsest, this.#share * 0.8);
    else if (took < quick) this.#share = Math.min(1, this.#share * 1.05);
    const isCoarse = this.#share < 0.95;
    if (!isCoarse && !this.#isCoarse) return;
    this.#isCoarse = isCoarse;
    this.#pace.sharpen(isCoarse ? this.#share : 1);
  }

  #finish(): void {
    this.#isCoarse = false;
    this.#lastAt = 0;
    this.#pace.sharpen(1);
    this.#pace.draw();
  }

  stop(): void {
    cancelAnimationFrame(this.#frame);
    clearTimeout(this.#timer);
  }
}
