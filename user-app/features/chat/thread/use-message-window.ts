import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { lastWindow, type RowWindow, sum, windowFor } from './window-range';

/** Height of a row that was never drawn, px. */
const guessedHeight = 220;
/** Nearer to the end than this is at the end, px. */
const endSlack = 32;
/** A scroll that a key or a wheel began goes on by itself for about as long, ms. */
const scrollRest = 500;

interface Anchor {
  id: string;
  /** From the top of the view, px. */
  top: number;
}

type NamedWindow = RowWindow & { name: string };

const isSameWindow = (one: NamedWindow, other: NamedWindow) =>
  one.name === other.name && one.first === other.first && one.end === other.end;

/**
 * Draws the rows of a long list around the view. It opens at the end and follows it only while somebody is there; at
 * any other place what is read stays where it is, whatever grows above it.
 * @param name of the list: another one is opened at its end
 * @param ids of the rows; each row's element has its id in `data-row`
 */
export function useMessageWindow(name: string, ids: readonly string[]) {
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useRef<HTMLDivElement>(null);
  const heights = useRef(new Map<string, number>());
  const anchor = useRef<Anchor>();
  const isFollowing = useRef(true);
  const lastTop = useRef(0);
  const broughtAt = useRef(Number.NEGATIVE_INFINITY);
  const [isAtEnd, setIsAtEnd] = useState(true);
  const [hasNews, setHasNews] = useState(false);
  const [wanted, setWanted] = useState<NamedWindow>({ name, ...lastWindow(ids.length) });
  const isOther = wanted.name !== name;
  const range = isOther || wanted.end > ids.length || isFollowing.current ? lastWindow(ids.length) : wanted;

  const all = useMemo(() => ids.map((id) => heights.current.get(id) ?? guessedHeight), [ids]);
  const latest = useRef({ ids, all, name, range });
  latest.current = { ids, all, name, range };

  const toEnd = useCallback(() => {
    isFollowing.current = true;
    broughtAt.current = performance.now();
    setIsAtEnd(true);
    setHasNews(false);
    const { name, ids } = latest.current;
    setWanted({ name, ...lastWindow(ids.length) });
    const element = scroller.current;
    if (element) element.scrollTop = element.scrollHeight;
  }, []);

  /** What is read first in the view, to be put back there. */
  const noteAnchor = useCallback(() => {
    const view = scroller.current?.getBoundingClientRect();
    for (const row of rows.current?.children ?? []) {
      const box = row.getBoundingClientRect();
      if (!view || box.bottom <= view.top) continue;
      anchor.current = { id: (row as HTMLElement).dataset.row ?? '', top: box.top - view.top };
      return;
    }
  }, []);

  const settle = useCallback(() => {
    const element = scroller.current;
    if (!element) return;
    if (isFollowing.current) element.scrollTop = element.scrollHeight;
    else if (anchor.current) {
      const { id, top } = anchor.current;
      const row = rows.current?.querySelector(`[data-row="${CSS.escape(id)}"]`);
      const moved = row ? row.getBoundingClientRect().top - element.getBoundingClientRect().top - top : 0;
      if (Math.abs(moved) >= 1) element.scrollTop += moved;
    }
    lastTop.current = element.scrollTop;
  }, []);

  const look = useCallback(() => {
    const element = scroller.current;
    if (!element) return;
    const left = element.scrollHeight - element.scrollTop - element.clientHeight;
    if (left <= endSlack) isFollowing.current = true;
    else if (element.scrollTop < lastTop.current) {
      // Who asks for the end in the middle of a smooth scroll means the end.
      if (performance.now() - broughtAt.current < scrollRest) element.scrollTop = element.scrollHeight;
      else isFollowing.current = false;
    }
    lastTop.current = element.scrollTop;
    setIsAtEnd(isFollowing.current);
    if (isFollowing.current) setHasNews(false);
    noteAnchor();
    const { all, name, range } = latest.current;
    const offset = rows.current?.offsetTop ?? 0;
    const top = element.scrollTop - offset + sum(all, 0, range.first);
    const next = windowFor(all, top, element.clientHeight, range);
    setWanted((known) => (isSameWindow(known, { name, ...next }) ? known : { name, ...next }));
  }, [noteAnchor]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another list begins at its end
  useLayoutEffect(() => toEnd(), [name, toEnd]);

  // What was drawn above or below moves nothing that is read.
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each change of what is drawn
  useLayoutEffect(settle, [range.first, range.end, ids.length, settle]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: rows that came and went are watched anew
  useEffect(() => {
    const element = rows.current;
    if (!element) return;
    const observer = new ResizeObserver((entries) => {
      let isGrown = false;
      for (const { target, borderBoxSize } of entries) {
        const id = (target as HTMLElement).dataset.row;
        const height = borderBoxSize[0]?.blockSize;
        if (id === undefined || height === undefined) continue;
        isGrown ||= height > (heights.current.get(id) ?? Number.POSITIVE_INFINITY);
        heights.current.set(id, height);
        const at = latest.current.ids.indexOf(id);
        if (at >= 0) latest.current.all[at] = height;
      }
      settle();
      if (isGrown && !isFollowing.current) setHasNews(true);
    });
    for (const row of element.children) observer.observe(row);
    // The view is smaller where the composer has grown.
    if (scroller.current) observer.observe(scroller.current);
    return () => observer.disconnect();
  }, [range.first, range.end, ids, settle]);

  return {
    scroller,
    rows,
    ...range,
    /** Heights that stand for the rows that are not drawn, px. */
    above: sum(all, 0, range.first),
    below: sum(all, range.end, ids.length),
    isAtEnd,
    /** Something came at the end while somebody read elsewhere. */
    hasNews,
    onScroll: look,
    toEnd,
  };
}
