/** Maximum length of searched text, in characters: normalising many combining marks takes quadratic time. */
const longestText = 4000;

/** Normalised text for searches: lower case, full-width letters as plain ones. */
export const plain = (text: string): string => text.slice(0, longestText).normalize('NFKC').toLowerCase();

const piece = /[\u3400-\u9fff]+|[a-z0-9][a-z0-9.+-]*/g;

/** Stretches of Chinese and Latin words, as they stand. */
export function runsOf(text: string): string[] {
  return plain(text).match(piece) ?? [];
}

/** Latin words, and of stretches of Chinese every pair of neighbours and the first character with its beginning. */
export function grams(text: string): Set<string> {
  const found = new Set<string>();
  for (const run of runsOf(text)) {
    if (run.charCodeAt(0) < 0x3400) {
      found.add(run);
      continue;
    }
    const letters = [...run];
    for (const [place, letter] of letters.entries()) found.add((letters[place - 1] ?? '^') + letter);
  }
  return found;
}

/** Letters that join words and lead nowhere themselves. */
const joining = /[的与和及或之]/g;
const longestWord = 8;

/**
 * The words of what somebody typed: what is divided by spaces or signs, and within stretches of Chinese the longest
 * known words from the left; what is left between them is a word of its own.
 */
export function wordsOf(typed: string, isKnown: (word: string) => boolean): string[] {
  const whole = plain(typed).trim();
  if (isKnown(whole)) return [whole];
  return [...new Set(runsOf(typed).flatMap((run) => (isKnown(run) || run.length < 3 ? [run] : divide(run, isKnown))))];
}

function divide(run: string, isKnown: (word: string) => boolean): string[] {
  const words: string[] = [];
  let rest = '';
  const keep = () => {
    const left = rest.replace(joining, '');
    if (left) words.push(left);
    rest = '';
  };
  for (let from = 0; from < run.length; ) {
    let length = Math.min(longestWord, run.length - from);
    while (length >= 2 && !isKnown(run.slice(from, from + length))) length--;
    if (length >= 2) {
      keep();
      words.push(run.slice(from, from + length));
      from += length;
    } else rest += run[from++];
  }
  keep();
  return words;
}

/** Letters to change, add or take away to make one word of the other (Levenshtein 1966), given up above `most`. */
export function editDistance(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1;
  let row = Array.from({ length: other.length + 1 }, (_, place) => place);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const change = row[j - 1]! + Number(one[i - 1] !== other[j - 1]);
      next.push(Math.min(change, row[j]! + 1, next[j - 1]! + 1));
    }
    if (Math.min(...next) > most) return most + 1;
    row = next;
  }
  return row[other.length]!;
}
