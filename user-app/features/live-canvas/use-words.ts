import { useCallback, useRef, useState } from 'react';
import { ailive } from '#shared/tools/outdoor';

/** What the form beside the picture says. */
export interface Words {
  promptTxt: string;
  classifyId2: string | undefined;
  classifyId3: string | undefined;
  /** 0–100. */
  similarity: number;
  /** Undefined: the server's choice. */
  seed: number | undefined;
  isSeedLocked: boolean;
  refresh: 'auto' | 'key';
}

const startWords: Words = {
  promptTxt: '',
  classifyId2: undefined,
  classifyId3: undefined,
  similarity: ailive.fields.similarity.default as number,
  seed: undefined,
  isSeedLocked: true,
  refresh: 'auto',
};

const seeds = 1_000_000;
export const randomSeed = (): number => Math.floor(Math.random() * seeds);

export interface WordsControl {
  words: Words;
  /** The words at this moment, for calls that do not wait for the screen. */
  read: () => Words;
  change: (part: Partial<Words>) => void;
}

export function useWords(): WordsControl {
  const [words, setWords] = useState(startWords);
  const newest = useRef(words);
  const change = useCallback((part: Partial<Words>) => {
    newest.current = { ...newest.current, ...part };
    setWords(newest.current);
  }, []);
  return { words, read: useCallback(() => newest.current, []), change };
}
