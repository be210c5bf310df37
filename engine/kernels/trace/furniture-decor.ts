/** Rugs, pictures and small things about the origin. Metres. */
import { board, cushion, type FurnitureKit } from './furniture-parts.ts';
import { vase } from './furniture-plants.ts';
import { Mesh } from './mesh.ts';

/** Rug lying on the floor. */
export function rug(material: number, width: number, depth: number, isRound = false): Mesh {
  const mesh = new Mesh();
  if (isRound)
    mesh.lathe(
      material,
      0,
      0,
      [
        [width / 2, 0],
        [width / 2, 0.012],
        [width / 2 - 0.01, 0.016],
        [0, 0.016],
      ],
      64,
    );
  else mesh.roundBox(material, -width / 2, 0, -depth / 2, width / 2, 0.016, depth / 2, 0.007);
  return mesh;
}

/** Framed picture with a mount; its back at z = 0, lower edge at y = 0. */
export function wallPicture(kit: FurnitureKit, width: number, height: number): Mesh {
  const mesh = new Mesh();
  const w = width / 2;
  board(mesh, kit.frame, [-w, 0, -0.03], [w, height, 0], 0.004);
  mesh.box(kit.bedding, -w + 0.018, 0.018, -0.031, w - 0.018, height - 0.018, -0.028);
  const mount = Math.min(width, height) * 0.13;
  mesh.box(kit.art, -w + mount, mount, -0.033, w - mount, height - mount, -0.03);
  return mesh;
}

/** Mirror in a thin frame; standing, back at z = 0. */
export function wallMirror(kit: FurnitureKit, width: number, height: number): Mesh {
  const mesh = new Mesh();
  board(mesh, kit.metal, [-width / 2, 0, -0.03], [width / 2, height, 0], 0.01);
  mesh.box(kit.mirror, -width / 2 + 0.02, 0.02, -0.034, width / 2 - 0.02, height - 0.02, -0.029);
  return mesh;
}

/** Tray, books and a bowl for a table top at y = 0. */
export function tableSetting(kit: FurnitureKit, seed: number): Mesh {
  const mesh = new Mesh();
  board(mesh, kit.accents[seed % kit.accents.length]!, [-0.2, 0, -0.09], [0.03, 0.026, 0.1], 0.003);
  board(mesh, kit.bedding, [-0.185, 0.026, -0.08], [0.02, 0.048, 0.085], 0.003);
  mesh.append(vase(kit, kit.ceramic, 0.24, seed % 2 === 0), 0.17, 0, 0.05);
  mesh.lathe(
    kit.pot,
    -0.09,
    0,
    [
      [0.03, 0.048],
      [0.07, 0.07],
      [0.085, 0.095],
      [0.078, 0.096],
      [0, 0.06],
    ],
    24,
  );
  return mesh;
}

/** Plates, glasses and a bowl for `seats` places along x on both sides. */
export function dinnerSetting(kit: FurnitureKit, places: readonly (readonly [number, number])[]): Mesh {
  const mesh = new Mesh();
  for (const [x, z] of places) {
    mesh.lathe(
      kit.ceramic,
      x,
      z,
      [
        [0.06, 0.002],
        [0.115, 0.012],
        [0.13, 0.02],
        [0.12, 0.019],
        [0, 0.008],
      ],
      28,
    );
    mesh.lathe(
      kit.chrome,
      x + 0.16,
      z * 0.86,
      [
        [0.025, 0],
        [0.003, 0.006],
        [0.003, 0.07],
        [0.03, 0.12],
        [0.028, 0.17],
      ],
      16,
    );
  }
  return mesh;
}

/** Basket, ottoman or floor cushion. */
export function pouf(material: number, radius: number): Mesh {
  const mesh = new Mesh();
  mesh.lathe(
    material,
    0,
    0,
    [
      [radius * 0.86, 0],
      [radius, 0.06],
      [radius * 1.03, 0.2],
      [radius * 0.97, 0.35],
      [radius * 0.8, 0.41],
      [radius * 0.4, 0.43],
      [0, 0.43],
    ],
    34,
  );
  return mesh;
}

/** Flat screen on a wall or a stand, lower edge at y = 0. */
export function screen(kit: FurnitureKit, width: number): Mesh {
  const mesh = new Mesh();
  const height = width * 0.5625;
  board(mesh, kit.black, [-width / 2, 0, -0.03], [width / 2, height, 0], 0.004);
  return mesh;
}

/** Upholstered block of playthings: toy box with a lid. */
export function toyBox(kit: FurnitureKit): Mesh {
  const mesh = new Mesh();
  board(mesh, kit.paint, [-0.4, 0, -0.2], [0.4, 0.36, 0.2], 0.012);
  cushion(mesh, kit.accents[0]!, [-0.41, 0.36, -0.21], [0.41, 0.44, 0.21], { round: 0.035, swell: 0.012 });
  return mesh;
}

/** Slatted wall panel, its back at z = 0. */
export function slats(kit: FurnitureKit, width: number, height: number): Mesh {
  const mesh = new Mesh();
  mesh.box(kit.woodDeep, -width / 2, 0, -0.012, width / 2, height, 0);
  const count = Math.max(4, Math.round(width / 0.075));
  for (let i = 0; i < count; i++) {
    const x = -width / 2 + (width * (i + 0.2)) / count;
    mesh.box(kit.wood, x, 0.01, -0.045, x + (width / count) * 0.6, height - 0.01, -0.012);
  }
  return mesh;
}
