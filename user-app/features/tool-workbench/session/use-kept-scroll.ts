import { useCallback, useRef, useState } from 'react';

interface KeptScroll {
  /** For the element that scrolls. */
  ref: (element: HTMLElement | null) => void;
  /** Pixels it is scrolled. */
  place: number;
  /** Scrolls back to the beginning. */
  reset: () => void;
}

/** Scroll position of an element, restored as soon as its content is long enough. */
export function useKeptScroll(axis: 'scrollTop' | 'scrollLeft', start: number): KeptScroll {
  const [place, setPlace] = useState(start);
  const wanted = useRef<number | undefined>(start > 0 ? start : undefined);
  const shown = useRef<HTMLElement | null>(null);
  const release = useRef<() => void>();

  const ref = useCallback(
    (element: HTMLElement | null) => {
      release.current?.();
      release.current = undefined;
      shown.current = element;
      if (!element) return;
      const reach = () => {
        if (wanted.current === undefined) return;
        element[axis] = wanted.current;
        if (Math.abs(element[axis] - wanted.current) < 2) wanted.current = undefined;
      };
      // Whoever moves it does not want to be taken elsewhere.
      const giveUp = () => {
        wanted.current = undefined;
      };
      const onScroll = () => {
        if (wanted.current === undefined) setPlace(Math.round(element[axis]));
      };
      const observer = new ResizeObserver(reach);
      const watch = () => {
        for (const child of element.children) observer.observe(child);
        reach();
      };
      const additions = new MutationObserver(watch);
      additions.observe(element, { childList: true });
      watch();
      element.addEventListener('scroll', onScroll, { passive: true });
      for (const kind of ['wheel', 'pointerdown', 'keydown']) element.addEventListener(kind, giveUp, { passive: true });
      release.current = () => {
        observer.disconnect();
        additions.disconnect();
        element.removeEventListener('scroll', onScroll);
        for (const kind of ['wheel', 'pointerdown', 'keydown']) element.removeEventListener(kind, giveUp);
      };
    },
    [axis],
  );
  const reset = useCallback(() => {
    wanted.current = undefined;
    if (shown.current) shown.current[axis] = 0;
    setPlace(0);
  }, [axis]);
  return { ref, place, reset };
}
