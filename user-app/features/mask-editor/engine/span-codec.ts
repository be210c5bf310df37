import type { Size } from '../../../canvas/geometry';
import { clipped, emptyRect, joined, type Rect } from './rect';

/**
 * Spans of pixels in reading order, each written as the gap since the last one and its length, seven bits a byte. A
 * span lies in one row. A stroke takes a few kilobytes, however large the picture is.
 */
export type Spans = Uint8Array<ArrayBuffer>;

export class SpanWriter {
  #bytes = new Uint8Array(512);
  #length = 0;
  #last = 0;

  /** `from` is inside, `to` is not; spans come in rising order. */
  add(from: number, to: number): void {
    if (this.#length + 10 > this.#bytes.length) {
      const larger = new Uint8Array(this.#bytes.length * 2);
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    this.#number(from - this.#last);
    this.#number(to - from);
    this.#last = to;
  }

  finish(): Spans {
    return this.#bytes.slice(0, this.#length);
  }

  #number(value: number): void {
    let rest = value;
    while (rest > 127) {
      this.#bytes[this.#length] = (rest & 127) | 128;
      this.#length += 1;
      rest >>>= 7;
    }
    this.#bytes[this.#length] = rest;
    this.#length += 1;
  }
}

/** Calls `act` with every span, in order. */
export function forEachSpan(spans: Spans, act: (from: number, to: number) => void): void {
  let at = 0;
  let last = 0;
  const read = () => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = spans[at] as number;
      at += 1;
      value |= (byte & 127) << shift;
      if (byte < 128) return value;
    }
  };
  while (at < spans.length) {
    const from = last + read();
    last = from + read();
    act(from, last);
  }
}

/** The pixels the spans lie in. */
export function boundsOf(spans: Spans, size: Size): Rect {
  let left = size.width;
  let right = 0;
  let top = -1;
  let bottom = 0;
  forEachSpan(spans, (from, to) => {
    const row = Math.floor(from / size.width);
    const start = from - row * size.width;
    if (top < 0) top = row;
    bottom = row;
    if (start < left) left = start;
    if (start + to - from > right) right = start + to - from;
  });
  return top < 0 ? emptyRect : joined(emptyRect, clipped(left, top, right, bottom + 1, size));
}
