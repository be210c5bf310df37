import {
  type DragEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
} from 'react';
import type { PictureFilters } from '#shared/contract/gallery-picture';
import { formatNumber } from '#shared/domain/format';
import { useListState, usePictureList, type WallContent } from '../../../data/gallery';
import { knownPicture } from '../../../data/gallery-pictures';
import type { ShelvedPictures } from '../../../data/gallery-shelf';
import type { GalleryList, PictureListState } from '../../../data/picture-list';
import { firstPictures } from '../../../lib/boot-response';
import { endSplashPicture } from '../../../lib/splash-picture';
import { whenIdle } from '../../../lib/when-idle';
import { Button } from '../../../ui/button';
import { EmptyState } from '../../../ui/empty-state';
import type { Masonry } from './masonry';
import { openedFrom, openPicture } from './open-picture';
import { PictureCard } from './picture-card';
import styles from './picture-wall.css';
import { useWall } from './use-wall';
import { useWallKeys } from './use-wall-keys';

export interface PictureSelection {
  ids: ReadonlySet<number>;
  onChange: (ids: ReadonlySet<number>) => void;
}

interface WallProps {
  content: WallContent;
  /** Stands where the list is empty. */
  empty?: ReactNode;
  /** Pictures are chosen with a press while this is given. */
  selection?: PictureSelection | undefined;
  /** Pictures are moved with the pointer, or with Alt and arrows, while this is given; `before` is null at the end. */
  onOrder?: ((pictureId: number, before: number | null) => void) | undefined;
  /** The scrolling element, where that is not the window. */
  scroller?: RefObject<HTMLElement>;
}

export type PictureWallProps = Omit<WallProps, 'content'> & {
  /** Filters of the list; empty for all that the caller may see. */
  filters: Partial<PictureFilters>;
};

/** A wall of the gallery's pictures. It keeps its scroll position, opens the viewer, and tells the state of the list at its end. */
export function PictureWall({ filters, ...props }: PictureWallProps) {
  return <Wall {...props} content={{ filters }} />;
}

const waitingHeights = [220, 320, 180, 260, 300, 200, 240, 340, 190, 280];

/** Reads the boxes of the whole wall, where the list has them, once the first pictures are loading. */
function useWholeList(list: GalleryList, isUnfinished: boolean): void {
  useEffect(() => {
    if (isUnfinished && list.isWhole) whenIdle(() => void list.loadMore());
  }, [isUnfinished, list]);
}

/** Looks for new pictures when the page is shown again. */
function useNews(list: GalleryList): void {
  useEffect(() => {
    const lookAgain = () => document.visibilityState === 'visible' && void list.lookForNew();
    document.addEventListener('visibilitychange', lookAgain);
    return () => document.removeEventListener('visibilitychange', lookAgain);
  }, [list]);
}

/** Brings the picture that was open last into view when the viewer closes; only a wall that scrolls with the window. */
function useReturnFromViewer(shelved: ShelvedPictures, show: (at: number) => void, hasOwnScroller: boolean): void {
  const { list } = shelved;
  const showCard = useRef(show);
  showCard.current = show;
  useEffect(() => {
    if (hasOwnScroller) return;
    // Opened by its address, a picture has its neighbours from the page's first wall.
    if (!openedFrom.get().shelved) openedFrom.set({ shelved });
    shelved.onClosed = (id) => showCard.current(list.indexOf(id));
    return () => {
      shelved.onClosed = undefined;
      if (openedFrom.get().shelved === shelved) openedFrom.set({ shelved: undefined });
    };
  }, [shelved, list, hasOwnScroller]);
}

/** Presses on cards: they open a picture, choose it, or have it read again. */
function usePress(shelved: ShelvedPictures, setCurrent: (at: number) => void, selection: PictureSelection | undefined) {
  const { list } = shelved;
  const anchor = useRef<number>();
  const select = ({ ids, onChange }: PictureSelection, at: number, isRange: boolean) => {
    const range = isRange && anchor.current !== undefined ? rangeOf(anchor.current, at) : [at];
    anchor.current = at;
    onChange(
      toggled(
        ids,
        range.flatMap((index) => list.boxes.ids[index] ?? []),
      ),
    );
  };
  return (event: MouseEvent<HTMLElement>) => {
    const target = event.target as HTMLElement;
    const at = Number(target.closest<HTMLElement>('[data-at]')?.dataset.at);
    const id = list.boxes.ids[at];
    if (id === undefined) return;
    if (target.closest('[data-act=retry]')) {
      list.need(at, at);
      return;
    }
    if (!target.closest('a')) return;
    // A new tab or window opens the address itself.
    if (!selection && (event.metaKey || event.ctrlKey || event.shiftKey)) return;
    event.preventDefault();
    setCurrent(at);
    if (selection) select(selection, at, event.shiftKey);
    else openPicture(id, shelved);
  };
}

