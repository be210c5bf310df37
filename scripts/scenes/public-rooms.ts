/** Public interiors by type, small and quick to trace: what a picture of a type needs to be known at a glance. */
import type { Vec3 } from '../../engine/base/vector.ts';
import { drape, pottedPlant, sideChair } from '../../engine/kernels/trace/furniture.ts';
import { bed, nightstand } from '../../engine/kernels/trace/furniture-bedroom.ts';
import { slats, wallPicture } from '../../engine/kernels/trace/furniture-decor.ts';
import { pendant } from '../../engine/kernels/trace/furniture-lamps.ts';
import { board } from '../../engine/kernels/trace/furniture-parts.ts';
import { bench, couch, diningChair, loungeChair } from '../../engine/kernels/trace/furniture-seating.ts';
import { bookcase } from '../../engine/kernels/trace/furniture-storage.ts';
import { desk, roundCoffeeTable, roundDiningTable } from '../../engine/kernels/trace/furniture-tables.ts';
import type { Mesh } from '../../engine/kernels/trace/mesh.ts';
import type { Palette } from '../../engine/kernels/trace/palette.ts';
import type { Scene } from '../../engine/kernels/trace/scene.ts';
import { buildLobby } from './lobby.ts';
import { type Hall, hall } from './public-hall.ts';

function office(): Scene {
  const form: Hall = { width: 9, depth: 10, height: 3.2, floor: 'greyCloth', walls: 'white', end: 'oakUpright' };
  return hall({ ...form, hasWindows: true, yaw: 4, at: [0.9, 1.75, -1.2] }, ({ scene: { mesh }, m, kit }) => {
    for (const z of [2.2, 4.8, 7.4])
      for (const x of [-2.2, -0.5, 1.9, 3.6]) {
        mesh.append(desk(kit, 1.6, 0.75), x, 0, z, Math.PI);
        mesh.append(diningChair(kit, kit.accents[0]!), x, 0, z + 0.75, 0);
      }
    for (const x of [-1.35, 2.75])
      for (const z of [2, 4.6, 7.2]) mesh.box(m.softLamp, x - 1.4, 2.5, z, x + 1.4, 2.54, z + 0.08);
    mesh.append(pottedPlant(m, 1.7, 20, 4), 4, 0, 1.4, 0);
  });
}

function restaurant(): Scene {
  const form: Hall = { width: 8, depth: 9, height: 3.3, floor: 'walnut', walls: 'terracotta', end: 'brick' };
  const lit = { ...form, style: '中古', panels: 0.7, exposure: 3 };
  return hall(lit, ({ scene, m, kit }) => {
    const { mesh } = scene;
    for (const [x, z] of [
      [-2.2, 2],
      [0.3, 3.7],
      [2.7, 2],
      [-2.2, 5.6],
      [2.7, 5.6],
      [0.3, 7.2],
    ] as const) {
      mesh.append(roundDiningTable(kit, 0.55, kit.wood), x, 0, z);
      for (let i = 0; i < 4; i++) {
        const a = (i / 4) * Math.PI * 2 + 0.6;
        mesh.append(diningChair(kit, kit.accents[i % 2]!), x + Math.sin(a) * 0.85, 0, z + Math.cos(a) * 0.85, a);
      }
      mesh.lathe(
        m.softLamp,
        x,
        z,
        [
          [0.3, 1.75],
          [0.22, 1.95],
          [0.05, 2.02],
        ],
        28,
      );
      mesh.bar(m.black, [x, 2, z], [x, 3.3, z], 0.006, 0.006, 6);
      const light: Vec3 = [9, 6.2, 3.4];
      scene.lights.push({
        corner: [x - 0.2, 1.74, z - 0.2],
        edgeA: [0.4, 0, 0],
        edgeB: [0, 0, 0.4],
        facing: [0, -1, 0],
        light,
      });
      mesh.append(pendant(kit, 0.4), x, 2.6, z, 0, 0.01);
    }
    mesh.box(m.oak, -4, 0, 8.3, 4, 1.1, 8.9);
    mesh.box(m.marble, -4, 1.1, 8.2, 4, 1.16, 8.9);
    for (const y of [1.7, 2.2]) mesh.box(m.oak, -3.4, y, 8.7, 3.4, y + 0.04, 8.98);
  });
}

