import type { Point, Size } from '../../../canvas/geometry';

/** A picture in bytes, red green blue alpha. */
export interface WirePixels extends Size {
  data: Uint8ClampedArray | Uint8Array;
}

/** Most pixels looked at from one anchor before the wire is drawn straight. */
const largestSearch = 800_000;
/** Along an edge a step costs 1, across plain ground this much. */
const plainCost = 96;
const bucketCount = 256;
const unreached = 0xffffffff;
/** The eight neighbours; the last four are slanted. */
const across = Int8Array.of(1, -1, 0, 0, 1, 1, -1, -1);
const down = Int8Array.of(0, 0, 1, -1, 1, -1, 1, -1);
/** Cost of a step onto a pixel, by its edge strength. */
const straightCosts = Uint8Array.from({ length: 256 }, (_none, edge) => 1 + ((255 - edge) ** 2 * plainCost) / 65025);
const slantedCosts = Uint8Array.from(straightCosts, (cost) => Math.round(cost * Math.SQRT2));

/**
 * Finds the way between two points that runs along edges: Dijkstra over a cost that is low where the picture changes
 * much. The search grows from the anchor only as far as it is asked, and goes on from there for the next target.
 */
export class LiveWire {
  readonly #width: number;
  readonly #height: number;
  readonly #edges: Uint8Array;
  readonly #distance: Uint32Array;
  readonly #from: Uint8Array;
  readonly #isSettled: Uint8Array;
  #buckets: number[][] = [];
  #level = 0;
  #waiting = 0;
  #searched = 0;
  #anchor = -1;

  constructor(picture: WirePixels) {
    this.#width = picture.width;
    this.#height = picture.height;
    this.#edges = edgesOf(picture);
    const count = picture.width * picture.height;
    this.#distance = new Uint32Array(count);
    this.#from = new Uint8Array(count);
    this.#isSettled = new Uint8Array(count);
  }

  /** The strongest edge within `reach` pixels. */
  snap(point: Point, reach: number): Point {
    const { x, y } = this.#pixel(point);
    let best = { x, y };
    let most = (this.#edges[y * this.#width + x] as number) + 8;
    for (let row = Math.max(0, y - reach); row <= Math.min(this.#height - 1, y + reach); row += 1) {
      for (let column = Math.max(0, x - reach); column <= Math.min(this.#width - 1, x + reach); column += 1) {
        const edge = (this.#edges[row * this.#width + column] as number) - Math.hypot(column - x, row - y) * 2;
        if (edge <= most) continue;
        most = edge;
        best = { x: column, y: row };
      }
    }
    return best;
  }

  /** Pixels from one point to the other along the edges between them, both included. */
  trace(from: Point, to: Point): Point[] {
    const start = this.#index(from);
    const target = this.#index(to);
    if (start !== this.#anchor) this.#startAt(start);
    if (!this.#searchUntil(target)) return [this.#pixel(from), this.#pixel(to)];
    const path: Point[] = [];
    for (let at = target; ; ) {
      path.push({ x: at % this.#width, y: Math.floor(at / this.#width) });
      if (at === start) return path.reverse();
      const direction = this.#from[at] as number;
      at -= (down[direction] as number) * this.#width + (across[direction] as number);
    }
  }

  #pixel({ x, y }: Point): Point {
    return {
      x: Math.min(this.#width - 1, Math.max(0, Math.floor(x))),
      y: Math.min(this.#height - 1, Math.max(0, Math.floor(y))),
    };
  }

  #index(point: Point): number {
    const { x, y } = this.#pixel(point);
    return y * this.#width + x;
  }

  #startAt(index: number): void {
    this.#anchor = index;
    this.#distance.fill(unreached);
    this.#isSettled.fill(0);
    this.#buckets = Array.from({ length: bucketCount }, () => []);
    this.#distance[index] = 0;
    this.#buckets[0]?.push(index);
    this.#level = 0;
    this.#waiting = 1;
    this.#searched = 0;
  }

  /** Costs are small whole numbers, so a ring of buckets keeps what waits in order. */
  #searchUntil(target: number): boolean {
    while (this.#isSettled[target] === 0) {
      if (this.#waiting === 0 || this.#searched > largestSearch) return false;
      const at = this.#buckets[this.#level % bucketCount]?.pop();
      if (at === undefined) {
        this.#level += 1;
        continue;
      }
      this.#waiting -= 1;
      if (this.#isSettled[at] === 1) continue;
      this.#isSettled[at] = 1;
      this.#searched += 1;
      this.#lookAround(at);
    }
    return true;
  }

  #lookAround(at: number): void {
    const width = this.#width;
    const x = at % width;
    const y = Math.floor(at / width);
    const so = this.#distance[at] as number;
    for (let direction = 0; direction < 8; direction += 1) {
      const column = x + (across[direction] as number);
      const row = y + (down[direction] as number);
      if (column < 0 || row < 0 || column >= width || row >= this.#height) continue;
      const next = row * width + column;
      if (this.#isSettled[next] === 1) continue;
      const edge = this.#edges[next] as number;
      const distance = so + ((direction < 4 ? straightCosts[edge] : slantedCosts[edge]) as number);
      if (distance >= (this.#distance[next] as number)) continue;
      this.#distance[next] = distance;
      this.#from[next] = direction;
      this.#buckets[distance % bucketCount]?.push(next);
      this.#waiting += 1;
    }
  }
}

/** Edge strength of each pixel, 0–255; the strongest twentieth of all edges is 255. */
function edgesOf({ width, height, data }: WirePixels): Uint8Array {
  const grey = new Uint8Array(width * height);
  for (let at = 0; at < grey.length; at += 1)
    grey[at] =
      ((data[at * 4] as number) * 77 + (data[at * 4 + 1] as number) * 151 + (data[at * 4 + 2] as number) * 28) >> 8;
  const slopes = new Uint16Array(width * height);
  const counts = new Uint32Array(2048);
  for (let y = 1; y < height - 1; y += 1) {
    for (let x = 1; x < width - 1; x += 1) {
      const at = y * width + x;
      const near = (by: number) => grey[at + by] as number;
      const slopeAcross =
        near(1 - width) + 2 * near(1) + near(1 + width) - near(-1 - width) - 2 * near(-1) - near(width - 1);
      const slopeDown =
        near(width - 1) + 2 * near(width) + near(width + 1) - near(-width - 1) - 2 * near(-width) - near(1 - width);
      const slope = Math.min(2047, Math.abs(slopeAcross) + Math.abs(slopeDown));
      slopes[at] = slope;
      if (slope > 16) counts[slope] = (counts[slope] as number) + 1;
    }
  }
  const edges = counts.reduce((sum, count) => sum + count, 0);
  let top = 2047;
  for (let seen = 0; top > 48 && seen < edges / 20; top -= 1) seen += counts[top] as number;
  return Uint8Array.from(slopes, (slope) => Math.min(255, (slope * 255) / top));
}
