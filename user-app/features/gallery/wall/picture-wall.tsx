import { type MouseEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import type { PictureFilters } from '#shared/contract/gallery-picture';
import { formatNumber } from '#shared/domain/format';
import { useListState, usePictureList, type WallContent } from '../../../data/gallery';
import { knownPicture } from '../../../data/gallery-pictures';
import { firstPictures } from '../../../lib/boot-response';
import { endSplashPicture } from '../../../lib/splash-picture';
import { whenIdle } from '../../../lib/when-idle';
import { Button } from '../../../ui/button';
import { EmptyState } from '../../../ui/empty-state';
import { openedFrom, openPicture } from './open-picture';
import { PictureCard } from './picture-card';
import styles from './picture-wall.css';
import { useCardOrder } from './use-card-order';
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
  /** What scrolls, where that is not the window. */
  scroller?: RefObject<HTMLElement>;
}

export type PictureWallProps = Omit<WallProps, 'content'> & {
  /** What the wall shows; all that the caller may see where it is empty. */
  filters: Partial<PictureFilters>;
};

/** A wall of the gallery's pictures. It keeps its place, opens the viewer, and says what there is to say at its end. */
export function PictureWall({ filters, ...props }: PictureWallProps) {
  return <Wall {...props} content={{ filters }} />;
}

const waitingHeights = [220, 320, 180, 260, 300, 200, 240, 340, 190, 280];

/** A wall of any content: by filters, or of pictures like one. */
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
  useEffect(() => {
    // The boxes of the whole wall come when the first pictures are on their way.
    if (isReady && !isComplete && list.isWhole) whenIdle(() => void list.loadMore());
  }, [isReady, isComplete, list]);

  const isShown = isReady && (shown.length > 0 || state.count === 0);
  useEffect(() => {
    if (isShown || error) void endSplashPicture(...(root.current?.querySelectorAll('img') ?? []));
  }, [isShown, error]);

  useEffect(() => {
    const lookAgain = () => document.visibilityState === 'visible' && void list.lookForNew();
    document.addEventListener('visibilitychange', lookAgain);
    return () => document.removeEventListener('visibilitychange', lookAgain);
  }, [list]);

  const showCard = useRef(keys.showCard);
  showCard.current = keys.showCard;
  useEffect(() => {
    if (scroller) return;
    // Opened by its address, a picture has its neighbours from the page's first wall.
    if (!openedFrom.get().shelved) openedFrom.set({ shelved });
    shelved.onClosed = (id) => showCard.current(list.indexOf(id));
    return () => {
      shelved.onClosed = undefined;
      if (openedFrom.get().shelved === shelved) openedFrom.set({ shelved: undefined });
    };
  }, [shelved, list, scroller]);

  const anchor = useRef<number>();
  const press = (event: MouseEvent<HTMLElement>) => {
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
    keys.setCurrent(at);
    if (!selection) openPicture(id, shelved);
    else {
      const range = event.shiftKey && anchor.current !== undefined ? rangeOf(anchor.current, at) : [at];
      anchor.current = at;
      selection.onChange(
        toggled(
          selection.ids,
          range.flatMap((place) => list.boxes.ids[place] ?? []),
        ),
      );
    }
  };

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

  const current = keys.current;
  const isCurrentAway = masonry && current >= masonry.from && current < masonry.to && !shown.includes(current);
  // The keyboard's place stays, so that scrolling does not take the focus away.
  const places = isCurrentAway && keys.hasFocus ? [...shown, current].sort((one, other) => one - other) : shown;
  const step = masonry ? masonry.columnWidth + masonry.gap : 0;

  return (
    <>
      {state.arrived > 0 && (
        <div className={styles.bar}>
          <Button
            size="small"
            className={styles.news}
            onClick={() => {
              void list.reload();
              root.current?.scrollIntoView({ behavior: 'instant' });
            }}
          >
            有 {state.arrived} 张新图，点此刷新
          </Button>
        </div>
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
        aria-busy={!isReady || state.isLoading || places.length === 0}
        className={styles.wall}
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
        {masonry &&
          places.map((at) => {
            const id = list.boxes.ids[at];
            if (id === undefined || at >= masonry.to) return null;
            return (
              <PictureCard
                key={id}
                id={id}
                at={at}
                total={Math.max(state.total, state.count)}
                left={masonry.columnOf(at) * step}
                top={masonry.topOf(at)}
                width={masonry.columnWidth}
                height={masonry.heightOf(at)}
                colour={list.boxes.colours[at] ?? 0}
                isCurrent={at === current}
                fault={list.faultOf(id)}
                isBox={isFlying && !knownPicture(id)}
                isSelected={selection?.ids.has(id)}
                canMove={onOrder !== undefined}
                isFirst={at < firstPictures}
              />
            );
          })}
      </div>
      <div className={styles.end} role="status">
        {error && isReady && (
          <>
            <span>{error.message}</span>
            <Button size="small" onClick={() => void list.loadMore()}>
              重试
            </Button>
          </>
        )}
        {!error && state.isLoading && isReady && !list.isWhole && '正在读取'}
        {masonry && masonry.to < state.count && (
          <Button size="small" onClick={() => wall.showFrom(masonry.to)}>
            后面还有 {formatNumber(state.count - masonry.to)} 张，继续看
          </Button>
        )}
        {isComplete && masonry && masonry.to >= state.count && state.count > 0 && (
          <span>共 {formatNumber(state.count)} 张，没有更多了</span>
        )}
      </div>
    </>
  );
}

function rangeOf(one: number, other: number): number[] {
  const first = Math.min(one, other);
  return Array.from({ length: Math.abs(one - other) + 1 }, (_, step) => first + step);
}

/** The chosen ones with one of them changed; a stretch is added whole. */
function toggled(ids: ReadonlySet<number>, changed: readonly number[]): ReadonlySet<number> {
  const next = new Set(ids);
  const [only] = changed;
  if (changed.length === 1 && only !== undefined && next.delete(only)) return next;
  for (const id of changed) next.add(id);
  return next;
}
