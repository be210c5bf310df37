import { bytesOf } from '../../base/map-plane.ts';
/** A graph whose nodes have up to four neighbours each, for {@link cutGraph}. Arrays are used up. */
export interface FourGraph {
  /** Node numbers, four per node: right, left, below, above; -1 where there is none. */
  neighbours: Int32Array;
  /** Cost when a node is on the near side and its neighbour on the far side; four per node, 0 or more. */
  capacity: Float32Array;
  /** Cost per node of being on the far side (positive) or the near side (negative). */
  terminal: Float32Array;
}

/**
 * The cheapest division of the nodes into a near and a far side: maximum flow by blocking flows (Dinic 1970).
 *
 * @returns 1 for nodes on the far side
 */
export function cutGraph({ neighbours, capacity, terminal }: FourGraph): Uint8Array {
  const count = terminal.length;
  const level = new Int32Array(count);
  const queue = new Int32Array(count);
  const arc = new Uint8Array(count);
  /** Edges from the start of a push on: levels rise along it, so that no node comes twice. */
  const path = new Int32Array(count);
  // Colour differences run to 442: less than this decides nothing, and pushing crumbs takes most of the time.
  const least = 0.25;
  while (labelLevels()) {
    arc.fill(0);
    for (let start = 0; start < count; start++) {
      if (terminal[start]! > least && level[start] === 0) push(start);
    }
  }
  return bytesOf(level, (depth) => (depth < 0 ? 1 : 0));

  function labelLevels(): boolean {
    level.fill(-1);
    let end = 0;
    for (let node = 0; node < count; node++) {
      if (terminal[node]! <= least) continue;
      level[node] = 0;
      queue[end++] = node;
    }
    let isSinkReached = false;
    for (let at = 0; at < end; at++) {
      const node = queue[at]!;
      if (terminal[node]! < -least) isSinkReached = true;
      for (let way = 0; way < 4; way++) {
        const next = neighbours[node * 4 + way]!;
        if (next < 0 || level[next]! >= 0 || capacity[node * 4 + way]! <= least) continue;
        level[next] = level[node]! + 1;
        queue[end++] = next;
      }
    }
    return isSinkReached;
  }

  /** Sends flow from `start` to nodes with room, path by path, until it has none left or no path. */
  function push(start: number): void {
    let length = 0;
    let node = start;
    for (;;) {
      if (terminal[node]! < -least) {
        const full = sendAlongPath(start, node, length);
        if (terminal[start]! <= least) return;
        // The next path leaves this one where it is full first.
        if (full < length) {
          length = full;
          node = path[full]! >> 2;
        }
      }
      const way = openWay(node);
      arc[node] = way;
      if (way < 4) {
        const edge = node * 4 + way;
        path[length++] = edge;
        node = neighbours[edge]!;
        continue;
      }
      if (length === 0) return;
      node = path[--length]! >> 2;
      arc[node]!++;
    }
  }

  /** @returns how many edges of the path lie before the first that is full now */
  function sendAlongPath(start: number, end: number, length: number): number {
    let flow = Math.min(terminal[start]!, -terminal[end]!);
    for (let i = 0; i < length; i++) flow = Math.min(flow, capacity[path[i]!]!);
    terminal[start]! -= flow;
    terminal[end]! += flow;
    let full = length;
    for (let i = length - 1; i >= 0; i--) {
      const edge = path[i]!;
      capacity[edge]! -= flow;
      capacity[neighbours[edge]! * 4 + ((edge & 3) ^ 1)]! += flow;
      if (capacity[edge]! <= least) full = i;
    }
    return full;
  }

  /** The first way on to the next level that has room, 4 when there is none. */
  function openWay(node: number): number {
    const depth = level[node]! + 1;
    let way = arc[node]!;
    for (; way < 4; way++) {
      const edge = node * 4 + way;
      const next = neighbours[edge]!;
      if (next >= 0 && capacity[edge]! > least && level[next] === depth) break;
    }
    return way;
  }
}
