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
import { useListState } from '../../../data/gallery';
import type { ShelvedPictures } from '../../../data/gallery-shelf';
import { history } from '../../../lib/router';
import { createMasonry, gridFor, type Masonry, wallGap } from './masonry';

/** Views above and below the window in which cards exist; and views ahead of the end at which more is read. */
const overscanViews = 0.6;
const viewsAhead = 3;
/** Part of a view that is scrolled in one frame from which on cards are only boxes, and the rest after it, ms. */
const flyingPart = 0.6;
const restMs = 110;

export interface Wall {
  /** Undefined until the width is known. */
  masonry: Masonry | undefined;
  /** Places in the list of the cards that exist, in its order. */
  shown: readonly number[];
  /** Scrolling is too fast to read: boxes in place of cards. */
  isFlying: boolean;
  /** Shows the part of a list that begins at a place: walls have a greatest height. */
  showFrom: (from: number) => void;
  /** Brings a card into view; nothing moves where it is in view. */
  reveal: (at: number) => void;
}

/** A layout of the cards, and what it was made from. */
interface Laid {
  basis: { width: number; from: number; order: number; list: ShelvedPictures['list'] };
  masonry: Masonry | undefined;
}

function isShallowlySame<T extends object>(left: T, right: T): boolean {
  return (Object.keys(left) as (keyof T)[]).every((name) => left[name] === right[name]);
}

const isSame = (left: readonly number[], right: readonly number[]) =>
  left.length === right.length && left.every((at, index) => at === right[index]);

/**
 * The cards that the window shows. The wall keeps its scroll position: it is restored to the pixel when the page is come
 * back to, and stays at the same card when the columns change.
 * @param scroller the scrolling element, where that is not the window; such a wall begins at its top.
 */
export function useWall(
  root: RefObject<HTMLElement>,
  shelved: ShelvedPictures,
  scroller?: RefObject<HTMLElement>,
): Wall {
  const { list } = shelved;
  const [from, setFrom] = useState(shelved.from);
  const [shown, setShown] = useState<readonly number[]>([]);
  const [isFlying, setFlying] = useState(false);
  const width = useWidth(root);
  const { masonry, count } = useLayout(shelved, from, width);
  const latest = useRef<Latest>({ masonry, shelved });
  latest.current = { masonry, shelved };
  const viewport = useViewport(root, scroller);

  const look = useCallback(() => {
    const { masonry } = latest.current;
    if (!masonry) return;
    const { top, height } = viewport.view();
    const next = masonry.between(top - height * overscanViews, top + height * (1 + overscanViews));
    setShown((current) => (isSame(current, next) ? current : next));
  }, [viewport]);

  const position = usePosition(latest, viewport);
  useManualScrollRestoration(scroller);
  usePositionAfterRendering({ width, shelved, count, masonry }, { viewport, position, look, setFrom });
  useScrollListener({ viewport, position, look, setFlying });
  useReadAhead({ list, masonry, shown, isFlying, count }, viewport);

  const showFrom = (next: number) => {
    shelved.from = next;
    shelved.place = undefined;
    setFrom(next);
    root.current?.scrollIntoView({ behavior: 'instant' });
  };
  return { masonry, shown, isFlying, showFrom, reveal: (at) => masonry && revealIn(masonry, at, viewport) };
}

interface Latest {
  masonry: Masonry | undefined;
  shelved: ShelvedPictures;
}

/** Width of the wall's element in whole px; 0 until it is measured. */
function useWidth(root: RefObject<HTMLElement>): number {
  const [width, setWidth] = useState(0);
  // With an empty list the wall's element is removed, and a new one comes later.
  const observed = useRef<{ element: HTMLElement; observer: ResizeObserver }>();
  useLayoutEffect(() => {
    const element = root.current;
    if (element === (observed.current?.element ?? null)) return;
    observed.current?.observer.disconnect();
    observed.current = undefined;
    if (!element) return;
    const measure = () => element.isConnected && setWidth(Math.floor(element.clientWidth));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    observed.current = { element, observer };
  });
  useEffect(
    () => () => {
      observed.current?.observer.disconnect();
      observed.current = undefined;
    },
    [],
  );
  return width;
}

