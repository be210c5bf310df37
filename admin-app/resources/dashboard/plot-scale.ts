/**
 * Round values for a value axis: 0 and up to six steps of 1, 2 or 5 times a power of ten that enclose all values; whole
 * steps where all values are whole, since there is no half of an order.
 */
export function axisTicks(values: readonly number[]): number[] {
  const low = Math.min(0, ...values);
  const high = Math.max(0, ...values);
  const span = high - low || 1;
  const least = values.every(Number.isInteger) ? 1 : 0;
  const power = Math.max(least, 10 ** Math.floor(Math.log10(span / 4)));
  const step = ([1, 2, 5, 10].find((factor) => span / (factor * power) <= 5) ?? 10) * power;
  const first = Math.floor(low / step);
  const last = Math.max(first + 1, Math.ceil(high / step));
  // From whole multiples, so that no sum of rounding errors shows in a label.
  return Array.from({ length: last - first + 1 }, (_, index) => Number(((first + index) * step).toPrecision(12)));
}

/** Which of `count` labels in a row are written: every n-th, so that neighbours stand at least `apart` pixels apart. */
export function labelledIndices(count: number, width: number, apart: number): number[] {
  const every = Math.max(1, Math.ceil((apart * count) / Math.max(1, width)));
  return Array.from({ length: Math.ceil(count / every) }, (_, index) => index * every);
}

/** Runs of known values, as pairs of index and value: a line breaks where nothing is known. */
export function runsOfValues(values: readonly (number | null)[]): Array<Array<readonly [number, number]>> {
  const runs: Array<Array<readonly [number, number]>> = [];
  values.forEach((value, index) => {
    if (value === null) return;
    const isNext = index > 0 && values[index - 1] !== null;
    if (isNext) runs.at(-1)?.push([index, value]);
    else runs.push([[index, value]]);
  });
  return runs;
}

/** The index a key moves to in a row of `count`; nothing for other keys. */
export function indexAfterKey(key: string, index: number | undefined, count: number): number | undefined {
  const last = count - 1;
  const from = index ?? last + 1;
  if (key === 'ArrowLeft' || key === 'ArrowDown') return Math.max(0, from - 1);
  if (key === 'ArrowRight' || key === 'ArrowUp') return Math.min(last, from + 1);
  if (key === 'Home') return 0;
  return key === 'End' ? last : undefined;
}
