import type { Point } from '../../../canvas/geometry';

/** Finds the way of the magnetic lasso. */
export interface EdgeFinder {
  snap: (at: Point) => Promise<Point>;
  trace: (from: Point, to: Point) => Promise<Point[]>;
}

/** A contour under way, corner by corner; between anchors of the magnetic lasso it runs along edges. */
export class Outline {
  #corners: Point[] = [];
  /** Segment `i` leads from corner `i` to the next one, without its first point. */
  #segments: Point[][] = [];
  #tail: readonly Point[] = [];
  #isTracing = false;
  #wanted: Point | undefined;
  /** Grows with every change, so that late answers are known as late. */
  #turn = 0;
  /** Grows when the contour is left. */
  #round = 0;
  #adding: Promise<void> = Promise.resolve();
  readonly #onChange: () => void;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  get corners(): readonly Point[] {
    return this.#corners;
  }

  get points(): readonly Point[] {
    const [first] = this.#corners;
    return first ? [first, ...this.#segments.flat()] : [];
  }

  get tail(): readonly Point[] {
    return this.#tail;
  }

  /** A straight corner. */
  add(corner: Point): void {
    if (this.#corners.length > 0) this.#segments.push([corner]);
    this.#change([...this.#corners, corner]);
  }

  /** An anchor on the nearest edge, in turn; where edges cannot be found the line is straight. */
  addAnchor(at: Point, finder: EdgeFinder): Promise<void> {
    const round = this.#round;
    this.#adding = this.#adding.then(async () => {
      const corner = await finder.snap(at).catch(() => at);
      const last = this.#corners.at(-1);
      const path = last ? await finder.trace(last, corner).catch(() => [last, corner]) : [corner];
      // The contour was left meanwhile, or its last corner taken back.
      if (round !== this.#round || last !== this.#corners.at(-1)) return;
      if (last) this.#segments.push(path.slice(1));
      this.#change([...this.#corners, corner]);
    });
    return this.#adding;
  }

  /** Lets the wire follow the pointer; of many positions only the newest is traced. */
  follow(at: Point, finder: EdgeFinder): void {
    this.#wanted = at;
    const last = this.#corners.at(-1);
    if (this.#isTracing || !last) return;
    this.#isTracing = true;
    this.#wanted = undefined;
    const turn = this.#turn;
    finder
      .trace(last, at)
      .catch(() => [last, at])
      .then((path) => {
        this.#isTracing = false;
        if (turn === this.#turn) {
          this.#tail = path;
          this.#onChange();
        }
        if (this.#wanted) this.follow(this.#wanted, finder);
      });
  }

  /** The way back to the first corner, along edges as well. */
  async closed(finder: EdgeFinder): Promise<readonly Point[]> {
    await this.#adding;
    const [first] = this.#corners;
    const last = this.#corners.at(-1);
    if (!first || !last) return [];
    const back = await finder.trace(last, first).catch(() => []);
    return [...this.points, ...back.slice(1, -1)];
  }

  removeLast(): void {
    this.#segments.pop();
    this.#change(this.#corners.slice(0, -1));
  }

  clear(): void {
    this.#round += 1;
    this.#segments = [];
    this.#change([]);
  }

  #change(corners: Point[]): void {
    this.#turn += 1;
    this.#corners = corners;
    this.#tail = [];
    this.#wanted = undefined;
    this.#onChange();
  }
}
