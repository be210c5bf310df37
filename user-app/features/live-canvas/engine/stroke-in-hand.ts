import { apart } from './geometry';
import type { Stamp } from './marks';
import type { Ink } from './paint';
import type { Surface } from './raster';
import { pieceBetween } from './stroke-curve';

/** Positions nearer than this to the last one say nothing new, paper pixels. */
const leastStep = 0.75;

/** A stroke while it is drawn: every piece is painted once, as soon as its curve is known. */
export class StrokeInHand {
  readonly #ink: Ink;
  readonly #surface: Surface | undefined;
  readonly #stamps: Stamp[] = [];
  /** Stamps up to which the curve is painted. */
  #painted = 0;

  constructor(ink: Ink, surface: Surface | undefined) {
    this.#ink = ink;
    this.#surface = surface;
  }

  get mark() {
    return { kind: 'stroke' as const, ...this.#ink, stamps: this.#stamps };
  }

  /** Takes a position. @returns whether something was painted. */
  add(stamp: Stamp): boolean {
    const last = this.#stamps.at(-1);
    if (last && apart(last, stamp) < leastStep) return false;
    this.#stamps.push(stamp);
    if (!last) {
      this.#surface?.dot(stamp, this.#ink);
      return true;
    }
    const count = this.#stamps.length;
    if (count < 3 || this.#painted >= count - 1) return false;
    this.#paint(count - 2);
    return true;
  }

  /** Paints up to the newest position, when the pointer rests or is lifted. */
  settle(): boolean {
    const end = this.#stamps.length - 1;
    if (end < 1 || this.#painted >= end) return false;
    this.#paint(end);
    return true;
  }

  /** Paints the curve up to a stamp. */
  #paint(end: number): void {
    const stamps = this.#stamps;
    for (let index = this.#painted; index < end; index += 1) {
      const from = stamps[index] as Stamp;
      const to = stamps[index + 1] as Stamp;
      this.#surface?.piece(pieceBetween(stamps[index - 1] ?? from, from, to, stamps[index + 2] ?? to), this.#ink);
    }
    this.#painted = end;
  }
}
