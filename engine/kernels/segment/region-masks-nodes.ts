import type { MergeTree } from './merge-tree.ts';
import type { RegionEdges, RegionFacts } from './merge-tree-regions.ts';

/** Facts of every node of a tree; arrays are indexed by node. */
export interface TreeNodes {
  tree: MergeTree;
  /** -1 at the root. */
  parent: Int32Array;
  /** Leaves in an order in which every node's leaves stand together: from `start` (with) to `end` (without). */
  leafOrder: Uint16Array;
  start: Int32Array;
  end: Int32Array;
  /** Place of a leaf in `leafOrder`; indexed by leaf. */
  placeOf: Int32Array;
  /** Pixels. */
  area: Float32Array;
  /** Three sums a node, Lab units. */
  colour: Float32Array;
  square: Float32Array;
  border: Float32Array;
  roughness: Float32Array;
  /** Left, top, right, bottom, inclusive; four a node. */
  box: Uint16Array;
  /** Pixel edges to other nodes. */
  perimeter: Float32Array;
  /** Sum of the gradient along them. */
  perimeterGradient: Float32Array;
  /** Colour distance to the regions along the outline, Lab units; mean. */
  contrast: Float32Array;
  /** Share of the outline without a visible edge. */
  weakShare: Float32Array;
}

/** Mean gradient below which nobody sees an edge, Lab units per two pixels. */
const visibleGradient = 6;

export function levelOf({ leafCount, level }: MergeTree, node: number): number {
  return node < leafCount ? 0 : level[node - leafCount]!;
}

/** Adds up what the leaves' facts say of every node. */
export function describeNodes(tree: MergeTree, facts: RegionFacts, edges: RegionEdges): TreeNodes {
  const { leafCount, first, second } = tree;
  const count = 2 * leafCount - 1;
  const nodes: TreeNodes = {
    tree,
    parent: new Int32Array(count).fill(-1),
    leafOrder: new Uint16Array(leafCount),
    start: new Int32Array(count),
    end: new Int32Array(count),
    placeOf: new Int32Array(leafCount),
    area: extend(facts.area, count),
    colour: extend(facts.colour, count * 3),
    square: extend(facts.square, count),
    border: extend(facts.border, count),
    roughness: extend(facts.roughness, count),
    box: new Uint16Array(count * 4),
    perimeter: new Float32Array(count),
    perimeterGradient: new Float32Array(count),
    contrast: new Float32Array(count),
    weakShare: new Float32Array(count),
  };
  const { parent, box, perimeter, perimeterGradient } = nodes;
  box.set(facts.box);
  for (let node = leafCount; node < count; node++) {
    parent[first[node - leafCount]!] = node;
    parent[second[node - leafCount]!] = node;
  }
  // The border between two leaves is inside their lowest common node, and outline of the nodes below it.
  const inner = new Float32Array(count);
  const innerGradient = new Float32Array(count);
  for (let edge = 0; edge < edges.first.length; edge++) {
    const length = edges.length[edge]!;
    const gradient = edges.gradient[edge]!;
    for (const leaf of [edges.first[edge]!, edges.second[edge]!]) {
      perimeter[leaf]! += length;
      perimeterGradient[leaf]! += gradient;
    }
    const common = commonNode(parent, edges.first[edge]!, edges.second[edge]!);
    inner[common]! += length;
    innerGradient[common]! += gradient;
  }
  const summed = [nodes.area, nodes.square, nodes.border, nodes.roughness, perimeter, perimeterGradient];
  for (let node = leafCount; node < count; node++) {
    const one = first[node - leafCount]!;
    const other = second[node - leafCount]!;
    for (const values of summed) values[node] = values[one]! + values[other]!;
    for (let i = 0; i < 3; i++) nodes.colour[node * 3 + i] = nodes.colour[one * 3 + i]! + nodes.colour[other * 3 + i]!;
    perimeter[node]! -= 2 * inner[node]!;
    perimeterGradient[node]! -= 2 * innerGradient[node]!;
    box[node * 4] = Math.min(box[one * 4]!, box[other * 4]!);
    box[node * 4 + 1] = Math.min(box[one * 4 + 1]!, box[other * 4 + 1]!);
    box[node * 4 + 2] = Math.max(box[one * 4 + 2]!, box[other * 4 + 2]!);
    box[node * 4 + 3] = Math.max(box[one * 4 + 3]!, box[other * 4 + 3]!);
  }
  measureOutlines(nodes, edges);
  orderLeaves(nodes);
  return nodes;
}

/** Every edge is part of the outline of each node that holds one of its sides and not the other. */
function measureOutlines(
  { parent, area, colour, perimeter, contrast, weakShare }: TreeNodes,
  edges: RegionEdges,
): void {
  const walk = (from: number, to: number, outside: number, length: number, isWeak: boolean) => {
    for (let node = from; node !== to; node = parent[node]!) {
      const own = 1 / area[node]!;
      const other = 1 / area[outside]!;
      const dl = 0.7 * (colour[node * 3]! * own - colour[outside * 3]! * other);
      const da = colour[node * 3 + 1]! * own - colour[outside * 3 + 1]! * other;
      const db = colour[node * 3 + 2]! * own - colour[outside * 3 + 2]! * other;
      contrast[node]! += length * Math.sqrt(dl * dl + da * da + db * db);
      if (isWeak) weakShare[node]! += length;
    }
  };
  for (let edge = 0; edge < edges.first.length; edge++) {
    const first = edges.first[edge]!;
    const second = edges.second[edge]!;
    const length = edges.length[edge]!;
    const isWeak = edges.gradient[edge]! < visibleGradient * length;
    const common = commonNode(parent, first, second);
    walk(first, common, second, length, isWeak);
    walk(second, common, first, length, isWeak);
  }
  for (let node = 0; node < contrast.length; node++) {
    contrast[node]! /= Math.max(1, perimeter[node]!);
    weakShare[node]! /= Math.max(1, perimeter[node]!);
  }
}

/** The first node that holds both; parents have higher numbers than their children. */
function commonNode(parent: Int32Array, one: number, other: number): number {
  let a = one;
  let b = other;
  while (a !== b) {
    if (a < b) a = parent[a]!;
    else b = parent[b]!;
  }
  return a;
}

function extend(values: Float32Array, length: number): Float32Array {
  const extended = new Float32Array(length);
  extended.set(values);
  return extended;
}

function orderLeaves({ tree, leafOrder, placeOf, start, end }: TreeNodes): void {
  const { leafCount, first, second } = tree;
  const root = 2 * leafCount - 2;
  const sizes = new Int32Array(root + 1).fill(1, 0, leafCount);
  for (let node = leafCount; node <= root; node++) {
    sizes[node] = sizes[first[node - leafCount]!]! + sizes[second[node - leafCount]!]!;
  }
  for (let node = root; node >= 0; node--) {
    end[node] = start[node]! + sizes[node]!;
    if (node < leafCount) {
      leafOrder[start[node]!] = node;
      placeOf[node] = start[node]!;
      continue;
    }
    const one = first[node - leafCount]!;
    start[one] = start[node]!;
    start[second[node - leafCount]!] = start[node]! + sizes[one]!;
  }
}

/** The leaf and all nodes that hold it, up to the root. */
export function chainOf({ parent }: TreeNodes, leaf: number): number[] {
  const chain: number[] = [];
  for (let node = leaf; node >= 0; node = parent[node]!) chain.push(node);
  return chain;
}

export function holds({ start, end, placeOf }: TreeNodes, node: number, leaf: number): boolean {
  const place = placeOf[leaf]!;
  return place >= start[node]! && place < end[node]!;
}