type Keys = Pick<ReturnType<typeof useWallKeys>, 'current' | 'hasFocus'>;

/** The card with the focus stays, so that scrolling does not take the focus away. */
function withCurrent(shown: readonly number[], { current, hasFocus }: Keys, masonry: Masonry | undefined) {
  const isAway = masonry && current >= masonry.from && current < masonry.to && !shown.includes(current);
  return isAway && hasFocus ? [...shown, current].sort((left, right) => left - right) : shown;
}

/** A wall of any content: by filters, or of pictures similar to another. */
export function Wall({ content, empty, selection, onOrder, scroller }: WallProps) {
  const shelved = usePictureList(content);
  const { list } = shelved;
  const state = useListState(shelved, (all) => all);
  const root = useRef<HTMLDivElement>(null);
  const wall = useWall(root, shelved, scroller);
  const { masonry, shown, isFlying } = wall;
  const keys = useWallKeys(root, wall, state.count);
  const order = useCardOrder(shelved, onOrder);

  const { isReady, isComplete, error } = state;
  useWholeList(list, isReady && !isComplete);

  const isShown = isReady && (shown.length > 0 || state.count === 0);
  useEffect(() => {
    if (isShown || error) void endSplashPicture(...(root.current?.querySelectorAll('img') ?? []));
  }, [isShown, error]);

  useNews(list);
  useReturnFromViewer(shelved, keys.showCard, scroller !== undefined);
  const press = usePress(shelved, keys.setCurrent, selection);

  if (!isReady && error) {
    return (
      <EmptyState drawing="broken" title="图片没有读到" text={error.message}>
        <Button onClick={() => void list.loadMore()}>重试</Button>
      </EmptyState>
    );
  }
  if (isReady && state.count === 0) {
    return <>{empty ?? <EmptyState drawing="wall" title="还没有图片" text="换个条件，或者先看看别的分类。" />}</>;
  }

  const indexes = withCurrent(shown, keys, masonry);

  return (
    <>
      {state.arrived > 0 && (
        <NewsButton
          count={state.arrived}
          onPress={() => {
            void list.reload();
            root.current?.scrollIntoView({ behavior: 'instant' });
          }}
        />
      )}
      {masonry && masonry.from > 0 && (
        <div className={styles.end}>
          <Button size="small" onClick={() => wall.showFrom(0)}>
            回到最前面
          </Button>
        </div>
      )}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the cards are links, Enter presses them */}
      <div
        ref={root}
        role="feed"
        aria-label="图片"
        aria-busy={!isReady || state.isLoading || indexes.length === 0}
        className={`relative w-full ${styles.wall}`}
        style={{ height: isReady ? masonry?.height : undefined }}
        onClick={press}
        {...keys.input}
        {...order.input}
      >
        {!isReady && (
          <div className={styles.waiting} aria-hidden data-holds-place>
            {waitingHeights.map((height) => (
              <span key={height} style={{ height }} />
            ))}
          </div>
        )}
        {masonry && (
          <Cards
            {...{ list, masonry, indexes, isFlying, selection }}
            total={Math.max(state.total, state.count)}
            current={keys.current}
            canMove={onOrder !== undefined}
          />
        )}
      </div>
      <End list={list} state={state} masonry={masonry} showFrom={wall.showFrom} />
    </>
  );
}

function NewsButton({ count, onPress }: { count: number; onPress: () => void }) {
  return (
    <div className={`flex sticky z-sticky justify-center ${styles.bar}`}>
      <Button size="small" className={`mt-8 shadow-float ${styles.news}`} onClick={onPress}>
        有 {count} 张新图，点此刷新
      </Button>
    </div>
  );
}

interface CardsProps {
  list: GalleryList;
  masonry: Masonry;
  /** Indexes in the list of the cards that exist. */
  indexes: readonly number[];
  isFlying: boolean;
  selection: PictureSelection | undefined;
  total: number;
  current: number;
  canMove: boolean;
}

