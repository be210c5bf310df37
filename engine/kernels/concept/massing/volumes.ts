/** Box-shaped volumes of a building, raised storey by storey. */
import { Mesh } from '../../trace/mesh.ts';
import { type FacadeKind, facades } from '../facade/facades.ts';
import { type Box, faceOf, type Side } from '../facade/face.ts';
import type { RoofKind } from '../words/brief.ts';
import { addRoof } from './roofs.ts';
import type { Yard } from './yard.ts';

export interface Volume extends Box {
  /** Underside of the lowest storey, metres. */
  base: number;
  storeys: number;
  /** Height of a storey, and of the first one when it differs. */
  storey: number;
  ground?: number;
  facade: FacadeKind;
  groundFacade?: FacadeKind;
  /** Left and right side, when they differ from the front. */
  sides?: FacadeKind;
  back?: FacadeKind;
  roof: RoofKind;
  /** Storeys drawn with the accent as their wall. */
  isAccent?: boolean;
  /** Columns carry it when it starts above the ground. */
  isOnColumns?: boolean;
}

export function topOf({ base, storeys, storey, ground = storey }: Volume): number {
  return base + ground + (storeys - 1) * storey;
}

/** Builds a volume: storeys, rooms behind the glass, roof. Equal storeys share up to three meshes. */
export function raise(yard: Yard, volume: Volume): void {
  const { scene, random } = yard;
  const skin = volume.isAccent ? { ...yard.skin, wall: yard.skin.accent, accent: yard.skin.wall } : yard.skin;
  const { base, storeys, storey, ground = storey } = volume;
  drawStorey({ ...yard, skin }, scene.mesh, volume, base, base + ground, volume.groundFacade ?? volume.facade);
  const upper = storeys - 1;
  const variants = Array.from({ length: Math.min(upper, 3) }, () => {
    const mesh = new Mesh();
    drawStorey({ ...yard, skin }, mesh, volume, 0, storey, volume.facade);
    return mesh;
  });
  for (let level = 0; level < upper; level++) {
    const pick = volume.facade === 'curtain' || volume.facade === 'fins' ? 0 : Math.floor(random() * variants.length);
    const mesh = variants[upper <= 3 ? level : pick]!;
    const y = base + ground + level * storey;
    if (upper <= 3) scene.mesh.append(mesh, 0, y, 0);
    else scene.place(mesh, 0, y, 0);
  }
  addRoof({ ...yard, skin }, volume, topOf(volume), volume.roof);
  if (volume.isOnColumns && base > 1) {
    const { x0, x1, z0, z1 } = volume;
    const count = Math.max(2, Math.round((x1 - x0) / 6));
    for (let i = 0; i <= count; i++) {
      const x = x0 + 0.8 + ((x1 - x0 - 1.6) * i) / count;
      for (const z of [z0 + 0.8, z1 - 0.8]) scene.mesh.cylinder(skin.post, x, z, 0.22, 0, base, 14);
    }
    scene.mesh.floor(skin.soffit, x0 + 0.02, z0 + 0.02, x1 - 0.02, z1 - 0.02, base - 0.01);
  }
}

function drawStorey(yard: Yard, mesh: Mesh, volume: Volume, y0: number, y1: number, front: FacadeKind): void {
  const { skin, random } = yard;
  const { x0, z0, x1, z1 } = volume;
  const isGround = front !== volume.facade;
  const kinds: Record<Side, FacadeKind> = {
    front,
    left: isGround && !volume.sides ? front : (volume.sides ?? front),
    right: isGround && !volume.sides ? front : (volume.sides ?? front),
    back: volume.back ?? volume.sides ?? front,
  };
  for (const side of ['front', 'right', 'back', 'left'] as const) {
    facades[kinds[side]]({ face: faceOf(mesh, volume, side), skin, y0, y1, random });
  }
  const isOpen = (kind: FacadeKind): boolean => kind === 'colonnade' || kind === 'gallery';
  const inset = isOpen(front) ? 2.6 : 0.45;
  mesh.box(skin.slab, x0 + 0.3, y1 - 0.22, z0 + 0.3, x1 - 0.3, y1 - 0.02, z1 - 0.3);
  mesh.floor(skin.floor, x0 + inset, z0 + inset, x1 - inset, z1 - inset, y0 + 0.03);
  mesh.floor(skin.ceiling, x0 + inset, z0 + inset, x1 - inset, z1 - inset, y1 - 0.26);
  const deep = Math.min(4.6, (Math.min(x1 - x0, z1 - z0) - inset * 2) * 0.42) + (inset - 0.45);
  const [cx0, cz0, cx1, cz1] = [x0 + deep, z0 + deep, x1 - deep, z1 - deep];
  for (const [a, b] of [
    [
      [cx0, cz0],
      [cx1, cz0],
    ],
    [
      [cx0, cz1],
      [cx1, cz1],
    ],
    [
      [cx0, cz0],
      [cx0, cz1],
    ],
    [
      [cx1, cz0],
      [cx1, cz1],
    ],
  ] as const) {
    mesh.quad(skin.room, [a[0], y0, a[1]], [b[0], y0, b[1]], [b[0], y1 - 0.2, b[1]], [a[0], y1 - 0.2, a[1]]);
  }
  const rooms = Math.max(1, Math.round((x1 - x0) / 8.4));
  for (let i = 1; i < rooms; i++) {
    const x = x0 + ((x1 - x0) * i) / rooms;
    for (const [a, b] of [
      [z0 + inset, cz0],
      [cz1, z1 - inset],
    ] as const)
      mesh.quad(skin.room, [x, y0, a], [x, y0, b], [x, y1 - 0.2, b], [x, y1 - 0.2, a]);
  }
}