/** The boxes of the list in columns, laid out afresh where the width or the order has changed. */
function useLayout(shelved: ShelvedPictures, from: number, width: number) {
  const { list } = shelved;
  const count = useListState(shelved, (state) => state.count);
  const order = useListState(shelved, (state) => state.order);
  const laid = useRef<Laid>();
  const basis = { width, from, order, list };
  if (!laid.current || !isShallowlySame(laid.current.basis, basis))
    laid.current = { basis, masonry: width > 0 ? createMasonry(gridFor(width, wallGap), from) : undefined };
  const { masonry } = laid.current;
  masonry?.extend(list.boxes.shapes, count);
  return { masonry, count };
}

interface Viewport {
  root: RefObject<HTMLElement>;
  scroller: RefObject<HTMLElement> | undefined;
  /** Upper edge of the view below that of the wall, and the view's height, px. */
  view: () => { top: number; height: number };
  scrollBy: (distance: number) => void;
}

function useViewport(root: RefObject<HTMLElement>, scroller: RefObject<HTMLElement> | undefined): Viewport {
  const view = useCallback(() => {
    const box = scroller?.current?.getBoundingClientRect();
    const height = box?.height ?? window.innerHeight;
    return { top: (box?.top ?? 0) - (root.current?.getBoundingClientRect().top ?? 0), height };
  }, [root, scroller]);
  const scrollBy = useCallback(
    (distance: number) => (scroller?.current ?? window).scrollBy({ top: distance, behavior: 'instant' }),
    [scroller],
  );
  return useMemo(() => ({ root, scroller, view, scrollBy }), [root, scroller, view, scrollBy]);
}

interface Position {
  /** The list whose place the wall has taken, or whose beginning it shows. */
  settled: MutableRefObject<ShelvedPictures | undefined>;
  /** The card of the place is not laid out yet. */
  isSought: MutableRefObject<boolean>;
  note: () => void;
  /** @returns false where the card is not in the wall, or not yet. */
  goTo: () => boolean;
}

/** The scroll position as a card and a distance from it, kept with the list. */
function usePosition(latest: MutableRefObject<Latest>, { scroller, view, scrollBy }: Viewport): Position {
  const settled = useRef<ShelvedPictures>();
  const isSought = useRef(false);
  const note = useCallback(() => {
    const { masonry, shelved } = latest.current;
    if (scroller || !masonry || settled.current !== shelved) return;
    const { top, height } = view();
    const distance = (at: number) => Math.abs(masonry.topOf(at) - top);
    const [first, ...others] = masonry.between(top, top + height / 2);
    if (window.scrollY < 8 || first === undefined) {
      shelved.place = undefined;
      return;
    }
    const at = others.reduce((best, candidate) => (distance(candidate) < distance(best) ? candidate : best), first);
    const id = shelved.list.boxes.ids[at];
    shelved.place = id === undefined ? undefined : { id, offset: top - masonry.topOf(at) };
  }, [latest, scroller, view]);

  const goTo = useCallback(() => {
    const { masonry, shelved } = latest.current;
    const at = shelved.place && masonry ? shelved.list.indexOf(shelved.place.id) : -1;
    if (!masonry || !shelved.place || at < masonry.from || at >= masonry.to) return false;
    const offset = Math.min(shelved.place.offset, masonry.heightOf(at));
    scrollBy(masonry.topOf(at) + offset - view().top);
    return true;
  }, [latest, scrollBy, view]);
  return useMemo(() => ({ settled, isSought, note, goTo }), [note, goTo]);
}

/** Keeps the browser from scrolling a page that is come back to by itself. */
function useManualScrollRestoration(scroller: RefObject<HTMLElement> | undefined): void {
  useLayoutEffect(() => {
    if (scroller) return;
    const before = window.history.scrollRestoration;
    window.history.scrollRestoration = 'manual';
    return () => {
      window.history.scrollRestoration = before;
    };
  }, [scroller]);
}

interface Rendering extends Latest {
  width: number;
  count: number;
}

interface Following {
  viewport: Viewport;
  position: Position;
  look: () => void;
  setFrom: (from: number) => void;
}