function guestRoom(): Scene {
  const form: Hall = { width: 5.6, depth: 5.6, height: 2.9, floor: 'rug', walls: 'warmWhite', end: 'walnut' };
  return hall({ ...form, style: '意式', hasWindows: true, panels: 1, yaw: -4, at: [0.7, 1.4, -1.1] }, (site) => {
    const {
      scene: { mesh },
      m,
      kit,
    } = site;
    mesh.append(bed(kit, 1.9), 0, 0, 4.3);
    for (const x of [-1.5, 1.5]) mesh.append(nightstand(kit, true), x, 0, 5.2);
    mesh.append(bench(kit, 1.6, kit.cloth), 0, 0, 2.7);
    mesh.append(wallPicture(kit, 1.5, 0.7), 0, 1.9, 5.55);
    mesh.append(loungeChair(kit, kit.accents[0]!), -2, 0, 2.3, -0.9);
    mesh.append(drape(m.linen, 0.7, 2.7, 6), -2.6, 0.05, 5.2, Math.PI / 2);
    mesh.append(drape(m.linen, 0.7, 2.7, 6), -2.6, 0.05, 0.9, Math.PI / 2);
  });
}

function exhibition(): Scene {
  const form: Hall = { width: 9, depth: 11, height: 4.2, floor: 'paleConcrete', walls: 'white' };
  return hall({ ...form, panels: 1.9, yaw: -2 }, ({ scene: { mesh }, m }) => {
    for (const z of [2.4, 5.6, 8.8]) {
      mesh.box(m.black, -4.48, 1, z - 1, -4.44, 2.9, z + 1);
      mesh.box(z === 5.6 ? m.greenMarble : m.picture, -4.46, 1.05, z - 0.95, -4.4, 2.85, z + 0.95);
      mesh.box(z === 5.6 ? m.picture : m.rust, 4.4, 1, z - 1, 4.48, 2.6, z + 1);
    }
    mesh.box(m.picture, -2.4, 0.9, 10.9, 2.4, 3.1, 10.98);
    for (const [x, z, kind] of [
      [-1.7, 3.4, 0],
      [1.7, 4.8, 1],
      [-1, 7.4, 2],
    ] as const) {
      mesh.box(m.lacquer, x - 0.32, 0, z - 0.32, x + 0.32, 1.05, z + 0.32);
      exhibit(mesh, m, kind, [x, z]);
    }
    for (const x of [-2.6, 2.6]) mesh.box(m.black, x - 0.03, 3.9, 0, x + 0.03, 3.96, 11);
    mesh.box(m.oak, -0.9, 0.38, 5.1, 0.1, 0.46, 5.6);
  });
}

function exhibit(mesh: Mesh, m: Palette, kind: 0 | 1 | 2, [x, z]: readonly [number, number]): void {
  if (kind === 0)
    mesh.lathe(
      m.terracotta,
      x,
      z,
      [
        [0.1, 1.05],
        [0.22, 1.3],
        [0.16, 1.5],
        [0.06, 1.6],
        [0.09, 1.66],
      ],
      28,
    );
  if (kind === 1) mesh.ellipsoid(m.brass, [x, 1.32, z], 0.26, 0.26, 0.26, 24);
  if (kind === 2)
    mesh.lathe(
      m.blueCloth,
      x,
      z,
      [
        [0.2, 1.05],
        [0.08, 1.3],
        [0.2, 1.55],
        [0.05, 1.75],
      ],
      28,
    );
}

