import { ProductError } from '#shared/errors';

/**
 * The frames of one session: one is under way, one may wait, and it is always the newest that waits. Whoever is
 * overtaken gets `live.superseded`, so that no frame is ever answered with an older picture than the client has asked
 * for since.
 */
export class FrameLane {
  #newest = -1;
  #isBusy = false;
  /** When a frame last came, on the caller's clock. */
  usedAt = 0;
  #waiting: { enter: () => void; refuse: (error: ProductError) => void } | undefined;

  get isBusy(): boolean {
    return this.#isBusy;
  }

  /** Resolves when it is this frame's turn; call {@link leave} afterwards. Throws `live.superseded`. */
  async enter(sequence: number): Promise<void> {
    if (sequence < this.#newest) throw new ProductError('live.superseded');
    this.#newest = sequence;
    if (!this.#isBusy) {
      this.#isBusy = true;
      return;
    }
    this.#waiting?.refuse(new ProductError('live.superseded'));
    await new Promise<void>((enter, refuse) => {
      this.#waiting = { enter, refuse };
    });
  }

  leave(): void {
    const next = this.#waiting;
    this.#waiting = undefined;
    if (next) next.enter();
    else this.#isBusy = false;
  }
}
