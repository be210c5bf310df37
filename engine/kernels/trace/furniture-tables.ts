/** Tables and desks about the origin, front towards -z. Metres. */
import { board, type FurnitureKit, legs } from './furniture-parts.ts';
import { Mesh } from './mesh.ts';

/** Round top with an eased edge, on three legs or a drum. */
export function roundCoffeeTable(kit: FurnitureKit, radius: number, height: number, top: number): Mesh {
  const mesh = new Mesh();
  const thick = 0.034;
  mesh.lathe(
    top,
    0,
    0,
    [
      [0, height - thick],
      [radius - 0.014, height - thick],
      [radius, height - thick + 0.012],
      [radius, height - 0.01],
      [radius - 0.01, height],
      [0, height],
    ],
    44,
  );
  if (kit.shape === 'soft' || kit.shape === 'block') {
    mesh.lathe(
      kit.shape === 'block' ? kit.metal : top,
      0,
      0,
      [
        [radius * 0.52, 0],
        [radius * 0.46, 0.03],
        [radius * 0.42, height * 0.5],
        [radius * 0.5, height - thick],
      ],
      36,
    );
  } else {
    const leg = kit.legs === 'metal' ? kit.metal : kit.wood;
    for (let i = 0; i < 4; i++) {
      const a = (i / 4) * Math.PI * 2 + 0.5;
      mesh.bar(
        leg,
        [Math.cos(a) * radius * 0.8, 0, Math.sin(a) * radius * 0.8],
        [Math.cos(a) * radius * 0.62, height - thick, Math.sin(a) * radius * 0.62],
        0.011,
        0.017,
        12,
        true,
      );
    }
  }
  return mesh;
}

/** Low rectangular table with a shelf. */
export function longCoffeeTable(kit: FurnitureKit, width: number, depth: number, height: number, top: number): Mesh {
  const mesh = new Mesh();
  board(mesh, top, [-width / 2, height - 0.035, -depth / 2], [width / 2, height, depth / 2], 0.008);
  if (kit.shape === 'block') {
    board(
      mesh,
      kit.woodDeep,
      [-width / 2 + 0.12, 0, -depth / 2 + 0.1],
      [width / 2 - 0.12, height - 0.035, depth / 2 - 0.1],
    );
  } else {
    legs(mesh, { ...kit, legs: kit.legs === 'plinth' ? 'taper' : kit.legs }, width - 0.08, depth - 0.08, height - 0.03);
    board(
      mesh,
      kit.wood,
      [-width / 2 + 0.07, 0.12, -depth / 2 + 0.07],
      [width / 2 - 0.07, 0.137, depth / 2 - 0.07],
      0.004,
    );
  }
  return mesh;
}

export function sideTable(kit: FurnitureKit, top: number): Mesh {
  const mesh = new Mesh();
  mesh.lathe(
    top,
    0,
    0,
    [
      [0, 0.5],
      [0.21, 0.5],
      [0.22, 0.512],
      [0.215, 0.525],
      [0, 0.525],
    ],
    32,
  );
  mesh.cylinder(kit.metal, 0, 0, 0.014, 0.01, 0.5, 12);
  mesh.lathe(
    kit.metal,
    0,
    0,
    [
      [0.16, 0],
      [0.16, 0.01],
      [0.02, 0.02],
    ],
    28,
  );
  return mesh;
}

