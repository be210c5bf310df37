import type { JobScript } from './faults.ts';
import type { Graph } from './node-class.ts';

/** A job as `/queue` shows it: number, id, graph, extra data, output nodes. */
export type QueueItem = [number: number, id: string, graph: Graph, extra: ExtraData, outputs: string[]];

export interface ExtraData {
  client_id?: string;
  extra_pnginfo?: Record<string, unknown>;
  [more: string]: unknown;
}

export interface Job {
  item: QueueItem;
  script: JobScript;
}

export interface HistoryEntry {
  prompt: QueueItem;
  outputs: Record<string, { images: unknown[] }>;
  status: { status_str: 'success' | 'error'; completed: boolean; messages: [type: string, data: object][] };
  meta: Record<string, object>;
}

const isBefore = ({ item: [number, id] }: Job, { item: [otherNumber, otherId] }: Job) =>
  number < otherNumber || (number === otherNumber && id < otherId);

/** Jobs in a binary heap by their number, the smallest first; read in the heap's order, as `/queue` shows them. */
export function createQueue() {
  let heap: Job[] = [];

  function rise(from: number): void {
    for (let at = from; at > 0; ) {
      const parent = (at - 1) >> 1;
      if (!isBefore(heap[at]!, heap[parent]!)) return;
      [heap[at], heap[parent]] = [heap[parent]!, heap[at]!];
      at = parent;
    }
  }

  function sink(from: number): void {
    for (let at = from; ; ) {
      const children = [2 * at + 1, 2 * at + 2].filter((child) => child < heap.length);
      const smallest = children.reduce((best, child) => (isBefore(heap[child]!, heap[best]!) ? child : best), at);
      if (smallest === at) return;
      [heap[at], heap[smallest]] = [heap[smallest]!, heap[at]!];
      at = smallest;
    }
  }

  return {
    get length() {
      return heap.length;
    },
    items: (): QueueItem[] => heap.map(({ item }) => item),
    put(job: Job): void {
      heap.push(job);
      rise(heap.length - 1);
    },
    take(): Job | undefined {
      const [first] = heap;
      const last = heap.pop();
      if (!first || first === last) return first;
      heap[0] = last!;
      sink(0);
      return first;
    },
    /** Removes the first job of this id; false when there is none. */
    remove(id: string): boolean {
      const at = heap.findIndex(({ item }) => item[1] === id);
      if (at < 0) return false;
      heap.splice(at, 1);
      for (let parent = (heap.length >> 1) - 1; parent >= 0; parent -= 1) sink(parent);
      return true;
    },
    clear(): void {
      heap = [];
    },
  };
}
