import { expect, test } from 'vitest';
import { BuildingCamera } from '#shared/domain/building-view';
import { roomModel } from '../../../tests/support/building-model.ts';
import { isInside } from './building-room.ts';
import { castLayers, isGround } from './layers.ts';
import { prepareBuilding } from './prepared-building.ts';
import { proposeViews } from './views.ts';

test('six views: corners, from above, the front and a room; the same every time', async () => {
  const building = await prepareBuilding(roomModel());
  const views = proposeViews(building, 0);
  const titles = views.map(({ title }) => title);
  expect(titles.slice(0, 5)).toEqual([
    expect.stringMatching(/^人视 · /),
    expect.stringMatching(/^人视 · /),
    '鸟瞰',
    // Its door is in the west.
    '西立面',
    '室内',
  ]);
  for (const { camera } of views) expect(BuildingCamera.parse(camera)).toEqual(camera);
  const [corner, , , , room] = views;
  const inside = ({ x, y, z }: BuildingCamera) => isInside(building.world(), [x, y, -z]);
  expect(inside(room!.camera)).toBe(true);
  expect(inside(corner!.camera)).toBe(false);
  expect(proposeViews(await prepareBuilding(roomModel()), 0)).toEqual(views);
});

test('the building fills a corner view and nothing of it is cut off at the sides', async () => {
  const building = await prepareBuilding(roomModel());
  const [corner] = proposeViews(building, 0);
  const size = { width: 60, height: 40 };
  const { object, kind } = castLayers(building, corner!, size);
  const body = [...object].filter((part, i) => part >= 0 && !isGround(kind[i]!)).length;
  expect(body / object.length).toBeGreaterThan(0.18);
  for (let y = 0; y < size.height; y++)
    for (const x of [0, size.width - 1]) expect(object[y * size.width + x]).toBeLessThan(0);
});

test('titles name the side by true north', async () => {
  const building = await prepareBuilding(roomModel());
  expect(proposeViews(building, 90)[3]!.title).toBe('南立面');
  expect(proposeViews(building, -90)[3]!.title).toBe('北立面');
});

test('a view inside has the name of its room, where the file tells the space of rooms', async () => {
  const room = { name: '客厅', box: [-3, 0.2, -2.5, 3, 3.2, 2.5] as const };
  const cupboard = { name: '衣帽间', box: [2, 0.2, -2.5, 3, 3.2, 0] as const };
  const model = { ...roomModel(), rooms: [cupboard, room], storeys: [{ name: '一层', elevation: 0.2 }] };
  const inside = proposeViews(await prepareBuilding(model), 0).filter(({ title }) => title.startsWith('室内'));
  expect(inside.map(({ title }) => title)).toContain('室内 · 客厅');
  expect(inside.length).toBeLessThanOrEqual(2);
});
