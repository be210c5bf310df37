import type { Hit, RayWalk, WalkedScene } from './ray-walk.ts';
import { traversalModule } from './traversal-module.ts';
import { widenNodes } from './wide-nodes.ts';

const pageBytes = 65_536;
const resultBytes = 32;
/** Of each walker: its result, then waiting nodes of 12 bytes, at most three for each level of a tree and of the one above it. */
const walkerBytes = pageBytes;
/** Threads that may walk one scene at the same time. */
const mostWalkers = 16;

interface Traversal {
  lay(
    nodes: number,
    triangles: number,
    clear: number,
    placements: number,
    roots: number,
    order: number,
    stack: number,
    result: number,
  ): void;
  trace(
    baseRoot: number,
    outerRoot: number,
    ox: number,
    oy: number,
    oz: number,
    dx: number,
    dy: number,
    dz: number,
    reach: number,
    isShadow: number,
  ): number;
}

let compiled: WebAssembly.Module | undefined;

/** A scene in a memory that threads share: structured clones of this lie over the same memory. */
export interface LaidScene {
  memory: WebAssembly.Memory;
  /** Bytes at which nodes, triangles, see-through marks, placements, their roots and their order begin. */
  starts: readonly number[];
  baseRoot: number;
  outerRoot: number;
  /** A bit for each walker that is taken; one number, shared. */
  walkers: Int32Array;
}

/** @throws RangeError where no memory of that size can be had */
export function layScene(scene: WalkedScene): LaidScene {
  const [base = 0, ...others] = [scene.baseRoot, ...scene.placementRoots, scene.outerRoot].filter((root) => root >= 0);
  const distinct = [...new Set([base, ...others])];
  const { wide, roots } = widenNodes(scene.nodes, distinct);
  const wideRoot = new Map(distinct.map((root, i) => [root, roots[i]!]));
  const placementRoots = Int32Array.from(scene.placementRoots, (root) => wideRoot.get(root)!);
  const parts = [wide, scene.triangles, scene.isClear, scene.placements, placementRoots, scene.outerOrder];
  const starts: number[] = [];
  let end = walkerBytes * mostWalkers;
  for (const part of parts) {
    starts.push(end);
    end += Math.ceil(part.byteLength / 16) * 16;
  }
  const pages = Math.ceil(end / pageBytes);
  const memory = new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true });
  parts.forEach((part, i) => {
    const bytes = new Uint8Array(part.buffer, part.byteOffset, part.byteLength);
    new Uint8Array(memory.buffer, starts[i]!, part.byteLength).set(bytes);
  });
  return {
    memory,
    starts,
    baseRoot: wideRoot.get(scene.baseRoot)!,
    outerRoot: scene.outerRoot < 0 ? -1 : wideRoot.get(scene.outerRoot)!,
    walkers: new Int32Array(new SharedArrayBuffer(4)),
  };
}

/** @returns the number of a walker that no other thread uses until it is given back; undefined where all are taken */
function takeWalker(walkers: Int32Array): number | undefined {
  for (let taken = Atomics.load(walkers, 0); ; taken = Atomics.load(walkers, 0)) {
    const free = Array.from({ length: mostWalkers }, (_, i) => i).find((i) => (taken & (1 << i)) === 0);
    if (free === undefined) return undefined;
    if (Atomics.compareExchange(walkers, 0, taken, taken | (1 << free)) === taken) return free;
  }
}

/** The walk as WebAssembly with four boxes at a time (`traverse.assembly.ts`). */
export class ModuleWalk implements RayWalk {
  readonly hit: Hit = { t: Infinity, triangle: -1, placement: -1, u: 0, v: 0 };
  private readonly trace: Traversal['trace'];
  private readonly floats: Float64Array;
  private readonly integers: Int32Array;
  private readonly baseRoot: number;
  private readonly outerRoot: number;

  private readonly walkers: Int32Array;
  private readonly walker: number;

  /** @throws CompileError where SIMD is missing, RangeError where too many threads walk the scene already */
  constructor({ memory, starts, baseRoot, outerRoot, walkers }: LaidScene) {
    compiled ??= new WebAssembly.Module(traversalModule());
    const walker = takeWalker(walkers);
    if (walker === undefined) throw new RangeError(`more than ${mostWalkers} threads walk one scene`);
    const instance = new WebAssembly.Instance(compiled, { env: { memory } });
    const { lay, trace } = instance.exports as unknown as Traversal;
    const [nodes = 0, triangles = 0, clear = 0, placements = 0, rootsAt = 0, order = 0] = starts;
    const result = walker * walkerBytes;
    lay(nodes, triangles, clear, placements, rootsAt, order, result + resultBytes, result);
    this.trace = trace;
    this.baseRoot = baseRoot;
    this.outerRoot = outerRoot;
    this.walkers = walkers;
    this.walker = walker;
    this.floats = new Float64Array(memory.buffer, result, 3);
    this.integers = new Int32Array(memory.buffer, result + 24, 2);
  }

  /** Lets another thread walk in the place of this one, which asks for no ray any more. */
  end(): void {
    Atomics.and(this.walkers, 0, ~(1 << this.walker));
  }

  intersect(ox: number, oy: number, oz: number, dx: number, dy: number, dz: number): boolean {
    const { hit, floats, integers } = this;
    if (this.trace(this.baseRoot, this.outerRoot, ox, oy, oz, dx, dy, dz, Infinity, 0) === 0) {
      hit.t = Infinity;
      hit.triangle = -1;
      return false;
    }
    hit.t = floats[0]!;
    hit.u = floats[1]!;
    hit.v = floats[2]!;
    hit.triangle = integers[0]!;
    hit.placement = integers[1]!;
    return true;
  }

  isBlocked(ox: number, oy: number, oz: number, dx: number, dy: number, dz: number, reach: number): boolean {
    return this.trace(this.baseRoot, this.outerRoot, ox, oy, oz, dx, dy, dz, reach, 1) === 1;
  }
}
