import { histogramBins, histogramSize, type RegionEdges, type RegionFacts } from './merge-tree-regions.ts';

/** Weights of the differences between two regions, relative to each other. */
export interface MergeWeights {
  /** Mean gradient along the common edge. */
  gradient: number;
  /** Distance of the colour histograms. */
  histogram: number;
  /** Distance of the mean colours. */
  mean: number;
  /** 0–1: how much cheaper it is to join a region to the one that surrounds it. */
  enclosure: number;
  /** Exponent of the smaller region's share of the picture: above 0 small regions merge first. */
  size: number;
}

/**
 * A binary tree over regions: nodes 0 … `leafCount` - 1 are the regions, later nodes join two earlier ones, the last
 * one is the whole picture.
 */
export interface MergeTree {
  leafCount: number;
  /** Children of node `leafCount + i`. */
  first: Uint16Array;
  second: Uint16Array;
  /** Unlikeness at which node `leafCount + i` came to be; never falls towards the root. */
  level: Float32Array;
}

/**
 * Region merging: the least unlike neighbours join, again and again, until one region is left. Unlikeness is boundary
 * gradient + colour histogram (earth mover's distance per plane) + mean colour, times a power of the smaller one's
 * size (after Ward 1963; binary partition trees after Salembier & Garrido, "Binary partition tree as an efficient
 * representation", TIP 2000).
 */
export function mergeRegions(facts: RegionFacts, edges: RegionEdges, weights: MergeWeights): MergeTree {
  const leafCount = facts.area.length;
  const total = 2 * leafCount - 1;
  const area = grow(facts.area, total);
  const colour = grow(facts.colour, total * 3);
  const histogram = grow(facts.histogram, total * histogramSize);
  const pictureArea = facts.area.reduce((sum, value) => sum + value, 0);
  // The picture's border surrounds nothing, so it counts as outline.
  const outline = grow(facts.border, total);
  const neighbours: Array<Map<number, Contact> | undefined> = [];
  for (let leaf = 0; leaf < leafCount; leaf++) neighbours.push(new Map());
  for (let edge = 0; edge < edges.first.length; edge++) {
    const contact = { gradient: edges.gradient[edge]!, length: edges.length[edge]! };
    outline[edges.first[edge]!]! += contact.length;
    outline[edges.second[edge]!]! += contact.length;
    neighbours[edges.first[edge]!]!.set(edges.second[edge]!, contact);
    neighbours[edges.second[edge]!]!.set(edges.first[edge]!, contact);
  }

  const unlikeness = (one: number, other: number, contact: Contact): number => {
    const oneShare = 1 / area[one]!;
    const otherShare = 1 / area[other]!;
    let distance = 0;
    for (let plane = 0; plane < 3; plane++) {
      const oneStart = one * histogramSize + plane * histogramBins;
      const otherStart = other * histogramSize + plane * histogramBins;
      let difference = 0;
      let moved = 0;
      for (let bin = 0; bin < histogramBins; bin++) {
        difference += histogram[oneStart + bin]! * oneShare - histogram[otherStart + bin]! * otherShare;
        moved += difference < 0 ? -difference : difference;
      }
      // Shade changes lightness; colour says more about what a thing is.
      distance += (moved / histogramBins) * (plane === 0 ? 0.6 : 1.4);
    }
    const dl = 0.7 * (colour[one * 3]! * oneShare - colour[other * 3]! * otherShare);
    const da = colour[one * 3 + 1]! * oneShare - colour[other * 3 + 1]! * otherShare;
    const db = colour[one * 3 + 2]! * oneShare - colour[other * 3 + 2]! * otherShare;
    const base =
      (weights.gradient * contact.gradient) / contact.length +
      weights.histogram * distance +
      weights.mean * Math.sqrt(dl * dl + da * da + db * db);
    const share = Math.min(area[one]!, area[other]!) / pictureArea;
    const enclosed = contact.length / Math.min(outline[one]!, outline[other]!);
    return base * share ** weights.size * (1 - weights.enclosure * enclosed) * (contact.length < 4 ? 1.5 : 1);
  };

  const queue = new PairQueue();
  for (let edge = 0; edge < edges.first.length; edge++) {
    const one = edges.first[edge]!;
    const other = edges.second[edge]!;
    queue.push(unlikeness(one, other, neighbours[one]!.get(other)!), one, other);
  }
  const tree: MergeTree = {
    leafCount,
    first: new Uint16Array(leafCount - 1),
    second: new Uint16Array(leafCount - 1),
    level: new Float32Array(leafCount - 1),
  };
  const levelOf = (node: number) => (node < leafCount ? 0 : tree.level[node - leafCount]!);
  for (let node = leafCount; node < total; node++) {
    const [cost, one, other] = queue.popLive(neighbours);
    const at = node - leafCount;
    tree.first[at] = one;
    tree.second[at] = other;
    tree.level[at] = Math.max(cost, levelOf(one), levelOf(other));
    area[node] = area[one]! + area[other]!;
    for (let i = 0; i < 3; i++) colour[node * 3 + i] = colour[one * 3 + i]! + colour[other * 3 + i]!;
    for (let i = 0; i < histogramSize; i++) {
      histogram[node * histogramSize + i] = histogram[one * histogramSize + i]! + histogram[other * histogramSize + i]!;
    }
    outline[node] = outline[one]! + outline[other]! - 2 * neighbours[one]!.get(other)!.length;
    const joined = joinContacts(neighbours[one]!, neighbours[other]!, one, other);
    neighbours[one] = undefined;
    neighbours[other] = undefined;
    neighbours[node] = joined;
    for (const [neighbour, contact] of joined) {
      const back = neighbours[neighbour]!;
      back.delete(one);
      back.delete(other);
      back.set(node, contact);
      queue.push(unlikeness(node, neighbour, contact), neighbour, node);
    }
  }
  return tree;
}

