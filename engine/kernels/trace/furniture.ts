/** Furniture, each piece standing at the origin with its front towards -z. */
import { Mesh } from './mesh.ts';
import type { Palette } from './palette.ts';
import { growPotPlant } from './plants.ts';

/** Upholstered sofa with loose cushions; `width` in metres. */
export function sofa(m: Palette, width: number, cover: number, accents: readonly number[]): Mesh {
  const mesh = new Mesh();
  const w = width / 2;
  mesh.roundBox(cover, -w, 0.14, -0.48, w, 0.36, 0.46, 0.05);
  mesh.roundBox(cover, -w, 0.2, 0.26, w, 0.74, 0.48, 0.08);
  for (const side of [-1, 1]) {
    mesh.roundBox(
      cover,
      Math.min(side * w, side * (w - 0.2)),
      0.2,
      -0.48,
      Math.max(side * w, side * (w - 0.2)),
      0.6,
      0.46,
      0.07,
    );
  }
  const inner = width - 0.42;
  const seats = width > 1.8 ? 3 : 2;
  for (let i = 0; i < seats; i++) {
    const x0 = -inner / 2 + (inner * i) / seats;
    const x1 = x0 + inner / seats - 0.012;
    mesh.roundBox(cover, x0, 0.34, -0.5, x1, 0.5, 0.28, 0.07);
    mesh.roundBox(cover, x0 + 0.02, 0.46, 0.1, x1 - 0.02, 0.86, 0.32, 0.1);
  }
  accents.forEach((accent, i) => {
    const cushion = new Mesh();
    cushion.roundBox(accent, -0.23, 0, -0.08, 0.23, 0.44, 0.08, 0.08);
    const x = (i % 2 ? 1 : -1) * (w - 0.46 - Math.floor(i / 2) * 0.34);
    mesh.append(cushion, x, 0.49, 0 - (i > 1 ? 0.06 : 0), (i % 2 ? -1 : 1) * 0.35);
  });
  for (const x of [-w + 0.1, w - 0.1]) for (const z of [-0.4, 0.38]) mesh.cylinder(m.black, x, z, 0.022, 0, 0.15, 10);
  return mesh;
}

/** Lounge chair: bent frame of bars, upholstered shell. */
export function armchair(frame: number, cover: number): Mesh {
  const mesh = new Mesh();
  mesh.roundBox(cover, -0.32, 0.3, -0.36, 0.32, 0.46, 0.3, 0.07);
  const back = new Mesh();
  back.roundBox(cover, -0.32, 0, -0.07, 0.32, 0.56, 0.07, 0.07);
  for (let i = 0; i < back.positions.length; i += 3) {
    const y = back.positions[i + 1] as number;
    back.positions[i + 2] = (back.positions[i + 2] as number) + y * 0.32;
  }
  mesh.append(back, 0, 0.38, 0.26);
  for (const x of [-0.37, 0.37]) {
    mesh.bar(frame, [x, 0, -0.36], [x, 0.6, -0.3], 0.018, 0.018, 10);
    mesh.bar(frame, [x, 0.6, -0.3], [x, 0.56, 0.4], 0.02, 0.02, 10);
    mesh.bar(frame, [x, 0.56, 0.4], [x, 0, 0.46], 0.018, 0.018, 10);
    mesh.bar(frame, [x, 0.3, -0.33], [x, 0.26, 0.42], 0.014, 0.014, 8);
    mesh.ellipsoid(frame, [x, 0.6, -0.3], 0.02, 0.02, 0.02, 8);
    mesh.ellipsoid(frame, [x, 0.56, 0.4], 0.02, 0.02, 0.02, 8);
  }
  mesh.bar(frame, [-0.37, 0.3, -0.33], [0.37, 0.3, -0.33], 0.014, 0.014, 8);
  mesh.bar(frame, [-0.37, 0.27, 0.4], [0.37, 0.27, 0.4], 0.014, 0.014, 8);
  return mesh;
}

/** Dining or side chair with a curved back and tapering legs. */
export function sideChair(frame: number, seat: number): Mesh {
  const mesh = new Mesh();
  mesh.roundBox(seat, -0.24, 0.42, -0.24, 0.24, 0.48, 0.23, 0.03);
  for (const x of [-0.2, 0.2]) {
    mesh.bar(frame, [x * 1.15, 0, -0.25], [x, 0.44, -0.2], 0.012, 0.02, 12, true);
    mesh.bar(frame, [x * 1.15, 0, 0.28], [x, 0.46, 0.19], 0.012, 0.02, 12, true);
    mesh.bar(frame, [x, 0.44, 0.19], [x * 1.12, 0.82, 0.29], 0.018, 0.012, 12, true);
  }
  const parts = 14;
  const ring = (i: number): { x: number; z: number } => {
    const t = (i / parts) * 2 - 1;
    return { x: t * 0.27, z: 0.32 - t * t * 0.07 };
  };
  for (let i = 0; i < parts; i++) {
    const a = ring(i);
    const b = ring(i + 1);
    for (const [from, to, lean] of [[0.66, 0.84, 0.02]] as const) {
      mesh.quad(seat, [a.x, from, a.z - lean], [a.x, to, a.z], [b.x, to, b.z], [b.x, from, b.z - lean]);
      mesh.quad(
        seat,
        [a.x, from, a.z + 0.022 - lean],
        [b.x, from, b.z + 0.022 - lean],
        [b.x, to, b.z + 0.022],
        [a.x, to, a.z + 0.022],
      );
      mesh.quad(seat, [a.x, to, a.z], [a.x, to, a.z + 0.022], [b.x, to, b.z + 0.022], [b.x, to, b.z]);
      mesh.quad(
        seat,
        [a.x, from, a.z - lean],
        [b.x, from, b.z - lean],
        [b.x, from, b.z + 0.022 - lean],
        [a.x, from, a.z + 0.022 - lean],
      );
    }
  }
  return mesh;
}

