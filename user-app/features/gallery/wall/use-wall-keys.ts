import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useReducer, useRef, useState } from 'react';
import type { Masonry } from './masonry';
import type { Wall } from './use-wall';

interface WallKeys {
  /** Place of the card that takes the focus. */
  current: number;
  setCurrent: (at: number) => void;
  hasFocus: boolean;
  /** Brings a card into view and gives it the focus. */
  showCard: (at: number) => void;
  input: {
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
    onFocus: (event: FocusEvent<HTMLElement>) => void;
    onBlur: (event: FocusEvent<HTMLElement>) => void;
  };
}

/** Index that a key leads to: left and right follow the list, up and down the column. */
function nextPlace(key: string, at: number, masonry: Masonry): number | undefined {
  switch (key) {
    case 'ArrowRight':
      return Math.min(at + 1, masonry.to - 1);
    case 'ArrowLeft':
      return Math.max(at - 1, masonry.from);
    case 'ArrowDown':
      return masonry.beside(at, 1) ?? at;
    case 'ArrowUp':
      return masonry.beside(at, -1) ?? at;
    case 'Home':
      return masonry.from;
    case 'End':
      return masonry.to - 1;
    default:
      return undefined;
  }
}

/** One card of a wall is a stop of the Tab key; arrows, Home and End lead from it to the others. */
export function useWallKeys(root: RefObject<HTMLElement>, { masonry, reveal, shown }: Wall, count: number): WallKeys {
  const [current, setCurrent] = useState(0);
  const [hasFocus, setFocus] = useState(false);
  /** The card that gets the focus as soon as it is there. */
  const wanted = useRef<number>();
  const [, renderAgain] = useReducer((count: number) => count + 1, 0);
  const at = Math.max(0, Math.min(current, count - 1));
  // Tab enters the wall where it is looked at.
  const stop = hasFocus || shown.includes(at) ? at : (shown[0] ?? at);

  useEffect(() => {
    if (wanted.current === undefined) return;
    const card = root.current?.querySelector<HTMLElement>(`[data-at="${wanted.current}"] a`);
    if (!card) return;
    wanted.current = undefined;
    card.focus({ preventScroll: true });
  });

  const showCard = (next: number) => {
    if (next < 0) return;
    wanted.current = next;
    setCurrent(next);
    reveal(next);
    renderAgain();
  };

  return {
    current: stop,
    setCurrent,
    hasFocus,
    showCard,
    input: {
      onKeyDown: (event) => {
        const isPlain = !event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey;
        const isOnCard = (event.target as HTMLElement).matches('[data-at] > a');
        const next = masonry && isPlain && isOnCard ? nextPlace(event.key, stop, masonry) : undefined;
        if (next === undefined) return;
        event.preventDefault();
        showCard(next);
      },
      onFocus: (event) => {
        const place = (event.target as HTMLElement).closest<HTMLElement>('[data-at]')?.dataset.at;
        setFocus(true);
        if (place !== undefined) setCurrent(Number(place));
      },
      onBlur: (event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setFocus(false);
      },
    },
  };
}
