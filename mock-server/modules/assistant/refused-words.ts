import { readFileSync, statSync } from 'node:fs';
import type { Logger } from 'pino';

/** A word with its position in a text, in characters. */
export interface FoundWord {
  word: string;
  start: number;
  end: number;
}

export type RefusedWords = ReturnType<typeof createRefusedWords>;

/** Letters of the longest word that is looked for; longer lines of the list are cut to it. */
const longestWord = 64;
/**
 * Maximum number of characters before the added text in which a word may start, including blanks and invisible ones.
 */
const longestBefore = 256;

/**
 * Words that the operator does not allow, from a file with one word a line; lines that begin with `#` are remarks. The
 * file may be missing, and is read again when it has changed.
 */
export function createRefusedWords({
  file,
  log,
  further = () => [],
}: {
  file: string;
  log: Logger;
  /** Words beside those of the file; another list when they have changed. */
  further?: () => readonly string[];
}) {
  let stamp = '';
  let seen: readonly string[] = [];
  let words = new Set<string>();
  /** Lengths of the words that begin with a letter, in characters of a string, the longest first. */
  let lengthsByFirst = new Map<string, number[]>();
  let longest = 0;

  /** Reads the list if it has changed. A file that cannot be read leaves the words as they are. */
  function refresh(): void {
    const stat = statSync(file, { throwIfNoEntry: false });
    const next = stat ? `${stat.mtimeMs} ${stat.size} ${stat.ino}` : '';
    const more = further();
    const isSame = more === seen || (more.length === 0 && seen.length === 0);
    if (next === stamp && isSame) return;
    try {
      load([stat ? readFileSync(file, 'utf8') : '', ...more].join('\n'));
      stamp = next;
      seen = more;
    } catch (error) {
      log.warn({ error, file }, 'the list of refused words could not be read');
    }
  }

  function load(text: string): void {
    const next = new Set<string>();
    for (const line of text.replace(/^\ufeff/, '').split(/\r?\n/)) {
      if (line.trimStart().startsWith('#')) continue;
      const word = foldText(line).letters.slice(0, longestWord).join('');
      if (word !== '') next.add(word);
    }
    const lengths = new Map<string, Set<number>>();
    longest = 0;
    for (const word of next) {
      const letters = [...word];
      const first = letters[0] as string;
      const ofFirst = lengths.get(first);
      if (ofFirst) ofFirst.add(word.length);
      else lengths.set(first, new Set([word.length]));
      longest = Math.max(longest, letters.length);
    }
    words = next;
    lengthsByFirst = new Map([...lengths].map(([first, found]) => [first, [...found].sort((a, b) => b - a)]));
  }

  function find(text: string): FoundWord | null {
    if (words.size === 0) return null;
    const { letters, places } = foldText(text);
    const folded = letters.join('');
    let at = 0;
    for (const [index, letter] of letters.entries()) {
      const length = lengthsByFirst.get(letter)?.find((each) => words.has(folded.slice(at, at + each)));
      if (length) {
        const word = folded.slice(at, at + length);
        const end = places[index + [...word].length] ?? text.length;
        return { word, start: places[index] as number, end };
      }
      at += letter.length;
    }
    return null;
  }

  refresh();
  return {
    refresh,
    find,

    /** Searches the text added from `from` on, including words that start at most 256 characters before it. */
    findAfter(text: string, from: number): FoundWord | null {
      if (words.size === 0) return null;
      let start = from;
      const least = Math.max(0, from - longestBefore);
      for (let letters = 0; start > least && letters < longest; start--)
        if (!isBlank(text[start - 1] as string)) letters++;
      const found = find(text.slice(start));
      return found && { ...found, start: found.start + start, end: found.end + start };
    },
  };
}

const blank = /[\s\p{Cf}\p{Mn}]/u;
const isBlank = (character: string) => blank.test(character);

/**
 * Letters as words are compared: without blanks and marks that are not seen, full-width as half-width, capitals as
 * small ones; and the place of each in the text.
 */
function foldText(text: string): { letters: string[]; places: number[] } {
  const letters: string[] = [];
  const places: number[] = [];
  let at = 0;
  for (const character of text) {
    for (const letter of character.normalize('NFKC').toLowerCase()) {
      if (isBlank(letter)) continue;
      letters.push(letter);
      places.push(at);
    }
    at += character.length;
  }
  return { letters, places };
}
