import { pinyin } from 'pinyin-pro';

/**
 * Puts the dictionary together, which takes a tenth of a second. The first question does so by itself; a server asks
 * it when it has begun to listen, before anybody else does.
 */
export function warmReadings(): void {
  pinyin('木');
}

/** Texts that match a character: itself, and each of its readings without tones. */
const readings = new Map<string, readonly string[]>();

function readingsOf(letter: string): readonly string[] {
  const known = readings.get(letter);
  if (known) return known;
  const isChinese = /[\u3400-\u9fff]/.test(letter);
  const sounds = isChinese ? pinyin(letter, { toneType: 'none', multiple: true, type: 'array' }) : [];
  const made = [letter.toLowerCase(), ...new Set(sounds.map((sound) => sound.replace('ü', 'v')))];
  readings.set(letter, made);
  return made;
}

/** A text that can be looked through by what is typed. */
export interface Readable {
  text: string;
  letters: ReadonlyArray<readonly string[]>;
}

/** Maximum number of characters of the text, and of letters of the query (the pinyin of about 60 characters). */
const longestText = 200;
const longestTyped = 400;

/** @param text only its first 200 characters are searched */
export function readable(text: string): Readable {
  return { text, letters: Array.from(text.slice(0, longestText), readingsOf) };
}

/**
 * Finds a query in a text: in its characters, their pinyin, pinyin initials, or a mixture; the last syllable may be
 * incomplete. Visits each pair of character and query position at most once.
 * @returns [from, to) in characters; undefined when not found or for queries longer than 400 letters
 */
export function findTyped({ letters }: Readable, typed: string): [number, number] | undefined {
  if (typed === '' || typed.length > longestTyped) return undefined;
  /** Positions (character and query offset) from which the rest is known not to match. */
  const deadEnds = new Set<number>();

  /** Index after the last matched character. */
  function reach(at: number, from: number): number | undefined {
    if (from === typed.length) return at;
    const place = at * typed.length + from;
    if (at === letters.length || deadEnds.has(place)) return undefined;
    for (const reading of letters[at] ?? []) {
      const to = reachBy(reading, at, from);
      if (to !== undefined) return to;
    }
    if (from > 0) deadEnds.add(place);
    return undefined;
  }

  /** The same when the character at `at` is read so. */
  function reachBy(reading: string, at: number, from: number): number | undefined {
    if (reading[0] !== typed[from]) return undefined;
    const left = typed.length - from;
    if (left <= reading.length && reading.startsWith(typed.slice(from))) return at + 1;
    const behindWhole = typed.startsWith(reading, from) ? reach(at + 1, from + reading.length) : undefined;
    return behindWhole ?? reach(at + 1, from + 1);
  }

  for (let from = 0; from < letters.length; from++) {
    const to = reach(from, 0);
    if (to !== undefined) return [from, to];
  }
  return undefined;
}

/** Returns true when something typed may be a sound or initials, rather than a word. */
export function isSound(typed: string): boolean {
  return /^[a-z]{2,}$/.test(typed);
}

/** A text as it is typed without its characters: its readings one after the other, and their initials. */
export function typedFor(text: string): string {
  const sounds = pinyin(text, { toneType: 'none', type: 'array', nonZh: 'consecutive' });
  return `${sounds.join('')}\n${sounds.map((sound) => sound[0] ?? '').join('')}`.toLowerCase();
}

/** The readings of a text one after the other, to see whether two sound alike. */
export function soundOf(text: string): string {
  return pinyin(text, { toneType: 'none', type: 'array' }).join('');
}
