import { foldNumber } from '#shared/domain/typed';

interface Limits {
  min: number;
  max: number;
  digits: number;
}

/** Characters of a number. */
const longest = 100;

/**
 * The number that a text says, however it is typed: whether it is within the limits, and the nearest that is,
 * with as many decimals as are kept. Undefined where the text is none.
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
