import { foldNumber } from '#shared/domain/typed';

interface Limits {
  min: number;
  max: number;
  digits: number;
}

/** Maximum number of characters that are parsed. */
const longest = 100;

/**
 * Parses a typed number in any form {@link foldNumber} reads and rounds it to `digits` decimals. `isWithin` is true
 * when it is between `min` and `max`; `nearest` is the nearest number that is. Returns undefined when the text is no
 * number.
 */
export function numberIn(
  text: string,
  { min, max, digits }: Limits,
): { isWithin: boolean; nearest: number } | undefined {
  const plain = foldNumber(text.slice(0, longest));
  if (!/^[+-]?(\d+(?:\.\d*)?|\.\d+)$/.test(plain)) return undefined;
  const number = Number(Number(plain).toFixed(digits));
  return { isWithin: number >= min && number <= max, nearest: Math.min(max, Math.max(min, number)) };
}
