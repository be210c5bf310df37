import { readFileSync } from 'node:fs';

/** English words by the Chinese names of fields, choices, types and styles, and by the words that descriptions may use. */
const words: ReadonlyMap<string, string> = new Map(
  Object.entries(
    JSON.parse(readFileSync(new URL('./english.json', import.meta.url), 'utf8')) as Record<string, string>,
  ),
);

/** English for a name or a measure; undefined where there is none. */
export const englishOf = (name: string): string | undefined => words.get(name) ?? measureOf(name);

const measureOf = (name: string) => /^([\d.]+)米$/.exec(name)?.[1]?.concat(' m');

const longest = Math.max(...[...words.keys()].map((word) => word.length));
const han = /\p{Script=Han}/u;
/** Words between others that carry nothing for a picture. */
const idle = new Set('的和与及有在是要用带一些点了'.split(''));

/**
 * A description in English, as far as its words are known; text that is not Chinese stays as it is.
 *
 * @returns clauses in English, and those that hold words which are not known, as they were written
 */
export function translate(text: string): { read: string[]; unread: string[] } {
  const read: string[] = [];
  const unread: string[] = [];
  for (const clause of text.split(/[，。；、,;!！?？\n]+/).map((each) => each.trim())) {
    if (clause === '') continue;
    const found = han.test(clause) ? wordsOf(clause) : { known: [clause], isWhole: true };
    if (found.known.length > 0) read.push(found.known.join(' '));
    if (!found.isWhole) unread.push(clause);
  }
  return { read, unread };
}

/** Known words of a clause from left to right, the longest first; single characters count where they stand alone. */
function wordsOf(clause: string): { known: string[]; isWhole: boolean } {
  const whole = words.get(clause);
  if (whole !== undefined) return { known: [whole], isWhole: true };
  const known: string[] = [];
  let isWhole = true;
  for (let at = 0; at < clause.length; ) {
    let length = Math.min(longest, clause.length - at);
    while (length > 1 && !words.has(clause.slice(at, at + length))) length -= 1;
    const word = length > 1 ? words.get(clause.slice(at, at + length)) : undefined;
    const letters = /^[\x20-\x7e]+/.exec(clause.slice(at))?.[0];
    if (word !== undefined) known.push(word);
    else if (letters !== undefined) {
      if (letters.trim() !== '') known.push(letters.trim());
      length = letters.length;
    } else if (!idle.has(clause[at]!)) isWhole = false;
    at += Math.max(1, length);
  }
  return { known, isWhole };
}
