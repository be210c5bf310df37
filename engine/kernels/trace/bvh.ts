/** The triangles of a scene and of what is placed in it, with trees for rays. */
import { buildTree, NodeStore, type Placement, placedBox, type TriangleMesh, triangleBoxes } from './tree.ts';
import { type LaidScene, layScene, ModuleWalk } from './walk/module-walk.ts';
import type { Hit, RayWalk, WalkedScene } from './walk/ray-walk.ts';
import { ScriptWalk } from './walk/script-walk.ts';

/** Triangles below which a memory of WebAssembly is not worth its making. */
const fewTriangles = 2_000;

/** Which walk to take: `fast` is WebAssembly where there is much to walk and it can be had. */
export type WalkChoice = 'fast' | 'script' | 'module';

/** Looks of the triangles in the order of the leaves, in memory that threads share. */
interface TriangleTables {
  material: Uint16Array;
  /** Number that each triangle has in its own mesh. */
  source: Uint32Array;
  /** Nine numbers a triangle. */
  normals: Float32Array;
  /** Turn of each placement, radians. */
  placementTurn: Float64Array;
}

/** A world as data that can be posted; every thread walks the same memory. */
export interface SharedWorld extends TriangleTables {
  laid: LaidScene;
}

/** Triangles and placed copies, to be met by rays. */
export class Accelerator {
  readonly hit: Hit;
  readonly material: Uint16Array;
  readonly source: Uint32Array;
  readonly normals: Float32Array;
  readonly placementTurn: Float64Array;
  /** Absent where the walk is that of small scenes, in the memory of its thread. */
  readonly shared: SharedWorld | undefined;
  private readonly walk: RayWalk;

  constructor(tables: TriangleTables, walk: RayWalk, laid?: LaidScene) {
    this.material = tables.material;
    this.source = tables.source;
    this.normals = tables.normals;
    this.placementTurn = tables.placementTurn;
    this.walk = walk;
    this.hit = walk.hit;
    this.shared = laid && { ...tables, laid };
  }

  /** See `RayWalk.intersect`. */
  intersect(ox: number, oy: number, oz: number, dx: number, dy: number, dz: number): boolean {
    return this.walk.intersect(ox, oy, oz, dx, dy, dz);
  }

  /** See `RayWalk.isBlocked`. */
  isBlocked(ox: number, oy: number, oz: number, dx: number, dy: number, dz: number, reach: number): boolean {
    return this.walk.isBlocked(ox, oy, oz, dx, dy, dz, reach);
  }
}

/**
 * A world that another thread has built, for the work of one; its walker is free for others afterwards.
 *
 * @throws RangeError where too many threads walk it already
 */
export function inSharedWorld<T>({ laid, ...tables }: SharedWorld, work: (world: Accelerator) => T): T {
  const walk = new ModuleWalk(laid);
  try {
    return work(new Accelerator(tables, walk));
  } finally {
    walk.end();
  }
}

