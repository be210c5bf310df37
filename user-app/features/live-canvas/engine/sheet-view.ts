import { type BoardState, startState } from './board-state';
import { fittedView, keptView, type Point, papers, pinchedView, type Size, type View, zoomedView } from './geometry';
import { Observable } from './observable';

/** Where the paper lies in the viewport: fit, zoom, pan and pinch. It follows the window until somebody moves it. */
export class SheetView extends Observable<BoardState> {
  #viewport: Size = { width: 1, height: 1 };
  #isFitted = true;

  constructor() {
    super(startState({ scale: 1, x: 0, y: 0 }));
  }

  get paper(): Size {
    return papers[this.getSnapshot().aspect];
  }

  resize(viewport: Size): void {
    this.#viewport = viewport;
    if (this.#isFitted) this.fit();
    else this.#look(this.getSnapshot().view);
  }

  fit(): void {
    this.#isFitted = true;
    this.change({ view: fittedView(this.paper, this.#viewport) });
  }

  zoom(factor: number, around?: Point): void {
    const middle = { x: this.#viewport.width / 2, y: this.#viewport.height / 2 };
    const { scale } = fittedView(this.paper, this.#viewport);
    this.#look(zoomedView(this.getSnapshot().view, factor, around ?? middle, scale));
  }

  pan(dx: number, dy: number): void {
    const { view } = this.getSnapshot();
    this.#look({ ...view, x: view.x + dx, y: view.y + dy });
  }

  pinch(from: readonly [Point, Point], to: readonly [Point, Point]): void {
    this.#look(pinchedView(this.getSnapshot().view, from, to));
  }

  #look(view: View): void {
    this.#isFitted = false;
    this.change({ view: keptView(view, this.paper, this.#viewport) });
  }
}
