import type { WordsRead } from '#shared/domain/words-read';
import { toolById } from '#shared/tools/registry';
import { sortWords } from '../base/words.ts';
import { engineTools } from './index.ts';

/** What a run with these parameters makes of its description; undefined for tools that take none. */
export function readWordsOf(id: string, params: Readonly<Record<string, unknown>>): WordsRead | undefined {
  const definition = toolById(id);
  const tool = engineTools[id];
  if (!tool || !definition || !('promptTxt' in definition.fields)) return undefined;
  return tool.readWords?.(params) ?? sortWords(params);
}
