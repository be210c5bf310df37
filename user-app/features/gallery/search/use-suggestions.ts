import { useEffect, useState } from 'react';
import type { Suggestion } from '#shared/contract/gallery-picture';
import { readSuggestions } from '../../../data/gallery';

/** Milliseconds a word rests before it is asked about. */
const restMs = 150;

/** Suggestions for a typed word; answers that come after another word was typed are dropped. */
export function useSuggestions(word: string, isWanted: boolean): readonly Suggestion[] {
  const [found, setFound] = useState<readonly Suggestion[]>([]);
  useEffect(() => {
    if (word === '') setFound([]);
    if (word === '' || !isWanted) return;
    let isCurrent = true;
    const timer = window.setTimeout(() => {
      readSuggestions(word).then(
        (answer) => isCurrent && setFound(answer),
        // Without suggestions the word itself can still be searched for.
        () => isCurrent && setFound([]),
      );
    }, restMs);
    return () => {
      isCurrent = false;
      window.clearTimeout(timer);
    };
  }, [word, isWanted]);
  return found;
}