function salesHall(): Scene {
  const form: Hall = { width: 11, depth: 12, height: 5, floor: 'marble', walls: 'warmWhite', end: 'greenMarble' };
  return hall({ ...form, hasWindows: true, style: '轻奢', panels: 2.6, at: [0.6, 2.3, -1.2] }, (site) => {
    const {
      scene: { mesh },
      m,
      kit,
    } = site;
    mesh.box(m.walnut, -2.8, 0, 3.6, 2.8, 0.8, 7.2);
    mesh.box(m.lawn, -2.7, 0.8, 3.7, 2.7, 0.84, 7.1);
    for (let i = 0; i < 18; i++) {
      const [x, z] = [-2.2 + (i % 6) * 0.88, 4.2 + Math.floor(i / 6) * 1.1];
      const tall = 0.35 + ((i * 7) % 5) * 0.16;
      mesh.box(i % 4 ? m.lacquer : m.softLamp, x - 0.2, 0.84, z - 0.14, x + 0.2, 0.84 + tall, z + 0.14);
    }
    for (const r of [1.4, 2]) {
      for (let i = 0; i < 40; i++) {
        const [a, b] = [(i / 40) * Math.PI * 2, ((i + 1) / 40) * Math.PI * 2];
        const y = r === 2 ? 4.1 : 3.7;
        mesh.bar(
          m.softLamp,
          [Math.sin(a) * r, y, 5.4 + Math.cos(a) * r],
          [Math.sin(b) * r, y, 5.4 + Math.cos(b) * r],
          0.05,
        );
      }
    }
    mesh.append(couch(kit, { width: 2.2, depth: 0.9, cushions: 2 }), 4.3, 0, 8.6, Math.PI / 2);
    mesh.append(roundCoffeeTable(kit, 0.45, 0.4, kit.stone), 3, 0, 8.6);
    mesh.append(pottedPlant(m, 2.1, 22, 3), -4.8, 0, 9.5, 0, 1.3);
  });
}

function mall(): Scene {
  const form: Hall = { width: 15, depth: 26, height: 10.5, floor: 'marble', walls: 'white' };
  return hall({ ...form, panels: 4.5, at: [0.8, 2.2, -1], view: 74, exposure: 1.9 }, ({ scene: { mesh }, m }) => {
    for (const side of [-1, 1]) {
      for (const y of [3.6, 7.1]) {
        const [a, b] = [side * 3.8, side * 7.5];
        mesh.box(m.lacquer, Math.min(a, b), y, -1, Math.max(a, b), y + 0.45, 26);
        mesh.box(m.officeGlass, side * 3.8 - 0.02, y + 0.45, -1, side * 3.8 + 0.02, y + 1.35, 26);
        mesh.bar(m.steel, [side * 3.8, y + 1.38, -1], [side * 3.8, y + 1.38, 26], 0.04);
      }
      shopfronts(mesh, m, side);
    }
    for (const x of [-1.9, 0.3]) {
      const rise: Vec3[] = [
        [x, 0, 7],
        [x + 1.5, 0, 7],
        [x + 1.5, 3.7, 14],
        [x, 3.7, 14],
      ];
      mesh.quad(m.darkMetal, rise[0]!, rise[3]!, rise[2]!, rise[1]!);
      for (const edge of [x, x + 1.5]) {
        mesh.bar(m.black, [edge, 0.95, 7], [edge, 4.65, 14], 0.07);
        mesh.quad(m.officeGlass, [edge, 0, 7], [edge, 0.9, 7], [edge, 4.6, 14], [edge, 3.7, 14]);
      }
    }
    mesh.box(m.lacquer, -4, 3.6, 14, 4, 4.05, 17);
    mesh.append(pottedPlant(m, 2.2, 22, 3), 2.9, 0, 4.4, 0, 1.3);
  });
}

