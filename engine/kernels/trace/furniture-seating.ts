/** Seats, each standing about the origin with its front towards -z. Metres. */
import { board, cord, cushion, type FurnitureKit, leaned, legs } from './furniture-parts.ts';
import { Mesh } from './mesh.ts';

export interface SofaForm {
  width: number;
  depth: number;
  /** Adds a chaise on this side, seen from the front. */
  chaise?: 'left' | 'right' | undefined;
  /** Loose cushions. */
  cushions: number;
}

/** Measures of a sofa that follow from its form and the kit's style; metres. */
interface SofaPlan {
  kit: FurnitureKit;
  width: number;
  depth: number;
  /** Width and height of an arm, and height of the body's lower edge. */
  arm: number;
  armHeight: number;
  base: number;
  /** Width between the arms. */
  inner: number;
}

const seat = 0.43;

const sofaMeasures: Record<FurnitureKit['shape'], Pick<SofaPlan, 'arm' | 'armHeight' | 'base'>> = {
  soft: { arm: 0.24, armHeight: 0.6, base: 0.05 },
  block: { arm: 0.2, armHeight: 0.52, base: 0.05 },
  classic: { arm: 0.2, armHeight: 0.62, base: 0.15 },
  timber: { arm: 0.07, armHeight: 0.6, base: 0.2 },
  slim: { arm: 0.13, armHeight: 0.62, base: 0.15 },
};

/** Upholstered sofa in the shape of the kit's style. */
export function couch(kit: FurnitureKit, { width, depth, chaise, cushions }: SofaForm): Mesh {
  const mesh = new Mesh();
  const measures = sofaMeasures[kit.shape];
  const plan: SofaPlan = { kit, width, depth, ...measures, inner: width - measures.arm * 2 - 0.02 };
  if (kit.shape === 'timber') timberFrame(mesh, plan);
  else upholsteredFrame(mesh, plan);
  const seats = seatCount(kit, width);
  for (let i = 0; i < seats; i++) {
    const isLong = (chaise === 'left' && i === 0) || (chaise === 'right' && i === seats - 1);
    addSeat(mesh, plan, { i, seats, isLong });
  }
  for (let i = 0; i < cushions; i++) addThrowCushion(mesh, plan, i);
  return mesh;
}

function seatCount({ shape }: FurnitureKit, width: number): number {
  if (shape === 'block' && width < 2.6) return 2;
  if (width > 1.9) return 3;
  return width > 1.2 ? 2 : 1;
}

function upholsteredFrame(mesh: Mesh, { kit, width, depth, arm, armHeight, base }: SofaPlan): void {
  const w = width / 2;
  const d = depth / 2;
  const isSoft = kit.shape === 'soft';
  cushion(mesh, kit.cloth, [-w + 0.02, base, -d + 0.03], [w - 0.02, seat - 0.12, d - 0.02], {
    round: isSoft ? 0.07 : 0.03,
    swell: 0.004,
  });
  for (const side of [-1, 1]) {
    const x0 = Math.min(side * w, side * (w - arm));
    cushion(mesh, kit.cloth, [x0, base, -d + 0.01], [x0 + arm, armHeight, d - 0.02], {
      round: isSoft ? 0.1 : 0.045,
      swell: isSoft ? 0.03 : 0.008,
    });
    if (kit.shape === 'classic') {
      const x = side * (w - arm / 2);
      mesh.bar(kit.cloth, [x, armHeight - 0.05, -d + 0.01], [x, armHeight - 0.05, d - 0.04], 0.115, 0.115, 22, true);
      mesh.lathe(kit.seam, x, -d, [[0.0, armHeight - 0.05]], 8);
    }
  }
  cushion(mesh, kit.cloth, [-w + arm * 0.6, base + 0.02, d - 0.24], [w - arm * 0.6, isSoft ? 0.72 : 0.7, d], {
    round: isSoft ? 0.1 : 0.05,
    swell: 0.012,
  });
  const feet = new Mesh();
  if (kit.shape === 'block') feet.box(kit.metal, -w + 0.06, 0, -d + 0.06, w - 0.06, 0.05, d - 0.06);
  else if (isSoft) feet.box(kit.woodDeep, -w + 0.08, 0, -d + 0.08, w - 0.08, 0.05, d - 0.08);
  else
    legs(feet, { ...kit, legs: kit.legs === 'plinth' ? 'taper' : kit.legs }, width - 0.16, depth - 0.14, base + 0.02);
  mesh.append(feet, 0, 0, 0);
}

