import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
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

/** The cards laid out, and what a layout holds for. */
interface Laid {
  basis: { width: number; from: number; order: number; list: ShelvedPictures['list'] };
  masonry: Masonry | undefined;
}

function isShallowlySame<T extends object>(one: T, other: T): boolean {
  return (Object.keys(one) as (keyof T)[]).every((name) => one[name] === other[name]);
}

const isSame = (one: readonly number[], other: readonly number[]) =>
  one.length === other.length && one.every((at, index) => at === other[index]);

/**
 * Which cards the window shows. The wall keeps its place: it is found again to the pixel when the page is come back
 * to, and stays at the same card when the columns change.
 * @param scroller what scrolls, where that is not the window; such a wall begins at its top.
 */
export function useWall(
  root: RefObject<HTMLElement>,
  shelved: ShelvedPictures,
  scroller?: RefObject<HTMLElement>,
): Wall {
  const { list } = shelved;
  const count = useListState(shelved, (state) => state.count);
  const order = useListState(shelved, (state) => state.order);
  const [from, setFrom] = useState(shelved.from);
  const [width, setWidth] = useState(0);
  const [shown, setShown] = useState<readonly number[]>([]);
  const [isFlying, setFlying] = useState(false);
  const laid = useRef<Laid>();
  const basis = { width, from, order, list };
  // Boxes that moved are laid out afresh.
  if (!laid.current || !isShallowlySame(laid.current.basis, basis))
    laid.current = { basis, masonry: width > 0 ? createMasonry(gridFor(width, wallGap), from) : undefined };
  const { masonry } = laid.current;
  masonry?.extend(list.boxes.shapes, count);
  const latest = useRef({ masonry, shelved });
  latest.current = { masonry, shelved };

  const view = useCallback(() => {
    const box = scroller?.current?.getBoundingClientRect();
    const height = box?.height ?? window.innerHeight;
    return { top: (box?.top ?? 0) - (root.current?.getBoundingClientRect().top ?? 0), height };
  }, [root, scroller]);
  const scrollBy = useCallback(
    (distance: number) => (scroller?.current ?? window).scrollBy({ top: distance, behavior: 'instant' }),
    [scroller],
  );

  // Where the list is empty the wall's element goes, and another one comes after it.
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

  const look = useCallback(() => {
    const { masonry } = latest.current;
    if (!masonry) return;
    const { top, height } = view();
    const next = masonry.between(top - height * overscanViews, top + height * (1 + overscanViews));
    setShown((known) => (isSame(known, next) ? known : next));
  }, [view]);

  const settled = useRef<ShelvedPictures>();
  const notePlace = useCallback(() => {
    const { masonry, shelved } = latest.current;
    if (scroller || !masonry || settled.current !== shelved) return;
    const { top, height } = view();
    const distance = (at: number) => Math.abs(masonry.topOf(at) - top);
    const [first, ...others] = masonry.between(top, top + height / 2);
    if (window.scrollY < 8 || first === undefined) {
      shelved.place = undefined;
      return;
    }
    const at = others.reduce((best, other) => (distance(other) < distance(best) ? other : best), first);
    const id = shelved.list.boxes.ids[at];
    shelved.place = id === undefined ? undefined : { id, offset: top - masonry.topOf(at) };
  }, [scroller, view]);

  /** @returns false where the card is not in the wall, or not yet. */
  const goToPlace = useCallback(() => {
    const { masonry, shelved } = latest.current;
    const at = shelved.place && masonry ? shelved.list.indexOf(shelved.place.id) : -1;
    if (!masonry || !shelved.place || at < masonry.from || at >= masonry.to) return false;
    const offset = Math.min(shelved.place.offset, masonry.heightOf(at));
    scrollBy(masonry.topOf(at) + offset - view().top);
    return true;
  }, [scrollBy, view]);

  useLayoutEffect(() => {
    if (scroller) return;
    const before = window.history.scrollRestoration;
    window.history.scrollRestoration = 'manual';
    return () => {
      window.history.scrollRestoration = before;
    };
  }, [scroller]);

  const isPlaceSought = useRef(false);
  // After each rendering that shows something else: whatever changed, cards and place follow before it is seen.
  const rendered = useRef<object>({});
  useLayoutEffect(() => {
    const columns = masonry?.columnWidth;
    const before: { columns?: number | undefined } = rendered.current;
    const now = { width, shelved, count, masonry, columns };
    if (width === 0 || isShallowlySame(now, before as typeof now)) return;
    rendered.current = now;
    if (!scroller && settled.current !== shelved) {
      const isFirst = settled.current === undefined;
      settled.current = shelved;
      setFrom(shelved.from);
      // A list that is come back to opens at its place, another one at its beginning.
      isPlaceSought.current = history.action === 'POP' && shelved.place !== undefined;
      if (!isPlaceSought.current) {
        shelved.place = undefined;
        if (!isFirst && view().top > 0) root.current?.scrollIntoView({ behavior: 'instant' });
      }
    }
    // More boxes may bring the card that is sought, and in other columns it stands elsewhere.
    if ((isPlaceSought.current || before.columns !== columns) && goToPlace()) isPlaceSought.current = false;
    look();
  });

  useEffect(() => {
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
      if (!isPlaceSought.current) notePlace();
      window.clearTimeout(timer);
      timer = window.setTimeout(() => {
        isFast = false;
        setFlying(false);
      }, restMs);
    };
    // Whoever scrolls does not wait for the place any more.
    const letGo = () => {
      isPlaceSought.current = false;
    };
    const ownWays = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;
    target.addEventListener('scroll', onScroll, { passive: true });
    for (const way of ownWays) window.addEventListener(way, letGo, { passive: true });
    return () => {
      target.removeEventListener('scroll', onScroll);
      for (const way of ownWays) window.removeEventListener(way, letGo);
      window.clearTimeout(timer);
    };
  }, [scroller, view, look, notePlace]);

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

  const showFrom = (next: number) => {
    shelved.from = next;
    shelved.place = undefined;
    setFrom(next);
    root.current?.scrollIntoView({ behavior: 'instant' });
  };
  const reveal = (at: number) => {
    if (!masonry) return;
    const { top, height } = view();
    const margin = scroller
      ? wallGap
      : Number.parseFloat(getComputedStyle(root.current as Element).scrollMarginTop) || wallGap;
    const above = masonry.topOf(at) - top - margin;
    const below = masonry.topOf(at) + masonry.heightOf(at) - top - height + wallGap;
    if (above < 0) scrollBy(above);
    else if (below > 0) scrollBy(Math.min(below, above));
  };
  return { masonry, shown, isFlying, showFrom, reveal };
}
