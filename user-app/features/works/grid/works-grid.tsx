import { type CSSProperties, type RefObject, useEffect, useRef, useState } from 'react';
import type { Work } from '#shared/contract/project';
import type { KeptWorks, WorkPlaces, WorksList } from '../../../data/works';
import type { Selection } from '../../../lib/selection';
import { useListPart } from '../../../lib/server-list';
import { type GridLayout, thumbWidth } from './grid-layout';
import { GridRow } from './grid-row';
import { useGridInput } from './use-grid-input';
import { type GridScroll, useGridScroll } from './use-grid-scroll';
import type { CardAct } from './work-card';
import styles from './works-grid.css';

export interface WorksGridProps {
  shelved: KeptWorks;
  titleOf: (work: Work) => string;
  selection: Selection;
  /** The bar that stays above the grid while it scrolls. */
  sticky: RefObject<HTMLElement>;
  /** The work open in the viewer: the grid's current cell follows it. */
  openId: string | undefined;
  onAct: (act: CardAct, work: Work) => void;
  onDelete: (work: Work) => void;
}

/** Views ahead of the end at which the next page is asked for. */
const viewsAhead = 3;

const rowsIn = ({ rowHeight }: GridLayout) => Math.ceil(window.innerHeight / rowHeight);

/** Asks for the next page well before the end, and for what is not loaded of the rows in view. */
function useReadAhead(list: WorksList, places: WorkPlaces, { layout, rows, first, last, isFlying }: GridScroll) {
  const columns = layout?.columns ?? 1;
  const isNearEnd = layout !== undefined && last + rowsIn(layout) * viewsAhead >= rows;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page may have been too short to lead away from the end
  useEffect(() => {
    if (isNearEnd && !list.get().error) void list.loadMore();
  }, [isNearEnd, places, list]);
  useEffect(() => {
    if (!isFlying && last >= first) list.need(first * columns, (last + 1) * columns - 1);
  }, [list, first, last, columns, isFlying]);
}

type CellInput = Pick<WorksGridProps, 'selection' | 'sticky' | 'openId'> & { places: WorkPlaces };

/** The cell that keys act on and that has the focus; it follows the work open in the viewer. */
function useCurrentCell(root: RefObject<HTMLElement>, layout: GridLayout | undefined, input: CellInput) {
  const { places, selection, sticky, openId } = input;
  const [current, setCurrent] = useState(0);
  const mustFocus = useRef(false);
  const at = Math.max(0, Math.min(current, places.length - 1));

  const reveal = (index: number, isPartEnough = false) => {
    if (!layout || !root.current) return;
    const rowTop = root.current.getBoundingClientRect().top + Math.floor(index / layout.columns) * layout.rowHeight;
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
  }, [root, openAt, openId]);
  return { at, move };
}

/** All works of a list in rows of one height, of which only those in view exist. */
export function WorksGrid({ shelved, titleOf, selection, sticky, openId, onAct, onDelete }: WorksGridProps) {
  const { list } = shelved;
  const places = useListPart(list, (state) => state.places);
  const isComplete = useListPart(list, (state) => state.isComplete);
  const root = useRef<HTMLDivElement>(null);
  const scroll = useGridScroll(root, shelved, places);
  const { layout, rows, first, last, cards } = scroll;
  const columns = layout?.columns ?? 1;
  const rowsPerView = layout ? rowsIn(layout) : 0;

  useReadAhead(list, places, scroll);
  const { at, move } = useCurrentCell(root, layout, { places, selection, sticky, openId });

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
  // The row of the current cell stays, so that scrolling does not take the focus away.
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
      className={`relative ${styles.grid}`}
      style={style as CSSProperties | undefined}
      {...input}
    >
      {layout &&
        shown.map((row) => (
          <GridRow
            key={row}
            row={row}
            works={places.slice(row * columns, (row + 1) * columns)}
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
