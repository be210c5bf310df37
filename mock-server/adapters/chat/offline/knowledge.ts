import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import { KnowledgeEntry } from '#shared/contract/chat';

/** An entry as it is written: what the product shows of it, and how it is found. */
const WrittenEntry = KnowledgeEntry.extend({
  /** Ways in which people ask for it. */
  asks: z.array(z.string().min(2)).min(1),
  /** Synonyms, trade words, English terms, typical misspellings. */
  words: z.array(z.string().min(1)),
}).strict();
export type WrittenEntry = z.infer<typeof WrittenEntry>;

/** A line that begins a point of a list. */
const point = /^(?:[-*]|\d+\.) /;

/**
 * Lines as they were meant: in Markdown a single break joins two lines, and a line behind a list belongs to its last
 * point, so that every line that is no point becomes a paragraph.
 */
function asParagraphs(text: string): string {
  return text
    .split(/\n+/)
    .map((line, place, lines) => {
      if (place === 0) return line;
      return (point.test(line) && point.test(lines[place - 1] ?? '') ? '\n' : '\n\n') + line;
    })
    .join('');
}

const folder = path.join(import.meta.dirname, 'knowledge');

/** Every entry of the repository's knowledge base, by file. Throws for a file that is not as it should be. */
export async function readEntries(from = folder): Promise<WrittenEntry[]> {
  const files = (await readdir(from)).filter((name) => name.endsWith('.json')).sort();
  const entries: WrittenEntry[] = [];
  for (const file of files) {
    const read = z.array(WrittenEntry).safeParse(JSON.parse(await readFile(path.join(from, file), 'utf8')));
    if (!read.success) throw new Error(`${file}: ${z.prettifyError(read.error)}`);
    entries.push(...read.data.map((entry) => ({ ...entry, text: asParagraphs(entry.text) })));
    // One file is a few milliseconds; others are served in between.
    await nextTurn();
  }
  return entries;
}

/** All entries of the knowledge base. */
export interface KnowledgeBase {
  entries: readonly WrittenEntry[];
  byId: ReadonlyMap<string, WrittenEntry>;
}

let reading: Promise<KnowledgeBase> | undefined;

/**
 * Returns the repository's knowledge base, read once per thread at the first call. A failed read is retried at the next
 * call.
 */
export function knowledgeBase(): Promise<KnowledgeBase> {
  reading ??= readEntries().then(
    (entries) => ({ entries, byId: new Map(entries.map((entry) => [entry.id, entry])) }),
    (error: unknown) => {
      reading = undefined;
      throw error;
    },
  );
  return reading;
}
