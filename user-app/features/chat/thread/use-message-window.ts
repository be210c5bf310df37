import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
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

const isSameWindow = (left: NamedWindow, right: NamedWindow) =>
  left.name === right.name && left.first === right.first && left.end === right.end;

/** The first row in the view and where it stands. */
function firstInView(scroller: Element, rows: Element | null): Anchor | undefined {
  const view = scroller.getBoundingClientRect();
  for (const row of rows?.children ?? []) {
    const box = row.getBoundingClientRect();
    if (box.bottom > view.top) return { id: (row as HTMLElement).dataset.row ?? '', top: box.top - view.top };
  }
  return undefined;
}

/** Distance by which a row has moved from its anchor, px; 0 where it is not drawn. */
function movedBy({ id, top }: Anchor, scroller: Element, rows: Element | null): number {
  const row = rows?.querySelector(`[data-row="${CSS.escape(id)}"]`);
  return row ? row.getBoundingClientRect().top - scroller.getBoundingClientRect().top - top : 0;
}

const isNearEnd = ({ scrollHeight, scrollTop, clientHeight }: Element) =>
  scrollHeight - scrollTop - clientHeight <= endSlack;

interface Drawn {
  name: string;
  ids: readonly string[];
  /** Heights of all rows, px; guessed where a row was never drawn. */
  all: number[];
  range: RowWindow;
}

function windowInView(scroller: Element, rows: HTMLElement | null, { all, name, range }: Drawn): NamedWindow {
  const top = scroller.scrollTop - (rows?.offsetTop ?? 0) + sum(all, 0, range.first);
  return { name, ...windowFor(all, top, scroller.clientHeight, range) };
}

type MeasuredRow = readonly [id: string, height: number];

/** Measured heights of rows by their ids, px. */
function measuredRows(entries: readonly ResizeObserverEntry[]): MeasuredRow[] {
  return entries.flatMap(({ target, borderBoxSize }) => {
    const id = (target as HTMLElement).dataset.row;
    const height = borderBoxSize[0]?.blockSize;
    return id === undefined || height === undefined ? [] : [[id, height] as const];
  });
}

/** Keeps measured heights. @returns whether a row is higher than it was */
function takeHeights(measured: readonly MeasuredRow[], heights: Map<string, number>, { ids, all }: Drawn): boolean {
  let isGrown = false;
  for (const [id, height] of measured) {
    isGrown ||= height > (heights.get(id) ?? Number.POSITIVE_INFINITY);
    heights.set(id, height);
    const at = ids.indexOf(id);
    if (at >= 0) all[at] = height;
  }
  return isGrown;
}

interface Elements {
  scroller: RefObject<HTMLElement>;
  rows: RefObject<HTMLElement>;
}

/** Observes the drawn rows, and the view, which is smaller where the composer has grown. */
function useRowObserver(
  { scroller, rows }: Elements,
  { first, end, ids }: RowWindow & { ids: readonly string[] },
  onMeasured: (measured: readonly MeasuredRow[]) => void,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows are drawn
  useEffect(() => {
    const element = rows.current;
    if (!element) return;
    const observer = new ResizeObserver((entries) => onMeasured(measuredRows(entries)));
    for (const row of element.children) observer.observe(row);
    if (scroller.current) observer.observe(scroller.current);
    return () => observer.disconnect();
  }, [scroller, rows, first, end, ids, onMeasured]);
}

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
  const isOutdated = wanted.name !== name || wanted.end > ids.length;
  const range = isOutdated || isFollowing.current ? lastWindow(ids.length) : wanted;

  const all = useMemo(() => ids.map((id) => heights.current.get(id) ?? guessedHeight), [ids]);
  const latest = useRef<Drawn>({ ids, all, name, range });
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

  const settle = useCallback(() => {
    const element = scroller.current;
    if (!element) return;
    if (isFollowing.current) element.scrollTop = element.scrollHeight;
    else if (anchor.current) {
      const moved = movedBy(anchor.current, element, rows.current);
      if (Math.abs(moved) >= 1) element.scrollTop += moved;
    }
    lastTop.current = element.scrollTop;
  }, []);

  const look = useCallback(() => {
    const element = scroller.current;
    if (!element) return;
    if (isNearEnd(element)) isFollowing.current = true;
    else if (element.scrollTop < lastTop.current) {
      // A press that asks for the end in the middle of a smooth scroll wins over the scroll.
      if (performance.now() - broughtAt.current < scrollRest) element.scrollTop = element.scrollHeight;
      else isFollowing.current = false;
    }
    lastTop.current = element.scrollTop;
    setIsAtEnd(isFollowing.current);
    if (isFollowing.current) setHasNews(false);
    anchor.current = firstInView(element, rows.current) ?? anchor.current;
    const next = windowInView(element, rows.current, latest.current);
    setWanted((current) => (isSameWindow(current, next) ? current : next));
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another list begins at its end
  useLayoutEffect(() => toEnd(), [name, toEnd]);

  // Rows that were drawn above or below move nothing that is read.
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each change of what is drawn
  useLayoutEffect(settle, [range.first, range.end, ids.length, settle]);

  const onMeasured = useCallback(
    (measured: readonly MeasuredRow[]) => {
      const isGrown = takeHeights(measured, heights.current, latest.current);
      settle();
      if (isGrown && !isFollowing.current) setHasNews(true);
    },
    [settle],
  );
  useRowObserver({ scroller, rows }, { ...range, ids }, onMeasured);

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