function shopfronts(mesh: Mesh, m: Palette, side: number): void {
  for (let z = 0; z < 26; z += 4.4)
    for (const [storey, y] of [0.1, 4.1, 7.6].entries()) {
      const x = side * 7.4;
      mesh.box(
        ((z / 4.4) | 0) % 2 ? m.softLamp : m.oak,
        Math.min(x, x - side * 0.1),
        y,
        z + 0.3,
        Math.max(x, x - side * 0.1),
        y + 2.5,
        z + 4,
      );
      const sign = [m.rust, m.ochre, m.blueCloth][(((z / 4.4) | 0) + storey) % 3]!;
      mesh.box(sign, Math.min(x, x - side * 0.3), y + 2.55, z + 0.5, Math.max(x, x - side * 0.3), y + 3.05, z + 3.8);
    }
}

function classroom(): Scene {
  const form: Hall = { width: 8, depth: 9, height: 3.4, floor: 'stone', walls: 'white' };
  return hall({ ...form, hasWindows: true, at: [0.4, 1.9, -1.2] }, ({ scene: { mesh }, m }) => {
    mesh.box(m.oak, -2.5, 0.95, 8.9, 2.5, 2.35, 8.96);
    mesh.box(m.greenMarble, -2.4, 1.05, 8.86, 2.4, 2.25, 8.95);
    mesh.box(m.oak, -0.7, 0, 7.5, 0.7, 1, 8);
    for (const z of [1.2, 2.9, 4.6, 6.2])
      for (const x of [-2.7, -0.9, 0.9, 2.7]) {
        mesh.box(m.oak, x - 0.6, 0.72, z - 0.25, x + 0.6, 0.76, z + 0.25);
        for (const leg of [-0.55, 0.55])
          mesh.box(m.darkMetal, x + leg - 0.02, 0, z - 0.2, x + leg + 0.02, 0.72, z + 0.2);
        mesh.append(sideChair(m.darkMetal, m.ochre), x, 0, z - 0.5, Math.PI);
      }
  });
}

function ward(): Scene {
  const form: Hall = { width: 6.8, depth: 7.4, height: 2.9, floor: 'paleConcrete', walls: 'white' };
  return hall(
    { ...form, hasWindows: true, at: [1.5, 1.6, -1.2], yaw: -8, panels: 2.8 },
    ({ scene: { mesh }, m, kit }) => {
      mesh.box(m.poolTile, 3.36, 0, -1.4, 3.4, 1.1, 7.4);
      for (const z of [1.6, 4.6]) {
        const one = bed(kit, 1, { hasThrow: false, pillows: 1 });
        mesh.append(one, 1.9, 0.25, z, Math.PI / 2);
        for (const side of [-0.55, 0.55]) {
          mesh.bar(m.steel, [1, 0.95, z + side], [2.3, 0.95, z + side], 0.02);
          for (const x of [1, 1.65, 2.3]) mesh.bar(m.steel, [x, 0.1, z + side], [x, 0.95, z + side], 0.014);
        }
        mesh.box(m.lacquer, 3.3, 1.4, z - 0.9, 3.4, 1.62, z + 0.9);
        mesh.box(m.black, 3.1, 1.75, z + 0.5, 3.16, 2.05, z + 0.9);
        mesh.append(drape(m.blueCloth, 2.2, 2.2, 12), 2.2, 0.3, z + 1.5);
        mesh.bar(m.steel, [0.9, 2.5, z + 1.5], [3.4, 2.5, z + 1.5], 0.015);
        mesh.bar(m.steel, [0.75, 0, z + 0.7], [0.75, 1.9, z + 0.7], 0.014);
      }
      mesh.append(sideChair(m.steel, m.blueCloth), -1.4, 0, 3.4, -1.3);
    },
  );
}

