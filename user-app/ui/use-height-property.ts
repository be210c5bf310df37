import { useCallback, useRef } from 'react';

/**
 * A ref that keeps the height of its element, in px, in a custom property of the document, e.g. `--line-band`; without
 * the element there is no property. What fills the rest of the screen subtracts it.
 */
export function useHeightProperty(name: `--${string}`) {
  const observer = useRef<ResizeObserver>();
  return useCallback(
    (element: HTMLElement | null) => {
      const { style } = document.documentElement;
      observer.current?.disconnect();
      if (!element) return void style.removeProperty(name);
      observer.current = new ResizeObserver(() => style.setProperty(name, `${element.offsetHeight}px`));
      observer.current.observe(element);
    },
    [name],
  );
}
