import { storageKeys, writeText } from './storage';

const partKeys = {
  keyWord: storageKeys.sourceKeyWord,
  plan: storageKeys.sourcePlan,
  source: storageKeys.sourceSource,
  unit: storageKeys.sourceUnit,
} as const;

const longestPart = 200;

/** Keeps where a visitor came from, as links carry it, until a login sends it along (docs/RULES.md R29). */
export function keepVisitSource(search: string): void {
  const query = new URLSearchParams(search);
  for (const [name, key] of Object.entries(partKeys)) {
    const part = query.get(name)?.trim();
    if (part) writeText(key, part.slice(0, longestPart));
  }
}
