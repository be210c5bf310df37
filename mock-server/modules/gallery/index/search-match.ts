import type { Turns } from '../../../turns.ts';
import type { KnownCategory } from '../../studio/category/category.service.ts';
import type { GalleryIndex } from './gallery-index.ts';
import { isSynonym, synonymsOf } from './search-synonyms.ts';
import { plain, wordsOf } from './search-words.ts';
import { fieldWeights } from './text-index.ts';

/** A word that was typed, and what was looked for with it because it means the same. */
export interface SoughtWord {
  word: string;
  synonyms: readonly string[];
}

/** Weight of a synonym relative to the word itself. */
const synonymShare = 0.6;
/** Words of one search; more are left out. */
const mostWords = 6;

/** @param path from the root down to the category with this id */
export function soughtWords(index: GalleryIndex, typed: string, isCategory: (word: string) => boolean): SoughtWord[] {
  const isKnown = (word: string) => index.texts.words.has(word) || isCategory(word) || isSynonym(word);
  return wordsOf(typed, isKnown)
    .slice(0, mostWords)
    .map((word) => ({ word, synonyms: synonymsOf(word).map(plain) }));
}

/**
 * Fitness of each slot: above 0 when it has every word, or a synonym, in title, tags, description, category or author.
 */
export async function relevance(
  index: GalleryIndex,
  sought: readonly SoughtWord[],
  pathOf: (id: string) => readonly KnownCategory[],
  turns: Turns,
): Promise<Float32Array> {
  const used = index.slotsUsed();
  const total = new Float32Array(used);
  const scores = new Float32Array(used);
  for (const [place, { word, synonyms }] of sought.entries()) {
    scores.fill(0);
    for (const synonym of synonyms) {
      scoreWord(index, synonym, pathOf, scores);
      if (turns.isOver()) await turns.give();
    }
    if (synonyms.length > 0) for (let slot = 0; slot < used; slot++) scores[slot]! *= synonymShare;
    scoreWord(index, word, pathOf, scores);
    if (turns.isOver()) await turns.give();
    for (let slot = 0; slot < used; slot++)
      total[slot] = scores[slot]! > 0 && (place === 0 || total[slot]! > 0) ? total[slot]! + scores[slot]! : 0;
  }
  return total;
}

function scoreWord(
  index: GalleryIndex,
  word: string,
  pathOf: (id: string) => readonly KnownCategory[],
  scores: Float32Array,
): void {
  index.texts.score(word, scores);
  const { columns } = index;
  const inCategory = index.categories.names.map((id) => pathOf(id).some(({ name }) => plain(name).includes(word)));
  const byOwner = index.owners.names.map((id) => plain(index.ownerNames.get(id) ?? '').includes(word));
  if (!inCategory.includes(true) && !byOwner.includes(true)) return;
  for (let slot = 0; slot < scores.length; slot++) {
    if (scores[slot]! >= fieldWeights.name) continue;
    if (inCategory[columns.categories[slot]!] || byOwner[columns.owners[slot]!]) scores[slot] = fieldWeights.name;
  }
}
