import { createTurns } from '../../../turns.ts';
import type { WrittenEntry } from './knowledge.ts';
import { heardRight, type Sounds, soundsOf } from './sounds.ts';
import { knownWordsOf, type Lexicon, lexiconOf, normalised, pairsOf, type Word, wordRuns } from './text.ts';

/** An entry that a question may mean. */
export interface Found {
  entry: WrittenEntry;
  /** BM25 over the fields; comparable within one question only. */
  score: number;
  /** Share of the question's words that the entry knows, 0–1; rare words count more. */
  coverage: number;
}

/** Weight of a word by its field; words found only in the text count once at most. */
const weights = { title: 3.2, words: 2.8, asks: 2, text: 0.6 } as const;
const textLimit = 1.2;
/** BM25: how soon repetition stops counting, and how much long fields are held against an entry. */
const saturation = 1.6;
const lengthPenalty = 0.35;
/** Pairs of characters beside words: what is left when a word is cut otherwise. */
const pairShare = 0.45;
/** A word that is cut otherwise: how much its characters by themselves tell, and from which share of them on. */
const signShare = 0.5;
const fewestSigns = 0.6;

/** By term: places of the entries that have it, rising, and how much of it they have. */
type Postings = Map<string, { places: number[]; amounts: number[] }>;

export interface Index {
  entries: readonly WrittenEntry[];
  lexicon: Lexicon;
  words: Postings;
  pairs: Postings;
  /** Characters of titles and words. */
  signs: Postings;
  sounds: Sounds;
  lengths: readonly number[];
  meanLength: number;
}

/** Builds the index; others have their turn meanwhile. */
export async function indexOf(entries: readonly WrittenEntry[]): Promise<Index> {
  const names = entries.flatMap(({ title, words }) => [
    ...words.map(normalised),
    ...normalised(title).split(/[（）()、，,与和的\s/：:]+/u),
  ]);
  const turns = createTurns();
  const lexicon = lexiconOf(names);
  const sounds = await soundsOf(new Set(names), turns);
  const words: Postings = new Map();
  const pairs: Postings = new Map();
  const signs: Postings = new Map();
  const lengths: number[] = [];
  for (const [place, entry] of entries.entries()) {
    const fields = [
      [entry.title, weights.title],
      [entry.words.join('；'), weights.words],
      [entry.asks.join('；'), weights.asks],
    ] as const;
    let length = 0;
    for (const [field, weight] of fields) {
      for (const run of wordRuns(normalised(field), lexicon)) {
        length += run.length;
        addRun({ words, pairs, signs }, run, place, weight);
      }
    }
    const inText = knownWordsOf(normalised(entry.text), lexicon);
    for (const word of inText.words) add(words, word, place, weights.text, textLimit);
    for (const pair of inText.pairs) add(pairs, pair, place, weights.text, textLimit);
    lengths.push(length);
    if (turns.isOver()) await turns.give();
  }
  const meanLength = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length);
  return { entries, lexicon, words, pairs, signs, sounds, lengths, meanLength };
}

function addRun(
  { words, pairs, signs }: Pick<Index, 'words' | 'pairs' | 'signs'>,
  run: readonly Word[],
  place: number,
  weight: number,
): void {
  for (const word of run) add(words, word.text, place, weight);
  for (const pair of pairsOf(run)) add(pairs, pair, place, weight);
  if (weight < weights.words) return;
  for (const { text } of run) for (const sign of text) add(signs, sign, place, weight, weight);
}

function add(postings: Postings, term: string, place: number, weight: number, limit = Number.POSITIVE_INFINITY): void {
  const found = postings.get(term);
  if (!found) {
    postings.set(term, { places: [place], amounts: [weight] });
  } else if (found.places.at(-1) !== place) {
    found.places.push(place);
    found.amounts.push(weight);
  } else if (found.amounts.at(-1)! < limit) {
    found.amounts[found.amounts.length - 1]! += weight;
  }
}

function* having(postings: Postings, term: string): Generator<[place: number, amount: number]> {
  const found = postings.get(term);
  if (!found) return;
  for (let at = 0; at < found.places.length; at += 1) yield [found.places[at]!, found.amounts[at]!];
}

/** A question, cut into words. */
export interface Query {
  runs: readonly Word[][];
}

