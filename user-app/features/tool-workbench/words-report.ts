import type { WordsRead } from '#shared/domain/words-read';

/** Sentences about the words of a description; empty when there were none. */
export function wordsReport({ used, ignored }: WordsRead, usedLabel: string, ignoredLabel: string): string[] {
  return [
    ...(used.length > 0 ? [`${usedLabel}：${used.join(' · ')}`] : []),
    ...(ignored.length > 0 ? [`${ignoredLabel}：${ignored.join(' · ')}`] : []),
  ];
}
