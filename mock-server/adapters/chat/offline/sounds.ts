import { pinyin } from 'pinyin-pro';
import type { Word } from './text.ts';

const readings = new Map<string, string>();

/** The reading of one Chinese character without its tone. */
function readingOf(sign: string): string {
  const known = readings.get(sign);
  if (known !== undefined) return known;
  const reading = pinyin(sign, { toneType: 'none' });
  readings.set(sign, reading);
  return reading;
}

/** Pairs of neighbouring readings of a run, for words that are mistyped as others of the same sound. */
export function soundsOf(run: readonly Word[]): string[] {
  const signs = [...run.map((word) => word.text).join('')];
  const pairs: string[] = [];
  for (let at = 1; at < signs.length; at += 1) {
    const [one, other] = [signs[at - 1]!, signs[at]!];
    if (/\p{Script=Han}{2}/u.test(one + other)) pairs.push(`${readingOf(one)} ${readingOf(other)}`);
  }
  return pairs;
}
