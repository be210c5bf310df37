import { expect, it } from 'vitest';
import type { SurfacePoint } from '../../trace/materials.ts';
import { buildConcept } from '../concept-scene.ts';
import { readBrief } from '../reading/read-brief.ts';
import { type FrontLook, streetFront } from './street-walls.ts';
import { buildVehicle, vehicleKinds } from './vehicles.ts';

it.each(vehicleKinds)('a %s stands on its wheels and has the size of one', (kind) => {
  const { positions } = buildVehicle(kind, { paint: 1, glass: 2, tyre: 3, lamp: 4, rearLamp: 5 });
  const along = (axis: number): number[] => positions.filter((_, i) => i % 3 === axis);
  const size = [0, 1, 2].map((axis) => Math.max(...along(axis)) - Math.min(...along(axis)));
  expect(Math.min(...along(1))).toBeCloseTo(0, 1);
  expect(size[0]).toBeGreaterThan(3.4);
  expect(size[0]).toBeLessThan(6.2);
  expect(size[1]! / size[2]!).toBeGreaterThan(0.6);
  expect(size[1]! / size[2]!).toBeLessThan(1.4);
});

it('lines an everyday street with parked cars and houses, and a plain one without them', () => {
  const { brief } = readBrief({ promptTxt: '五层酒店，城市，没有树，无灌木' }, 4);
  const build = (isEveryday: boolean) => {
    const { scene, marks } = buildConcept(brief, { aspect: 1.5, seed: 4, output: 0, isEveryday });
    const first = (stage: string) => marks.find((mark) => mark.stage === stage)!;
    expect(scene.mesh.positions.every(Number.isFinite)).toBe(true);
    return {
      vehicles: first('lamps').placement - first('vehicles').placement,
      neighbours: first('plants').triangle - first('neighbours').triangle,
    };
  };
  const [plain, everyday] = [build(false), build(true)];
  expect(everyday.vehicles).toBeGreaterThan(plain.vehicles + 6);
  expect(everyday.neighbours).toBeGreaterThan(plain.neighbours + 200);
});

it('shows panes where a front has its openings, round at the head, and none where shutters are down', () => {
  const look: FrontLook = {
    ...{ wall: [0.5, 0.5, 0.5], trim: [0.7, 0.7, 0.7], bay: 2, storey: 3, width: 1, sill: 0.9, head: 2.4, arch: 1 },
    ...{ frame: 0.05, panes: [2, 2], curtained: 0, shut: 0, ground: 'same', hasBands: true, seed: 3 },
  };
  const at = (x: number, y: number, ny = 0): SurfacePoint => ({ x, y, z: 0, nx: 0, ny, nz: ny ? 0 : -1, seed: -1 });
  const isPane = streetFront(look).isPane!;
  expect(isPane(at(1, 4.5))).toBe(true);
  expect(isPane(at(1, 3.4))).toBe(false);
  expect(isPane(at(0.1, 4.5))).toBe(false);
  expect(isPane(at(1, 5.35))).toBe(true);
  expect(isPane(at(1.42, 5.35))).toBe(false);
  expect(streetFront({ ...look, arch: 0 }).isPane!(at(1.42, 5.35))).toBe(true);
  expect(isPane(at(1, 4.5, 1))).toBe(false);
  expect(streetFront({ ...look, shut: 1 }).isPane!(at(1, 4.5))).toBe(false);
});
