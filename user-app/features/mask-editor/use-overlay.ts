import { type MutableRefObject, type RefObject, useEffect, useRef } from 'react';
import type { Size, View } from '@/canvas/geometry';
import { useParts } from '@/ui/use-snapshot';
import { combine, createBitmap, type MaskBitmap, marked } from './engine/bitmap';
import type { MaskEditor } from './engine/editor';
import { areaOf, createFrameQueue, type OverlayColour, overlayOf } from './engine/overlay';
import { isEmptyRect, type Rect, wholeOf } from './engine/rect';

const proposalAlpha = 150;
/** Greatest number of overlay pixels per CSS pixel, however many the screen has. */
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

interface Drawing {
  /** Size of the canvas at the last drawing, device px; set here. */
  drawnSize: MutableRefObject<Size>;
  /** Selection that is proposed and not yet taken. */
  proposal: MaskBitmap | undefined;
  isFine: boolean;
}

function drawOverlay(editor: MaskEditor, element: HTMLCanvasElement, area: Rect, drawing: Drawing): void {
  const context = element.getContext('2d');
  if (!context) return;
  const { drawnSize, proposal, isFine } = drawing;
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
  const pixels = overlayOf(editor.overlay, editor.size, view, part, colourOf(style, '--accent', alpha), isFine);
  if (proposal) {
    const colour = colourOf(style, '--success', proposalAlpha);
    layOver(pixels, overlayOf({ mask: proposal }, editor.size, view, part, colour, isFine));
  }
  context.putImageData(new ImageData(pixels, part.width, part.height), part.x, part.y);
}

/** Replaces each pixel over which the upper layer has one. */
function layOver(pixels: Uint8ClampedArray<ArrayBuffer>, upper: Uint8ClampedArray<ArrayBuffer>): void {
  const words = new Uint32Array(pixels.buffer);
  for (const [at, word] of new Uint32Array(upper.buffer).entries()) if (word !== 0) words[at] = word;
}

/** Keeps the coloured overlay on the picture: painted parts once a frame, all of it when the view moves. */
export function useOverlay(editor: MaskEditor, canvas: RefObject<HTMLCanvasElement>): void {
  const { view, selection, filmOpacity } = useParts(editor, 'view', 'selection', 'filmOpacity');
  const chosen = selection.candidates[selection.chosen];
  const proposal = useRef<MaskBitmap>();
  const queue = useRef<{ add: (area: Rect) => void }>();
  const drawnSize = useRef({ width: 0, height: 0 });
  const isMoving = useRef(false);

  useEffect(() => {
    const draw = (area: Rect) => {
      if (canvas.current)
        drawOverlay(editor, canvas.current, area, { drawnSize, proposal: proposal.current, isFine: !isMoving.current });
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
