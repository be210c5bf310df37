/** Random animals and people. */
import type { Vec3 } from '../../engine/base/vector.ts';
import { Mesh } from '../../engine/kernels/trace/mesh.ts';
import type { Chance } from '../scene-reader/chance.ts';
import { hairColour, randomColour, randomMaterial, skinColour } from './random-skin.ts';
import { bend, type Thing, Workshop } from './workshop.ts';

export function animal(chance: Chance): Thing {
  const { between, happens, pick } = chance;
  const shop = new Workshop(chance);
  const { mesh } = shop;
  const own = randomColour(chance);
  const coat = shop.add(randomMaterial(chance, own));
  const face = happens(0.6) ? coat : shop.add(randomMaterial(chance));
  const dark = shop.add(randomMaterial(chance, [0.02, 0.02, 0.02]));
  const long = between(0.28, 0.6);
  const girth = long * between(0.35, 0.62);
  const legs = happens(0.12) ? 0.02 : between(0.1, 0.6) * long * 1.6;
  const pose = pick(['stands', 'stands', 'sits', 'lies'] as const);
  const low = pose === 'lies' ? girth * 0.9 : legs + girth * 0.8;
  const tilt = pose === 'sits' ? between(0.7, 1.1) : between(-0.12, 0.15);
  const along = (t: number, up = 0): Vec3 => [t * long * Math.cos(tilt), low + t * long * Math.sin(tilt) + up, 0];
  for (const [t, share] of [
    [-0.55, between(0.75, 1.1)],
    [0, 1],
    [0.5, between(0.75, 1.1)],
  ] as const) {
    const size = girth * share;
    mesh.ellipsoid(coat, along(t), long * 0.62, size, size * between(0.8, 1), 20);
  }
  const leg = girth * between(0.16, 0.34);
  if (pose !== 'lies')
    for (const side of [-1, 1])
      for (const end of [-1, 1]) {
        if (pose === 'sits' && end < 0) {
          mesh.ellipsoid(
            coat,
            [-long * 0.3, girth * 0.4, side * girth * 0.7],
            girth * 0.7,
            girth * 0.4,
            girth * 0.3,
            14,
          );
          continue;
        }
        const top = along(end * 0.65, -girth * 0.3);
        const foot: Vec3 = [top[0] + between(-0.12, 0.12) * long, leg * 0.4, side * girth * between(0.45, 0.7)];
        const knee: Vec3 = [(top[0] + foot[0]) / 2 + between(-0.05, 0.05), (top[1] + foot[1]) / 2, foot[2]];
        shop.chain(coat, [[top[0], top[1], foot[2]], knee, foot], leg, leg * 0.6);
      }
  const head = girth * between(0.5, 0.95);
  const neck = between(0, 0.9) * long;
  const top = along(0.85);
  const at: Vec3 = [top[0] + neck * 0.5 + head * 0.4, top[1] + neck + head * 0.4, between(-0.3, 0.3) * head];
  shop.chain(coat, [along(0.6), at], girth * between(0.45, 0.8), head * 0.6);
  mesh.ellipsoid(face, at, head, head * between(0.8, 1.05), head * between(0.75, 1), 20);
  const snout: Vec3 = [at[0] + head * between(0.7, 1.3), at[1] - head * 0.25, at[2]];
  shop.chain(face, [at, snout], head * 0.5, head * between(0.12, 0.4));
  mesh.ellipsoid(
    dark,
    [snout[0] + head * 0.25, snout[1] + head * 0.1, snout[2]],
    head * 0.14,
    head * 0.12,
    head * 0.14,
    10,
  );
  eyesAndEars(shop, at, head, { dark, coat });
  const tail = between(0.1, 1.1) * long;
  const back = along(-1);
  const rise = between(-0.8, 1);
  shop.chain(
    coat,
    [0, 0.5, 1].map((t): Vec3 => [back[0] - tail * t * 0.8, back[1] + tail * t * t * rise, 0]),
    girth * between(0.1, 0.4),
    girth * between(0.05, 0.35),
  );
  return shop.thing();
}

function eyesAndEars(
  { mesh, chance: { between } }: Workshop,
  at: Vec3,
  head: number,
  { dark, coat }: { dark: number; coat: number },
): void {
  const ear = head * between(0.15, 1.1);
  for (const side of [-1, 1]) {
    mesh.ellipsoid(
      dark,
      [at[0] + head * 0.75, at[1] + head * 0.25, at[2] + side * head * 0.45],
      head * 0.12,
      head * 0.12,
      head * 0.1,
      10,
    );
    const root: Vec3 = [at[0] - head * 0.1, at[1] + head * 0.7, at[2] + side * head * 0.55];
    mesh.bar(
      coat,
      root,
      [root[0] - ear * 0.2, root[1] + ear * between(-0.6, 1), root[2] + side * ear * 0.4],
      head * 0.3,
      0.01,
      10,
    );
  }
}

