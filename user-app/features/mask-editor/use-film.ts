import { type RefObject, useEffect, useRef } from 'react';
import { combine, createBitmap, type MaskBitmap, marked } from './engine/bitmap';
import type { MaskEditor } from './engine/editor';
import type { EditorSnapshot } from './engine/editor-state';
import { isEmptyRect, type Rect, wholeOf } from './engine/geometry';
import { areaOf, createFrameQueue, filmOf, type OverlayColour } from './engine/overlay';

interface Film {
  editor: MaskEditor;
  snapshot: EditorSnapshot;
  canvas: RefObject<HTMLCanvasElement>;
}

/** Half covering, as the picture must stay readable under it. */
const filmAlpha = 128;
const proposalAlpha = 150;

/** Keeps the coloured film over the picture: what was painted once a frame, everything when the view moves. */
export function useFilm({ editor, snapshot, canvas }: Film): void {
  const { view, selection } = snapshot;
  const chosen = selection.candidates[selection.chosen];
  const proposal = useRef<MaskBitmap>();
  const queue = useRef<{ add: (area: Rect) => void }>();
  const drawnSize = useRef({ width: 0, height: 0 });

  useEffect(() => {
    const draw = (area: Rect) => {
      const element = canvas.current;
      const context = element?.getContext('2d');
      if (!element || !context) return;
      const { width, height } = editor.viewport.size;
      const isResized = drawnSize.current.width !== width || drawnSize.current.height !== height;
      if (isResized) {
        element.width = width;
        element.height = height;
        drawnSize.current = { width, height };
      }
      const part = isResized ? wholeOf({ width, height }) : area;
      if (isEmptyRect(part)) return;
      const style = getComputedStyle(element);
      const pixels = filmOf(editor.mask, editor.viewport.view, part, colourOf(style, '--accent', filmAlpha));
      if (proposal.current) {
        const other = filmOf(proposal.current, editor.viewport.view, part, colourOf(style, '--success', proposalAlpha));
        const words = new Uint32Array(pixels.buffer);
        for (const [at, word] of new Uint32Array(other.buffer).entries()) if (word !== 0) words[at] = word;
      }
      context.putImageData(new ImageData(pixels, part.width, part.height), part.x, part.y);
    };
    const frames = createFrameQueue(draw, (act) => requestAnimationFrame(act));
    queue.current = frames;
    frames.add(wholeOf(editor.viewport.size));
    return editor.onPaint((touched) => frames.add(areaOf(editor.viewport.view, touched, editor.viewport.size)));
  }, [editor, canvas]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the film is sampled anew whenever the view moves
  useEffect(() => queue.current?.add(wholeOf(editor.viewport.size)), [editor, view]);

  useEffect(() => {
    if (chosen) {
      const mask = createBitmap(editor.size);
      combine(mask, chosen.runs, marked);
      proposal.current = mask;
    } else proposal.current = undefined;
    queue.current?.add(wholeOf(editor.viewport.size));
  }, [editor, chosen]);
}

/** A colour of the design as bytes; the tokens are written #RRGGBB. */
function colourOf(style: CSSStyleDeclaration, name: string, alpha: number): OverlayColour {
  const value = Number.parseInt(style.getPropertyValue(name).trim().slice(1), 16) || 0;
  return { red: value >> 16, green: (value >> 8) & 0xff, blue: value & 0xff, alpha };
}
