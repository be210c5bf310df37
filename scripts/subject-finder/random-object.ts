/** Random things that people carry, push, wear and put down. */
import type { Vec3 } from '../../engine/base/vector.ts';
import { Mesh } from '../../engine/kernels/trace/mesh.ts';
import { growTuft } from '../../engine/kernels/trace/plants.ts';
import type { Chance } from '../scene-reader/chance.ts';
import { randomMaterial } from './random-skin.ts';
import { bend, smooth, type Thing, Workshop } from './workshop.ts';

export function bag(chance: Chance): Thing {
  const { between, happens } = chance;
  const shop = new Workshop(chance);
  const { mesh } = shop;
  const body = shop.any();
  const trim = happens(0.5) ? body : shop.any();
  const [wide, high, deep] = [between(0.15, 0.35), between(0.18, 0.6), between(0.06, 0.2)];
  mesh.roundBox(body, -wide, 0, -deep, wide, high, deep, Math.min(wide, deep, high / 2) * between(0.3, 0.95));
  const pinch = between(-0.2, 0.5);
  const dent = between(0, 0.05);
  bend(mesh, ([x, y, z]) => {
    const t = y / high;
    const slack = dent * Math.sin(x * 17 + y * 9) * Math.sin(y * 13 + z * 11);
    return [x * (1 - pinch * t * 0.6) + slack, y + slack * 0.5, z * (1 - pinch * t) + slack];
  });
  if (happens(0.6))
    mesh.roundBox(
      trim,
      -wide * 0.7,
      high * 0.12,
      -deep * 1.25,
      wide * 0.7,
      high * between(0.4, 0.6),
      -deep * 0.8,
      0.03,
    );
  if (happens(0.4))
    mesh.roundBox(trim, -wide * 0.9, high * between(0.5, 0.7), -deep * 1.1, wide * 0.9, high * 1.02, deep * 0.4, 0.03);
  const strap = shop.any();
  const thick = between(0.008, 0.03);
  const rise = between(0.06, 0.5) * high + 0.05;
  const span = wide * between(0.25, 0.7) * (1 - pinch * 0.5);
  if (happens(0.85))
    for (const side of [-1, 1])
      shop.arc(strap, [0, high * 0.93, side * deep * 0.4], [span, rise, 0], 0, Math.PI, thick);
  if (happens(0.3))
    for (const side of [-1, 1])
      shop.arc(strap, [side * wide * 0.6, high * 0.5, -deep * 1.1], [0.05, high * 0.42, 0.04], -1.5, 1.5, thick);
  return shop.thing();
}

/** Bottles, jugs, cups, lamps: turned bodies with a handle, a spout or something in them. */
export function turned(chance: Chance): Thing {
  const { between, happens } = chance;
  const shop = new Workshop(chance);
  const { mesh } = shop;
  const body = shop.any();
  const high = between(0.2, 0.6);
  const wide = high * between(0.16, 0.65);
  const profile: [number, number][] = [
    [0, 0.001],
    [wide * between(0.4, 1), 0.002],
  ];
  const knots = Math.floor(between(2, 6));
  for (let i = 1; i <= knots; i++) profile.push([wide * between(0.25, 1), (high * i) / (knots + 1)]);
  profile.push([wide * between(0.15, 1), high]);
  if (happens(0.6)) profile.push([0, high * between(0.9, 1.08)]);
  mesh.lathe(body, 0, 0, smooth(profile), 30);
  const trim = shop.any();
  if (happens(0.4))
    shop.arc(
      trim,
      [wide * 0.75, high * 0.5, 0],
      [wide * between(0.4, 0.9), high * between(0.2, 0.38), 0],
      -1.4,
      1.4,
      high * between(0.015, 0.06),
    );
  if (happens(0.2))
    shop.chain(
      trim,
      [
        [-wide * 0.6, high * 0.4, 0],
        [-wide * 1.4, high * 0.75, 0],
      ],
      high * 0.07,
      high * 0.03,
    );
  if (happens(0.3)) mesh.cylinder(trim, 0, 0, wide * between(0.2, 0.5), high, high * between(1.05, 1.3), 20);
  if (happens(0.15))
    mesh.append(growTuft(trim, high * between(0.5, 1.2), 60, Math.floor(between(0, 999))), 0, high * 0.9, 0);
  return shop.thing();
}

