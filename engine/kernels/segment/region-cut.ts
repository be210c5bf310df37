/** Pairs of nodes with what a border between them costs. */
export interface CutEdges {
  first: Uint16Array;
  second: Uint16Array;
  /** 0 or more, one a pair. */
  cost: Float32Array;
}

/**
 * The cheapest division of a graph's nodes into inside and outside: minimum cut by blocking flows (Dinic 1970).
 *
 * @param leaning what is paid for a node outside (positive) or inside (negative)
 * @returns 1 for nodes inside
 */
export function cutRegions(leaning: Float32Array, { first, second, cost }: CutEdges): Uint8Array {
  const count = leaning.length;
  const excess = Float32Array.from(leaning);
  // Arcs of node n stand from start[n] to start[n + 1]; arc and back arc know each other.
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
    const [one, other] = [next[first[edge]!]!++, next[second[edge]!]!++];
    target[one] = second[edge]!;
    target[other] = first[edge]!;
    back[one] = other;
    back[other] = one;
    room[one] = cost[edge]!;
    room[other] = cost[edge]!;
  }
  const level = new Int32Array(count);
  const queue = new Int32Array(count);
  const arc = new Int32Array(count);
  const path = new Int32Array(count);
  while (labelLevels()) {
    arc.set(start.subarray(0, count));
    for (let node = 0; node < count; node++) if (excess[node]! > least && level[node] === 0) push(node);
  }
  return Uint8Array.from(level, (depth) => (depth < 0 ? 0 : 1));

  function labelLevels(): boolean {
    level.fill(-1);
    let end = 0;
    for (let node = 0; node < count; node++) {
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
  function push(from: number): void {
    let length = 0;
    let node = from;
    for (;;) {
      if (excess[node]! < -least) {
        let flow = Math.min(excess[from]!, -excess[node]!);
        for (let i = 0; i < length; i++) flow = Math.min(flow, room[path[i]!]!);
        excess[from]! -= flow;
        excess[node]! += flow;
        let full = length;
        for (let i = length - 1; i >= 0; i--) {
          room[path[i]!]! -= flow;
          room[back[path[i]!]!]! += flow;
          if (room[path[i]!]! <= least) full = i;
        }
        if (excess[from]! <= least) return;
        if (full < length) {
          length = full;
          node = target[back[path[full]!]!]!;
        }
      }
      const end = start[node + 1]!;
      while (arc[node]! < end) {
        const way = arc[node]!;
        if (room[way]! > least && level[target[way]!] === level[node]! + 1) break;
        arc[node]!++;
      }
      if (arc[node]! < end) {
        path[length++] = arc[node]!;
        node = target[arc[node]!]!;
      } else {
        if (length === 0) return;
        length--;
        node = target[back[path[length]!]!]!;
        arc[node]!++;
      }
    }
  }
}

/** Less than this decides nothing. */
const least = 1e-4;