interface Contact {
  gradient: number;
  length: number;
}

function joinContacts(
  one: Map<number, Contact>,
  other: Map<number, Contact>,
  oneNode: number,
  otherNode: number,
): Map<number, Contact> {
  const joined = new Map<number, Contact>();
  for (const contacts of [one, other]) {
    for (const [neighbour, { gradient, length }] of contacts) {
      if (neighbour === oneNode || neighbour === otherNode) continue;
      const known = joined.get(neighbour);
      joined.set(neighbour, { gradient: gradient + (known?.gradient ?? 0), length: length + (known?.length ?? 0) });
    }
  }
  return joined;
}

function grow(values: Float32Array, length: number): Float32Array {
  const grown = new Float32Array(length);
  grown.set(values);
  return grown;
}

type Pair = readonly [cost: number, one: number, other: number];

/** Binary heap of pairs, the least cost first; equal costs in the order of their nodes, so that results repeat. */
class PairQueue {
  private readonly heap: Pair[] = [];

  push(cost: number, one: number, other: number): void {
    const { heap } = this;
    const pair: Pair = [cost, one, other];
    let at = heap.length;
    heap.push(pair);
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!isBefore(pair, heap[parent]!)) break;
      heap[at] = heap[parent]!;
      at = parent;
    }
    heap[at] = pair;
  }

  /** The first pair of which both sides still have contacts. */
  popLive(live: ReadonlyArray<unknown>): Pair {
    for (;;) {
      const pair = this.pop();
      if (live[pair[1]] !== undefined && live[pair[2]] !== undefined) return pair;
    }
  }

  private pop(): Pair {
    const { heap } = this;
    const least = heap[0];
    if (!least) throw new Error('regions that do not touch cannot be merged');
    const last = heap.pop()!;
    if (heap.length === 0) return least;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && isBefore(heap[child + 1]!, heap[child]!)) child++;
      if (!isBefore(heap[child]!, last)) break;
      heap[at] = heap[child]!;
      at = child;
    }
    heap[at] = last;
    return least;
  }
}

function isBefore(one: Pair, other: Pair): boolean {
  if (one[0] !== other[0]) return one[0] < other[0];
  return one[1] !== other[1] ? one[1] < other[1] : one[2] < other[2];
}
