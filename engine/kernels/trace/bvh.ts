/** The triangles of a scene and of what is placed in it, with trees for rays. */
import { buildTree, NodeStore, type Placement, placedBox, type TriangleMesh, triangleBoxes } from './tree.ts';
import { ModuleWalk } from './walk/module-walk.ts';
import type { Hit, RayWalk, WalkedScene } from './walk/ray-walk.ts';
import { ScriptWalk } from './walk/script-walk.ts';

/** Triangles below which a memory of WebAssembly is not worth its making. */
const fewTriangles = 2_000;

/** Which walk to take: `fast` is WebAssembly where there is much to walk and it can be had. */
export type WalkChoice = 'fast' | 'script' | 'module';

export class Accelerator {
  readonly hit: Hit;
  readonly material: Uint16Array;
  /** Number that each triangle, in the order of the leaves, has in its own mesh. */
  readonly source: Uint32Array;
  readonly normals: Float32Array;
  readonly placementTurn: Float64Array;
  private readonly walk: RayWalk;

  /** @param seeThrough numbers of the materials that let shadow rays pass (glass, water). */
  constructor(
    base: TriangleMesh,
    placements: readonly Placement[],
    seeThrough: ReadonlySet<number>,
    choice: WalkChoice = 'fast',
  ) {
    const meshes = [base, ...new Set(placements.map((p) => p.mesh))];
    const total = meshes.reduce((sum, mesh) => sum + mesh.triangleCount, 0);
    const triangles = new Float32Array(total * 9);
    this.normals = new Float32Array(total * 9);
    this.material = new Uint16Array(total);
    this.source = new Uint32Array(total);
    const nodes = new NodeStore(total + placements.length);
    const roots = new Map<TriangleMesh, number>();
    let first = 0;
    for (const mesh of meshes) {
      const { root, order } = buildTree(triangleBoxes(mesh), first, nodes);
      roots.set(mesh, root);
      for (let i = 0; i < order.length; i++) this.storeTriangle(mesh, order[i]!, triangles, first + i);
      first += order.length;
    }
    const count = placements.length;
    const placed = new Float64Array(count * 6);
    const boxes = new Float32Array(count * 6);
    this.placementTurn = Float64Array.from(placements, (p) => p.turn);
    placements.forEach((p, i) => {
      const root = roots.get(p.mesh)!;
      placed.set([p.x, p.y, p.z, Math.cos(p.turn), Math.sin(p.turn), p.scale], i * 6);
      boxes.set(placedBox(nodes.bounds.subarray(root * 6, root * 6 + 6), p), i * 6);
    });
    const outer = count > 0 ? buildTree(boxes, 0, nodes) : { root: -1, order: new Int32Array(0) };
    this.walk = chooseWalk(choice, {
      nodes,
      triangles,
      isClear: clearTriangles(this.material, seeThrough),
      baseRoot: roots.get(base)!,
      outerRoot: outer.root,
      outerOrder: outer.order,
      placements: placed,
      placementRoots: Int32Array.from(placements, (p) => roots.get(p.mesh)!),
    });
    this.hit = this.walk.hit;
  }

  /** See `RayWalk.intersect`. */
  intersect(ox: number, oy: number, oz: number, dx: number, dy: number, dz: number): boolean {
    return this.walk.intersect(ox, oy, oz, dx, dy, dz);
  }

  /** See `RayWalk.isBlocked`. */
  isBlocked(ox: number, oy: number, oz: number, dx: number, dy: number, dz: number, reach: number): boolean {
    return this.walk.isBlocked(ox, oy, oz, dx, dy, dz, reach);
  }

  private storeTriangle(mesh: TriangleMesh, from: number, triangles: Float32Array, to: number): void {
    const p = mesh.positions;
    for (let k = 0; k < 3; k++) {
      const a = p[from * 9 + k]!;
      triangles[to * 9 + k] = a;
      triangles[to * 9 + 3 + k] = p[from * 9 + 3 + k]! - a;
      triangles[to * 9 + 6 + k] = p[from * 9 + 6 + k]! - a;
    }
    for (let k = 0; k < 9; k++) this.normals[to * 9 + k] = mesh.normals[from * 9 + k]!;
    this.material[to] = mesh.materials[from]!;
    this.source[to] = from;
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

function chooseWalk(choice: WalkChoice, scene: WalkedScene): RayWalk {
  if (choice === 'script') return new ScriptWalk(scene);
  if (choice === 'module') return new ModuleWalk(scene);
  if (scene.isClear.length < fewTriangles) return new ScriptWalk(scene);
  try {
    return new ModuleWalk(scene);
  } catch (fault) {
    if (fault instanceof RangeError || fault instanceof WebAssembly.CompileError) return new ScriptWalk(scene);
    throw fault;
  }
}
