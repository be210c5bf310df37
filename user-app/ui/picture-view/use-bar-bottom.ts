import { useLayoutEffect, useRef } from 'react';

/**
 * A ref for a bar that lies over a picture's viewport. The distance of its lower edge from the top of its parent, px,
 * is kept in the parent's property `--bar-bottom`; labels on the picture stand below it.
 */
export function useBarBottom() {
  const bar = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = bar.current;
    const parent = element?.parentElement;
    if (!element || !parent) return;
    const measure = () => parent.style.setProperty('--bar-bottom', `${element.offsetTop + element.offsetHeight}px`);
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    observer.observe(parent);
    return () => {
      observer.disconnect();
      parent.style.removeProperty('--bar-bottom');
    };
  }, []);
  return bar;
}
