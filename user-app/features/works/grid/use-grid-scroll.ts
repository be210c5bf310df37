import {
  type MutableRefObject,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { KeptWorks, WorkPlaces } from '../../../data/works';
import { history } from '../../../lib/router';
import { useListPart } from '../../../lib/server-list';
import { type GridLayout, layOut, type RowRange, revealMore, rowsInView } from './grid-layout';

const overscanRows = 2;
/** Part of a view that is scrolled in one frame from which on cards are only boxes. */
const flyingPart = 0.6;
/** Milliseconds of rest after which boxes become cards again. */
const restMs = 110;

/** Rows of boxes that become cards in one frame: more would hold the frame up. */
const rowsPerFrame = 2;

interface View extends RowRange {
  /** Scrolling is too fast to read: boxes in place of cards. */
  isFlying: boolean;
  /** The rows that are cards. */
  cards: RowRange;
}

const noRows: RowRange = { first: 0, last: -1 };

/** The same object where nothing has changed. */
function nextView(current: View, view: RowRange, isFlying: boolean): View {
  const cards = isFlying ? noRows : revealMore(current.cards, view, overscanRows, rowsPerFrame);
  const isSame = isSameRange(current, view) && isSameRange(current.cards, cards) && current.isFlying === isFlying;
  return isSame ? current : { ...view, cards, isFlying };
}

function isSameRange(left: RowRange, right: RowRange): boolean {
  return left.first === right.first && left.last === right.last;
}

export interface GridScroll extends View {
  /** Undefined until the width is known. */
  layout: GridLayout | undefined;
  rows: number;
}

/** Width of the element in whole px; 0 until it is measured. */
function useWidth(root: RefObject<HTMLElement>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = root.current;
    if (!element) return;
    const measure = () => setWidth(Math.floor(element.clientWidth));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [root]);
  return width;
}

/** Keeps the browser from scrolling a page that is come back to by itself. */
function useManualScrollRestoration(): void {
  useLayoutEffect(() => {
    const before = window.history.scrollRestoration;
    window.history.scrollRestoration = 'manual';
    return () => {
      window.history.scrollRestoration = before;
    };
  }, []);
}

/**
 * Follows the scrolling of the window: tells fast from slow in `isFlying`.
 * @param notePlace called while scrolling goes on, and not for its end
 */
function useScrollListener(isFlying: MutableRefObject<boolean>, look: () => void, notePlace: () => void): void {
  useEffect(() => {
    const { pathname } = window.location;
    let lastY = window.scrollY;
    let timer: number | undefined;
    const onScroll = () => {
      // The page that comes next scrolls while this one is being taken away.
      if (window.location.pathname !== pathname) return;
      const distance = Math.abs(window.scrollY - lastY);
      lastY = window.scrollY;
      isFlying.current =
        distance > window.innerHeight * flyingPart || (isFlying.current && distance > window.innerHeight / 8);
      look();
      notePlace();
      window.clearTimeout(timer);
      timer = window.setTimeout(() => {
        isFlying.current = false;
        look();
      }, restMs);
    };
    window.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      window.removeEventListener('scroll', onScroll);
      window.clearTimeout(timer);
    };
  }, [isFlying, look, notePlace]);
}

/**
 * The rows of the grid that the window shows. Keeps the list's scroll position: it is restored when the list is come back
 * to, and stays where it is when works come in above it or the columns change.
 */
export function useGridScroll(root: RefObject<HTMLElement>, shelved: KeptWorks, places: WorkPlaces): GridScroll {
  const headGrowth = useListPart(shelved.list, (state) => state.headGrowth);
  const width = useWidth(root);
  const layout = useMemo(() => (width > 0 ? layOut(width) : undefined), [width]);
  const rows = layout ? Math.ceil(places.length / layout.columns) : 0;
  const [view, setView] = useState<View>({ ...noRows, cards: noRows, isFlying: false });
  const isFlying = useRef(false);
  const latest = useRef({ layout, rows, places, shelved });
  latest.current = { layout, rows, places, shelved };

  const look = useCallback(() => {
    const { layout, rows } = latest.current;
    if (!root.current || !layout) return;
    const top = -root.current.getBoundingClientRect().top;
    const inView = rowsInView(layout, rows, top, window.innerHeight, overscanRows);
    setView((current) => nextView(current, inView, isFlying.current));
  }, [root]);

  const isRevealing = !view.isFlying && !isSameRange(view, view.cards);
  useEffect(() => {
    if (!isRevealing) return;
    const frame = requestAnimationFrame(look);
    return () => cancelAnimationFrame(frame);
  });

  const settledList = useRef<unknown>();
  const notePlace = useCallback(() => {
    const { layout, places, shelved } = latest.current;
    if (!root.current || !layout || settledList.current !== shelved) return;
    const top = -root.current.getBoundingClientRect().top;
    const row = Math.floor(top / layout.rowHeight);
    const index = row * layout.columns;
    shelved.place =
      window.scrollY < 8
        ? undefined
        : { index, taskId: places.at(index)?.taskId, offset: top - row * layout.rowHeight };
  }, [root]);

  const goToPlace = useCallback(() => {
    const { layout, shelved } = latest.current;
    const { place } = shelved;
    if (!root.current || !layout || !place) return;
    const gridTop = root.current.getBoundingClientRect().top + window.scrollY;
    window.scrollTo(0, gridTop + Math.floor(place.index / layout.columns) * layout.rowHeight + place.offset);
  }, [root]);

  useManualScrollRestoration();

  // A list that is come back to opens at its place, another one at its beginning.
  useLayoutEffect(() => {
    if (width === 0 || settledList.current === shelved) return;
    const isFirst = settledList.current === undefined;
    if (history.action === 'POP' && shelved.place) goToPlace();
    else {
      shelved.place = undefined;
      if (!isFirst || history.action !== 'POP') window.scrollTo(0, 0);
    }
    settledList.current = shelved;
  }, [width, shelved, goToPlace]);

  // Works that come or go above the view move it along.
  const grownBy = useRef({ shelved, headGrowth });
  useLayoutEffect(() => {
    const { place } = shelved;
    const shift = grownBy.current.shelved === shelved ? headGrowth - grownBy.current.headGrowth : 0;
    grownBy.current = { shelved, headGrowth };
    if (!place || settledList.current !== shelved) return;
    const index = place.taskId === undefined ? place.index + shift : places.indexOf(place.taskId);
    if (index < 0 || index === place.index) return;
    place.index = index;
    goToPlace();
  }, [places, headGrowth, shelved, goToPlace]);

  const columns = layout?.columns;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the columns is what moves the rows
  useLayoutEffect(() => {
    goToPlace();
    look();
  }, [columns, width, goToPlace, look]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the number of rows decides what is in view
  useLayoutEffect(() => look(), [rows, shelved, look]);

  useScrollListener(isFlying, look, notePlace);

  return { ...view, layout, rows };
}
