import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import JSZip from 'jszip';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BuildingPlacement } from '#shared/domain/building-view';
import { glbBytes } from '../../scripts/buildings/glb-bytes.ts';
import { ifcText } from '../../scripts/buildings/ifc-text.ts';
import { objTexts } from '../../scripts/buildings/obj-text.ts';
import { room } from '../../scripts/buildings/room.ts';
import { villa } from '../../scripts/buildings/villa.ts';
import { readBuildingFile } from '../kernels/building/building-file.ts';
import type { BuildingModel } from '../kernels/building/building-mesh.ts';
import { readBuilding } from './read-building.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'read-building-'));
});
afterAll(() => rm(folder, { recursive: true }));

let files = 0;
async function read(name: string, bytes: string | Uint8Array, placement?: BuildingPlacement) {
  const file = path.join(folder, String(files++));
  await writeFile(file, bytes);
  const { format, facts } = await readBuilding({
    kind: 'read',
    file,
    name,
    target: `${file}.out`,
    viewerTarget: `${file}.glb`,
    ...(placement && { placement }),
  });
  return { format, facts, model: await readBuildingFile(`${file}.out`) };
}

async function zipOf(entries: Readonly<Record<string, string | Uint8Array>>): Promise<Uint8Array> {
  const zip = new JSZip();
  for (const [name, bytes] of Object.entries(entries)) zip.file(name, bytes);
  return zip.generateAsync({ type: 'uint8array' });
}

/** Lowest and highest of each axis, and how far corners and normals go against each other. */
function measure({ positions, normals, triangleCount }: BuildingModel) {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  positions.forEach((value, i) => {
    low[i % 3] = Math.min(low[i % 3]!, value);
    high[i % 3] = Math.max(high[i % 3]!, value);
  });
  let against = 0;
  let volume = 0;
  for (let at = 0; at < triangleCount * 9; at += 9) {
    const [a, b, c] = [0, 3, 6].map((i) => [positions[at + i]!, positions[at + i + 1]!, positions[at + i + 2]!]);
    const u = b!.map((value, i) => value - a![i]!);
    const v = c!.map((value, i) => value - a![i]!);
    const n = [u[1]! * v[2]! - u[2]! * v[1]!, u[2]! * v[0]! - u[0]! * v[2]!, u[0]! * v[1]! - u[1]! * v[0]!];
    if (n.reduce((sum, value, i) => sum + value * normals[at + i]!, 0) <= 0) against++;
    volume += n.reduce((sum, value, i) => sum + value * a![i]!, 0) / 6;
  }
  return { low, high, against, volume };
}

test('the same villa comes from IFC, GLB and OBJ: triangles, size, ground line, outward faces, materials', async () => {
  const { obj, mtl } = objTexts(villa, 'villa.mtl');
  const ifc = await read('villa.ifc', ifcText(villa));
  const glb = await read('villa.glb', glbBytes(villa));
  const zip = await read('villa.zip', await zipOf({ '模型/villa.obj': obj, '模型/villa.mtl': mtl }));
  expect([ifc.format, glb.format, zip.format]).toEqual(['ifc', 'glb', 'obj']);
  const solid = measure(ifc.model);
  for (const { facts, model } of [ifc, glb, zip]) {
    const { low, high, against, volume } = measure(model);
    expect(facts.triangles).toBe(3296);
    expect([facts.partsDrawn, against]).toEqual([32, 0]);
    // Faces that looked inwards would take from the volume.
    expect(volume).toBeCloseTo(solid.volume, 1);
    for (let axis = 0; axis < 3; axis++) {
      expect(low[axis]).toBeCloseTo(solid.low[axis]!, 2);
      expect(high[axis]).toBeCloseTo(solid.high[axis]!, 2);
    }
    expect(facts.size.map((side) => Math.round(side * 100) / 100)).toEqual([14.5, 8.05, 13.85]);
    expect(facts.materials.map(({ name }) => name)).toContain('清水混凝土');
    expect(facts.materials.find(({ name }) => name === '玻璃')?.opacity).toBeCloseTo(0.15, 2);
  }
  expect(solid.volume).toBeGreaterThan(700);
  // The pool lies in the site, below the building.
  expect(solid.low[1]).toBeCloseTo(-0.4, 2);
  expect(glb.facts.isKnown).toEqual({ metresPerUnit: true, up: true, north: false });
  expect(zip.facts.isKnown).toEqual({ metresPerUnit: false, up: false, north: false });
});

