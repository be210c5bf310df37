/** Beds and what stands by them, about the origin, front (the foot) towards -z. Metres. */
import { board, cord, cushion, type FurnitureKit, leaned, legs } from './furniture-parts.ts';
import { Mesh } from './mesh.ts';

/** Made bed with headboard, mattress, blanket, throw and pillows; 2.15 m long. */
export function bed(kit: FurnitureKit, width: number, { hasThrow = true, pillows = 4 } = {}): Mesh {
  const mesh = new Mesh();
  const w = width / 2;
  const isUpholstered = upholstered.has(kit.shape);
  bedFrame(mesh, kit, width, isUpholstered);
  if (isUpholstered) paddedHeadboard(mesh, kit, w);
  else if (kit.shape === 'timber') barredHeadboard(mesh, kit, width);
  else boardHeadboard(mesh, kit, w);
  cushion(mesh, kit.bedding, [-w, 0.29, foot + 0.02], [w, 0.5, head - 0.02], { round: 0.06, swell: 0.006 });
  // The blanket hangs over three sides.
  cushion(mesh, kit.bedding, [-w - 0.05, 0.24, foot - 0.03], [w + 0.05, 0.56, head - 0.62], {
    round: 0.06,
    swell: 0.012,
    crease: 0.014,
  });
  cushion(mesh, kit.bedding, [-w - 0.055, 0.42, head - 0.86], [w + 0.055, 0.585, head - 0.56], {
    round: 0.06,
    swell: 0.008,
    crease: 0.012,
  });
  if (hasThrow)
    cushion(mesh, kit.accents[0]!, [-w - 0.075, 0.22, foot + 0.2], [w + 0.075, 0.585, foot + 0.78], {
      round: 0.06,
      swell: 0.01,
      crease: 0.014,
    });
  for (let i = 0; i < Math.min(4, pillows); i++) addPillow(mesh, kit, w, i);
  return mesh;
}

/** Ends of the mattress, metres. */
const foot = -1.07;
const head = 1.0;
const upholstered: ReadonlySet<FurnitureKit['shape']> = new Set(['soft', 'block', 'classic']);

function bedFrame(mesh: Mesh, kit: FurnitureKit, width: number, isUpholstered: boolean): void {
  const w = width / 2;
  if (isUpholstered) {
    cushion(mesh, kit.cloth, [-w - 0.04, 0.09, foot - 0.02], [w + 0.04, 0.32, head], { round: 0.04, swell: 0.004 });
    mesh.box(kit.woodDeep, -w + 0.06, 0, foot + 0.08, w - 0.06, 0.1, head - 0.05);
    return;
  }
  board(mesh, kit.wood, [-w - 0.03, 0.18, foot - 0.02], [w + 0.03, 0.31, head], 0.012);
  const under = new Mesh();
  legs(under, { ...kit, legs: kit.legs === 'plinth' ? 'taper' : kit.legs }, width - 0.1, 1.9, 0.2);
  mesh.append(under, 0, 0, -0.03);
}

/** The first two pillows lie at the head, the next two before them. */
function addPillow(mesh: Mesh, kit: FurnitureKit, w: number, i: number): void {
  const side = i % 2 === 0 ? -1 : 1;
  const isFront = i > 1;
  const own = new Mesh();
  const half = Math.min(0.35, w * 0.45);
  cushion(
    own,
    isFront ? kit.accents[1 % kit.accents.length]! : kit.bedding,
    [-half * (isFront ? 0.85 : 1), 0, -0.07],
    [half * (isFront ? 0.85 : 1), isFront ? 0.36 : 0.44, 0.07],
    { round: 0.06, swell: 0.07, crease: 0.01 },
  );
  mesh.append(leaned(own, isFront ? 0.5 : 0.35), side * w * 0.5, 0.5, head - (isFront ? 0.38 : 0.2), -side * 0.04);
}

function paddedHeadboard(mesh: Mesh, kit: FurnitureKit, w: number): void {
  const isSoft = kit.shape === 'soft';
  const isBlock = kit.shape === 'block';
  const firm = isBlock ? 1.15 : 1.05;
  const high = isSoft ? 0.98 : firm;
  const parts = isSoft ? 2 : 4;
  const wide = isBlock ? w + 0.35 : w + 0.05;
  for (let i = 0; i < parts; i++) {
    const x0 = -wide + (2 * wide * i) / parts;
    cushion(mesh, kit.cloth, [x0 + 0.004, 0.1, head], [x0 + (2 * wide) / parts - 0.004, high, head + 0.11], {
      round: isSoft ? 0.1 : 0.03,
      swell: 0.018,
      crease: 0.002,
    });
  }
}

function barredHeadboard(mesh: Mesh, kit: FurnitureKit, width: number): void {
  const w = width / 2;
  const high = 1.05;
  for (const x of [-w, w])
    board(mesh, kit.wood, [x - 0.03, 0, head + 0.01], [x + 0.03, high + 0.05, head + 0.07], 0.012);
  board(mesh, kit.wood, [-w - 0.06, high - 0.03, head + 0.015], [w + 0.06, high + 0.02, head + 0.065], 0.012);
  board(mesh, kit.wood, [-w, 0.6, head + 0.02], [w, 0.65, head + 0.06]);
  for (let i = 1; i < 16; i++) {
    const x = -w + (width * i) / 16;
    mesh.bar(kit.wood, [x, 0.64, head + 0.04], [x, high - 0.02, head + 0.04], 0.01, 0.01, 8);
  }
}

