import type { TextRange } from '../../../base/words.ts';
import type { Entry, Meaning } from './brief-entry.ts';
import { lexicon } from './brief-lexicon.ts';

/** A known word in a text. */
export interface WordReading<M = Meaning> {
  entry: Entry<M>;
  from: number;
  to: number;
  /** The text says that it is not wanted (无车, without trees). */
  isNegated: boolean;
  /** Start of the negation, when it stands directly before the word. */
  negatedFrom?: number;
}

/** Reading of a text by the lexicon. */
export interface TextReading {
  /** In the order of the text. */
  readings: WordReading[];
  storeys?: number;
  /** Stretch that counts the storeys. */
  counted?: TextRange;
}

const negations =
  /(?:没有|不要有?|不出现|不带|不含|避免|去掉|去除|拒绝|无|禁止|\bwithout(?: any)?|\bno|\bavoid|\bnot? any|\bexclud(?:e|ing)|\bremove)\s*(?:任何)?$/i;
const listLinks = /^\s*(?:(?:和|与|或|及|以及|、|\/|and|or|nor)\s*)?(?:(?:无|没有)\s*)?$/i;

const chineseDigits = '零一二三四五六七八九';
const englishNumbers: Readonly<Record<string, number>> = {
  one: 1,
  single: 1,
  two: 2,
  double: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  fifteen: 15,
  sixteen: 16,
  eighteen: 18,
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
};
const storeyPattern = new RegExp(
  `(\\d{1,3}|[一二两三四五六七八九十双单独]{1,3})\\s*(?:层楼?高?|楼高)|\\b(\\d{1,3}|${Object.keys(englishNumbers).join('|')})[- ]?(?:storeys?|stor(?:y|ies)|floors?|level(?:s)?)\\b`,
  'i',
);
/** Reads known words, storeys and negations from a description. Nothing is understood beyond the words themselves. */
export function readText(text: string): TextReading {
  const counted = storeyPattern.exec(text);
  const readings = readingsIn(text, lexicon, counted ? [stretchOf(counted)] : []);
  const storeys = counted ? numberOf(counted[1] ?? counted[2] ?? '') : undefined;
  if (!counted || !storeys) return { readings };
  return { readings, storeys: Math.min(60, storeys), counted: stretchOf(counted) };
}

/**
 * The known words of a text in its order, with the negations before them.
 *
 * @param words more particular ones before those they contain
 * @param taken stretches that are read already
 */
export function readingsIn<M>(text: string, words: readonly Entry<M>[], taken: readonly TextRange[]): WordReading<M>[] {
  let rest = text;
  const blank = ({ from, to }: TextRange): void => {
    rest = rest.slice(0, from) + ' '.repeat(to - from) + rest.slice(to);
  };
  for (const stretch of taken) blank(stretch);
  const readings: WordReading<M>[] = [];
  for (const entry of words) {
    for (const match of rest.matchAll(entry.pattern)) {
      const stretch = stretchOf(match);
      readings.push({ entry, ...stretch, isNegated: false });
      blank(stretch);
    }
  }
  readings.sort((one, other) => one.from - other.from);
  let before: WordReading<M> | undefined;
  for (const reading of readings) {
    const between = text.slice(before?.to ?? 0, reading.from);
    const negation = negations.exec(between);
    if (negation) reading.negatedFrom = reading.from - negation[0].length;
    reading.isNegated = negation !== null || (before?.isNegated === true && listLinks.test(between));
    before = reading;
  }
  return readings;
}

function stretchOf(match: RegExpMatchArray): TextRange {
  const from = match.index ?? 0;
  return { from, to: from + match[0].length };
}

function numberOf(text: string): number | undefined {
  if (/^\d+$/.test(text)) return Math.max(1, Number(text));
  const known = englishNumbers[text.toLowerCase()];
  if (known) return known;
  const plain = text
    .replaceAll('两', '二')
    .replaceAll('双', '二')
    .replaceAll(/[单独]/g, '一');
  const [tens, ones] = plain.includes('十') ? plain.split('十') : ['', plain];
  const value =
    (plain.includes('十') ? (tens ? chineseDigits.indexOf(tens) : 1) * 10 : 0) +
    (ones ? chineseDigits.indexOf(ones) : 0);
  return value > 0 ? value : undefined;
}
