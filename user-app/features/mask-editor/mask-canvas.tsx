import { type PointerEvent as ReactPointerEvent, useEffect, useRef, useState } from 'react';
import { imageUrl } from '@/data/image';
import type { MaskEditor } from './engine/editor';
import type { EditorSnapshot } from './engine/editor-state';
import { toScreen } from './engine/geometry';
import styles from './mask-canvas.css';
import { useFilm } from './use-film';

interface MaskCanvasProps {
  editor: MaskEditor;
  snapshot: EditorSnapshot;
  imageId: string;
  /** Whether points of the click selection are to be kept out. */
  isPointOutside: boolean;
}

/** Widest picture fetched until somebody looks closer than its pixels, px. */
const previewWidth = 2048;
/** Rings smaller than this cannot be seen, px. */
const smallestRing = 4;

/** The picture with its mask, and the pointer on it. */
export function MaskCanvas({ editor, snapshot, imageId, isPointOutside }: MaskCanvasProps) {
  const { view, tool, brushSize, isOriginalShown } = snapshot;
  const viewport = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const ring = useRef<HTMLDivElement>(null);
  const [isPictureLoaded, setIsPictureLoaded] = useState(false);
  const [isPointerNear, setIsPointerNear] = useState(false);
  useFilm({ editor, snapshot, canvas });

  useEffect(() => {
    const element = viewport.current;
    if (!element) return;
    const measure = () => editor.resize({ width: element.clientWidth, height: element.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      const { left, top } = element.getBoundingClientRect();
      if (event.shiftKey) editor.pan(-(event.deltaX || event.deltaY), 0);
      else editor.zoom(Math.exp(-event.deltaY / 400), { x: event.clientX - left, y: event.clientY - top });
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => {
      observer.disconnect();
      element.removeEventListener('wheel', onWheel);
    };
  }, [editor]);

  const inputOf = (event: ReactPointerEvent) => {
    const { left, top } = event.currentTarget.getBoundingClientRect();
    const coalesced = event.nativeEvent.getCoalescedEvents?.() ?? [];
    const events = coalesced.length > 0 ? coalesced : [event.nativeEvent];
    return {
      id: event.pointerId,
      kind: event.pointerType === 'touch' || event.pointerType === 'pen' ? event.pointerType : ('mouse' as const),
      at: events.map(({ clientX, clientY }) => ({ x: clientX - left, y: clientY - top })),
      button: event.button,
      isAlternative: isPointOutside !== (event.shiftKey || event.altKey),
    };
  };
  const moveRing = (event: ReactPointerEvent) => {
    const { left, top } = event.currentTarget.getBoundingClientRect();
    if (ring.current)
      ring.current.style.translate = `calc(${event.clientX - left}px - 50%) calc(${event.clientY - top}px - 50%)`;
    setIsPointerNear(event.pointerType !== 'touch');
  };

  const diameter = brushSize * view.scale;
  const isPainting = tool === 'brush' || tool === 'eraser';
  const hasRing = isPainting && diameter >= smallestRing;
  const isFull = isPictureLoaded && view.scale * editor.size.width > previewWidth;
  return (
    <div
      ref={viewport}
      className={styles.viewport}
      data-tool={tool}
      data-state={snapshot.state}
      data-ring={hasRing || undefined}
      role="application"
      aria-label="画面，方向键移动光标，回车落点"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: points are set and strokes painted by keys
      tabIndex={0}
      data-first
      onPointerDown={(event) => {
        if (event.button === 1) event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        moveRing(event);
        editor.pointers.down(inputOf(event));
      }}
      onPointerMove={(event) => {
        moveRing(event);
        editor.pointers.move(inputOf(event));
      }}
      onPointerUp={(event) => editor.pointers.up({ id: event.pointerId })}
      onPointerCancel={(event) => editor.pointers.cancel({ id: event.pointerId })}
      onPointerLeave={() => setIsPointerNear(false)}
      onContextMenu={(event) => event.preventDefault()}
      onDoubleClick={() => {
        if (tool !== 'polygon') return;
        // The second press set the same corner again.
        editor.removeLast();
        editor.accept();
      }}
    >
      <img
        className={styles.picture}
        src={isFull ? imageUrl(imageId) : imageUrl(imageId, previewWidth)}
        alt="要修改的图片"
        draggable={false}
        width={editor.size.width}
        height={editor.size.height}
        data-pixels={view.scale >= 3 || undefined}
        style={{ transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})` }}
        onLoad={() => setIsPictureLoaded(true)}
      />
      <canvas ref={canvas} className={styles.film} hidden={isOriginalShown} />
      <Marks snapshot={snapshot} />
      {hasRing && isPointerNear && snapshot.state !== 'panning' && (
        <div ref={ring} className={styles.ring} style={{ width: diameter, height: diameter }} aria-hidden="true" />
      )}
    </div>
  );
}

/** Corners, points, the box being dragged and the keys' cursor. */
function Marks({ snapshot }: { snapshot: EditorSnapshot }) {
  const { view, polygon, cursor, isCursorByKeys, selection, draggedBox, tool, brushSize } = snapshot;
  const corners = polygon.map((point) => toScreen(view, point));
  const at = cursor && toScreen(view, cursor);
  const box = draggedBox ?? selection.box;
  const path = [...corners, ...(at && corners.length > 0 ? [at] : [])].map(({ x, y }) => `${x},${y}`).join(' ');
  return (
    <svg className={styles.marks} aria-hidden="true">
      {corners.length > 0 && (
        <>
          <polyline className={styles.lineBack} points={path} />
          <polyline className={styles.line} points={path} />
          {corners.map(({ x, y }, index) => (
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
          ))}
        </>
      )}
      {box && (
        <rect
          className={styles.box}
          {...toScreen(view, box)}
          width={box.width * view.scale}
          height={box.height * view.scale}
        />
      )}
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
      {isCursorByKeys && at && (
        <g className={styles.cross} transform={`translate(${at.x} ${at.y})`}>
          <path d="M-14 0h9M5 0h9M0-14v9M0 5v9" />
          {(tool === 'brush' || tool === 'eraser') && <circle r={(brushSize * view.scale) / 2} />}
        </g>
      )}
    </svg>
  );
}
