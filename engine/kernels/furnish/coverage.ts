/** Which picture points a mesh can touch: triangles drawn without hidden surfaces, one point wider than they are. */
import type { Mesh } from '../trace/mesh.ts';
import { project, type RoomView } from './room-view.ts';

interface Corner {
  x: number;
  y: number;
  z: number;
}

const nearest = 0.12;

/** @returns 1 for every point of `view.size` that may show the mesh */
export function coverageOf(mesh: Mesh, view: RoomView): Uint8Array {
  const { width, height } = view.size;
  const covered = new Uint8Array(width * height);
  const p = mesh.positions;
  for (let at = 0; at < p.length; at += 9) {
    const corner = (k: number): Corner => ({ x: p[at + k]!, y: p[at + k + 1]!, z: p[at + k + 2]! });
    draw(corner(0), corner(3), corner(6), 0);
  }
  return covered;

  function draw(a: Corner, b: Corner, c: Corner, depth: number): void {
    const pa = project(view, [a.x, a.y, a.z]);
    const pb = project(view, [b.x, b.y, b.z]);
    const pc = project(view, [c.x, c.y, c.z]);
    const front = Number(pa.depth > nearest) + Number(pb.depth > nearest) + Number(pc.depth > nearest);
    if (front === 0) return;
    if (front < 3) {
      // Cut by the camera's plane: smaller parts, of which those behind fall away.
      if (depth > 5) return;
      const ab = middle(a, b);
      const bc = middle(b, c);
      const ca = middle(c, a);
      draw(a, ab, ca, depth + 1);
      draw(ab, b, bc, depth + 1);
      draw(ca, bc, c, depth + 1);
      draw(ab, bc, ca, depth + 1);
      return;
    }
    fill(pa, pb, pc);
  }

  function fill(a: Flat, b: Flat, c: Flat): void {
    const left = Math.max(0, Math.floor(Math.min(a.x, b.x, c.x) - 1));
    const right = Math.min(width - 1, Math.floor(Math.max(a.x, b.x, c.x) + 1));
    const top = Math.max(0, Math.floor(Math.min(a.y, b.y, c.y) - 1));
    const bottom = Math.min(height - 1, Math.floor(Math.max(a.y, b.y, c.y) + 1));
    const turn = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x) < 0 ? -1 : 1;
    const edges = (
      [
        [a, b],
        [b, c],
        [c, a],
      ] as const
    ).map(([from, to]) => {
      const dx = to.x - from.x;
      const dy = to.y - from.y;
      const length = Math.hypot(dx, dy) || 1;
      return { x: from.x, y: from.y, dx: (dx / length) * turn, dy: (dy / length) * turn };
    });
    for (let y = top; y <= bottom; y++) {
      for (let x = left; x <= right; x++) {
        if (covered[y * width + x]) continue;
        if (isWithin(edges, x + 0.5, y + 0.5)) covered[y * width + x] = 1;
      }
    }
  }
}

interface Flat {
  x: number;
  y: number;
}

function middle(a: Corner, b: Corner): Corner {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, z: (a.z + b.z) / 2 };
}

interface Edge {
  x: number;
  y: number;
  dx: number;
  dy: number;
}

/** True for points inside the convex outline, with a tolerance of 1.5 px. */
function isWithin(edges: readonly Edge[], x: number, y: number): boolean {
  for (const edge of edges) if (edge.dx * (y - edge.y) - edge.dy * (x - edge.x) < -1.5) return false;
  return true;
}
