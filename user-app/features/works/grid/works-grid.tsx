import { type CSSProperties, type RefObject, useEffect, useRef, useState } from 'react';
import type { Work } from '#shared/contract/project';
import { type ShelvedList, useListPart } from '../../../data/works-shelf';
import type { Selection } from '../../../lib/selection';
import { thumbWidth } from './grid-layout';
import { GridRow } from './grid-row';
import { useGridInput } from './use-grid-input';
import { useGridScroll } from './use-grid-scroll';
import type { CardAct } from './work-card';
import styles from './works-grid.css';

export interface WorksGridProps {
  shelved: ShelvedList;
  titleOf: (work: Work) => string;
  selection: Selection;
  /** What stays above the grid while it scrolls. */
  sticky: RefObject<HTMLElement>;
  /** The work looked at in the viewer: the grid's place follows it. */
  openId: string | undefined;
  onAct: (act: CardAct, work: Work) => void;
  onDelete: (work: Work) => void;
}

/** Views ahead of the end at which the next page is asked for. */
const viewsAhead = 3;

/** All works of a list in rows of one height, of which only those in view exist. */
export function WorksGrid({ shelved, titleOf, selection, sticky, openId, onAct, onDelete }: WorksGridProps) {
  const { list } = shelved;
  const places = useListPart(list, (state) => state.places);
  const isComplete = useListPart(list, (state) => state.isComplete);
  const root = useRef<HTMLDivElement>(null);
  const { layout, rows, first, last, cards, isFlying } = useGridScroll(root, shelved, places);
  const [current, setCurrent] = useState(0);
  const mustFocus = useRef(false);
  const at = Math.max(0, Math.min(current, places.length - 1));
  const columns = layout?.columns ?? 1;

  const rowsPerView = layout ? Math.ceil(window.innerHeight / layout.rowHeight) : 0;
  const isNearEnd = layout !== undefined && last + rowsPerView * viewsAhead >= rows;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page may have been too short to lead away from the end
  useEffect(() => {
    if (isNearEnd && !list.get().error) void list.loadMore();
  }, [isNearEnd, places, list]);
  useEffect(() => {
    if (!isFlying && last >= first) list.need(first * columns, (last + 1) * columns - 1);
  }, [list, first, last, columns, isFlying]);

  const reveal = (index: number, isPartEnough = false) => {
    if (!layout || !root.current) return;
    const rowTop = root.current.getBoundingClientRect().top + Math.floor(index / columns) * layout.rowHeight;
    const above = (sticky.current?.getBoundingClientRect().bottom ?? 0) + 12;
    const below = window.innerHeight - (selection.ids().size > 0 ? 88 : 12);
    if (isPartEnough && rowTop < below && rowTop + layout.rowHeight > above) return;
    if (rowTop < above) window.scrollBy(0, rowTop - above);
    else if (rowTop + layout.rowHeight > below) window.scrollBy(0, rowTop + layout.rowHeight - below);
  };
  const move = (index: number, isByKey: boolean) => {
    mustFocus.current = true;
    setCurrent(index);
    if (isByKey) reveal(index);
  };

  useEffect(() => {
    if (!mustFocus.current) return;
    const cell = root.current?.querySelector<HTMLElement>(`[data-index="${at}"]`);
    if (!cell) return;
    mustFocus.current = false;
    if (!cell.contains(document.activeElement)) cell.focus({ preventScroll: true });
  });

  const openAt = places.indexOf(openId);
  const revealOpen = useRef(reveal);
  revealOpen.current = reveal;
  const wasOpen = useRef(false);
  useEffect(() => {
    if (openAt >= 0) {
      wasOpen.current = true;
      setCurrent(openAt);
      revealOpen.current(openAt, true);
    } else if (wasOpen.current && openId === undefined) {
      wasOpen.current = false;
      root.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus({ preventScroll: true });
    }
  }, [openAt, openId]);

  const input = useGridInput({
    places,
    columns,
    rowsPerPage: Math.max(1, rowsPerView - 1),
    selection,
    onAct,
    onDelete,
    onMove: move,
  });

  const shown: number[] = [];
  for (let row = first; row <= last; row += 1) shown.push(row);
  const currentRow = Math.floor(at / columns);
  // The row with the keyboard's place stays, so that scrolling does not take the focus away.
  if (places.length > 0 && (currentRow < first || currentRow > last)) shown.push(currentRow);

  const width = layout ? thumbWidth(layout.cellWidth, window.devicePixelRatio) : 0;
  const style = layout && {
    height: rows * layout.rowHeight - layout.gap,
    '--cell': `${layout.cellWidth}px`,
    '--gap': `${layout.gap}px`,
    '--row': `${layout.rowHeight - layout.gap}px`,
  };
  return (
    <div
      ref={root}
      role="grid"
      aria-label="作品"
      aria-multiselectable="true"
      aria-rowcount={isComplete ? rows : -1}
      aria-colcount={columns}
      className={styles.grid}
      style={style as CSSProperties | undefined}
      {...input}
    >
      {layout &&
        shown.map((row) => (
          <GridRow
            key={row}
            row={row}
            works={places.slice(row * columns, (row + 1) * columns)}
            // The place of the keyboard is a card at any speed.
            isCards={row >= cards.first && row <= cards.last}
            currentColumn={row === currentRow ? at - row * columns : -1}
            columns={columns}
            titleOf={titleOf}
            selection={selection}
            layout={layout}
            thumbWidth={width}
          />
        ))}
    </div>
  );
}
