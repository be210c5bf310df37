import { useCallback, useEffect, useRef, useState } from 'react';
import { type LiveWords, liveSide } from '#shared/contract/live';
import { closeLive, openLive, sendLiveFrame } from '@/data/live';
import { askForMissing } from '@/lib/with-login';
import { LiveLoop } from './engine/live-loop';
import { verdictOf } from './engine/live-verdict';
import type { DrawingTable } from './use-drawing-table';
import type { Words } from './use-words';

/** Parameters for the server; a seed that is not locked is the session's. */
export function wordsFor({ promptTxt, classifyId2, classifyId3, similarity, seed }: Words): LiveWords {
  return {
    promptTxt,
    similarity,
    ...(classifyId2 ? { classifyId2 } : {}),
    ...(classifyId3 ? { classifyId3 } : {}),
    ...(seed === undefined ? {} : { seed }),
  } as LiveWords;
}

/** The loop between the paper and the server; it ends with the screen. */
export function useLive(getDesk: () => DrawingTable, read: () => Words): LiveLoop {
  const [loop] = useState(
    () =>
      new LiveLoop({
        open: () => openLive(wordsFor(read())),
        close: closeLive,
        capture: () => getDesk().capture(liveSide),
        send: (frame, signal) => sendLiveFrame({ ...frame, words: wordsFor(read()) }, signal),
        judge: verdictOf,
        askFor: (refusal, again) => askForMissing(refusal, again, '登录后开始实时渲染'),
        now: () => performance.now(),
        setTimer: (act, milliseconds) => {
          const timer = window.setTimeout(act, milliseconds);
          return () => window.clearTimeout(timer);
        },
      }),
  );

  useEffect(() => {
    const onOnline = () => loop.retryNow();
    window.addEventListener('online', onOnline);
    return () => {
      window.removeEventListener('online', onOnline);
      loop.stop();
    };
  }, [loop]);

  return loop;
}

/** Calls `act` when typing has rested for a moment. */
export function useRested(act: () => void, milliseconds: number): () => void {
  const timer = useRef(0);
  const latest = useRef(act);
  latest.current = act;
  useEffect(() => () => window.clearTimeout(timer.current), []);
  return useCallback(() => {
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => latest.current(), milliseconds);
  }, [milliseconds]);
}
