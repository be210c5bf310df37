import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Field } from '#shared/tools/field';
import { ailive } from '#shared/tools/outdoor';
import { emptySession, toolSessions } from '@/lib/tool-sessions';
import { useSessionKeeping } from '@/lib/use-session-keeping';

/** Values of the form beside the picture. */
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

/** The kept words that the tool still takes. */
function keptWords(values: Readonly<Record<string, unknown>>): Partial<Words> {
  const { isSeedLocked } = values;
  const fields: Readonly<Record<string, Field>> = ailive.fields;
  // A schema with a default takes what is absent as well.
  const isKept = (name: string) => values[name] !== undefined && fields[name]?.schema.safeParse(values[name]).success;
  const names = Object.keys(startWords).filter(isKept);
  const known: Partial<Words> = Object.fromEntries(names.map((name) => [name, values[name]]));
  return typeof isSeedLocked === 'boolean' ? { ...known, isSeedLocked } : known;
}

/** The words as they were left in this browser; what is changed before they are there stands. */
export function useWords(account: string): WordsControl {
  const [words, setWords] = useState(() => ({
    ...startWords,
    ...keptWords(toolSessions.peek(account, ailive.id)?.values ?? {}),
  }));
  const newest = useRef(words);
  const start = useRef(words);
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once; whoever logs in keeps the words that are shown
  useEffect(() => {
    void toolSessions.read(account, ailive.id).then((kept) => {
      if (kept && newest.current === start.current) change(keptWords(kept.values));
    });
  }, []);
  useSessionKeeping(
    account,
    ailive.id,
    useMemo(() => ({ ...emptySession, values: { ...words } }), [words]),
  );
  const change = useCallback((part: Partial<Words>) => {
    newest.current = { ...newest.current, ...part };
    setWords(newest.current);
  }, []);
  return { words, read: useCallback(() => newest.current, []), change };
}
