import { withDeps } from '../../../with-deps.ts';
import { type Readable, readable } from '../../base/pinyin.ts';
import { grams, plain, runsOf } from './search-words.ts';

/** Slots in rising order, in an array that grows. */
interface Postings {
  slots: Uint32Array;
  length: number;
}

/** A tag or a part of titles, and how many pictures have it. */
export interface Word {
  count: number;
  readable: Readable;
}

/** Weight of a word by its field. */
export const fieldWeights = { title: 8, tag: 6, name: 4, description: 1 } as const;
const fields = ['title', 'description'] as const;

const isLatin = (word: string): boolean => /^[a-z0-9]/.test(word);

interface TextIndexState {
  postings: { title: Map<string, Postings>; description: Map<string, Postings> };
  gramsOf: { title: Map<string, string[]>; description: Map<string, string[]> };
  tagPlaces: Map<string, number>;
  tagNames: string[];
  tagPostings: Postings[];
  tagsOf: Array<readonly number[]>;
  wordsOf: Array<readonly Word[]>;
  words: Map<string, Word>;
}

/**
 * Which pictures have which words in title, tags and description: an inverted index of Chinese pairs of characters and
 * of Latin words. A pair stands for each two neighbours, and the first character of a run has one with its beginning, so
 * that single characters are found too. Slots are only ever added; what has gone is left to be passed over.
 */
export function createTextIndex() {
  const postings = { title: new Map<string, Postings>(), description: new Map<string, Postings>() };
  /** Pairs by the character they end with, Latin words by the one they begin with. */
  const gramsOf = { title: new Map<string, string[]>(), description: new Map<string, string[]>() };
  const tagNames: string[] = [];
  const tagPlaces = new Map<string, number>();
  const tagPostings: Postings[] = [];
  const tagsOf: Array<readonly number[]> = [];
  /** Words that are tags or parts of titles, with the number of their pictures. */
  const words = new Map<string, Word>();
  const wordsOf: Array<readonly Word[]> = [];
  const parts: TextIndexState = { postings, gramsOf, tagPlaces, tagNames, tagPostings, tagsOf, wordsOf, words };
  return {
    ...withDeps(parts, { add, forget, score }),
    tagNames: tagNames as readonly string[],
    words: words as ReadonlyMap<string, Word>,
    wordsAt: (slot: number): readonly Word[] => wordsOf[slot] ?? [],
    /** Tags by their places among `tagNames`. */
    tagsAt: (slot: number): readonly number[] => tagsOf[slot] ?? [],
  };
}

function add(
  deps: TextIndexState,
  slot: number,
  { title, description, tags }: { title: string; description: string; tags: readonly string[] },
) {
  const { tagsOf, tagPostings, wordsOf, words } = deps;
  addText(deps, 'title', slot, title);
  addText(deps, 'description', slot, description);
  tagsOf[slot] = tags.map((tag) => placeOfTag(deps, tag));
  for (const place of tagsOf[slot]) note(tagPostings[place]!, slot);
  wordsOf[slot] = [...new Set([...tags.map(plain), ...runsOf(title)])].map((text) => {
    const word = words.get(text) ?? { count: 0, readable: readable(text) };
    word.count++;
    words.set(text, word);
    return word;
  });
}

/** Its words are not suggested any more. */
function forget({ wordsOf, words }: TextIndexState, slot: number): void {
  for (const word of wordsOf[slot] ?? []) if (--word.count === 0) words.delete(word.readable.text);
  wordsOf[slot] = [];
}

/** Raises the scores of all slots that have the word to its weight there. */
function score(deps: TextIndexState, word: string, scores: Float32Array): void {
  const raise = ({ slots, length }: Postings, weight: number) => {
    for (let place = 0; place < length; place++) {
      const slot = slots[place]!;
      if (scores[slot]! < weight) scores[slot] = weight;
    }
  };
  for (const field of fields) for (const list of found(deps, field, word)) raise(list, fieldWeights[field]);
  for (const [place, tag] of deps.tagNames.entries())
    if (tag.toLowerCase().includes(word)) raise(deps.tagPostings[place]!, fieldWeights.tag);
}

function note(list: Postings, slot: number): void {
  if (list.length > 0 && list.slots[list.length - 1] === slot) return;
  if (list.length === list.slots.length) {
    const larger = new Uint32Array(list.length * 2);
    larger.set(list.slots);
    list.slots = larger;
  }
  list.slots[list.length++] = slot;
}

function noteGram(gramsOf: Map<string, string[]>, gram: string): void {
  const letters = [...gram];
  const letter = (isLatin(gram) ? letters[0] : letters.at(-1)) ?? '';
  const known = gramsOf.get(letter);
  if (known) known.push(gram);
  else gramsOf.set(letter, [gram]);
}

function addText(deps: TextIndexState, field: (typeof fields)[number], slot: number, text: string): void {
  const { postings, gramsOf } = deps;
  for (const gram of grams(text)) {
    let list = postings[field].get(gram);
    if (!list) {
      list = { slots: new Uint32Array(4), length: 0 };
      postings[field].set(gram, list);
      noteGram(gramsOf[field], gram);
    }
    note(list, slot);
  }
}

function placeOfTag(deps: TextIndexState, tag: string): number {
  const { tagPlaces, tagNames, tagPostings } = deps;
  const known = tagPlaces.get(tag);
  if (known !== undefined) return known;
  tagPlaces.set(tag, tagNames.length);
  tagPostings.push({ slots: new Uint32Array(4), length: 0 });
  return tagNames.push(tag) - 1;
}

/** Slots whose field has a run of Chinese, or a Latin word that begins so. */
function* found(deps: TextIndexState, field: (typeof fields)[number], word: string): Iterable<Postings> {
  const { postings, gramsOf } = deps;
  const lists = postings[field];
  const letters = [...word];
  if (isLatin(word)) {
    for (const gram of gramsOf[field].get(letters[0] ?? '') ?? [])
      if (gram.startsWith(word)) yield lists.get(gram) as Postings;
  } else if (letters.length === 1) {
    for (const gram of gramsOf[field].get(word) ?? []) yield lists.get(gram) as Postings;
  } else {
    const pairs = letters.slice(1).map((letter, place) => lists.get(letters[place]! + letter));
    if (pairs.every((list) => list !== undefined)) yield shared(pairs);
  }
}

/** Intersection of the lists. */
function shared(lists: readonly Postings[]): Postings {
  const [first, ...rest] = lists.toSorted((one, other) => one.length - other.length);
  if (!first) return { slots: new Uint32Array(0), length: 0 };
  let slots = first.slots.subarray(0, first.length);
  for (const list of rest) {
    let place = 0;
    slots = slots.filter((slot) => {
      while (place < list.length && list.slots[place]! < slot) place++;
      return place < list.length && list.slots[place] === slot;
    });
  }
  return { slots, length: slots.length };
}
