import type { Embedder, KnowledgeExcerpt } from '../port.ts';
import type { KnowledgeBase, WrittenEntry } from './knowledge.ts';
import { entrySource } from './knowledge-answer.ts';

/** Entries that a model is given with a question. */
const most = 3;
/** Milliseconds that a question's vector may take; then it goes by words alone. */
const patience = 1500;
/**
 * By how many standard deviations an entry must be nearer to a question than entries are on average. Models of vectors
 * agree on no measure of their own; of 320 entries at random the nearest stands at about 3.
 */
const remarkable = 3.5;

interface ExcerptDeps {
  base: () => Promise<KnowledgeBase>;
  /** Ids of the entries that match a question by keywords, best match first. */
  byWords: (question: string, signal: AbortSignal) => Promise<readonly string[]>;
  embedder?: Embedder | undefined;
}

/**
 * Finds what a model should know for a question: by words, and by meaning where there is an embedder. The vectors of the
 * entries are made once, from the first question on; until they are there, and where the service fails, words do.
 */
export function createExcerpts({ base, byWords, embedder }: ExcerptDeps) {
  const closing = new AbortController();
  let vectors: Promise<Float32Array[]> | undefined;
  let ready: Float32Array[] | undefined;

  function prepare(entries: readonly WrittenEntry[]): void {
    if (!embedder || vectors) return;
    vectors = embedder.embed(entries.map(textOf), closing.signal);
    vectors.then(
      (made) => {
        ready = made;
      },
      () => {
        vectors = undefined;
      },
    );
  }

  async function byMeaning(question: string, entries: readonly WrittenEntry[], asker: AbortSignal) {
    prepare(entries);
    if (!embedder || !ready) return [];
    const signal = AbortSignal.any([asker, AbortSignal.timeout(patience)]);
    const [vector] = await embedder.embed([question], signal).catch(() => []);
    return vector ? nearest(vector, ready, entries) : [];
  }

  async function excerptsFor(question: string, signal: AbortSignal): Promise<KnowledgeExcerpt[]> {
    const { entries, byId } = await base();
    const found = (await byWords(question, signal)).flatMap((id) => byId.get(id) ?? []);
    const lists = [found, await byMeaning(question, entries, signal)];
    return merged(lists).map((entry) => ({ source: entrySource(entry), text: entry.text }));
  }

  return { excerptsFor, close: () => closing.abort() };
}

const textOf = ({ title, asks, text }: WrittenEntry) => [title, ...asks, text].join('\n');

/** Entries that stand out, nearest first. */
function nearest(
  vector: Float32Array,
  vectors: readonly Float32Array[],
  entries: readonly WrittenEntry[],
): WrittenEntry[] {
  const scores = vectors.map((other) => other.reduce((sum, value, place) => sum + value * (vector[place] ?? 0), 0));
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
  const deviation = Math.sqrt(scores.reduce((sum, score) => sum + (score - mean) ** 2, 0) / scores.length);
  return entries
    .map((entry, place) => ({ entry, score: ((scores[place] ?? mean) - mean) / (deviation || 1) }))
    .filter(({ score }) => score >= remarkable)
    .toSorted((one, other) => other.score - one.score)
    .map(({ entry }) => entry);
}

/** Merges rankings: entries high in either list, those in both first. */
function merged(lists: ReadonlyArray<readonly WrittenEntry[]>): WrittenEntry[] {
  const points = new Map<WrittenEntry, number>();
  for (const list of lists)
    for (const [place, entry] of list.entries()) points.set(entry, (points.get(entry) ?? 0) + 1 / (place + 10));
  const ranked = [...points].toSorted(([, one], [, other]) => other - one);
  return ranked.slice(0, most).map(([entry]) => entry);
}
