import { useEffect, useRef, useState } from 'react';
import { failureWords } from '#shared/domain/failure-words';

/** State of a delivery: its progress, or its end. */
export interface Delivery {
  kind: string;
  words: string;
  /** 0–1; undefined where nobody knows. */
  share: number | undefined;
  state: 'under way' | 'done' | 'failed';
}

/** Argument of the work on a delivery. */
export interface DeliveryWay {
  signal: AbortSignal;
  tell: (words: string, share?: number) => void;
}

/** Milliseconds for which the end is said. */
const saidFor = 5_000;

/** One thing at a time that is brought to the user, said in the bar of the picture it concerns. */
export function useDelivery() {
  const [delivery, setDelivery] = useState<Delivery>();
  const stop = useRef<AbortController>();
  useEffect(() => () => stop.current?.abort(), []);
  useEffect(() => {
    if (delivery?.state !== 'done') return;
    const timer = window.setTimeout(() => setDelivery(undefined), saidFor);
    return () => window.clearTimeout(timer);
  }, [delivery]);

  /** @param act does it and says, in the end, what was done; nothing where that is seen anyway */
  const deliver = async (kind: string, words: string, act: (way: DeliveryWay) => Promise<string | undefined>) => {
    const controller = new AbortController();
    stop.current = controller;
    const tell: DeliveryWay['tell'] = (now, share) => {
      if (!controller.signal.aborted) setDelivery({ kind, words: now, share, state: 'under way' });
    };
    tell(words);
    try {
      const end = await act({ signal: controller.signal, tell });
      setDelivery(end ? { kind, words: end, share: 1, state: 'done' } : undefined);
    } catch (error) {
      const reason = failureWords(error);
      setDelivery(controller.signal.aborted ? undefined : { kind, words: reason, share: 0, state: 'failed' });
    }
  };
  return { delivery, deliver, cancel: () => stop.current?.abort() };
}
