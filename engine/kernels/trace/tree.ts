/** Building of bounding volume trees: binned surface-area cuts over boxes. */

/** Triangles as the tracer reads them: three numbers a corner, nine a triangle; metres. */
export interface TriangleMesh {
  readonly triangleCount: number;
  readonly positions: ArrayLike<number>;
  /** One per corner, of unit length. */
  readonly normals: ArrayLike<number>;
  /** Number of the material of each triangle, 0 … 65,535. */
  readonly materials: ArrayLike<number>;
}

/** A copy of a mesh: turned about the upright axis (radians), scaled, moved. */
export interface Placement<M extends TriangleMesh = TriangleMesh> {
  mesh: M;
  x: number;
  y: number;
  z: number;
  turn: number;
  scale: number;
}

const leafSize = 3;
const binCount = 8;
/** Boxes of a node that are looked at for its cut; of more, every n-th. */
const mostBinned = 1024;
/** Boxes of a node up to which its middle is as good a cut as any. */
const fewBoxes = 16;
/** Range of centres, metres, below which a cut parts nothing. */
const leastSpread = 1e-9;
/** Boxes are six bounds each: least x, y, z, then most. */
const emptyBox = Float64Array.of(Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity);
const emptyBins = Float64Array.from({ length: binCount * 3 * 6 }, (_, i) => emptyBox[i % 6]!);
/** A share of a number above what is lost where it becomes one of 32 bits. */
const rounding = 1.2e-7;
// Work space of a cut; building a tree makes thousands of them.
const bins = new Int32Array(binCount * 3);
const binBoxes = new Float64Array(binCount * 3 * 6);
const behind = new Float64Array(binCount);
const sweep = new Float64Array(6);
const measured = new Float64Array(12);

/**
 * Nodes of all trees: six bounds each, and per node [first child or first item, item count]; a count of 0 is an inner node, -1 the root of a tree of nothing.
 */
export class NodeStore {
  bounds: Float32Array;
  links: Int32Array;
  count = 0;

  constructor(capacity: number) {
    this.bounds = new Float32Array(capacity * 6);
    this.links = new Int32Array(capacity * 2);
  }

  /** @returns the number of the first of `added` empty nodes */
  add(added: number): number {
    const first = this.count;
    this.count += added;
    if (this.count * 2 > this.links.length) {
      const capacity = Math.max(16, this.count + (this.count >> 1));
      this.bounds = grown(this.bounds, new Float32Array(capacity * 6));
      this.links = grown(this.links, new Int32Array(capacity * 2));
    }
    return first;
  }

  /**
   * Adds the nodes of a tree that stands alone, whose root is its first node.
   *
   * @param firstItem number here of what is 0 there
   * @returns the number of its root
   */
  append(tree: NodeStore, firstItem: number): number {
    const root = this.add(tree.count);
    this.bounds.set(tree.bounds.subarray(0, tree.count * 6), root * 6);
    for (let i = 0; i < tree.count; i++) {
      const count = tree.links[i * 2 + 1]!;
      this.links[(root + i) * 2] = tree.links[i * 2]! + (count === 0 ? root : firstItem);
      this.links[(root + i) * 2 + 1] = count;
    }
    return root;
  }
}

/** Boxes of the triangles of a mesh, larger by a hundredth of a millimetre and by what rounding takes. */
export function triangleBoxes(mesh: TriangleMesh): Float32Array {
  const boxes = new Float32Array(mesh.triangleCount * 6);
  const p = mesh.positions;
  for (let i = 0; i < mesh.triangleCount; i++) {
    for (let k = 0; k < 3; k++) {
      const [a, b, c] = [p[i * 9 + k]!, p[i * 9 + 3 + k]!, p[i * 9 + 6 + k]!];
      const low = Math.min(a, b, c);
      const high = Math.max(a, b, c);
      boxes[i * 6 + k] = low - 1e-5 - Math.abs(low) * rounding;
      boxes[i * 6 + 3 + k] = high + 1e-5 + Math.abs(high) * rounding;
    }
  }
  return boxes;
}

