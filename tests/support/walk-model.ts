import { type ChatAdapter, ChatFault } from '../../mock-server/adapters/chat/port.ts';

/**
 * Questions that {@link createWalkModel} answers as they say: to its end; broken off after a word; failed before one;
 * waiting for its asker to stop it, after a word or before.
 */
export const answerManners = ['whole', 'whole', 'whole', 'broken', 'failed', 'stopped', 'stopped early'] as const;
/** The first word of its answers. */
export const walkWord = '清水混凝土';

/** A priced chat model that thinks deeply. Its answers follow from the question alone, also after a restart. */
export function createWalkModel(): ChatAdapter {
  const facts = { note: '', isOffline: false, isPriced: true, canThinkDeeply: true, canSeePictures: false };
  return {
    name: 'walk',
    models: () => [{ ...facts, id: 'walk', title: '付费模型' }],
    async *answer({ turns, continued, signal }) {
      const manner = turns.at(-1)?.text;
      // Thoughts cost nothing.
      yield { type: 'reasoning', text: '想一想' };
      if (manner === 'failed') throw new ChatFault('unavailable', 'told to');
      if (manner === 'stopped early' && !continued) await aborted(signal);
      yield { type: 'text', text: walkWord };
      if (manner === 'stopped' && !continued) await aborted(signal);
      yield { type: 'end', why: manner === 'broken' && !continued ? 'length' : 'stop' };
    },
    close: async () => undefined,
  };
}

/** Rejects with the reason of the signal. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason as Error);
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
}