/** A seat with its back cushion; a long one is the chaise. */
function addSeat(
  mesh: Mesh,
  { kit, depth, base, inner }: SofaPlan,
  { i, seats, isLong }: { i: number; seats: number; isLong: boolean },
): void {
  const d = depth / 2;
  const x0 = -inner / 2 + (inner * i) / seats + 0.006;
  const x1 = x0 + inner / seats - 0.012;
  const front = isLong ? -d - 0.72 : -d - 0.015;
  if (isLong) {
    cushion(mesh, kit.cloth, [x0 - 0.02, base, front + 0.02], [x1 + 0.02, seat - 0.13, -d + 0.1], {
      round: 0.04,
      swell: 0.004,
    });
    for (const x of [x0 + 0.08, x1 - 0.08])
      mesh.cylinder(kit.legs === 'metal' ? kit.metal : kit.wood, x, front + 0.12, 0.016, 0, base + 0.02, 10);
  }
  cushion(mesh, kit.cloth, [x0, seat - 0.16, front], [x1, seat, d - 0.2], { round: 0.06, swell: 0.022 });
  cord(
    mesh,
    kit.seam,
    [
      [x0 + 0.03, seat - 0.015, front + 0.004],
      [x1 - 0.03, seat - 0.015, front + 0.004],
    ],
    0.004,
  );
  const back = new Mesh();
  cushion(back, kit.cloth, [x0 + 0.01, 0, -0.1], [x1 - 0.01, kit.shape === 'block' ? 0.36 : 0.42, 0.09], {
    round: 0.075,
    swell: 0.045,
  });
  mesh.append(leaned(back, 0.2), 0, seat - 0.03, d - 0.3);
}

function addThrowCushion(mesh: Mesh, { kit, depth, inner }: SofaPlan, i: number): void {
  const d = depth / 2;
  const own = new Mesh();
  const size = 0.175 + 0.018 * ((i * 7) % 3);
  const isLumbar = i % 3 === 2;
  cushion(
    own,
    kit.accents[i % kit.accents.length]!,
    [-size * (isLumbar ? 1.35 : 1), 0, -0.032],
    [size * (isLumbar ? 1.35 : 1), size * (isLumbar ? 1.3 : 2), 0.032],
    { round: 0.03, swell: 0.05, crease: 0.008 },
  );
  const side = i % 2 === 0 ? -1 : 1;
  const x = side * (inner / 2 - 0.24 - Math.floor(i / 2) * 0.36);
  mesh.append(leaned(own, 0.3), x, seat - 0.01, d - 0.46 - 0.05 * Math.floor(i / 2), -side * 0.22);
}

function timberFrame(mesh: Mesh, { kit, width, depth }: SofaPlan): void {
  const w = width / 2;
  const d = depth / 2;
  for (const side of [-1, 1]) {
    const x = side * (w - 0.035);
    for (const z of [-d + 0.04, d - 0.05])
      board(mesh, kit.wood, [x - 0.028, 0, z - 0.028], [x + 0.028, z > 0 ? 0.74 : 0.58, z + 0.028], 0.008);
    board(mesh, kit.wood, [x - 0.035, 0.56, -d], [x + 0.035, 0.6, d - 0.02], 0.012);
    board(mesh, kit.wood, [x - 0.02, 0.22, -d + 0.05], [x + 0.02, 0.28, d - 0.06]);
    for (let i = 1; i < 5; i++) {
      const z = -d + (depth * i) / 5;
      board(mesh, kit.wood, [x - 0.012, 0.27, z - 0.012], [x + 0.012, 0.57, z + 0.012], 0.004);
    }
  }
  board(mesh, kit.wood, [-w + 0.03, 0.2, -d + 0.02], [w - 0.03, 0.28, -d + 0.06]);
  board(mesh, kit.wood, [-w + 0.03, 0.2, -d + 0.06], [w - 0.03, 0.24, d - 0.06]);
  board(mesh, kit.wood, [-w + 0.03, 0.68, d - 0.075], [w - 0.03, 0.74, d - 0.03], 0.012);
  for (let i = 1; i < 12; i++) {
    const x = -w + (width * i) / 12;
    board(mesh, kit.wood, [x - 0.01, 0.24, d - 0.065], [x + 0.01, 0.7, d - 0.045], 0.004);
  }
}