export function placedBox(box: ArrayLike<number>, p: Placement): number[] {
  const out = [...emptyBox];
  const c = Math.cos(p.turn);
  const s = Math.sin(p.turn);
  for (let corner = 0; corner < 8; corner++) {
    const x = box[corner & 1 ? 3 : 0]! * p.scale;
    const y = box[corner & 2 ? 4 : 1]! * p.scale;
    const z = box[corner & 4 ? 5 : 2]! * p.scale;
    [x * c + z * s + p.x, y + p.y, z * c - x * s + p.z].forEach((value, k) => {
      const spare = 1e-4 + Math.abs(value) * rounding;
      out[k] = Math.min(out[k]!, value - spare);
      out[k + 3] = Math.max(out[k + 3]!, value + spare);
    });
  }
  return out;
}

/**
 * Binned surface-area tree over boxes; leaves name a run of the returned order, shifted by `first`.
 *
 * Wald, “On fast construction of SAH-based bounding volume hierarchies” (2007); large nodes choose their cut by a sample
 * of their boxes, small ones take the middle of their longest side.
 *
 * @param boxes six bounds each; left in the returned order
 */
export function buildTree(boxes: Float32Array, first: number, nodes: NodeStore): { root: number; order: Int32Array } {
  const count = boxes.length / 6;
  const order = new Int32Array(count);
  for (let i = 0; i < count; i++) order[i] = i;
  const root = nodes.add(1);
  if (count > 0) split(root, 0, count);
  else nodes.links[root * 2 + 1] = -1;
  return { root, order };

  function split(node: number, from: number, to: number): void {
    measure(boxes, from, to);
    nodes.bounds.set(measured.subarray(0, 6), node * 6);
    const cut = to - from > leafSize ? cutOf(boxes, from, to) : null;
    if (!cut) {
      nodes.links[node * 2] = first + from;
      nodes.links[node * 2 + 1] = to - from;
      return;
    }
    const low = part(boxes, order, from, to, cut);
    const middle = low === from || low === to ? (from + to) >> 1 : low;
    const child = nodes.add(2);
    nodes.links[node * 2] = child;
    split(child, from, middle);
    split(child + 1, middle, to);
  }
}

/** A plane across an axis, at a doubled centre. */
interface Cut {
  axis: number;
  at: number;
}

/** Bounds of a run of boxes and the range of their doubled centres, in `measured`. */
function measure(boxes: Float32Array, from: number, to: number): void {
  for (let axis = 0; axis < 3; axis++) {
    let low = Infinity;
    let high = -Infinity;
    let leastCentre = Infinity;
    let mostCentre = -Infinity;
    for (let k = from * 6 + axis; k < to * 6; k += 6) {
      const a = boxes[k]!;
      const b = boxes[k + 3]!;
      const centre = a + b;
      if (a < low) low = a;
      if (b > high) high = b;
      if (centre < leastCentre) leastCentre = centre;
      if (centre > mostCentre) mostCentre = centre;
    }
    measured[axis] = low;
    measured[axis + 3] = high;
    measured[axis + 6] = leastCentre;
    measured[axis + 9] = mostCentre;
  }
}

/** Cut of the run that was measured; null when all its centres coincide. */
function cutOf(boxes: Float32Array, from: number, to: number): Cut | null {
  if (to - from > fewBoxes) return bestCut(boxes, from, to);
  let axis = 0;
  for (let other = 1; other < 3; other++) if (spread(other) > spread(axis)) axis = other;
  return spread(axis) > leastSpread ? { axis, at: measured[axis + 6]! + spread(axis) / 2 } : null;
}

/** Range of the doubled centres along an axis. */
function spread(axis: number): number {
  return measured[axis + 9]! - measured[axis + 6]!;
}

/** Moves boxes before a cut to the beginning of their run. @returns the first behind it */
function part(boxes: Float32Array, order: Int32Array, from: number, to: number, { axis, at }: Cut): number {
  let low = from;
  let high = to - 1;
  while (low <= high) {
    const k = low * 6;
    if (boxes[k + axis]! + boxes[k + 3 + axis]! < at) {
      low++;
      continue;
    }
    const other = high * 6;
    for (let i = 0; i < 6; i++) {
      const value = boxes[k + i]!;
      boxes[k + i] = boxes[other + i]!;
      boxes[other + i] = value;
    }
    const id = order[low]!;
    order[low] = order[high]!;
    order[high--] = id;
  }
  return low;
}

