import { useRef, useState } from 'react';
import { imageUrl } from '@/data/image';
import { useCanvasPointer } from '@/ui/use-canvas-pointer';
import { useParts } from '@/ui/use-snapshot';
import type { MaskEditor } from './engine/editor';
import { isCornerTool, isPaintTool } from './engine/editor-state';
import { Marks } from './marks';
import styles from './mask-canvas.css';
import { closeUrl } from './picture-facts';
import { useOverlay } from './use-overlay';

interface MaskCanvasProps {
  editor: MaskEditor;
  imageId: string;
  /** Called when the picture cannot be shown any more. */
  onMissing: () => void;
}

/** Widest picture fetched until somebody looks closer than its pixels, px. */
const previewWidth = 2048;
/** Rings smaller than this cannot be seen, px. */
const smallestRing = 4;

/** The picture with its mask, and the pointer on it. */
export function MaskCanvas({ editor, imageId, onMissing }: MaskCanvasProps) {
  const { view, tool, brushSize, isOriginalShown, state } = useParts(
    editor,
    'view',
    'tool',
    'brushSize',
    'isOriginalShown',
    'state',
  );
  const viewport = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const ring = useRef<HTMLDivElement>(null);
  const [isPictureLoaded, setIsPictureLoaded] = useState(false);
  useOverlay(editor, canvas);
  useCanvasPointer({
    view: editor,
    pointers: editor.pointers,
    viewport,
    ring,
    onDoubleClick: () => closeContour(editor),
  });

  const { width, height } = editor.size;
  const diameter = brushSize * view.scale;
  const hasRing = isPaintTool(tool) && diameter >= smallestRing && state !== 'panning';
  const isClose = isPictureLoaded && view.scale * width > previewWidth;
  return (
    <div
      ref={viewport}
      className={styles.viewport}
      data-tool={tool}
      data-state={state}
      data-ring={hasRing || undefined}
      role="application"
      aria-label="画面，方向键移动光标，回车落点，问号看全部快捷键"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: points are set and strokes painted by keys
      tabIndex={0}
      data-first
    >
      <img
        className={styles.picture}
        src={isClose ? closeUrl(imageId, editor.size) : imageUrl(imageId, previewWidth)}
        alt="要修改的图片"
        draggable={false}
        width={width}
        height={height}
        data-pixels={view.scale >= 3 || undefined}
        style={{ transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})` }}
        onLoad={() => setIsPictureLoaded(true)}
        onError={onMissing}
      />
      <canvas
        ref={canvas}
        className={`absolute inset-0 w-full h-full pointer-events-none ${styles.overlay}`}
        hidden={isOriginalShown}
      />
      <Marks editor={editor} />
      <div
        ref={ring}
        className={`absolute top-0 left-0 rounded-chip pointer-events-none ${styles.ring}`}
        hidden
        data-shown={hasRing || undefined}
        style={{ width: diameter, height: diameter }}
        aria-hidden="true"
      />
    </div>
  );
}

function closeContour(editor: MaskEditor): void {
  if (!isCornerTool(editor.getSnapshot().tool)) return;
  // The second press set the same corner again.
  editor.removeLast();
  editor.accept();
}
