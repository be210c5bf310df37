import type { Hit, RayWalk, WalkedScene } from './ray-walk.ts';
import { traversalModule } from './traversal-module.ts';
import { widenNodes } from './wide-nodes.ts';

const pageBytes = 65_536;
/** Room for waiting nodes: 12 bytes each, at most three for each level of a tree and of the one above it. */
const stackBytes = pageBytes;
const resultBytes = 32;

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

/** The walk as WebAssembly with four boxes at a time (`traverse.assembly.ts`). */
export class ModuleWalk implements RayWalk {
  readonly hit: Hit = { t: Infinity, triangle: -1, placement: -1, u: 0, v: 0 };
  private readonly trace: Traversal['trace'];
  private readonly floats: Float64Array;
  private readonly integers: Int32Array;
  private readonly baseRoot: number;
  private readonly outerRoot: number;

  /** @throws RangeError where no memory of that size can be had, CompileError where SIMD is missing */
  constructor(scene: WalkedScene) {
    const [base = 0, ...others] = [scene.baseRoot, ...scene.placementRoots, scene.outerRoot].filter(
      (root) => root >= 0,
    );
    const distinct = [...new Set([base, ...others])];
    const { wide, roots } = widenNodes(scene.nodes, distinct);
    const wideRoot = new Map(distinct.map((root, i) => [root, roots[i]!]));
    const placementRoots = Int32Array.from(scene.placementRoots, (root) => wideRoot.get(root)!);
    const parts = [wide, scene.triangles, scene.isClear, scene.placements, placementRoots, scene.outerOrder];
    const starts: number[] = [];
    let end = stackBytes + resultBytes;
    for (const part of parts) {
      starts.push(end);
      end += Math.ceil(part.byteLength / 16) * 16;
    }
    const memory = new WebAssembly.Memory({ initial: Math.ceil(end / pageBytes) });
    parts.forEach((part, i) => {
      const bytes = new Uint8Array(part.buffer, part.byteOffset, part.byteLength);
      new Uint8Array(memory.buffer, starts[i]!, part.byteLength).set(bytes);
    });
    compiled ??= new WebAssembly.Module(traversalModule());
    const instance = new WebAssembly.Instance(compiled, { env: { memory } });
    const { lay, trace } = instance.exports as unknown as Traversal;
    const [nodes = 0, triangles = 0, clear = 0, placements = 0, rootsAt = 0, order = 0] = starts;
    lay(nodes, triangles, clear, placements, rootsAt, order, resultBytes, 0);
    this.trace = trace;
    this.baseRoot = wideRoot.get(scene.baseRoot)!;
    this.outerRoot = scene.outerRoot < 0 ? -1 : wideRoot.get(scene.outerRoot)!;
    this.floats = new Float64Array(memory.buffer, 0, 3);
    this.integers = new Int32Array(memory.buffer, 24, 2);
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
