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

const folder = path.join(import.meta.dirname, 'knowledge');

/** Every entry of the repository's knowledge base, by file. Throws for a file that is not as it should be. */
export async function readEntries(from = folder): Promise<WrittenEntry[]> {
  const files = (await readdir(from)).filter((name) => name.endsWith('.json')).sort();
  const entries: WrittenEntry[] = [];
  for (const file of files) {
    const read = z.array(WrittenEntry).safeParse(JSON.parse(await readFile(path.join(from, file), 'utf8')));
    if (!read.success) throw new Error(`${file}: ${z.prettifyError(read.error)}`);
    entries.push(...read.data);
    // One file is a few milliseconds; others are served in between.
    await nextTurn();
  }
  return entries;
}