export function diningTable(kit: FurnitureKit, width: number, depth: number, top: number): Mesh {
  const mesh = new Mesh();
  const height = 0.745;
  board(mesh, top, [-width / 2, height - 0.034, -depth / 2], [width / 2, height, depth / 2], 0.01);
  if (kit.shape === 'block' || kit.shape === 'soft') {
    for (const side of [-1, 1]) {
      const x = side * width * 0.27;
      const material = kit.shape === 'block' ? kit.metal : kit.wood;
      mesh.lathe(
        material,
        x,
        0,
        [
          [0.2, 0],
          [0.19, 0.02],
          [0.12, 0.2],
          [0.11, height * 0.6],
          [0.17, height - 0.035],
        ],
        30,
      );
    }
    return mesh;
  }
  const x = width / 2 - 0.09;
  const z = depth / 2 - 0.08;
  board(mesh, kit.wood, [-x, height - 0.1, -z + 0.01], [x, height - 0.034, -z + 0.03], 0.003);
  board(mesh, kit.wood, [-x, height - 0.1, z - 0.03], [x, height - 0.034, z - 0.01], 0.003);
  const leg = kit.legs === 'metal' ? kit.metal : kit.wood;
  for (const sx of [-1, 1]) {
    for (const sz of [-1, 1]) {
      if (kit.shape === 'timber')
        board(mesh, leg, [sx * x - 0.033, 0, sz * z - 0.033], [sx * x + 0.033, height - 0.034, sz * z + 0.033], 0.01);
      else
        mesh.bar(
          leg,
          [sx * (x + 0.03), 0, sz * (z + 0.02)],
          [sx * (x - 0.02), height - 0.03, sz * (z - 0.02)],
          0.017,
          0.03,
          14,
          true,
        );
    }
  }
  return mesh;
}

export function roundDiningTable(kit: FurnitureKit, radius: number, top: number): Mesh {
  const mesh = new Mesh();
  const height = 0.745;
  mesh.lathe(
    top,
    0,
    0,
    [
      [0, height - 0.03],
      [radius - 0.012, height - 0.03],
      [radius, height - 0.018],
      [radius, height - 0.008],
      [radius - 0.008, height],
      [0, height],
    ],
    52,
  );
  mesh.lathe(
    kit.shape === 'block' ? kit.metal : kit.wood,
    0,
    0,
    [
      [radius * 0.5, 0],
      [radius * 0.5, 0.018],
      [0.09, 0.07],
      [0.065, 0.3],
      [0.075, height * 0.8],
      [0.2, height - 0.03],
    ],
    36,
  );
  return mesh;
}

/** Writing desk with a drawer unit, a screen or a lamp on it. */
export function desk(kit: FurnitureKit, width: number, depth: number): Mesh {
  const mesh = new Mesh();
  const height = 0.74;
  board(mesh, kit.wood, [-width / 2, height - 0.03, -depth / 2], [width / 2, height, depth / 2], 0.006);
  const leg = kit.legs === 'metal' ? kit.metal : kit.wood;
  for (const z of [-1, 1])
    mesh.bar(
      leg,
      [-width / 2 + 0.05, 0, z * (depth / 2 - 0.05)],
      [-width / 2 + 0.07, height - 0.03, z * (depth / 2 - 0.07)],
      0.015,
      0.022,
      12,
      true,
    );
  const x0 = width / 2 - 0.42;
  board(mesh, kit.paint, [x0, 0.1, -depth / 2 + 0.03], [width / 2 - 0.02, height - 0.03, depth / 2 - 0.02], 0.004);
  for (let i = 0; i < 3; i++) {
    const y = 0.11 + i * 0.2;
    board(
      mesh,
      kit.paint,
      [x0 + 0.005, y, -depth / 2 + 0.018],
      [width / 2 - 0.025, y + 0.19, -depth / 2 + 0.034],
      0.004,
    );
    mesh.box(kit.metal, x0 + 0.14, y + 0.14, -depth / 2 + 0.004, width / 2 - 0.16, y + 0.15, -depth / 2 + 0.018);
  }
  mesh.box(kit.black, x0 + 0.02, 0, -depth / 2 + 0.06, width / 2 - 0.05, 0.1, depth / 2 - 0.05);
  board(mesh, kit.black, [-0.3, height + 0.12, 0.12], [0.3, height + 0.47, 0.14], 0.006);
  board(mesh, kit.chrome, [-0.02, height, 0.14], [0.02, height + 0.25, 0.155], 0.003);
  board(mesh, kit.chrome, [-0.12, height, 0.06], [0.12, height + 0.01, 0.2], 0.003);
  board(mesh, kit.paint, [-0.2, height, -0.2], [0.2, height + 0.014, -0.07], 0.004);
  for (let i = 0; i < 3; i++) {
    board(
      mesh,
      kit.accents[i % kit.accents.length]!,
      [-width / 2 + 0.09, height + i * 0.028, 0.02],
      [-width / 2 + 0.31 - i * 0.02, height + 0.026 + i * 0.028, 0.18],
      0.003,
    );
  }
  return mesh;
}