/** Bicycles, prams, carts, trolleys. */
export function wheeled(chance: Chance): Thing {
  const { between, happens } = chance;
  const shop = new Workshop(chance);
  const { mesh } = shop;
  const [frame, tyre, seat] = [shop.any(), shop.add(randomMaterial(chance, [0.03, 0.03, 0.03])), shop.any()];
  const radius = between(0.12, 0.36);
  const base = between(0.35, 0.55);
  const wheel = (x: number, z: number) => {
    shop.arc(tyre, [x, radius, z], [radius, radius, 0], 0, Math.PI * 2, between(0.012, 0.04));
    for (let spoke = 0; spoke < 6; spoke++) {
      const angle = (spoke * Math.PI) / 6;
      const [dx, dy] = [Math.cos(angle) * radius, Math.sin(angle) * radius];
      mesh.bar(frame, [x - dx, radius - dy, z], [x + dx, radius + dy, z], 0.004, 0.004, 5);
    }
  };
  const gap = happens(0.6) ? 0 : between(0.1, 0.25);
  for (const x of [-base, base]) for (const z of gap ? [-gap, gap] : [0]) wheel(x, z);
  const thick = between(0.012, 0.03);
  const saddle: Vec3 = [-base * 0.35, radius * 2 + between(0.05, 0.3), 0];
  const crank: Vec3 = [0, radius, 0];
  const head: Vec3 = [base * 0.7, radius * 2 + between(0.05, 0.25), 0];
  for (const [from, to] of [
    [[-base, radius, 0], crank],
    [[-base, radius, 0], saddle],
    [crank, saddle],
    [crank, head],
    [saddle, head],
    [head, [base, radius, 0]],
  ] as const)
    mesh.bar(frame, from, to, thick, thick, 9);
  mesh.ellipsoid(seat, saddle, 0.14, 0.035, 0.07, 14);
  shop.chain(
    frame,
    [
      [head[0] + 0.03, head[1] + 0.08, -0.26],
      [head[0], head[1] + 0.1, 0],
      [head[0] + 0.03, head[1] + 0.08, 0.26],
    ],
    thick * 0.8,
  );
  if (happens(0.5))
    mesh.roundBox(seat, -base * 0.9, radius * 1.5, -0.2, base * 0.6, radius * 2 + between(0.1, 0.4), 0.2, 0.06);
  return shop.thing();
}

/** Anything: bodies of every shape put together. */
export function toy(chance: Chance): Thing {
  const { between, pick, happens } = chance;
  const shop = new Workshop(chance);
  const skins = Array.from({ length: Math.ceil(between(0.5, 4)) }, () => shop.any());
  const joints: Vec3[] = [[0, 0.3, 0]];
  const isEven = happens(0.4);
  for (let i = 0; i < between(2, 10); i++) {
    const near = pick(joints);
    const at: Vec3 = [
      near[0] + between(-0.22, 0.22),
      Math.max(0.08, near[1] + between(-0.2, 0.25)),
      near[2] + between(-0.12, 0.12),
    ];
    joints.push(at);
    const skin = pick(skins);
    const size = between(0.04, 0.24);
    const places = isEven && Math.abs(at[0]) > 0.05 ? [at, [-at[0], at[1], at[2]] as const] : [at];
    const shape = pick(['ball', 'box', 'rod', 'cone', 'drum'] as const);
    const [a, b, c] = [size * between(0.4, 1.3), size * between(0.4, 1.3), size * between(0.4, 1)];
    for (const [x, y, z] of places) {
      addBody(shop, shape, { skin, near, at: [x, y, z], size, radii: [a, b, c] });
    }
  }
  return shop.thing();
}

interface Body {
  skin: number;
  /** Start point of a rod; unused for other shapes. */
  near: Vec3;
  at: Vec3;
  size: number;
  radii: Vec3;
}