function gym(): Scene {
  const form: Hall = { width: 9, depth: 10, height: 3.4, floor: 'asphalt', walls: 'concrete' };
  return hall({ ...form, hasWindows: true, panels: 3, exposure: 2.6, at: [1.4, 1.6, -1.2], yaw: -6 }, (site) => {
    const {
      scene: { mesh },
      m,
      kit,
    } = site;
    mesh.box(kit.mirror, 4.4, 0.1, 0, 4.48, 2.5, 10);
    for (const z of [1.6, 3.6, 5.6, 7.6]) {
      mesh.box(m.black, -3.6, 0.08, z - 0.42, -1.7, 0.22, z + 0.42);
      mesh.box(m.darkMetal, -3.5, 0.22, z - 0.3, -1.75, 0.24, z + 0.3);
      for (const side of [-0.38, 0.38]) {
        mesh.bar(m.steel, [-3.4, 0.2, z + side], [-3.5, 1.2, z + side], 0.03);
        mesh.bar(m.black, [-3.5, 1.05, z + side], [-2.7, 0.98, z + side], 0.03);
      }
      mesh.box(m.black, -3.62, 1.15, z - 0.4, -3.5, 1.5, z + 0.4);
      mesh.box(m.softLamp, -3.5, 1.25, z - 0.25, -3.49, 1.42, z + 0.25);
    }
    for (const y of [0.5, 0.9]) {
      mesh.box(m.darkMetal, 3.5, y, 1.5, 4.1, y + 0.05, 7.5);
      for (let z = 1.8; z < 7.4; z += 0.5) {
        mesh.ellipsoid(m.black, [3.55, y + 0.16, z], 0.11, 0.11, 0.11, 12);
        mesh.ellipsoid(m.black, [3.95, y + 0.16, z], 0.11, 0.11, 0.11, 12);
        mesh.bar(m.steel, [3.55, y + 0.16, z], [3.95, y + 0.16, z], 0.025);
      }
    }
    mesh.roundBox(m.rust, 0.3, 0.4, 3, 0.8, 0.55, 4.4, 0.04);
    mesh.box(m.darkMetal, 0.5, 0, 3.1, 0.6, 0.4, 4.3);
    mesh.ellipsoid(m.ochre, [1.3, 0.33, 7], 0.33, 0.33, 0.33, 20);
    mesh.box(m.ochre, -4.4, 2.9, 9.94, 4.4, 3.1, 9.98);
  });
}

function clubRoom(): Scene {
  const form: Hall = { width: 8, depth: 8, height: 3.4, floor: 'walnut', walls: 'walnut', end: 'walnut' };
  return hall({ ...form, style: '美式', panels: 1.3, exposure: 3.2 }, ({ scene, m, kit }) => {
    const { mesh } = scene;
    mesh.roundBox(m.rug, -2.4, 0, 2, 2.6, 0.02, 6.2, 0.01);
    for (const x of [-2.7, 2.7]) mesh.append(bookcase(kit, 1.8, 2.6, 6, true), x, 0, 7.75);
    mesh.box(m.greenMarble, -1.3, 0, 7.4, 1.3, 3.4, 8);
    mesh.box(m.black, -0.7, 0.25, 7.36, 0.7, 1.05, 7.42);
    mesh.box(m.lamp, -0.5, 0.27, 7.34, 0.5, 0.5, 7.38);
    mesh.box(m.picture, -0.8, 1.7, 7.36, 0.8, 2.8, 7.4);
    for (const [x, z, turn] of [
      [-1.7, 3.2, -1.2],
      [-1.7, 5, -1.9],
      [1.9, 3.2, 1.2],
      [1.9, 5, 1.9],
    ] as const)
      mesh.append(loungeChair(kit, kit.leather), x, 0.02, z, turn);
    mesh.append(roundCoffeeTable(kit, 0.55, 0.4, kit.woodDeep), 0.1, 0.02, 4.1);
    for (const [x, z] of [
      [-3.3, 1.8],
      [3.3, 6.6],
    ] as const) {
      mesh.bar(m.brass, [x, 0, z], [x, 1.5, z], 0.015);
      mesh.lathe(
        m.softLamp,
        x,
        z,
        [
          [0.26, 1.42],
          [0.17, 1.75],
        ],
        28,
      );
    }
    const light: Vec3 = [7, 4.4, 2.2];
    scene.lights.push({ corner: [-0.6, 0.4, 7.3], edgeA: [1.2, 0, 0], edgeB: [0, 0.5, 0], facing: [0, 0, -1], light });
    scene.lights.push({ corner: [-0.5, 3.3, 3.6], edgeA: [1, 0, 0], edgeB: [0, 0, 1], facing: [0, -1, 0], light });
  });
}