/** After each rendering that shows something else, cards and scroll position follow before it is painted. */
function usePositionAfterRendering(rendering: Rendering, { viewport, position, look, setFrom }: Following): void {
  const { width, shelved, count, masonry } = rendering;
  const { root, scroller, view } = viewport;
  const rendered = useRef<object>({});
  useLayoutEffect(() => {
    const columns = masonry?.columnWidth;
    const before: { columns?: number | undefined } = rendered.current;
    const now = { width, shelved, count, masonry, columns };
    if (width === 0 || isShallowlySame(now, before as typeof now)) return;
    rendered.current = now;
    if (!scroller && position.settled.current !== shelved) {
      const isFirst = position.settled.current === undefined;
      position.settled.current = shelved;
      setFrom(shelved.from);
      // A list that is come back to opens at its place, another one at its beginning.
      position.isSought.current = history.action === 'POP' && shelved.place !== undefined;
      if (!position.isSought.current) {
        shelved.place = undefined;
        if (!isFirst && view().top > 0) root.current?.scrollIntoView({ behavior: 'instant' });
      }
    }
    // More boxes may bring the card that is sought, and in other columns it stands elsewhere.
    if ((position.isSought.current || before.columns !== columns) && position.goTo()) position.isSought.current = false;
    look();
  });
}

/** Follows scrolling: which cards are in view, the place to come back to, and whether the wall flies by. */
function useScrollListener(following: Omit<Following, 'setFrom'> & { setFlying: (isFlying: boolean) => void }): void {
  const { viewport, position, look, setFlying } = following;
  useEffect(() => {
    const { scroller, view } = viewport;
    const { pathname } = window.location;
    const target = scroller?.current ?? window;
    let lastTop = view().top;
    let isFast = false;
    let timer: number | undefined;
    const onScroll = () => {
      // The page that comes next scrolls while this one is being taken away.
      if (window.location.pathname !== pathname) return;
      const { top, height } = view();
      const distance = Math.abs(top - lastTop);
      lastTop = top;
      isFast = distance > height * flyingPart || (isFast && distance > height / 8);
      setFlying(isFast);
      look();
      if (!position.isSought.current) position.note();
      window.clearTimeout(timer);
      timer = window.setTimeout(() => {
        isFast = false;
        setFlying(false);
      }, restMs);
    };
    // A person who scrolls does not wait for the place any more.
    const letGo = () => {
      position.isSought.current = false;
    };
    const gestures = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;
    target.addEventListener('scroll', onScroll, { passive: true });
    for (const gesture of gestures) window.addEventListener(gesture, letGo, { passive: true });
    return () => {
      target.removeEventListener('scroll', onScroll);
      for (const gesture of gestures) window.removeEventListener(gesture, letGo);
      window.clearTimeout(timer);
    };
  }, [viewport, position, look, setFlying]);
}

interface Reading extends Pick<Wall, 'masonry' | 'shown' | 'isFlying'> {
  list: ShelvedPictures['list'];
  count: number;
}

/** Reads the records of the cards in view, and more boxes well before the end of the wall. */
function useReadAhead({ list, masonry, shown, isFlying, count }: Reading, { view }: Viewport): void {
  const first = shown[0];
  const last = shown.at(-1);
  useEffect(() => {
    if (!isFlying && first !== undefined && last !== undefined) list.need(first, Math.min(last, count - 1));
  }, [list, first, last, isFlying, count]);

  // After every rendering: a page may have been too short to lead away from the end.
  useEffect(() => {
    if (!masonry || masonry.to < count) return;
    const { top, height } = view();
    const isNearEnd = masonry.height < top + height * (1 + viewsAhead);
    if (isNearEnd && list.get().isReady && !list.get().error) void list.loadMore();
  });
}

function revealIn(masonry: Masonry, at: number, { root, scroller, view, scrollBy }: Viewport): void {
  const { top, height } = view();
  const margin = scroller
    ? wallGap
    : Number.parseFloat(getComputedStyle(root.current as Element).scrollMarginTop) || wallGap;
  const above = masonry.topOf(at) - top - margin;
  const below = masonry.topOf(at) + masonry.heightOf(at) - top - height + wallGap;
  if (above < 0) scrollBy(above);
  else if (below > 0) scrollBy(Math.min(below, above));
}