function addBody(
  { mesh, chance: { between } }: Workshop,
  shape: 'ball' | 'box' | 'rod' | 'cone' | 'drum',
  { skin, near, at: [x, y, z], size, radii: [a, b, c] }: Body,
): void {
  if (shape === 'ball') mesh.ellipsoid(skin, [x, y, z], a, b, c, 18);
  if (shape === 'box') mesh.roundBox(skin, x - a, y - b, z - c, x + a, y + b, z + c, Math.min(a, b, c) * 0.4);
  if (shape === 'rod') mesh.bar(skin, near, [x, y, z], size * 0.3, size * between(0.1, 0.4), 12, true);
  if (shape === 'cone')
    mesh.lathe(
      skin,
      x,
      z,
      [
        [0, y],
        [a, y],
        [a * between(0, 0.6), y + b * 1.6],
        [0, y + b * 1.7],
      ],
      20,
    );
  if (shape === 'drum') mesh.cylinder(skin, x, z, a, y, y + b, 22);
}

/** Food on a plate, fruit, a heap of things alike. */
export function heap(chance: Chance): Thing {
  const { between, happens, share } = chance;
  const shop = new Workshop(chance);
  const { mesh } = shop;
  const radius = between(0.15, 0.3);
  if (happens(0.7))
    mesh.lathe(
      shop.any(),
      0,
      0,
      [
        [0, 0.01],
        [radius * 0.6, 0.01],
        [radius, between(0.02, 0.15)],
        [radius * 0.98, between(0.03, 0.16)],
      ],
      30,
    );
  const kinds = Array.from({ length: Math.ceil(between(0.5, 4)) }, () => ({
    skin: shop.any(),
    size: between(0.03, 0.1),
    flat: between(0.4, 1.2),
  }));
  for (let i = 0; i < between(3, 22); i++) {
    const { skin, size, flat } = chance.pick(kinds);
    const turn = share() * 7;
    const away = radius * 0.7 * Math.sqrt(share());
    mesh.ellipsoid(
      skin,
      [away * Math.cos(turn), size * flat + between(0, 0.12) * (1 - away / radius), away * Math.sin(turn)],
      size,
      size * flat,
      size,
      14,
    );
  }
  return shop.thing();
}

export function shoe(chance: Chance): Thing {
  const { between, happens } = chance;
  const shop = new Workshop(chance);
  const body = shop.any();
  const sole = shop.any();
  const shaft = between(0.08, 0.45);
  const one = new Mesh();
  one.roundBox(sole, -0.16, 0, -0.055, 0.17, 0.04, 0.055, 0.018);
  one.ellipsoid(body, [0.06, 0.06, 0], 0.115, 0.06, 0.053, 18);
  one.ellipsoid(body, [-0.08, 0.08, 0], 0.085, 0.075, 0.052, 18);
  one.bar(body, [-0.07, 0.08, 0], [-0.09, shaft + 0.05, 0], 0.055, 0.06, 16);
  if (happens(0.3)) one.bar(sole, [-0.13, 0, 0], [-0.12, 0.1, 0], 0.012, 0.03, 10);
  shop.mesh.append(one, 0, 0, 0);
  if (happens(0.6)) shop.mesh.append(one, between(-0.1, 0.1), 0, 0.14, between(-0.4, 0.4));
  return shop.thing();
}

export function flower(chance: Chance): Thing {
  const { between } = chance;
  const shop = new Workshop(chance);
  const { mesh } = shop;
  const green = shop.add({ surface: 'leaf', paint: randomMaterial(chance, [0.06, between(0.1, 0.3), 0.04]).paint });
  const [petal, heart] = [shop.any(), shop.any()];
  for (let i = 0; i < between(1, 7); i++) {
    const at: Vec3 = [between(-0.2, 0.2), between(0.25, 0.6), between(-0.15, 0.15)];
    shop.chain(green, [[at[0] * 0.2, 0, 0], [at[0] * 0.6, at[1] * 0.5, at[2] * 0.5], at], 0.012, 0.008);
    const size = between(0.04, 0.12);
    const count = Math.floor(between(4, 12));
    for (let k = 0; k < count; k++) {
      const turn = (k / count) * Math.PI * 2;
      mesh.ellipsoid(
        petal,
        [at[0] + Math.cos(turn) * size, at[1] + Math.sin(turn) * size, at[2] - 0.02],
        size * 0.55,
        size * 0.55,
        size * 0.2,
        10,
      );
    }
    mesh.ellipsoid(heart, at, size * 0.45, size * 0.45, size * 0.4, 12);
    mesh.ellipsoid(green, [at[0] * 0.5 + between(-0.1, 0.1), at[1] * 0.4, at[2]], between(0.04, 0.12), 0.03, 0.03, 10);
  }
  return shop.thing();
}
