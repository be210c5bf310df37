import type { WordsRead } from '#shared/domain/words-read';
import { toolById } from '#shared/tools/registry';
import { sortWords } from '../base/words.ts';
import { engineTools } from './index.ts';

/** Words of the description that a run with these parameters uses; undefined for tools without a description. */
export function readWordsOf(id: string, params: Readonly<Record<string, unknown>>): WordsRead | undefined {
  const definition = toolById(id);
  const tool = engineTools[id];
  if (!tool || !definition || !('promptTxt' in definition.fields)) return undefined;
  return tool.readWords?.(params) ?? sortWords(params);
}
