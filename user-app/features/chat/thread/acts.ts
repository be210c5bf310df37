import { createContext, useContext } from 'react';
import type { ChatMessage } from '#shared/contract/chat';
import type { ChatRating } from '#shared/domain/chat';

/** Acts on messages. The object stays the same, so that it causes no row to be drawn. */
export interface ThreadActs {
  regenerate: (answer: ChatMessage) => void;
  continueAnswer: (answer: ChatMessage) => void;
  edit: (question: ChatMessage, text: string) => Promise<boolean>;
  rate: (answer: ChatMessage, rating: ChatRating | null) => void;
  /** Shows another version. */
  show: (messageId: string) => void;
  openPath: (path: string) => void;
  openEntry: (entryId: string) => void;
}

const Acts = createContext<ThreadActs | undefined>(undefined);
export const ThreadActsProvider = Acts.Provider;

export function useThreadActs(): ThreadActs {
  const acts = useContext(Acts);
  if (!acts) throw new Error('outside of a thread');
  return acts;
}

/** Position of a version among the others. */
export interface MessagePosition {
  at: number;
  of: number;
  before: string | undefined;
  after: string | undefined;
}