export function queryOf(index: Index, question: string): Query {
  const isPair = (pair: string) => index.pairs.has(pair);
  return {
    runs: wordRuns(normalised(question), index.lexicon).map((run) => heardRight(run, index.sounds, isPair)),
  };
}

export const isEmptyQuery = ({ runs }: Query) => runs.length === 0;

/** Entries by how well they fit, the best first; a dozen at most. */
export function search(index: Index, { runs }: Query): Found[] {
  const scores = new Float64Array(index.entries.length);
  const coverage = new Float64Array(index.entries.length);
  const heard = new Set<string>();
  let whole = 0;
  for (const run of runs) {
    for (const pair of pairsOf(run)) {
      if (heard.has(`_${pair}`)) continue;
      heard.add(`_${pair}`);
      const weight = pairShare * rarity(index, index.pairs, pair);
      for (const [place, amount] of having(index.pairs, pair)) scores[place]! += weight * weighed(index, amount, place);
    }
    for (const word of run) {
      if (heard.has(word.text)) continue;
      heard.add(word.text);
      const weight = rarity(index, index.words, word.text) * emphasis(index, word);
      whole += weight;
      for (const [place, known] of knownOf(index, word)) {
        coverage[place]! += weight * known.share;
        scores[place]! += weight * known.score;
      }
    }
  }
  return index.entries
    .map((entry, place) => ({ entry, place, coverage: whole > 0 ? coverage[place]! / whole : 0 }))
    .map(({ entry, place, coverage }) => ({ entry, score: scores[place]! * (0.4 + 0.6 * coverage), coverage }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .slice(0, 12);
}

/** Single characters say little; what the lexicon knows more; a foreign name that nobody has most: it is the subject. */
function emphasis(index: Index, { text, isKnown }: Word): number {
  if (text.length === 1) return 0.4;
  if (isKnown) return 1.15;
  return /^[a-z][a-z0-9]{2,}$/.test(text) && !index.words.has(text) ? 1.4 : 1;
}

/** Entries that know a word: as it is, in its parts, or by its sound. */
function knownOf(index: Index, word: Word): Map<number, { share: number; score: number }> {
  const known = new Map<number, { share: number; score: number }>();
  for (const [place, tf] of having(index.words, word.text)) {
    known.set(place, { share: tf > textLimit ? 1 : 0.6, score: weighed(index, tf, place) });
  }
  const tell = (postings: Postings, parts: readonly string[], worth: number, fewest = 0) => {
    if (parts.length === 0) return;
    for (const [place, share] of sharesOf(postings, parts)) {
      if (share < fewest) continue;
      const before = known.get(place);
      if (before && before.share >= share * worth) continue;
      known.set(place, { share: share * worth, score: before?.score ?? share * worth * 0.5 });
    }
  };
  tell(index.pairs, pairsOf([word]), 0.85);
  if (/^\p{Script=Han}{2,}$/u.test(word.text) && !index.words.has(word.text))
    tell(index.signs, [...word.text], signShare, fewestSigns);
  return known;
}

/** Share of the parts that each entry contains, 0–1, by the entry's index; a part found in its text only counts half. */
function sharesOf(postings: Postings, parts: readonly string[]): Map<number, number> {
  const shares = new Map<number, number>();
  for (const part of parts) {
    for (const [place, tf] of having(postings, part)) {
      shares.set(place, (shares.get(place) ?? 0) + (tf > textLimit ? 1 : 0.5) / parts.length);
    }
  }
  return shares;
}

function weighed(index: Index, tf: number, place: number): number {
  const length = 1 - lengthPenalty + (lengthPenalty * index.lengths[place]!) / index.meanLength;
  return (tf * (saturation + 1)) / (tf + saturation * length);
}

/** Words that few entries have say more; those that none has, most. */
function rarity(index: Index, postings: Postings, term: string): number {
  let amount = postings.get(term)?.places.length ?? 0;
  // Texts are not segmented: a word may stand there all the same, in pairs.
  if (amount === 0 && postings === index.words) {
    const pairs = pairsOf([{ text: term, isKnown: false }]);
    if (pairs.length > 0) amount = Math.min(...pairs.map((pair) => index.pairs.get(pair)?.places.length ?? 0));
  }
  return Math.log(1 + (index.entries.length - amount + 0.5) / (amount + 0.5));
}