/** @param seeThrough numbers of the materials that let shadow rays pass (glass, water). */
export function buildWorld(
  base: TriangleMesh,
  placements: readonly Placement[],
  seeThrough: ReadonlySet<number>,
  choice: WalkChoice = 'fast',
): Accelerator {
  const meshes = [base, ...new Set(placements.map((p) => p.mesh))];
  const total = meshes.reduce((sum, mesh) => sum + mesh.triangleCount, 0);
  const triangles = new Float32Array(total * 9);
  const count = placements.length;
  const tables: TriangleTables = {
    normals: new Float32Array(new SharedArrayBuffer(total * 36)),
    material: new Uint16Array(new SharedArrayBuffer(total * 2)),
    source: new Uint32Array(new SharedArrayBuffer(total * 4)),
    placementTurn: new Float64Array(new SharedArrayBuffer(count * 8)),
  };
  tables.placementTurn.set(placements.map((p) => p.turn));
  const nodes = new NodeStore(total + count);
  const roots = new Map<TriangleMesh, number>();
  let first = 0;
  for (const mesh of meshes) {
    const { tree, order } = treeOf(mesh);
    roots.set(mesh, nodes.append(tree, first));
    storeTriangles(mesh, order, { triangles, tables, first });
    first += order.length;
  }
  const placed = new Float64Array(count * 6);
  const boxes = new Float32Array(count * 6);
  placements.forEach((p, i) => {
    const root = roots.get(p.mesh)!;
    placed.set([p.x, p.y, p.z, Math.cos(p.turn), Math.sin(p.turn), p.scale], i * 6);
    boxes.set(placedBox(nodes.bounds.subarray(root * 6, root * 6 + 6), p), i * 6);
  });
  const outer = count > 0 ? buildTree(boxes, 0, nodes) : { root: -1, order: new Int32Array(0) };
  return withWalk(choice, tables, {
    nodes,
    triangles,
    isClear: clearTriangles(tables.material, seeThrough),
    baseRoot: roots.get(base)!,
    outerRoot: outer.root,
    outerOrder: outer.order,
    placements: placed,
    placementRoots: Int32Array.from(placements, (p) => roots.get(p.mesh)!),
  });
}

interface MeshTree {
  /** Its root is the first node. */
  tree: NodeStore;
  order: Int32Array;
}

/** Trees of meshes that are traced more than once: those of models and plants. */
const trees = new WeakMap<TriangleMesh, MeshTree & { triangleCount: number }>();

function treeOf(mesh: TriangleMesh): MeshTree {
  const { triangleCount } = mesh;
  const known = trees.get(mesh);
  if (known?.triangleCount === triangleCount) return known;
  const tree = new NodeStore(triangleCount);
  const { order } = buildTree(triangleBoxes(mesh), 0, tree);
  const made = { tree, order, triangleCount };
  trees.set(mesh, made);
  return made;
}

interface StoredTriangles {
  triangles: Float32Array;
  tables: TriangleTables;
  /** Number of the first triangle of the mesh among those of all. */
  first: number;
}

/** Writes the triangles of a mesh in the order of the leaves of its tree. */
function storeTriangles(mesh: TriangleMesh, order: Int32Array, { triangles, tables, first }: StoredTriangles): void {
  const { positions: p, normals: n, materials } = mesh;
  const { normals, material, source } = tables;
  for (let i = 0; i < order.length; i++) {
    const from = order[i]! * 9;
    const to = (first + i) * 9;
    for (let k = 0; k < 3; k++) {
      const a = p[from + k]!;
      triangles[to + k] = a;
      triangles[to + 3 + k] = p[from + 3 + k]! - a;
      triangles[to + 6 + k] = p[from + 6 + k]! - a;
    }
    for (let k = 0; k < 9; k++) normals[to + k] = n[from + k]!;
    material[first + i] = materials[order[i]!]!;
    source[first + i] = order[i]!;
  }
}

/** 1 for each triangle of a material that lets shadow rays pass. */
function clearTriangles(material: Uint16Array, seeThrough: ReadonlySet<number>): Uint8Array {
  const isSeeThrough = new Uint8Array(65_536);
  for (const id of seeThrough) isSeeThrough[id] = 1;
  const isClear = new Uint8Array(material.length);
  for (let i = 0; i < isClear.length; i++) isClear[i] = isSeeThrough[material[i]!]!;
  return isClear;
}

function withWalk(choice: WalkChoice, tables: TriangleTables, scene: WalkedScene): Accelerator {
  const byScript = () => new Accelerator(tables, new ScriptWalk(scene));
  const byModule = () => {
    const laid = layScene(scene);
    return new Accelerator(tables, new ModuleWalk(laid), laid);
  };
  if (choice === 'script') return byScript();
  if (choice === 'module') return byModule();
  if (scene.isClear.length < fewTriangles) return byScript();
  try {
    return byModule();
  } catch (fault) {
    if (fault instanceof RangeError || fault instanceof WebAssembly.CompileError) return byScript();
    throw fault;
  }
}
