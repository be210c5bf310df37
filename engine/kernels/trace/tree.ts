/** Building of bounding volume trees: binned surface-area cuts over boxes. */
import type { Mesh } from './mesh.ts';

const LEAF_SIZE = 3;
const BINS = 12;
/** Boxes are six bounds each: least x, y, z, then most. */
const emptyBox = Float64Array.of(Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity);
const emptyBins = Float64Array.from({ length: BINS * 6 }, (_, i) => emptyBox[i % 6]!);
// Work space of a cut; building a tree makes thousands of them.
const bins = new Int32Array(BINS);
const binBoxes = new Float64Array(BINS * 6);
const behind = new Float64Array(BINS);
const sweep = new Float64Array(6);

/** A copy of a mesh: turned about the upright axis (radians), scaled, moved. */
export interface Placement {
  mesh: Mesh;
  x: number;
  y: number;
  z: number;
  turn: number;
  scale: number;
}

/** Nodes of all trees: six bounds each, and per node [first child or first item, item count]. */
export interface NodeStore {
  bounds: number[];
  links: number[];
}

export function triangleBoxes(mesh: Mesh): Float64Array {
  const boxes = new Float64Array(mesh.triangleCount * 6);
  for (let i = 0; i < mesh.triangleCount; i++) {
    for (let k = 0; k < 3; k++) {
      const a = mesh.positions[i * 9 + k] as number;
      const b = mesh.positions[i * 9 + 3 + k] as number;
      const c = mesh.positions[i * 9 + 6 + k] as number;
      boxes[i * 6 + k] = Math.min(a, b, c) - 1e-5;
      boxes[i * 6 + 3 + k] = Math.max(a, b, c) + 1e-5;
    }
  }
  return boxes;
}

export function placedBox(box: readonly number[], p: Placement): number[] {
  const out = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  const c = Math.cos(p.turn);
  const s = Math.sin(p.turn);
  for (let corner = 0; corner < 8; corner++) {
    const x = (box[corner & 1 ? 3 : 0] as number) * p.scale;
    const y = (box[corner & 2 ? 4 : 1] as number) * p.scale;
    const z = (box[corner & 4 ? 5 : 2] as number) * p.scale;
    [x * c + z * s + p.x, y + p.y, z * c - x * s + p.z].forEach((value, k) => {
      out[k] = Math.min(out[k] as number, value - 1e-4);
      out[k + 3] = Math.max(out[k + 3] as number, value + 1e-4);
    });
  }
  return out;
}

/** Binned surface-area tree over boxes; leaves name a run of the returned order, shifted by `first`. */
export function buildTree(boxes: Float64Array, first: number, nodes: NodeStore): { root: number; order: Int32Array } {
  const count = boxes.length / 6;
  const order = Int32Array.from({ length: count }, (_, i) => i);
  const root = nodes.links.length / 2;
  nodes.links.push(0, 0);
  nodes.bounds.push(0, 0, 0, 0, 0, 0);
  if (count > 0) split(root, 0, count);
  return { root, order };

  function split(node: number, from: number, to: number): void {
    const box = unite(boxes, order, from, to);
    for (let k = 0; k < 6; k++) nodes.bounds[node * 6 + k] = box[k] as number;
    const cut = to - from <= LEAF_SIZE ? null : bestCut(boxes, order, from, to);
    if (!cut) {
      nodes.links[node * 2] = first + from;
      nodes.links[node * 2 + 1] = to - from;
      return;
    }
    let low = from;
    let high = to - 1;
    while (low <= high) {
      const id = order[low]!;
      if (boxes[id * 6 + cut.axis]! + boxes[id * 6 + 3 + cut.axis]! < cut.at) low++;
      else {
        order[low] = order[high]!;
        order[high--] = id;
      }
    }
    const middle = low === from || low === to ? (from + to) >> 1 : low;
    const child = nodes.links.length / 2;
    nodes.links.push(0, 0, 0, 0);
    nodes.bounds.push(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    nodes.links[node * 2] = child;
    split(child, from, middle);
    split(child + 1, middle, to);
  }
}

function unite(boxes: Float64Array, order: Int32Array, from: number, to: number): number[] {
  const out = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  for (let i = from; i < to; i++) {
    const k = order[i]! * 6;
    for (let a = 0; a < 3; a++) {
      if (boxes[k + a]! < out[a]!) out[a] = boxes[k + a]!;
      if (boxes[k + 3 + a]! > out[3 + a]!) out[3 + a] = boxes[k + 3 + a]!;
    }
  }
  return out;
}

/** Cheapest plane on doubled centres over all axes; null when all centres coincide. */
function bestCut(
  boxes: Float64Array,
  order: Int32Array,
  from: number,
  to: number,
): { axis: number; at: number } | null {
  const { low, high } = centreRange(boxes, order, from, to);
  let best = Infinity;
  let answer: { axis: number; at: number } | null = null;
  for (let axis = 0; axis < 3; axis++) {
    const width = high[axis]! - low[axis]!;
    if (!(width > 1e-9)) continue;
    bins.fill(0);
    binBoxes.set(emptyBins);
    for (let i = from; i < to; i++) {
      const k = order[i]! * 6;
      const c = boxes[k + axis]! + boxes[k + 3 + axis]!;
      const bin = Math.min(BINS - 1, Math.floor(((c - low[axis]!) / width) * BINS));
      bins[bin]!++;
      grow(binBoxes, bin * 6, boxes, k);
    }
    // Boxes and prices of the part behind every cut, from the last cut backwards; then of the part before it, forwards.
    sweep.set(emptyBox);
    for (let cut = BINS - 1, n = 0; cut > 0; cut--) {
      n += bins[cut]!;
      grow(sweep, 0, binBoxes, cut * 6);
      behind[cut] = priceOf(n, sweep);
    }
    sweep.set(emptyBox);
    let before = 0;
    for (let cut = 1; cut < BINS; cut++) {
      before += bins[cut - 1]!;
      grow(sweep, 0, binBoxes, (cut - 1) * 6);
      const cost = priceOf(before, sweep) + behind[cut]!;
      if (cost < best) {
        best = cost;
        answer = { axis, at: low[axis]! + (width * cut) / BINS };
      }
    }
  }
  return answer;
}

/** Least and most doubled centre of the boxes, per axis. */
function centreRange(boxes: Float64Array, order: Int32Array, from: number, to: number) {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let i = from; i < to; i++) {
    const k = order[i]! * 6;
    for (let a = 0; a < 3; a++) {
      const c = boxes[k + a]! + boxes[k + 3 + a]!;
      if (c < low[a]!) low[a] = c;
      if (c > high[a]!) high[a] = c;
    }
  }
  return { low, high };
}
/** Makes the box at `to` hold the one at `k`. */
function grow(box: Float64Array, to: number, boxes: Float64Array, k: number): void {
  for (let a = 0; a < 3; a++) {
    if (boxes[k + a]! < box[to + a]!) box[to + a] = boxes[k + a]!;
    if (boxes[k + 3 + a]! > box[to + 3 + a]!) box[to + 3 + a] = boxes[k + 3 + a]!;
  }
}

/** Surface of a box times the number of boxes in it. */
function priceOf(n: number, box: Float64Array): number {
  if (n === 0) return Infinity;
  const w = box[3]! - box[0]!;
  const h = box[4]! - box[1]!;
  const d = box[5]! - box[2]!;
  return n * (w * h + h * d + d * w);
}
