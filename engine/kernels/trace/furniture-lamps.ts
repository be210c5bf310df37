/** Lamps about the origin. Metres. */
import type { Vec3 } from '../../base/vector.ts';
import { cord, type FurnitureKit } from './furniture-parts.ts';
import { Mesh } from './mesh.ts';

/** Standing lamp: shade on a stem, or an arc with a dome. */
export function standingLamp(kit: FurnitureKit, isArc: boolean): Mesh {
  return isArc ? arcLamp(kit) : stemLamp(kit);
}

function arcLamp(kit: FurnitureKit): Mesh {
  const mesh = new Mesh();
  mesh.lathe(
    kit.stone,
    0.1,
    0,
    [
      [0.19, 0],
      [0.19, 0.05],
      [0, 0.05],
    ],
    32,
  );
  const path: Vec3[] = [];
  for (let i = 0; i <= 18; i++) {
    const a = Math.PI * 0.5 * (i / 18) * 1.12;
    path.push([0.1 - (1 - Math.cos(a)) * 0.95, 0.05 + Math.sin(a) * 1.85, 0]);
  }
  cord(mesh, kit.metal, path, 0.011);
  const end = path[path.length - 1]!;
  mesh.bar(kit.metal, end, [end[0] - 0.02, end[1] - 0.1, 0], 0.008, 0.008, 8);
  mesh.lathe(
    kit.metal,
    end[0] - 0.02,
    0,
    [
      [0.17, end[1] - 0.27],
      [0.15, end[1] - 0.18],
      [0.08, end[1] - 0.11],
      [0.01, end[1] - 0.09],
    ],
    32,
  );
  mesh.lathe(
    kit.glow,
    end[0] - 0.02,
    0,
    [
      [0, end[1] - 0.262],
      [0.155, end[1] - 0.262],
    ],
    28,
  );
  return mesh;
}

function stemLamp(kit: FurnitureKit): Mesh {
  const mesh = new Mesh();
  const stem = kit.legs === 'metal' || kit.shape === 'block' ? kit.metal : kit.wood;
  if (kit.shape === 'timber' || kit.shape === 'slim') {
    for (let i = 0; i < 3; i++) {
      const a = (i / 3) * Math.PI * 2;
      mesh.bar(
        stem,
        [Math.cos(a) * 0.25, 0, Math.sin(a) * 0.25],
        [Math.cos(a) * 0.02, 1.3, Math.sin(a) * 0.02],
        0.011,
        0.014,
        10,
        true,
      );
    }
  } else {
    mesh.lathe(
      stem,
      0,
      0,
      [
        [0.16, 0],
        [0.16, 0.018],
        [0.02, 0.035],
      ],
      28,
    );
    mesh.cylinder(stem, 0, 0, 0.012, 0.03, 1.36, 10);
  }
  mesh.lathe(
    kit.shade,
    0,
    0,
    kit.shape === 'soft'
      ? roundShade(0.25, 0.36).map(([r, y]) => [r, y + 1.22] as const)
      : [
          [0.23, 1.26],
          [0.17, 1.58],
        ],
    44,
  );
  return mesh;
}

/** Hanging lamp; its lower edge at y = 0, the cable goes up by `drop`. */
export function pendant(kit: FurnitureKit, drop: number): Mesh {
  const mesh = new Mesh();
  if (kit.shape === 'soft' || kit.shape === 'timber') {
    mesh.lathe(kit.shade, 0, 0, roundShade(0.3, 0.34), 48);
  } else if (kit.shape === 'block' || kit.shape === 'classic') {
    for (let i = 0; i < 6; i++) {
      const a = (i / 6) * Math.PI * 2;
      const x = Math.cos(a) * 0.3;
      const z = Math.sin(a) * 0.3;
      mesh.bar(kit.metal, [0, 0.2, 0], [x, 0.12, z], 0.008, 0.008, 8);
      mesh.ellipsoid(kit.shade, [x, 0.07, z], 0.07, 0.07, 0.07, 18);
    }
    mesh.cylinder(kit.metal, 0, 0, 0.018, 0.14, 0.36, 12);
  } else {
    mesh.lathe(
      kit.metal,
      0,
      0,
      [
        [0.24, 0],
        [0.22, 0.07],
        [0.11, 0.17],
        [0.025, 0.21],
        [0.008, 0.34],
      ],
      36,
    );
    mesh.lathe(
      kit.glow,
      0,
      0,
      [
        [0, 0.012],
        [0.22, 0.012],
      ],
      30,
    );
  }
  mesh.bar(kit.black, [0, 0.3, 0], [0, drop, 0], 0.004, 0.004, 6);
  mesh.lathe(
    kit.metal,
    0,
    0,
    [
      [0.055, drop - 0.03],
      [0.055, drop - 0.002],
      [0, drop - 0.002],
    ],
    20,
  );
  return mesh;
}

/** Profile of a paper lantern, open below and above. */
function roundShade(radius: number, height: number): (readonly [number, number])[] {
  return Array.from({ length: 15 }, (_, i) => {
    const a = Math.PI * (0.1 + (0.82 * i) / 14);
    return [radius * Math.sin(a), (height * i) / 14] as const;
  });
}