function stage(): Scene {
  const form: Hall = { width: 14, depth: 15, height: 7, floor: 'walnut', walls: 'walnut', end: 'black' };
  return hall({ ...form, panels: 0, exposure: 2.6, at: [0.6, 2.6, -1.2], view: 64 }, ({ scene, m }) => {
    const { mesh } = scene;
    mesh.box(m.oakFloor, -5.6, 0, 9.4, 5.6, 0.9, 15);
    mesh.box(m.black, -7, 0, 9.3, 7, 0.86, 9.4);
    for (const side of [-1, 1]) {
      mesh.append(drape(m.rust, 2.2, 5.4, 9), side * 4.7, 0.9, 10.2);
      mesh.box(m.walnut, Math.min(side * 5.6, side * 7), 0, 9.2, Math.max(side * 5.6, side * 7), 7, 9.8);
    }
    mesh.box(m.rust, -5.6, 5.5, 9.8, 5.6, 7, 10.1);
    mesh.box(m.blueCloth, -5.6, 0.9, 14.7, 5.6, 7, 14.9);
    for (const [row, z] of [1, 2.4, 3.8, 5.2, 6.6].entries())
      for (let x = -5; x <= 5; x += 0.72) {
        const drop = -0.12 * row;
        mesh.roundBox(m.rust, x - 0.3, drop + 0.3, z, x + 0.3, drop + 1.02, z + 0.16, 0.06);
        mesh.roundBox(m.rust, x - 0.28, drop + 0.34, z + 0.12, x + 0.28, drop + 0.52, z + 0.6, 0.05);
      }
    for (const x of [-3, 0, 3]) {
      const light: Vec3 = [34, 30, 24];
      scene.lights.push({
        corner: [x - 0.3, 6.6, 11],
        edgeA: [0.6, 0, 0],
        edgeB: [0, 0, 0.6],
        facing: [0, -1, 0],
        light,
      });
    }
    const house: Vec3 = [2.4, 1.9, 1.4];
    scene.lights.push({ corner: [-5, 6.9, 0], edgeA: [10, 0, 0], edgeB: [0, 0, 7], facing: [0, -1, 0], light: house });
    board(mesh, m.black, [-0.5, 0.9, 12], [0.5, 1.9, 12.4]);
  });
}

/** By the name of the type in the category tree. */
export const publicRooms: Readonly<Record<string, () => Scene>> = {
  办公: office,
  餐饮: restaurant,
  酒店大堂: buildLobby,
  客房: guestRoom,
  展厅: exhibition,
  售楼部: salesHall,
  商场: mall,
  教室: classroom,
  医疗: ward,
  健身: gym,
  会所: clubRoom,
  舞台: stage,
};

/** A bare hall as a white model, for styles to be shown on: walls, columns, a desk and seats. */
export function bareHall(): Scene {
  const form: Hall = { width: 8, depth: 9, height: 3.6, floor: 'white', walls: 'white' };
  return hall({ ...form, hasWindows: true, panels: 1.6, yaw: -3 }, ({ scene: { mesh }, kit }) => {
    mesh.append(slats(kit, 3.4, 3.5), 0.4, 0, 8.9);
    mesh.append(couch(kit, { width: 2.4, depth: 0.95, cushions: 2 }), -0.4, 0, 6.4);
    for (const z of [3.4, 4.6]) mesh.append(loungeChair(kit, kit.cloth), 2.2, 0, z, Math.PI / 2);
    mesh.append(roundCoffeeTable(kit, 0.6, 0.4, kit.stone), -0.3, 0, 4.4);
  });
}