function Cards({ list, masonry, indexes, isFlying, selection, total, current, canMove }: CardsProps) {
  const step = masonry.columnWidth + masonry.gap;
  return (
    <>
      {indexes.map((at) => {
        const id = list.boxes.ids[at];
        if (id === undefined || at >= masonry.to) return null;
        return (
          <PictureCard
            key={id}
            id={id}
            at={at}
            total={total}
            left={masonry.columnOf(at) * step}
            top={masonry.topOf(at)}
            width={masonry.columnWidth}
            height={masonry.heightOf(at)}
            colour={list.boxes.colours[at] ?? 0}
            isCurrent={at === current}
            fault={list.faultOf(id)}
            isBox={isFlying && !knownPicture(id)}
            isSelected={selection?.ids.has(id)}
            canMove={canMove}
            isFirst={at < firstPictures}
          />
        );
      })}
    </>
  );
}

interface EndProps {
  list: GalleryList;
  state: PictureListState;
  masonry: Masonry | undefined;
  showFrom: (from: number) => void;
}

/** The line under the wall: reading, a failure, the next part of a list, or its end. */
function End({ list, state, masonry, showFrom }: EndProps) {
  const { isReady, isComplete, isLoading, error, count } = state;
  return (
    <div className={styles.end} role="status">
      {error && isReady && (
        <>
          <span>{error.message}</span>
          <Button size="small" onClick={() => void list.loadMore()}>
            重试
          </Button>
        </>
      )}
      {!error && isLoading && isReady && !list.isWhole && '正在读取'}
      {masonry && masonry.to < count && (
        <Button size="small" onClick={() => showFrom(masonry.to)}>
          后面还有 {formatNumber(count - masonry.to)} 张，继续看
        </Button>
      )}
      {isComplete && masonry && masonry.to >= count && count > 0 && (
        <span>共 {formatNumber(count)} 张，没有更多了</span>
      )}
    </div>
  );
}

function rangeOf(from: number, to: number): number[] {
  const first = Math.min(from, to);
  return Array.from({ length: Math.abs(from - to) + 1 }, (_, step) => first + step);
}

/** The selection with one picture toggled, or with a range added. */
function toggled(ids: ReadonlySet<number>, changed: readonly number[]): ReadonlySet<number> {
  const next = new Set(ids);
  const [only] = changed;
  if (changed.length === 1 && only !== undefined && next.delete(only)) return next;
  for (const id of changed) next.add(id);
  return next;
}

type OnOrder = (pictureId: number, before: number | null) => void;

const cardOf = (target: EventTarget) => Number((target as HTMLElement).closest<HTMLElement>('[data-id]')?.dataset.id);

/** Cards that are dragged to another place, or moved by Alt and an arrow; the wall follows at once. */
function useCardOrder({ list }: ShelvedPictures, onOrder: OnOrder | undefined) {
  const dragged = useRef<number>();

  const move = (id: number, before: number | null) => {
    if (id === before) return;
    const rest = list.boxes.ids.filter((other) => other !== id);
    const to = before === null ? rest.length : rest.indexOf(before);
    if (to < 0) return;
    list.rearrange(rest.toSpliced(to, 0, id));
    onOrder?.(id, before);
  };

  if (!onOrder) return { input: {} };
  return {
    input: {
      onDragStart: (event: DragEvent) => {
        dragged.current = cardOf(event.target);
        event.dataTransfer.effectAllowed = 'move';
      },
      onDragOver: (event: DragEvent) => {
        if (dragged.current !== undefined) event.preventDefault();
      },
      onDrop: (event: DragEvent) => {
        const onto = cardOf(event.target);
        const id = dragged.current;
        dragged.current = undefined;
        if (id === undefined) return;
        event.preventDefault();
        if (!Number.isNaN(onto)) {
          // Dropped behind where it came from, it takes the place after the card it lies on.
          const isBehind = list.indexOf(onto) > list.indexOf(id);
          move(id, isBehind ? (list.boxes.ids[list.indexOf(onto) + 1] ?? null) : onto);
        }
      },
      onKeyDownCapture: (event: KeyboardEvent) => {
        const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
        const id = cardOf(event.target);
        if (!event.altKey || step === undefined || Number.isNaN(id)) return;
        event.preventDefault();
        const at = list.indexOf(id);
        if (at + step < 0 || at + step >= list.boxes.ids.length) return;
        move(id, list.boxes.ids[step < 0 ? at - 1 : at + 2] ?? null);
      },
    },
  };
}
