import { pinyin } from 'pinyin-pro';
import type { Turns } from '../../../turns.ts';
import type { Word } from './text.ts';

/** Words of the lexicon by how they sound, and long ones also by all but one of their characters. */
export type Sounds = ReadonlyMap<string, string>;

const readings = new Map<string, string>();

/** The reading of one Chinese character without its tone and without what many do not hear: zh and z, ing and in. */
function readingOf(sign: string): string {
  const known = readings.get(sign);
  if (known !== undefined) return known;
  const plain = pinyin(sign, { toneType: 'none' });
  const reading = plain.replace(/^([zcs])h/, '$1').replace(/ng$/, 'n');
  readings.set(sign, reading);
  return reading;
}

const soundOf = (word: string) => Array.from(word, readingOf).join(' ');
const longest = 6;

export async function soundsOf(words: Iterable<string>, turns: Turns): Promise<Sounds> {
  const sounds = new Map<string, string>();
  for (const word of words) {
    if (turns.isOver()) await turns.give();
    if (word.length > longest || !/^\p{Script=Han}{2,}$/u.test(word)) continue;
    sounds.set(soundOf(word), word);
    if (word.length >= wildFrom) for (const pattern of withOneOpen(word)) sounds.set(pattern, word);
  }
  return sounds;
}

/** From this length on one wrong character is forgiven: 清水混泥土. */
const wildFrom = 4;

const withOneOpen = (word: string) => Array.from(word, (_, at) => `${word.slice(0, at)}?${word.slice(at + 1)}`);

/**
 * A run with its mistyped words put right: what sounds like a word of the lexicon (真实漆, 水映) is that word. Two
 * characters are taken for another word only where nobody has them as they are.
 */
export function heardRight(run: readonly Word[], sounds: Sounds, isPair: (pair: string) => boolean): Word[] {
  const right: Word[] = [];
  let unknown: Word[] = [];
  const end = () => {
    right.push(...repaired(unknown, sounds, isPair));
    unknown = [];
  };
  for (const word of run) {
    if (word.isKnown || !/^\p{Script=Han}+$/u.test(word.text)) {
      end();
      right.push(word);
    } else unknown.push(word);
  }
  end();
  return right;
}

/** The word that sounds like this one, or like it but for one character of a long one. */
function meantBy(said: string, sounds: Sounds): string | undefined {
  const wild = said.length >= wildFrom ? withOneOpen(said).find((pattern) => sounds.has(pattern)) : undefined;
  return sounds.get(wild ?? soundOf(said)) ?? sounds.get(soundOf(said));
}

function repaired(words: readonly Word[], sounds: Sounds, isPair: (pair: string) => boolean): Word[] {
  const signs = words.map(({ text }) => text).join('');
  for (let length = Math.min(longest, signs.length); length >= 2; length -= 1) {
    for (let at = 0; at + length <= signs.length; at += 1) {
      const said = signs.slice(at, at + length);
      if (length === 2 && (isPair(said) || !words.some(({ text, isLoose }) => isLoose && text === said))) continue;
      const meant = meantBy(said, sounds);
      if (meant === undefined || meant === said) continue;
      return [
        ...(at > 0 ? [{ text: signs.slice(0, at), isKnown: false }] : []),
        { text: meant, isKnown: true },
        ...(at + length < signs.length ? [{ text: signs.slice(at + length), isKnown: false }] : []),
      ];
    }
  }
  return [...words];
}
