/** Bathroom pieces about the origin, front towards -z. Metres. */
import { board, cushion, type FurnitureKit, leaned } from './furniture-parts.ts';
import { Mesh } from './mesh.ts';

/** Hanging vanity with an inset basin, tap and a lit mirror above. */
export function vanity(kit: FurnitureKit, width: number): Mesh {
  const mesh = new Mesh();
  const w = width / 2;
  board(mesh, kit.wood, [-w, 0.42, -0.23], [w, 0.8, 0.25], 0.006);
  for (let i = 0; i < 2; i++)
    board(mesh, kit.wood, [-w + 0.004, 0.425 + i * 0.19, -0.25], [w - 0.004, 0.605 + i * 0.19, -0.23], 0.004);
  board(mesh, kit.stone, [-w - 0.01, 0.8, -0.255], [w + 0.01, 0.825, 0.25], 0.006);
  mesh.lathe(
    kit.ceramic,
    0,
    -0.01,
    [
      [0.1, 0.825],
      [0.17, 0.84],
      [0.21, 0.9],
      [0.218, 0.95],
      [0.208, 0.953],
      [0.19, 0.9],
      [0.13, 0.86],
      [0, 0.855],
    ],
    40,
  );
  mesh.bar(kit.chrome, [0, 0.825, 0.21], [0, 1.08, 0.21], 0.013, 0.012, 12, true);
  mesh.bar(kit.chrome, [0, 1.07, 0.21], [0, 1.05, 0.07], 0.011, 0.01, 12, true);
  const mirror = new Mesh();
  mirror.lathe(
    kit.metal,
    0,
    0,
    [
      [0, -0.01],
      [0.37, -0.01],
      [0.38, 0],
      [0.37, 0.012],
    ],
    48,
  );
  mirror.lathe(
    kit.mirror,
    0,
    0,
    [
      [0.362, 0.013],
      [0, 0.014],
    ],
    48,
  );
  mesh.append(leaned(mirror, -Math.PI / 2), 0, 1.52, 0.235);
  mesh.lathe(
    kit.pot,
    w - 0.12,
    0.1,
    [
      [0.035, 0.825],
      [0.04, 0.83],
      [0.035, 0.95],
      [0.012, 0.97],
      [0.012, 1.0],
    ],
    18,
  );
  return mesh;
}

export function toilet(kit: FurnitureKit): Mesh {
  const mesh = new Mesh();
  cushion(mesh, kit.ceramic, [-0.185, 0, -0.2], [0.185, 0.36, 0.34], { round: 0.12, swell: 0.01, crease: 0 });
  cushion(mesh, kit.ceramic, [-0.19, 0.26, -0.34], [0.19, 0.4, 0.16], { round: 0.07, swell: 0.012, crease: 0 });
  cushion(mesh, kit.paint, [-0.19, 0.4, -0.35], [0.19, 0.435, 0.14], { round: 0.017, swell: 0.006, crease: 0 });
  cushion(mesh, kit.ceramic, [-0.2, 0.36, 0.15], [0.2, 0.78, 0.34], { round: 0.04, swell: 0.008, crease: 0 });
  mesh.cylinder(kit.chrome, 0, 0.25, 0.03, 0.78, 0.79, 16);
  return mesh;
}

/** Freestanding tub, 1.65 m across, with a standing tap. */
export function bathtub(kit: FurnitureKit): Mesh {
  const mesh = new Mesh();
  const rings: readonly (readonly [number, number])[] = [
    [0.72, 0],
    [0.76, 0.04],
    [0.82, 0.3],
    [0.86, 0.58],
    [0.84, 0.592],
    [0.8, 0.56],
    [0.7, 0.2],
    [0.3, 0.15],
    [0, 0.15],
  ];
  const body = new Mesh();
  body.lathe(kit.ceramic, 0, 0, rings, 52);
  for (let i = 2; i < body.positions.length; i += 3) body.positions[i] = body.positions[i]! * 0.47;
  for (let i = 0; i < body.normals.length; i += 3) {
    const nz = body.normals[i + 2]! / 0.47;
    const length = Math.hypot(body.normals[i]!, body.normals[i + 1]!, nz) || 1;
    body.normals[i] = body.normals[i]! / length;
    body.normals[i + 1] = body.normals[i + 1]! / length;
    body.normals[i + 2] = nz / length;
  }
  mesh.append(body, 0, 0, 0);
  mesh.bar(kit.chrome, [0.62, 0, 0.44], [0.62, 0.95, 0.44], 0.018, 0.016, 12, true);
  mesh.bar(kit.chrome, [0.62, 0.93, 0.44], [0.5, 0.9, 0.24], 0.013, 0.012, 12, true);
  return mesh;
}

/** Heated rail with towels, on the wall behind it. */
export function towelRail(kit: FurnitureKit): Mesh {
  const mesh = new Mesh();
  for (const x of [-0.25, 0.25]) mesh.bar(kit.chrome, [x, 0.7, 0], [x, 1.6, 0], 0.012, 0.012, 10, true);
  for (let i = 0; i < 7; i++)
    mesh.bar(kit.chrome, [-0.25, 0.76 + i * 0.13, 0], [0.25, 0.76 + i * 0.13, 0], 0.01, 0.01, 10);
  cushion(mesh, kit.bedding, [-0.2, 0.85, -0.04], [0.06, 1.42, 0.02], { round: 0.02, swell: 0.004 });
  cushion(mesh, kit.accents[0]!, [0.08, 1.1, -0.035], [0.22, 1.55, 0.02], { round: 0.02, swell: 0.004 });
  return mesh;
}
