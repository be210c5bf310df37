import { GrowingStroke } from '../../../canvas/growing-stroke';
import type { Stamp } from '../../../canvas/stamp';
import type { Piece } from '../../../canvas/stroke-curve';
import type { Ink } from './paint';
import type { Surface } from './raster';

/** Positions nearer than this to the last one say nothing new, paper pixels. */
const leastStep = 0.75;

/** A stroke while it is drawn: every piece is painted once, as soon as its curve is known. */
export class StrokeInHand {
  readonly #ink: Ink;
  readonly #surface: Surface | undefined;
  readonly #stroke = new GrowingStroke(leastStep);

  constructor(ink: Ink, surface: Surface | undefined) {
    this.#ink = ink;
    this.#surface = surface;
  }

  get mark() {
    return { kind: 'stroke' as const, ...this.#ink, stamps: this.#stroke.stamps };
  }

  /** Takes a position. @returns whether something was painted. */
  add(stamp: Stamp): boolean {
    const isFirst = this.#stroke.stamps.length === 0;
    if (isFirst) this.#surface?.dot(stamp, this.#ink);
    return this.#paint(this.#stroke.add(stamp)) || isFirst;
  }

  /** Paints up to the newest position, when the pointer rests or is lifted. @returns whether something was painted. */
  settle(): boolean {
    return this.#paint(this.#stroke.settle());
  }

  #paint(pieces: readonly Piece[]): boolean {
    for (const piece of pieces) this.#surface?.piece(piece, this.#ink);
    return pieces.length > 0;
  }
}
