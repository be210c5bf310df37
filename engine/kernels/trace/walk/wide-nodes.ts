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
  // A wide node takes the room of at least one inner node, of which there are fewer than leaves.
  const wide = new Float32Array(((nodes.count >> 1) + roots.length) * wideNodeLength);
  const integers = new Int32Array(wide.buffer);
  let count = 0;
  const wideRoots = roots.map(widen);
  return { wide: wide.slice(0, count * wideNodeLength), roots: wideRoots };

  function widen(node: number): number {
    const own = count++;
    const at = own * wideNodeLength;
    const filled = open(node, at + linksAt);
    for (let i = 0; i < 4; i++) {
      const child = i < filled ? integers[at + linksAt + i]! : -1;
      writeBounds(at + i, child);
      integers[at + countsAt + i] = child < 0 ? -1 : links[child * 2 + 1]!;
    }
    for (let i = 0; i < filled; i++) {
      const child = integers[at + linksAt + i]!;
      integers[at + linksAt + i] = isLeaf(child) ? links[child * 2]! : widen(child);
    }
    return own;
  }

  function writeBounds(at: number, child: number): void {
    for (let k = 0; k < 3; k++) wide[at + k * 4] = child < 0 ? Infinity : bounds[child * 6 + k]!;
    for (let k = 3; k < 6; k++) wide[at + k * 4] = child < 0 ? -Infinity : bounds[child * 6 + k]!;
  }

  /** Writes the two-way nodes that become the children of a wide one. @returns how many there are */
  function open(node: number, at: number): number {
    integers[at] = node;
    let filled = 1;
    while (filled < 4) {
      let largest = -1;
      for (let i = 0; i < filled; i++) {
        if (isLeaf(integers[at + i]!)) continue;
        if (largest < 0 || surface(integers[at + i]!) > surface(integers[at + largest]!)) largest = i;
      }
      if (largest < 0) break;
      const link = links[integers[at + largest]! * 2]!;
      integers[at + largest] = link;
      integers[at + filled++] = link + 1;
    }
    return filled;
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
