import { type ReactNode, type RefObject, useCallback, useRef } from 'react';
import { liveMaterials } from '#shared/domain/live-material';
import { useCanvasPointer } from '@/ui/use-canvas-pointer';
import { useSnapshot } from '@/ui/use-snapshot';
import { IconButton } from '../../ui/icon-button';
import styles from './board.css';
import { BoardMarks } from './board-marks';
import { FitIcon, MinusIcon, PlusIcon } from './icons';
import { toolEntry } from './tool-list';
import type { DrawingTable } from './use-drawing-table';

interface BoardPaneProps {
  table: DrawingTable;
  viewport: RefObject<HTMLDivElement>;
  video: RefObject<HTMLVideoElement>;
  isSharing: boolean;
  /** Lies over the paper as long as nobody draws, and does not keep a stroke from starting on it. */
  start: ReactNode;
  /** Lies beside the drawing. */
  children: ReactNode;
}

/** Rings smaller than this cannot be seen, px. */
const smallestRing = 4;

/** The paper with what is drawn on it. */
export function BoardPane({ table, viewport, video, isSharing, start, children }: BoardPaneProps) {
  const { board } = table;
  const { view, tool, size, aspect, isPanning, said, cursor, isPenDown, colour } = useSnapshot(board);
  const ring = useRef<HTMLDivElement>(null);
  useCanvasPointer({
    view: board,
    pointers: table.pointers,
    viewport,
    ring,
    onLeave: () => board.setPointer(undefined),
    onDoubleClick: () => {
      if (tool !== 'polygon') return;
      // The second press set the same corner again.
      board.removeCorner();
      board.closePolygon();
    },
  });
  const attach = useCallback((canvas: HTMLCanvasElement | null) => table.attach(canvas), [table]);

  const { width, height } = board.paper;
  const diameter = size * view.scale;
  const hasRing = (tool === 'brush' || tool === 'eraser') && diameter >= smallestRing && !isPanning;
  const laid = { width, height, transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})` };
  const material = liveMaterials.find((entry) => entry.colour === colour)?.title ?? colour;
  return (
    <div className="relative min-w-0 min-h-0">
      <div
        ref={viewport}
        className={`absolute inset-0 overflow-hidden bg-sunken select-none ${styles.viewport}`}
        data-tool={tool}
        data-panning={isPanning || undefined}
        data-ring={hasRing || undefined}
        role="application"
        aria-label="画布，方向键移动十字，空格落笔和抬笔，问号看全部快捷键"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: strokes are drawn by keys
        tabIndex={0}
      >
        <div className={`absolute top-0 left-0 pointer-events-none ${styles.paper}`} style={laid} />
        <video
          ref={video}
          className={`absolute top-0 left-0 pointer-events-none ${styles.backdrop}`}
          style={laid}
          hidden={!isSharing}
          muted
          playsInline
          autoPlay
        />
        <canvas
          key={aspect}
          ref={attach}
          className={`absolute top-0 left-0 pointer-events-none ${styles.drawing}`}
          style={laid}
          data-paper={aspect}
        />
        <BoardMarks table={table} />
        {start}
        <div
          ref={ring}
          className={`absolute top-0 left-0 rounded-chip pointer-events-none ${styles.ring}`}
          hidden
          data-shown={hasRing || undefined}
          style={{ width: diameter, height: diameter }}
          aria-hidden="true"
        />
      </div>
      {children}
      <div className={`flex absolute border rounded-card bg-surface ${styles.zoom}`} role="group" aria-label="缩放">
        <IconButton size="small" label="缩小" onClick={() => board.zoom(0.8)}>
          <MinusIcon size={16} />
        </IconButton>
        <IconButton size="small" label="适应窗口" tip="适应窗口（0）" onClick={() => board.fit()}>
          <FitIcon size={16} />
        </IconButton>
        <IconButton size="small" label="放大" onClick={() => board.zoom(1.25)}>
          <PlusIcon size={16} />
        </IconButton>
      </div>
      <span className="visually-hidden" aria-live="polite">
        {`${said ? `${said}，` : ''}${toolEntry(tool).label}，${material}，${size} 像素`}
      </span>
      <span className="visually-hidden" aria-live="polite">
        {cursor ? `十字 ${Math.round(cursor.x)}，${Math.round(cursor.y)}${isPenDown ? '，笔已落下' : ''}` : ''}
      </span>
    </div>
  );
}