/** Armchair: a round tub, a cushioned timber frame or an upholstered shell on thin legs. */
export function loungeChair(kit: FurnitureKit, cover: number): Mesh {
  const own = { ...kit, cloth: cover };
  if (kit.shape === 'soft') return tub(own);
  if (kit.shape === 'classic' || kit.shape === 'block') return couch(own, { width: 0.92, depth: 0.86, cushions: 1 });
  const mesh = new Mesh();
  const frame = kit.shape === 'timber' || kit.legs !== 'metal' ? kit.wood : kit.metal;
  cushion(mesh, cover, [-0.31, 0.29, -0.36], [0.31, 0.43, 0.28], { round: 0.06, swell: 0.02 });
  const back = new Mesh();
  cushion(back, cover, [-0.31, 0, -0.06], [0.31, 0.52, 0.06], { round: 0.055, swell: 0.03 });
  mesh.append(leaned(back, 0.3), 0, 0.38, 0.26);
  for (const x of [-0.36, 0.36]) {
    mesh.bar(frame, [x, 0, -0.37], [x, 0.58, -0.31], 0.016, 0.019, 12, true);
    mesh.bar(frame, [x, 0, 0.44], [x, 0.54, 0.33], 0.016, 0.019, 12, true);
    board(mesh, frame, [x - 0.032, 0.565, -0.4], [x + 0.032, 0.59, 0.38], 0.011);
    mesh.bar(frame, [x, 0.27, -0.34], [x, 0.24, 0.4], 0.014, 0.014, 10);
  }
  for (const [y, z] of [
    [0.27, -0.34],
    [0.24, 0.39],
    [0.7, 0.5],
  ] as const)
    mesh.bar(frame, [-0.36, y, z], [0.36, y, z], 0.013, 0.013, 10, true);
  for (const x of [-0.34, 0.34]) mesh.bar(frame, [x, 0.26, 0.36], [x, 0.72, 0.51], 0.013, 0.013, 10, true);
  return mesh;
}

function tub(kit: FurnitureKit): Mesh {
  const mesh = new Mesh();
  const parts = 18;
  for (let i = 0; i < parts; i++) {
    const turn = -0.15 + ((Math.PI + 0.3) * (i + 0.5)) / parts;
    const piece = new Mesh();
    const high = 0.6 + 0.14 * Math.sin((Math.PI * (i + 0.5)) / parts);
    cushion(piece, kit.cloth, [-0.085, 0.07, -0.075], [0.085, high, 0.075], { round: 0.07, swell: 0.006, crease: 0 });
    mesh.append(piece, Math.cos(turn) * 0.34, 0, Math.sin(turn) * 0.34, Math.PI / 2 - turn);
  }
  mesh.lathe(
    kit.cloth,
    0,
    0,
    [
      [0, 0.06],
      [0.3, 0.06],
      [0.33, 0.1],
      [0.33, 0.38],
      [0.29, 0.44],
      [0.15, 0.47],
      [0, 0.475],
    ],
    30,
  );
  mesh.lathe(
    kit.woodDeep,
    0,
    0,
    [
      [0.27, 0],
      [0.27, 0.065],
    ],
    28,
  );
  return mesh;
}

/** Dining chair: padded seat, curved back, tapering legs. */
export function diningChair(kit: FurnitureKit, cover: number): Mesh {
  const mesh = new Mesh();
  const frame = kit.legs === 'metal' ? kit.metal : kit.wood;
  cushion(mesh, cover, [-0.23, 0.42, -0.24], [0.23, 0.475, 0.21], { round: 0.026, swell: 0.012, crease: 0.002 });
  for (const x of [-0.19, 0.19]) {
    mesh.bar(frame, [x * 1.1, 0, -0.24], [x, 0.43, -0.19], 0.011, 0.018, 12, true);
    mesh.bar(frame, [x * 1.1, 0, 0.27], [x, 0.45, 0.18], 0.011, 0.018, 12, true);
    mesh.bar(frame, [x, 0.44, 0.18], [x * 1.05, 0.8, 0.255], 0.016, 0.012, 12, true);
  }
  const isOpen = kit.shape === 'timber' || kit.shape === 'slim';
  const parts = 9;
  for (let i = 0; i < parts; i++) {
    const piece = new Mesh();
    const t = ((i + 0.5) / parts) * 2 - 1;
    const low = isOpen ? 0.68 : 0.52;
    const material = isOpen && kit.shape === 'timber' ? kit.wood : cover;
    cushion(piece, material, [-0.03, low, -0.018], [0.03, 0.83 - 0.03 * t * t, 0.018], {
      round: 0.016,
      swell: 0.003,
      crease: 0,
    });
    mesh.append(piece, t * 0.225, 0, 0.27 - t * t * 0.06, t * 0.5);
  }
  return mesh;
}

/** Backless padded seat: bed end, hall, stool. */
export function bench(kit: FurnitureKit, width: number, cover: number): Mesh {
  const mesh = new Mesh();
  cushion(mesh, cover, [-width / 2, 0.3, -0.21], [width / 2, 0.44, 0.21], { round: 0.05, swell: 0.015 });
  legs(mesh, { ...kit, legs: kit.legs === 'plinth' ? 'taper' : kit.legs }, width - 0.1, 0.34, 0.31);
  return mesh;
}
