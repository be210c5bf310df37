import { type RefObject, useEffect, useRef } from 'react';
import type { Size, View } from '@/canvas/geometry';
import { useParts } from '@/ui/use-snapshot';
import { combine, createBitmap, type MaskBitmap, marked } from './engine/bitmap';
import type { MaskEditor } from './engine/editor';
import { areaOf, createFrameQueue, type OverlayColour, overlayOf } from './engine/overlay';
import { isEmptyRect, type Rect, wholeOf } from './engine/rect';

const proposalAlpha = 150;
/** Finer than this no overlay is drawn, however many pixels the screen has. */
const largestDensity = 2;
/** Rest after the view moved before the overlay is sampled finely, ms. */
const fineAfterMs = 120;

const densityOf = () => Math.min(largestDensity, window.devicePixelRatio || 1);

function onDevice({ viewport }: MaskEditor): { view: View; size: Size; density: number } {
  const density = densityOf();
  const { scale, x, y } = viewport.view;
  const size = { width: Math.round(viewport.size.width * density), height: Math.round(viewport.size.height * density) };
  return { view: { scale: scale * density, x: x * density, y: y * density }, size, density };
}

/** Keeps the coloured overlay over the picture: what was painted once a frame, everything when the view moves. */
export function useOverlay(editor: MaskEditor, canvas: RefObject<HTMLCanvasElement>): void {
  const { view, selection, filmOpacity } = useParts(editor, 'view', 'selection', 'filmOpacity');
  const chosen = selection.candidates[selection.chosen];
  const proposal = useRef<MaskBitmap>();
  const queue = useRef<{ add: (area: Rect) => void }>();
  const drawnSize = useRef({ width: 0, height: 0 });
  const isMoving = useRef(false);

  useEffect(() => {
    const draw = (area: Rect) => {
      const element = canvas.current;
      const context = element?.getContext('2d');
      if (!element || !context) return;
      const { view, size } = onDevice(editor);
      const isResized = drawnSize.current.width !== size.width || drawnSize.current.height !== size.height;
      if (isResized) {
        element.width = size.width;
        element.height = size.height;
        drawnSize.current = size;
      }
      const part = isResized ? wholeOf(size) : area;
      if (isEmptyRect(part)) return;
      const style = getComputedStyle(element);
      const alpha = Math.round(editor.getSnapshot().filmOpacity * 255);
      const isFine = !isMoving.current;
      const pixels = overlayOf(editor.overlay, editor.size, view, part, colourOf(style, '--accent', alpha), isFine);
      if (proposal.current) {
        const colour = colourOf(style, '--success', proposalAlpha);
        const other = overlayOf({ mask: proposal.current }, editor.size, view, part, colour, isFine);
        const words = new Uint32Array(pixels.buffer);
        for (const [at, word] of new Uint32Array(other.buffer).entries()) if (word !== 0) words[at] = word;
      }
      context.putImageData(new ImageData(pixels, part.width, part.height), part.x, part.y);
    };
    const frames = createFrameQueue(draw, (act) => requestAnimationFrame(act));
    queue.current = frames;
    frames.add(wholeOf(onDevice(editor).size));
    return editor.onPaint((touched) => {
      const { view, size } = onDevice(editor);
      frames.add(areaOf(view, touched, size));
    });
  }, [editor, canvas]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the overlay is sampled anew whenever the view moves
  useEffect(() => {
    const drawAll = () => queue.current?.add(wholeOf(onDevice(editor).size));
    isMoving.current = true;
    drawAll();
    const timer = setTimeout(() => {
      isMoving.current = false;
      drawAll();
    }, fineAfterMs);
    return () => clearTimeout(timer);
  }, [editor, view, filmOpacity]);

  useEffect(() => {
    if (chosen) {
      const mask = createBitmap(editor.size);
      combine(mask, chosen.runs, marked);
      proposal.current = mask;
    } else proposal.current = undefined;
    queue.current?.add(wholeOf(onDevice(editor).size));
  }, [editor, chosen]);
}

/** A colour of the design as bytes; the tokens are written #RRGGBB. */
function colourOf(style: CSSStyleDeclaration, name: string, alpha: number): OverlayColour {
  const value = Number.parseInt(style.getPropertyValue(name).trim().slice(1), 16) || 0;
  return { red: value >> 16, green: (value >> 8) & 0xff, blue: value & 0xff, alpha };
}
