import { useEffect, useState } from 'react';
import type { WordsRead } from '#shared/domain/words-read';
import { api } from '../lib/api';

/** Delay after the last key before the words are read, milliseconds. */
const restMs = 350;

/**
 * Words of the description that a run with these parameters would use: null when the engine cannot tell, undefined
 * while unknown. Read again when typing rests; the last answer stays meanwhile.
 */
export function useWordsRead(
  toolId: string,
  params: Readonly<Record<string, unknown>>,
  isWanted: boolean,
): WordsRead | null | undefined {
  const [read, setRead] = useState<WordsRead | null>();
  const question = JSON.stringify(params);
  useEffect(() => {
    if (!isWanted) {
      setRead(undefined);
      return;
    }
    const stop = new AbortController();
    const timer = window.setTimeout(() => {
      const request = { tool: toolId, params: JSON.parse(question) as Record<string, unknown> };
      api.readWords(request, { signal: stop.signal }).then(setRead, () => {
        // A form works as well without knowing.
        if (!stop.signal.aborted) setRead(undefined);
      });
    }, restMs);
    return () => {
      window.clearTimeout(timer);
      stop.abort();
    };
  }, [toolId, question, isWanted]);
  return read;
}