function boardHeadboard(mesh: Mesh, kit: FurnitureKit, w: number): void {
  board(mesh, kit.wood, [-w - 0.03, 0.2, head], [w + 0.03, 0.92, head + 0.035], 0.012);
  cushion(mesh, kit.cloth, [-w + 0.03, 0.6, head - 0.06], [-0.01, 1.0, head + 0.01], { round: 0.03, swell: 0.02 });
  cushion(mesh, kit.cloth, [0.01, 0.6, head - 0.06], [w - 0.03, 1.0, head + 0.01], { round: 0.03, swell: 0.02 });
}

/** Low bed with a roof of slats, for children. */
export function houseBed(kit: FurnitureKit): Mesh {
  const mesh = bed({ ...kit, shape: 'slim', legs: 'taper' }, 1.0, { hasThrow: true, pillows: 3 });
  const w = 0.58;
  const top = 1.75;
  for (const z of [-1.08, 1.02]) {
    for (const x of [-w, w]) board(mesh, kit.wood, [x - 0.03, 0, z - 0.03], [x + 0.03, 1.25, z + 0.03], 0.008);
    mesh.bar(kit.wood, [-w, 1.22, z], [0, top, z], 0.028, 0.028, 8, true);
    mesh.bar(kit.wood, [w, 1.22, z], [0, top, z], 0.028, 0.028, 8, true);
  }
  for (const [x, y] of [
    [-w, 1.22],
    [w, 1.22],
    [0, top],
  ] as const)
    mesh.bar(kit.wood, [x, y, -1.1], [x, y, 1.04], 0.026, 0.026, 8, true);
  return mesh;
}

/** Night stand with two drawers; `lamp` puts a small lamp on it. */
export function nightstand(kit: FurnitureKit, hasLamp: boolean): Mesh {
  const mesh = new Mesh();
  const base = kit.legs === 'plinth' ? 0.05 : 0.14;
  legs(mesh, kit, 0.4, 0.34, base + 0.01);
  board(mesh, kit.wood, [-0.23, base, -0.19], [0.23, 0.5, 0.2], 0.01);
  for (const y of [base + 0.02, base + (0.5 - base) / 2 + 0.005]) {
    const high = (0.5 - base) / 2 - 0.025;
    board(mesh, kit.shape === 'timber' ? kit.wood : kit.paint, [-0.21, y, -0.205], [0.21, y + high, -0.185], 0.004);
    mesh.ellipsoid(kit.metal, [0, y + high / 2, -0.215], 0.013, 0.013, 0.013, 10);
  }
  if (hasLamp) mesh.append(tableLamp(kit), -0.04, 0.5, 0.03);
  else board(mesh, kit.accents[0]!, [-0.09, 0.5, -0.1], [0.09, 0.53, 0.02], 0.004);
  return mesh;
}

/** Small lamp with a turned foot; its own light is the shade's glow. */
export function tableLamp(kit: FurnitureKit): Mesh {
  const mesh = new Mesh();
  mesh.lathe(
    kit.ceramic,
    0,
    0,
    [
      [0.06, 0],
      [0.065, 0.02],
      [0.085, 0.09],
      [0.075, 0.15],
      [0.02, 0.2],
      [0.015, 0.26],
    ],
    24,
  );
  mesh.lathe(
    kit.shade,
    0,
    0,
    [
      [0.15, 0.24],
      [0.11, 0.42],
    ],
    28,
  );
  return mesh;
}

/** Dressing table with a round mirror and a stool. */
export function dressingTable(kit: FurnitureKit): Mesh {
  const mesh = new Mesh();
  board(mesh, kit.wood, [-0.5, 0.6, -0.22], [0.5, 0.75, 0.22], 0.01);
  for (const x of [-0.25, 0.25]) {
    board(mesh, kit.paint, [x - 0.23, 0.62, -0.235], [x + 0.23, 0.735, -0.215], 0.004);
    mesh.ellipsoid(kit.metal, [x, 0.678, -0.24], 0.012, 0.012, 0.012, 8);
  }
  legs(mesh, { ...kit, legs: kit.legs === 'plinth' ? 'taper' : kit.legs }, 0.92, 0.38, 0.61);
  const turned = new Mesh();
  turned.lathe(
    kit.metal,
    0,
    0,
    [
      [0, -0.012],
      [0.31, -0.012],
      [0.32, 0],
      [0.31, 0.012],
    ],
    40,
  );
  turned.lathe(
    kit.mirror,
    0,
    0,
    [
      [0.3, 0.013],
      [0, 0.014],
    ],
    40,
  );
  mesh.append(leaned(turned, -Math.PI / 2), 0, 1.14, 0.19);
  cushion(mesh, kit.cloth, [-0.2, 0.36, -0.62], [0.2, 0.45, -0.3], { round: 0.04, swell: 0.012 });
  for (const x of [-0.14, 0.14])
    for (const z of [-0.56, -0.36])
      cord(
        mesh,
        kit.metal,
        [
          [x, 0, z],
          [x, 0.37, z],
        ],
        0.011,
      );
  return mesh;
}
