import { memo } from 'react';
import type { Work } from '#shared/contract/project';
import type { Selection } from '../../../lib/selection';
import type { GridLayout } from './grid-layout';
import { WorkCard } from './work-card';
import styles from './works-grid.css';

interface GridRowProps {
  row: number;
  works: readonly (Work | undefined)[];
  /** Boxes otherwise, except for the current card. */
  isCards: boolean;
  /** Column at which the keyboard enters the grid; −1 when it is in another row. */
  currentColumn: number;
  columns: number;
  titleOf: (work: Work) => string;
  selection: Selection;
  layout: GridLayout;
  thumbWidth: number;
}

/** A row at its height. Renders again only for what it shows itself, not for every page that comes. */
export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { row, works, isCards, currentColumn, columns, titleOf, selection, layout, thumbWidth } = props;
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: its cells take the focus
    <div
      role="row"
      aria-rowindex={row + 1}
      className={`flex absolute ${styles.row}`}
      style={{ transform: `translateY(${row * layout.rowHeight}px)` }}
    >
      {works.map((work, column) =>
        work && (isCards || column === currentColumn) ? (
          <WorkCard
            key={work.taskId}
            work={work}
            title={titleOf(work)}
            index={row * columns + column}
            column={column}
            isCurrent={column === currentColumn}
            selection={selection}
            layout={layout}
            thumbWidth={thumbWidth}
          />
        ) : (
          <div
            key={work?.taskId ?? column}
            role="gridcell"
            tabIndex={-1}
            aria-busy="true"
            className={`flex-none border rounded-card ${styles.box}`}
          />
        ),
      )}
    </div>
  );
}, isSameRow);

function isSameRow({ works, ...one }: GridRowProps, { works: otherWorks, ...other }: GridRowProps): boolean {
  const names = Object.keys(one) as (keyof typeof one)[];
  return (
    names.every((name) => one[name] === other[name]) &&
    works.length === otherWorks.length &&
    works.every((work, column) => work === otherWorks[column])
  );
}
