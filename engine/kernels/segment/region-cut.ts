/** Pairs of nodes with the cost of a border between them. */
export interface CutEdges {
  first: Uint16Array;
  second: Uint16Array;
  /** 0 or more, one a pair. */
  cost: Float32Array;
}

/** A graph with room on its arcs; those of node n stand from start[n] to start[n + 1]. */
interface FlowGraph {
  start: Int32Array;
  target: Int32Array;
  /** Index of the arc the other way. */
  back: Int32Array;
  /** Flow that an arc still takes. */
  room: Float32Array;
  /** Flow that a node has too much (positive) or too little. */
  excess: Float32Array;
  /** Arcs from the nodes with too much; -1 where none leads. */
  level: Int32Array;
  /** The next arc of each node to try. */
  arc: Int32Array;
  /** Scratch: arcs of the path that is followed. */
  path: Int32Array;
}

/**
 * The cheapest division of a graph's nodes into inside and outside: minimum cut by blocking flows (Dinic 1970).
 *
 * @param leaning price of a node outside (positive) or inside (negative)
 * @returns 1 for nodes inside
 */
export function cutRegions(leaning: Float32Array, edges: CutEdges): Uint8Array {
  const count = leaning.length;
  const graph = flowGraph(leaning, edges);
  const queue = new Int32Array(count);
  while (labelLevels(graph, queue)) {
    graph.arc.set(graph.start.subarray(0, count));
    for (let node = 0; node < count; node++) {
      if (graph.excess[node]! > least && graph.level[node] === 0) push(graph, node);
    }
  }
  return Uint8Array.from(graph.level, (depth) => (depth < 0 ? 0 : 1));
}

function flowGraph(leaning: Float32Array, { first, second, cost }: CutEdges): FlowGraph {
  const count = leaning.length;
  const start = new Int32Array(count + 1);
  for (let edge = 0; edge < first.length; edge++) {
    start[first[edge]! + 1]!++;
    start[second[edge]! + 1]!++;
  }
  for (let node = 0; node < count; node++) start[node + 1]! += start[node]!;
  const next = start.slice(0, count);
  const target = new Int32Array(2 * first.length);
  const back = new Int32Array(2 * first.length);
  const room = new Float32Array(2 * first.length);
  for (let edge = 0; edge < first.length; edge++) {
    const forth = next[first[edge]!]!++;
    const reverse = next[second[edge]!]!++;
    target[forth] = second[edge]!;
    target[reverse] = first[edge]!;
    back[forth] = reverse;
    back[reverse] = forth;
    room[forth] = cost[edge]!;
    room[reverse] = cost[edge]!;
  }
  return {
    start,
    target,
    back,
    room,
    excess: Float32Array.from(leaning),
    level: new Int32Array(count),
    arc: new Int32Array(count),
    path: new Int32Array(count),
  };
}

/** Levels by breadth from the nodes with too much; returns whether they reach one with too little. */
function labelLevels({ start, target, room, excess, level }: FlowGraph, queue: Int32Array): boolean {
  level.fill(-1);
  let end = 0;
  for (let node = 0; node < level.length; node++) {
    if (excess[node]! <= least) continue;
    level[node] = 0;
    queue[end++] = node;
  }
  let isSinkReached = false;
  for (let at = 0; at < end; at++) {
    const node = queue[at]!;
    if (excess[node]! < -least) isSinkReached = true;
    for (let way = start[node]!; way < start[node + 1]!; way++) {
      const to = target[way]!;
      if (level[to]! >= 0 || room[way]! <= least) continue;
      level[to] = level[node]! + 1;
      queue[end++] = to;
    }
  }
  return isSinkReached;
}

/** Sends what a node has too much to nodes with too little, path by path along rising levels. */
function push(graph: FlowGraph, from: number): void {
  const { start, target, back, excess, arc, path } = graph;
  let length = 0;
  let node = from;
  for (;;) {
    if (excess[node]! < -least) {
      const full = sendAlong(graph, from, node, length);
      if (excess[from]! <= least) return;
      if (full < length) {
        length = full;
        node = target[back[path[full]!]!]!;
      }
    }
    const way = nextArc(graph, node);
    if (way < start[node + 1]!) {
      path[length++] = way;
      node = target[way]!;
    } else {
      if (length === 0) return;
      length--;
      node = target[back[path[length]!]!]!;
      arc[node]!++;
    }
  }
}

/** Sends as much as the path takes. @returns index of its first full arc, `length` when none is full */
function sendAlong({ room, back, excess, path }: FlowGraph, from: number, to: number, length: number): number {
  let flow = Math.min(excess[from]!, -excess[to]!);
  for (let i = 0; i < length; i++) flow = Math.min(flow, room[path[i]!]!);
  excess[from]! -= flow;
  excess[to]! += flow;
  let full = length;
  for (let i = length - 1; i >= 0; i--) {
    room[path[i]!]! -= flow;
    room[back[path[i]!]!]! += flow;
    if (room[path[i]!]! <= least) full = i;
  }
  return full;
}

/** The next arc of a node with room that leads one level on; the end of its arcs when there is none. */
function nextArc({ start, target, room, level, arc }: FlowGraph, node: number): number {
  const end = start[node + 1]!;
  while (arc[node]! < end) {
    const way = arc[node]!;
    if (room[way]! > least && level[target[way]!] === level[node]! + 1) return way;
    arc[node]!++;
  }
  return end;
}

/** Smaller amounts decide nothing. */
const least = 1e-4;
