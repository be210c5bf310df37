import type { NodeStore } from '../tree.ts';

/** 32-bit numbers of a wide node: 24 bounds, 4 links, 4 counts, see `traverse.assembly.ts`. */
const wideNodeLength = 32;
const countsAt = 28;
const linksAt = 24;

/**
 * Two-way trees made four-way: of each node the largest inner child is opened until there are four.
 *
 * @param roots numbers of the roots of the trees
 * @returns nodes of 32 numbers, bounds as floats and the rest as integers of the same memory, and the new root of each
 */
export function widenNodes(nodes: NodeStore, roots: readonly number[]): { wide: Float32Array; roots: number[] } {
  const { bounds, links } = nodes;
  let wide = new Float32Array(Math.max(16, nodes.count >> 1) * wideNodeLength);
  let integers = new Int32Array(wide.buffer);
  let count = 0;
  const wideRoots = roots.map(widen);
  return { wide: wide.slice(0, count * wideNodeLength), roots: wideRoots };

  function widen(node: number): number {
    const own = count++;
    if (count * wideNodeLength > wide.length) {
      const larger = new Float32Array(wide.length * 2);
      larger.set(wide);
      wide = larger;
      integers = new Int32Array(wide.buffer);
    }
    const children = isLeaf(node) ? [node] : opened(node);
    for (let i = 0; i < 4; i++) writeFourth(own * wideNodeLength, i, children[i]);
    children.forEach((child, i) => {
      if (isLeaf(child)) return;
      const link = widen(child);
      integers[own * wideNodeLength + linksAt + i] = link;
    });
    return own;
  }

  function writeFourth(at: number, i: number, child: number | undefined): void {
    for (let k = 0; k < 6; k++) {
      const empty = k < 3 ? Infinity : -Infinity;
      wide[at + k * 4 + i] = child === undefined ? empty : bounds[child * 6 + k]!;
    }
    integers[at + linksAt + i] = child === undefined ? 0 : links[child * 2]!;
    integers[at + countsAt + i] = child === undefined ? -1 : links[child * 2 + 1]!;
  }

  function opened(node: number): number[] {
    const children = [links[node * 2]!, links[node * 2]! + 1];
    while (children.length < 4) {
      let largest = -1;
      for (let i = 0; i < children.length; i++) {
        if (isLeaf(children[i]!)) continue;
        if (largest < 0 || surface(children[i]!) > surface(children[largest]!)) largest = i;
      }
      if (largest < 0) break;
      const link = links[children[largest]! * 2]!;
      children.splice(largest, 1, link, link + 1);
    }
    return children;
  }

  function isLeaf(node: number): boolean {
    return links[node * 2 + 1] !== 0;
  }

  function surface(node: number): number {
    const k = node * 6;
    const w = bounds[k + 3]! - bounds[k]!;
    const h = bounds[k + 4]! - bounds[k + 1]!;
    const d = bounds[k + 5]! - bounds[k + 2]!;
    return w * h + h * d + d * w;
  }
}