/** Cheapest plane on doubled centres over all axes; null when all centres coincide. */
function bestCut(boxes: Float32Array, from: number, to: number): Cut | null {
  fillBins(boxes, from, to);
  let best = Infinity;
  let answer: Cut | null = null;
  for (let axis = 0; axis < 3; axis++) {
    const low = measured[axis + 6]!;
    const width = spread(axis);
    if (!(width > leastSpread)) continue;
    const own = axis * binCount;
    // Boxes and prices of the part behind every cut, from the last cut backwards; then of the part before it, forwards.
    sweep.set(emptyBox);
    for (let cut = binCount - 1, n = 0; cut > 0; cut--) {
      n += bins[own + cut]!;
      growSweep((own + cut) * 6);
      behind[cut] = priceOf(n);
    }
    sweep.set(emptyBox);
    let before = 0;
    for (let cut = 1; cut < binCount; cut++) {
      before += bins[own + cut - 1]!;
      growSweep((own + cut - 1) * 6);
      const cost = priceOf(before) + behind[cut]!;
      if (cost < best) {
        best = cost;
        answer = { axis, at: low + (width * cut) / binCount };
      }
    }
  }
  return answer;
}

/** Counts and boxes of the bins of all three axes. */
function fillBins(boxes: Float32Array, from: number, to: number): void {
  bins.fill(0);
  binBoxes.set(emptyBins);
  const step = Math.max(1, Math.floor((to - from) / mostBinned));
  for (let axis = 0; axis < 3; axis++) {
    if (!(spread(axis) > leastSpread)) continue;
    const low = measured[axis + 6]!;
    const perBin = binCount / spread(axis);
    for (let k = from * 6; k < to * 6; k += step * 6) {
      const position = ((boxes[k + axis]! + boxes[k + 3 + axis]! - low) * perBin) | 0;
      const bin = axis * binCount + (position < binCount ? position : binCount - 1);
      bins[bin]!++;
      growBin(bin * 6, boxes, k);
    }
  }
}

/** Makes the box of a bin hold the one at `k`; written out, since it is the most frequent step of all. */
function growBin(at: number, boxes: Float32Array, k: number): void {
  if (boxes[k]! < binBoxes[at]!) binBoxes[at] = boxes[k]!;
  if (boxes[k + 1]! < binBoxes[at + 1]!) binBoxes[at + 1] = boxes[k + 1]!;
  if (boxes[k + 2]! < binBoxes[at + 2]!) binBoxes[at + 2] = boxes[k + 2]!;
  if (boxes[k + 3]! > binBoxes[at + 3]!) binBoxes[at + 3] = boxes[k + 3]!;
  if (boxes[k + 4]! > binBoxes[at + 4]!) binBoxes[at + 4] = boxes[k + 4]!;
  if (boxes[k + 5]! > binBoxes[at + 5]!) binBoxes[at + 5] = boxes[k + 5]!;
}

/** Makes the swept box hold the one of the bin at `k`. */
function growSweep(k: number): void {
  for (let a = 0; a < 3; a++) {
    if (binBoxes[k + a]! < sweep[a]!) sweep[a] = binBoxes[k + a]!;
    if (binBoxes[k + 3 + a]! > sweep[3 + a]!) sweep[3 + a] = binBoxes[k + 3 + a]!;
  }
}

/** Surface of the swept box times the number of boxes in it. */
function priceOf(n: number): number {
  if (n === 0) return Infinity;
  const w = sweep[3]! - sweep[0]!;
  const h = sweep[4]! - sweep[1]!;
  const d = sweep[5]! - sweep[2]!;
  return n * (w * h + h * d + d * w);
}

function grown<T extends Float32Array | Int32Array>(values: T, larger: T): T {
  larger.set(values);
  return larger;
}