export function person(chance: Chance): Thing {
  const { between, happens } = chance;
  const shop = new Workshop(chance);
  const { mesh } = shop;
  const skin = shop.add(randomMaterial({ ...chance, pick: (from) => from[0]! }, skinColour(chance)));
  const hair = shop.add({
    surface: 'gloss',
    paint: randomMaterial(chance, hairColour(chance)).paint,
    reflectance: 0.05,
    roughness: 0.4,
  });
  const top = shop.any();
  const legs = happens(0.3) ? top : shop.any();
  const shoe = shop.any();
  const wide = between(0.16, 0.26);
  const waist = 0.86;
  const shoulder = 1.42;
  const isSkirt = happens(0.3);
  if (isSkirt) {
    const hem = between(0.1, 0.55);
    mesh.lathe(
      legs,
      0,
      0,
      [
        [between(0.2, 0.42), hem],
        [0.2, 0.75],
        [wide * 0.7, 1],
      ],
      22,
    );
  }
  for (const side of [-1, 1]) {
    const step = between(-0.22, 0.22) * side;
    const knee: Vec3 = [side * 0.1, 0.46, step * 0.6 - 0.03];
    shop.chain(isSkirt ? skin : legs, [[side * 0.09, waist, 0], knee, [side * 0.11, 0.08, step]], 0.095, 0.055);
    mesh.ellipsoid(shoe, [side * 0.11, 0.05, step - 0.06], 0.055, 0.06, 0.13, 12);
  }
  mesh.lathe(
    top,
    0,
    0,
    [
      [wide * 0.75, waist - 0.05],
      [wide * 0.7, 1.05],
      [wide * 0.95, 1.3],
      [wide * 0.8, shoulder],
      [0.06, shoulder + 0.06],
    ],
    22,
  );
  bend(mesh, ([x, y, z]) => [x, y, y > 0.8 ? z * 0.62 : z]);
  arms(shop, { skin, top, wide, shoulder });
  mesh.bar(skin, [0, shoulder, 0], [0, 1.56, 0], 0.055, 0.05, 12);
  mesh.ellipsoid(skin, [0, 1.64, -0.01], 0.088, 0.12, 0.1, 20);
  const dark = shop.add(randomMaterial(chance, [0.03, 0.02, 0.02]));
  for (const side of [-1, 1]) mesh.ellipsoid(dark, [side * 0.035, 1.655, -0.1], 0.014, 0.008, 0.01, 8);
  mesh.ellipsoid(shop.add(randomMaterial(chance, [0.5, 0.15, 0.13])), [0, 1.585, -0.1], 0.026, 0.01, 0.01, 8);
  mesh.ellipsoid(skin, [0, 1.625, -0.11], 0.014, 0.03, 0.018, 8);
  hairAndHat(shop, hair);
  if (happens(0.2)) mesh.roundBox(shop.any(), 0.2, 0.65, -0.12, 0.46, 0.95, 0.06, 0.05);
  return shop.thing();
}

/** A person as far as a picture's lower border shows: head and shoulders, down to the hips at most. */
export function bust(chance: Chance): Thing {
  const whole = person(chance);
  const lowest = chance.between(0.85, 1.3);
  const mesh = new Mesh();
  const { positions, normals, materials } = whole.mesh;
  materials.forEach((material, t) => {
    const corner = (from: readonly number[], k: number): Vec3 => [
      from[t * 9 + k]!,
      from[t * 9 + k + 1]!,
      from[t * 9 + k + 2]!,
    ];
    if (Math.min(...[1, 4, 7].map((k) => positions[t * 9 + k]!)) < lowest) return;
    mesh.triangle(
      material,
      ...([0, 3, 6].map((k) => corner(positions, k)) as [Vec3, Vec3, Vec3]),
      ...([0, 3, 6].map((k) => corner(normals, k)) as [Vec3, Vec3, Vec3]),
    );
  });
  return { mesh, materials: whole.materials };
}

function hairAndHat(shop: Workshop, hair: number): void {
  const {
    mesh,
    chance: { between, happens },
  } = shop;
  if (happens(0.9)) mesh.ellipsoid(hair, [0, 1.68, 0.025], 0.1, 0.105, 0.1, 18);
  if (happens(0.5)) {
    const end = between(1.15, 1.5);
    const spread = between(0.09, 0.17);
    for (const x of [-0.8, -0.3, 0.3, 0.8]) {
      shop.chain(
        hair,
        [
          [x * 0.1, 1.7, 0.05],
          [x * spread * 1.1, 1.52, 0.07],
          [x * spread * 1.4, end, 0.09],
        ],
        0.055,
        0.03,
      );
    }
  }
  if (happens(0.2))
    mesh.lathe(
      shop.any(),
      0,
      0,
      [
        [between(0.1, 0.26), 1.72],
        [0.11, 1.735],
        [0.1, 1.84],
        [0, 1.86],
      ],
      20,
    );
}

function arms(
  shop: Workshop,
  { skin, top, wide, shoulder }: { skin: number; top: number; wide: number; shoulder: number },
): void {
  const { between, happens } = shop.chance;
  const { mesh } = shop;
  for (const side of [-1, 1]) {
    const from: Vec3 = [side * wide * 0.95, shoulder - 0.03, 0];
    const elbow: Vec3 = [side * (wide + between(0.02, 0.22)), shoulder - between(0.1, 0.34), between(-0.15, 0.1)];
    const hand: Vec3 = [
      elbow[0] + side * between(-0.25, 0.15),
      elbow[1] + between(-0.3, 0.3),
      elbow[2] - between(0, 0.2),
    ];
    const isBare = happens(0.35);
    shop.chain(top, [from, elbow], 0.065, 0.05);
    shop.chain(isBare ? skin : top, [elbow, hand], 0.045, 0.035);
    mesh.ellipsoid(skin, hand, 0.045, 0.055, 0.035, 12);
  }
}
