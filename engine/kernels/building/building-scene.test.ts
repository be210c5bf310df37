import { expect, test } from 'vitest';
import { BuildingView } from '#shared/domain/building-view';
import { boxModel, roomModel } from '../../../tests/support/building-model.ts';
import { buildWorld } from '../trace/bvh.ts';
import { sunOver } from './building-light.ts';
import { buildingScene, usualBrief } from './building-scene.ts';
import { castLayers, layerClasses } from './layers.ts';
import { prepareBuilding } from './prepared-building.ts';

const size = { width: 60, height: 40 };

function viewOf(camera: Partial<BuildingView['camera']>, minutes = 720): BuildingView {
  return BuildingView.parse({
    camera: { x: 0, y: 1.65, z: 12, yaw: 0, ...camera },
    sun: { latitude: 39.9, longitude: 116.4, date: '2026-06-21', minutes },
  });
}

const classAt = (layers: ReturnType<typeof castLayers>, x: number, y: number) =>
  layerClasses[layers.kind[y * size.width + x]!];

test('what lies to the right in the model lies to the right in its picture, seen from each side', async () => {
  const east = { from: [4, 0, -1], to: [6, 5, 1], name: '东塔', material: { name: '红砖' } } as const;
  const west = { from: [-6, 0, -1], to: [-4, 3, 1], name: '西塔', material: { name: '混凝土' } } as const;
  const building = await prepareBuilding(boxModel([east, west]));
  const partAt = (camera: Partial<BuildingView['camera']>, x: number) => {
    const layers = castLayers(building, viewOf(camera), size);
    const column = Array.from({ length: size.height }, (_, y) => layers.object[y * size.width + x]!);
    return column.find((part) => part >= 0);
  };
  expect(partAt({ yaw: 0, z: 12 }, 46)).toBe(0);
  expect(partAt({ yaw: 0, z: 12 }, 13)).toBe(1);
  expect(partAt({ yaw: 180, z: -12 }, 46)).toBe(1);
  expect(partAt({ yaw: 180, z: -12 }, 13)).toBe(0);
});

test('at noon the sun of Beijing stands in the south, wherever the plan has its north', () => {
  const noon = sunOver(viewOf({}, 735), 0);
  expect(noon.altitude).toBeGreaterThan(72);
  expect(Math.abs(noon.direction[0])).toBeLessThan(0.06);
  // The tracer's z runs to the top of the plan.
  expect(noon.direction[2]).toBeLessThan(-0.2);
  const turned = sunOver(viewOf({}, 735), 90);
  expect(turned.direction[0]).toBeLessThan(-0.2);
  const morning = sunOver(viewOf({}, 420), 0);
  expect(morning.direction[0]).toBeGreaterThan(0.5);
});

test('a camera in a room is inside: the sky comes through the window; one before the house is not', async () => {
  const building = await prepareBuilding(roomModel());
  const wishes = { north: 0, brief: usualBrief(building), seed: 3 };
  const inside = buildingScene(building, { ...wishes, view: viewOf({ z: -1, yaw: 180 }) });
  expect(inside.isInside).toBe(true);
  expect(inside.scene.portals).toHaveLength(1);
  expect(inside.scene.portals[0]!.facing[2]).toBeGreaterThan(0.9);
  const outside = buildingScene(building, { ...wishes, view: viewOf({}) });
  expect(outside.isInside).toBe(false);
  expect(outside.scene.portals).toHaveLength(0);
});

test('a brick wall is plastered inside; floors and ceilings are told from slabs', async () => {
  const { surfaces, mesh, model } = await prepareBuilding(roomModel());
  const finishes = (part: number) =>
    new Set(
      Array.from({ length: model.triangleCount }, (_, i) => i)
        .filter((i) => model.objectOf[i] === part)
        .map((i) => surfaces[mesh.materials[i]!]!.finish),
    );
  expect(finishes(2)).toEqual(new Set(['brick', 'plaster']));
  expect(finishes(0)).toContain('woodFloor');
  expect(finishes(1)).toContain('ceiling');
});

test('classes of a view are exact: sky, ground, wall, glass, door', async () => {
  const building = await prepareBuilding(roomModel());
  const layers = castLayers(building, viewOf({ z: 9, lens: 30 }), size);
  expect(classAt(layers, 30, 1)).toBe('sky');
  expect(classAt(layers, 30, 38)).toBe('hard');
  expect(classAt(layers, 30, 18)).toBe('window');
  expect(classAt(layers, 45, 18)).toBe('wall');
  expect(layers.depth[18 * size.width + 30]).toBeGreaterThan(6.3);
  expect(layers.depth[18 * size.width + 30]).toBeLessThan(6.6);
  const west = castLayers(building, viewOf({ x: -9, z: -0.5, yaw: 90 }), size);
  expect(classAt(west, 30, 19)).toBe('door');
});

test('between the camera and the building nothing stands', async () => {
  const building = await prepareBuilding(
    boxModel([{ from: [-6, 0, -5], to: [6, 7, 5], kind: 'IfcWall', material: { name: 'Putz' } }]),
  );
  for (const [x, z, yaw] of [
    [-14, 18, 40],
    [18, 14, -55],
    [-16, -15, 130],
    [0, -22, 180],
  ] as const) {
    const made = buildingScene(building, {
      view: viewOf({ x, z, yaw }),
      north: 0,
      brief: usualBrief(building),
      seed: 11,
    });
    const [cx, , cz] = made.scene.camera.at;
    const blocking = made.scene.placements.filter(({ mesh, x: px, z: pz }) => {
      const along = ((px - cx) * -cx + (pz - cz) * -cz) / (cx * cx + cz * cz);
      const aside = Math.abs((px - cx) * -cz - (pz - cz) * -cx) / Math.hypot(cx, cz);
      // Shrubs and grass are low; people stand by the door.
      const top = Math.max(...Array.from({ length: mesh.triangleCount }, (_, i) => mesh.positions[i * 9 + 1]!));
      return top > 2.2 && along > 0.05 && along < 0.75 && aside < 2 && px !== 0;
    });
    expect(blocking, `${x} ${z}`).toHaveLength(0);
  }
});

test('the water of a pool in a model’s own ground is not covered by the ground about it', async () => {
  const lawn = { kind: 'IfcGeographicElement', material: { name: '草坪' } } as const;
  const building = await prepareBuilding(
    boxModel([
      { from: [-4, 0, -4], to: [4, 3, 0], name: '墙', kind: 'IfcWall', material: { name: '混凝土' } },
      { ...lawn, from: [-20, -0.4, -20], to: [20, 0, 4] },
      { ...lawn, from: [-20, -0.4, 8], to: [20, 0, 20] },
      { ...lawn, from: [-20, -0.4, 4], to: [20, -0.05, 8], name: '水池', material: { name: '水' } },
    ]),
  );
  const wishes = { north: 0, brief: usualBrief(building), seed: 3 };
  const { scene } = buildingScene(building, { ...wishes, view: viewOf({ z: 18 }) });
  const walk = buildWorld(scene.mesh, scene.placements, new Set());
  expect(walk.intersect(1, 1, -6, 0, -1, 0)).toBe(true);
  expect(walk.hit.t).toBeCloseTo(1.05, 3);
});
