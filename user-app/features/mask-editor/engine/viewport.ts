import {
  apart,
  clipped,
  fittedView,
  keptView,
  type Point,
  type Size,
  toImage,
  toScreen,
  type View,
  zoomedView,
} from './geometry';
import type { Sight } from './preview';

/** Free space kept around a point that is brought into sight, px. */
const revealMargin = 32;

/** Where the picture stands on the screen: fit, zoom, pan and pinch. It follows the window until somebody moves it. */
export class Viewport {
  readonly #image: Size;
  #size: Size = { width: 0, height: 0 };
  #view: View = { scale: 1, x: 0, y: 0 };
  #isFitted = true;

  constructor(image: Size) {
    this.#image = image;
  }

  get view(): View {
    return this.#view;
  }

  get size(): Size {
    return this.#size;
  }

  /** The part of the picture that is seen. */
  get sight(): Sight {
    const from = this.toImage({ x: 0, y: 0 });
    const to = this.toImage({ x: this.#size.width, y: this.#size.height });
    return { scale: this.#view.scale, area: clipped(from.x, from.y, to.x, to.y, this.#image) };
  }

  resize(size: Size): void {
    const { width, height } = this.#size;
    this.#size = size;
    if (this.#isFitted || width === 0) this.fit();
    else this.pan((size.width - width) / 2, (size.height - height) / 2);
  }

  fit(): void {
    this.#view = fittedView(this.#image, this.#size);
    this.#isFitted = true;
  }

  zoom(factor: number, around: Point = this.middle): void {
    const fitScale = fittedView(this.#image, this.#size).scale;
    this.#show(zoomedView(this.#view, factor, around, fitScale));
  }

  pan(dx: number, dy: number): void {
    this.#show({ ...this.#view, x: this.#view.x + dx, y: this.#view.y + dy });
  }

  /** One of two fingers moved from `before` to `after` while the other stays. */
  pinch(before: Point, after: Point, other: Point): void {
    const spread = (point: Point) => Math.max(1, apart(point, other));
    this.pan((after.x - before.x) / 2, (after.y - before.y) / 2);
    this.zoom(spread(after) / spread(before), { x: (after.x + other.x) / 2, y: (after.y + other.y) / 2 });
  }

  /** Brings a point of the picture into sight. */
  reveal(image: Point): void {
    const { x, y } = this.toScreen(image);
    const shift = (at: number, length: number) => {
      const margin = Math.min(revealMargin, length / 4);
      return Math.min(length - margin, Math.max(margin, at)) - at;
    };
    const dx = shift(x, this.#size.width);
    const dy = shift(y, this.#size.height);
    if (dx !== 0 || dy !== 0) this.pan(dx, dy);
  }

  get middle(): Point {
    return { x: this.#size.width / 2, y: this.#size.height / 2 };
  }

  toImage(screen: Point): Point {
    return toImage(this.#view, screen);
  }

  toScreen(image: Point): Point {
    return toScreen(this.#view, image);
  }

  #show(view: View): void {
    this.#view = keptView(view, this.#image, this.#size);
    this.#isFitted = false;
  }
}