export function roundTable(top: number, leg: number, radius: number, height: number): Mesh {
  const mesh = new Mesh();
  mesh.lathe(
    top,
    0,
    0,
    [
      [0, height - 0.035],
      [radius - 0.015, height - 0.035],
      [radius, height - 0.02],
      [radius, height - 0.008],
      [radius - 0.008, height],
      [0, height],
    ],
    40,
  );
  for (let i = 0; i < 3; i++) {
    const a = (i / 3) * Math.PI * 2 + 0.5;
    mesh.bar(
      leg,
      [Math.cos(a) * radius * 0.72, 0, Math.sin(a) * radius * 0.72],
      [Math.cos(a) * radius * 0.55, height - 0.03, Math.sin(a) * radius * 0.55],
      0.014,
      0.02,
      12,
    );
  }
  return mesh;
}

/** Standing lamp with a linen shade. */
export function floorLamp(m: Palette, shade: number): Mesh {
  const mesh = new Mesh();
  mesh.lathe(
    m.black,
    0,
    0,
    [
      [0, 0.03],
      [0.15, 0.028],
      [0.16, 0.012],
      [0.16, 0],
    ],
    28,
  );
  mesh.cylinder(m.black, 0, 0, 0.011, 0.02, 1.5, 10);
  mesh.lathe(
    shade,
    0,
    0,
    [
      [0.22, 1.36],
      [0.17, 1.68],
    ],
    32,
  );
  return mesh;
}

/** Board shelves with books and vessels; stands against a wall behind it. */
export function shelf(m: Palette, body: number, width: number, height: number, rows: number): Mesh {
  const mesh = new Mesh();
  const d = 0.3;
  const w = width / 2;
  mesh.box(body, -w, 0, 0, -w + 0.03, height, d);
  mesh.box(body, w - 0.03, 0, 0, w, height, d);
  for (let r = 0; r <= rows; r++) {
    const y = (r / rows) * (height - 0.03);
    mesh.box(body, -w, y, 0, w, y + 0.03, d);
    if (r === rows) continue;
    let x = -w + 0.06 + (r % 2) * 0.25;
    let k = r * 7;
    while (x < w - 0.3 - ((r + 1) % 2) * 0.3) {
      const thick = 0.022 + ((k * 37) % 11) * 0.0025;
      const high = 0.19 + ((k * 53) % 7) * 0.012;
      const cover = [m.linen, m.blueCloth, m.rust, m.greyCloth, m.warmWhite, m.ochre][(k * 5) % 6] as number;
      if ((k * 29) % 13 > 2) mesh.box(cover, x, y + 0.03, 0.05, x + thick - 0.002, y + 0.03 + high, 0.24);
      x += thick;
      k++;
    }
    mesh.lathe(
      m.ceramic,
      w - 0.2 - ((r * 3) % 2) * 0.1,
      0.16,
      [
        [0.05, y + 0.03],
        [0.085, y + 0.1],
        [0.07, y + 0.18],
        [0.03, y + 0.22],
        [0.035, y + 0.25],
      ],
      20,
    );
  }
  return mesh;
}

export function pottedPlant(m: Palette, height: number, count: number, seed: number): Mesh {
  const mesh = new Mesh();
  mesh.lathe(
    m.ceramic,
    0,
    0,
    [
      [0.14, 0],
      [0.2, 0.34],
      [0.21, 0.36],
      [0.19, 0.36],
      [0.17, 0.3],
      [0, 0.3],
    ],
    28,
  );
  mesh.append(growPotPlant(m.leaf, height, count, seed), 0, 0.3, 0);
  return mesh;
}

/** Hanging cloth in soft folds along x, from floor to rail. */
export function drape(material: number, width: number, height: number, folds: number): Mesh {
  const mesh = new Mesh();
  const steps = folds * 10;
  const at = (i: number): { x: number; z: number; nx: number; nz: number } => {
    const a = (i / steps) * folds * Math.PI * 2;
    const slope = (Math.cos(a) * 0.055 * folds * Math.PI * 2) / width;
    const length = Math.hypot(slope, 1);
    return { x: (i / steps - 0.5) * width, z: Math.sin(a) * 0.055, nx: slope / length, nz: -1 / length };
  };
  for (let i = 0; i < steps; i++) {
    const a = at(i);
    const b = at(i + 1);
    mesh.triangle(
      material,
      [a.x, 0, a.z],
      [a.x, height, a.z],
      [b.x, height, b.z],
      [a.nx, 0, a.nz],
      [a.nx, 0, a.nz],
      [b.nx, 0, b.nz],
    );
    mesh.triangle(
      material,
      [a.x, 0, a.z],
      [b.x, height, b.z],
      [b.x, 0, b.z],
      [a.nx, 0, a.nz],
      [b.nx, 0, b.nz],
      [b.nx, 0, b.nz],
    );
  }
  return mesh;
}
