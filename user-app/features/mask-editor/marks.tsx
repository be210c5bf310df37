import { memo } from 'react';
import { type Point, toScreen, type View } from '@/canvas/geometry';
import { useParts } from '@/ui/use-snapshot';
import type { MaskEditor } from './engine/editor';
import { isPaintTool } from './engine/editor-state';
import type { Rect } from './engine/rect';
import styles from './mask-canvas.css';

/** Corners, contours, points, the box being dragged and the keys' cursor. */
export const Marks = memo(function Marks({ editor }: { editor: MaskEditor }) {
  const parts = useParts(
    editor,
    'view',
    'corners',
    'outline',
    'outlineTail',
    'cursor',
    'isCursorByKeys',
    'selection',
    'draggedBox',
    'tool',
    'brushSize',
    'state',
  );
  const { view, corners, outline, outlineTail, cursor, selection, draggedBox, tool } = parts;
  const at = cursor && toScreen(view, cursor);
  const isRubber = tool === 'polygon' && corners.length > 0 && cursor !== undefined;
  const tail = isRubber ? [cursor] : outlineTail.slice(1);
  const box = draggedBox ?? selection.box;
  const isRound = tool === 'ellipse' && draggedBox !== undefined;
  const path = pathOf([...outline, ...tail], view);
  return (
    <svg className={styles.marks} aria-hidden="true">
      {outline.length > 0 && (
        <>
          <polyline className={styles.lineBack} points={path} />
          <polyline className={styles.line} points={path} />
        </>
      )}
      {corners.map((corner, index) => {
        const { x, y } = toScreen(view, corner);
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: corners have no identity besides their place
            key={index}
            className={styles.corner}
            x={x - 4}
            y={y - 4}
            width={8}
            height={8}
            data-first={index === 0}
          />
        );
      })}
      {box && <Frame box={box} view={view} isRound={isRound} />}
      {selection.points.map((point, index) => {
        const { x, y } = toScreen(view, point);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: points have no identity besides their place
          <g key={index} className={styles.point} data-inside={point.isInside} transform={`translate(${x} ${y})`}>
            <circle r={9} />
            <path d={point.isInside ? 'M-4 0h8M0-4v8' : 'M-4 0h8'} />
          </g>
        );
      })}
      {parts.isCursorByKeys && at && (
        <g className={styles.cross} transform={`translate(${at.x} ${at.y})`}>
          <path className={styles.crossBack} d="M-16 0h10M6 0h10M0-16v10M0 6v10" />
          <path d="M-16 0h10M6 0h10M0-16v10M0 6v10" />
          {isPaintTool(tool) && <circle r={(parts.brushSize * view.scale) / 2} />}
        </g>
      )}
    </svg>
  );
});

function Frame({ box, view, isRound }: { box: Rect; view: View; isRound: boolean }) {
  const { x, y } = toScreen(view, box);
  const width = box.width * view.scale;
  const height = box.height * view.scale;
  if (!isRound)
    return (
      <>
        <rect className={styles.lineBack} x={x} y={y} width={width} height={height} />
        <rect className={styles.box} x={x} y={y} width={width} height={height} />
      </>
    );
  const oval = { cx: x + width / 2, cy: y + height / 2, rx: width / 2, ry: height / 2 };
  return (
    <>
      <ellipse className={styles.lineBack} {...oval} />
      <ellipse className={styles.box} {...oval} />
    </>
  );
}

function pathOf(points: readonly Point[], view: View): string {
  return points
    .map((point) => {
      const { x, y } = toScreen(view, point);
      return `${x.toFixed(1)},${y.toFixed(1)}`;
    })
    .join(' ');
}