test('an IFC file tells storeys, rooms with areas, position, true north, layers, and what is not drawn', async () => {
  const { facts, model } = await read('villa.ifc', ifcText(villa));
  expect(facts.storeys).toEqual([
    { name: '一层', elevation: 0.45 },
    { name: '二层', elevation: 3.75 },
    { name: '屋面', elevation: 6.85 },
  ]);
  expect(facts.rooms).toEqual([
    { name: '客厅', storey: 0, area: 58.9, box: expect.any(Array) },
    { name: '厨房', storey: 0, area: 26, box: expect.any(Array) },
    { name: '主卧', storey: 1, area: 31, box: expect.any(Array) },
  ]);
  const [x0, y0, z0, x1, y1, z1] = facts.rooms[0]!.box!;
  expect([x1 - x0, y1 - y0, z1 - z0, y0].map((value) => Math.round(value * 1e3) / 1e3)).toEqual([9.5, 2.9, 6.2, 0.45]);
  expect(facts.position?.latitude).toBeCloseTo(30.25, 3);
  expect(facts.position?.longitude).toBeCloseTo(120.17, 3);
  expect(facts.placement).toEqual({ metresPerUnit: 0.001, up: 'z', north: expect.closeTo(15, 4) });
  expect(facts.isKnown).toEqual({ metresPerUnit: true, up: true, north: true });
  expect(facts.partsFound).toBe(35);
  expect(facts.leftOut).toEqual([{ kind: 'IfcSpace', count: 3, reason: expect.stringContaining('房间') }]);
  const wall = model.objects.find(({ name }) => name === '二层南墙');
  expect(wall).toEqual({ name: '二层南墙', kind: 'IfcWall', storey: 1 });
});

test('a surveyed model hundreds of kilometres away, in metres, gives the same triangles', async () => {
  const near = await read('villa.ifc', ifcText(villa));
  const far = await read('villa.ifc', ifcText(villa, { moved: [512_345.678, 3_345_678.901, 12.3], unit: '' }));
  expect(far.facts.placement.metresPerUnit).toBe(1);
  expect(far.facts.storeys).toEqual(near.facts.storeys);
  let worst = 0;
  near.model.positions.forEach((value, i) => {
    worst = Math.max(worst, Math.abs(value - far.model.positions[i]!));
  });
  expect(worst).toBeLessThan(0.001);
});

test('units and the axis that points up are guessed where OBJ says neither, and taken as confirmed where a person did', async () => {
  const inMillimetres = objTexts(room, 'room.mtl', 1000).obj;
  const guessed = await read('room.obj', inMillimetres);
  expect(guessed.facts.placement).toEqual({ metresPerUnit: 0.001, up: 'y', north: 0 });
  expect(guessed.facts.size.map((side) => Math.round(side * 100) / 100)).toEqual([6.4, 3.15, 4.9]);
  expect(guessed.facts.notes.join()).toContain('room.mtl');
  const upright = inMillimetres.replace(/^v (\S+) (\S+) (\S+)$/gm, (_, x, y, z) => `v ${x} ${-Number(z)} ${y}`);
  const turned = await read('room.obj', upright);
  expect(turned.facts.placement.up).toBe('z');
  expect(measure(turned.model).high).toEqual(measure(guessed.model).high);
  const told = await read('room.obj', `# File units = centimeters\n${inMillimetres}`);
  expect([told.facts.placement.metresPerUnit, told.facts.isKnown.metresPerUnit]).toEqual([0.01, true]);
  const confirmed = await read('room.obj', inMillimetres, { metresPerUnit: 0.002, up: 'z', north: 30 });
  expect(confirmed.facts.size.map((side) => Math.round(side * 100) / 100)).toEqual([12.8, 9.8, 6.3]);
  expect(confirmed.facts.placement.north).toBe(30);
  const ifc = await read('room.ifc', ifcText(room), { metresPerUnit: 0.01, up: 'z', north: 0 });
  expect(ifc.facts.size.map((side) => Math.round(side))).toEqual([64, 32, 49]);
});

test('pictures of materials come along, small enough; those that are missing or broken are told', async () => {
  const large = await sharp({ create: { width: 3000, height: 100, channels: 3, background: '#a05030' } })
    .jpeg()
    .toBuffer();
  const obj = [
    'mtllib a.mtl',
    ...['v 0 0 0', 'v 4 0 0', 'v 4 3 0', 'v 0 3 0', 'vt 0 0', 'vt 1 0', 'vt 1 1', 'vt 0 1'],
    ...['usemtl 砖', 'f 1/1 2/2 3/3 4/4', 'usemtl 瓦', 'f 1/1 2/2 3/3', 'usemtl 坏', 'f 1/1 3/3 4/4'],
  ];
  const mtl = ['newmtl 砖', 'Kd 0 0 0', 'map_Kd -s 2 3 1 C:\\Users\\me\\tex\\Brick 1.JPG', 'newmtl 瓦', 'Kd 1 0 0'];
  const bytes = await zipOf({
    'a.obj': obj.join('\n'),
    'a.mtl': [...mtl, 'map_Kd tile.png', 'newmtl 坏', 'map_Kd broken.png'].join('\r\n'),
    'textures/brick 1.jpg': large,
    'broken.png': large.subarray(0, 40),
  });
  const { model, facts } = await read('a.zip', bytes);
  expect(model.textures).toHaveLength(1);
  expect((await sharp(model.textures[0]!.bytes).metadata()).width).toBe(2048);
  expect(model.materials[0]).toEqual({ name: '砖', colour: [1, 1, 1], opacity: 1, texture: 0 });
  expect(model.materials[1]).toEqual({ name: '瓦', colour: [1, 0, 0], opacity: 1 });
  // Lower left corner: v counts downwards from the top.
  expect([...model.uvs.subarray(0, 4)]).toEqual([0, 1, 2, 1]);
  expect([...model.uvs.subarray(4, 6)]).toEqual([2, -2]);
  expect(facts.notes.join()).toMatch(/tile\.png」没有随模型上传.*broken\.png」无法读取/);
});
