import { invert, type MaskBitmap, marked } from './bitmap';
import type { Rect } from './rect';
import { boundsOf, forEachSpan, type Spans, type SpanWriter } from './span-codec';

/** A change of the mask, which undoes itself when it is made again. */
export type Change = { kind: 'flip'; spans: Spans } | { kind: 'invert' };

/** Makes a change on a mask, or takes it back. @returns what was touched. */
export function applyChange(mask: MaskBitmap, change: Change): Rect {
  if (change.kind === 'invert') return invert(mask);
  const { data } = mask;
  forEachSpan(change.spans, (from, to) => {
    // The pixels of a span are alike.
    const value = marked - (data[from] as number);
    data.fill(value, from, to);
    mask.count += value === marked ? to - from : from - to;
  });
  return boundsOf(change.spans, mask);
}

/** Writes the runs of `value` in a row that starts at `offset`. */
export function writeRuns(writer: SpanWriter, row: Uint8Array, value: number, offset: number): void {
  for (let at = row.indexOf(value); at >= 0; ) {
    const end = row.indexOf(marked - value, at);
    writer.add(offset + at, offset + (end < 0 ? row.length : end));
    at = end < 0 ? -1 : row.indexOf(value, end);
  }
}

/** Writes where a row is marked and `other`, at the same place, has the wanted value. */
export function writeWhere(
  writer: SpanWriter,
  row: Uint8Array,
  other: Uint8Array,
  wanted: number,
  offset: number,
): void {
  for (let at = row.indexOf(marked); at >= 0; at = row.indexOf(marked, at)) {
    let from = -1;
    while (at < row.length && row[at] === marked) {
      const isWanted = other[offset + at] === wanted;
      if (isWanted && from < 0) from = at;
      else if (!isWanted && from >= 0) {
        writer.add(offset + from, offset + at);
        from = -1;
      }
      at += 1;
    }
    if (from >= 0) writer.add(offset + from, offset + at);
  }
}

/** Writes where two masks differ, in spans whose pixels are alike. */
export function writeDifference(
  writer: SpanWriter,
  now: Uint8Array,
  wanted: Uint8Array,
  from: number,
  to: number,
): void {
  let start = -1;
  for (let at = from; at <= to; at += 1) {
    const isDifferent = at < to && now[at] !== wanted[at];
    const goesOn = isDifferent && start >= 0 && now[at] === now[start];
    if (start >= 0 && !goesOn) {
      writer.add(start, at);
      start = -1;
    }
    if (isDifferent && start < 0) start = at;
  }
}
