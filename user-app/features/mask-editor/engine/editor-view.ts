import type { Size } from '../../../canvas/geometry';
import { SheetView } from '../../../canvas/sheet-view';
import { Viewport } from '../../../canvas/viewport';
import { type EditorSnapshot, firstSnapshot } from './editor-state';
import { pictureFit } from './picture-view';
import { isEmptyRect, type Rect, wholeOf } from './rect';

/** The part of an editor that is about looking: where the picture stands and what lies over it. */
export class EditorView extends SheetView<EditorSnapshot> {
  readonly size: Size;
  readonly #painters = new Set<(touched: Rect) => void>();

  constructor(size: Size) {
    super(firstSnapshot, new Viewport(size, pictureFit));
    this.size = size;
  }

  /** Calls `paint` with every part of the mask that changed, picture pixels. */
  onPaint(paint: (touched: Rect) => void): () => void {
    this.#painters.add(paint);
    return () => this.#painters.delete(paint);
  }

  setFilmOpacity(filmOpacity: number): void {
    this.change({ filmOpacity });
    this.paint(wholeOf(this.size));
  }

  showOriginal(isOriginalShown: boolean): void {
    this.change({ isOriginalShown });
  }

  /** Screen pixels for one pixel of the picture: 1 for 100 %. */
  zoomTo(scale: number): void {
    this.zoom(scale / this.viewport.view.scale);
  }

  protected paint(part: Rect): void {
    if (!isEmptyRect(part)) for (const paint of this.#painters) paint(part);
  }
}
