import { EditorStore } from './editor-store';
import { type Point, type Size, wholeOf } from './geometry';
import { Viewport } from './viewport';

/** The part of an editor that is about looking: where the picture stands and what lies over it. */
export class EditorView extends EditorStore {
  readonly size: Size;
  readonly viewport: Viewport;

  constructor(size: Size) {
    super();
    this.size = size;
    this.viewport = new Viewport(size);
  }

  setFilmOpacity(filmOpacity: number): void {
    this.set({ filmOpacity });
    this.paint(wholeOf(this.size));
  }

  showOriginal(isOriginalShown: boolean): void {
    if (isOriginalShown !== this.snapshot.isOriginalShown) this.set({ isOriginalShown });
  }

  resize(size: Size): void {
    this.viewport.resize(size);
    this.moved();
  }

  zoom(factor: number, around?: Point): void {
    this.viewport.zoom(factor, around);
    this.moved();
  }

  /** Screen pixels for one pixel of the picture: 1 for 100 %. */
  zoomTo(scale: number): void {
    this.zoom(scale / this.viewport.view.scale);
  }

  pan(dx: number, dy: number): void {
    this.viewport.pan(dx, dy);
    this.moved();
  }

  fit(): void {
    this.viewport.fit();
    this.moved();
  }

  /** Tells of another view. */
  protected moved(): void {
    this.set({ view: this.viewport.view });
  }
}
