import type { Point, Size, View } from './geometry';
import { Observable } from './observable';
import type { Viewport } from './viewport';

/** A view of a sheet in a viewport: its observers are told of every movement of the sheet. */
export abstract class SheetView<S extends { view: View }> extends Observable<S> {
  readonly viewport: Viewport;

  constructor(initial: S, viewport: Viewport) {
    super(initial);
    this.viewport = viewport;
  }

  resize(size: Size): void {
    this.viewport.resize(size);
    this.moved();
  }

  fit(): void {
    this.viewport.fit();
    this.moved();
  }

  zoom(factor: number, around?: Point): void {
    this.viewport.zoom(factor, around);
    this.moved();
  }

  pan(dx: number, dy: number): void {
    this.viewport.pan(dx, dy);
    this.moved();
  }

  pinch(before: Point, after: Point, other: Point): void {
    this.viewport.pinch(before, after, other);
    this.moved();
  }

  /** Tells of another view. */
  protected moved(): void {
    this.change({ view: this.viewport.view } as Partial<S>);
  }
}
