import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createEmbeddedBuildings } from '../../mock-server/adapters/building/embedded.ts';
import type { BuildingEngine } from '../../mock-server/adapters/building/port.ts';
import { glbBytes } from '../../scripts/buildings/glb-bytes.ts';
import { ifcText } from '../../scripts/buildings/ifc-text.ts';
import { villa } from '../../scripts/buildings/villa.ts';
import { type Member, startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let buildingEngine: BuildingEngine;
let member: Member;
beforeAll(async () => {
  buildingEngine = createEmbeddedBuildings();
  server = await startTestServer({ engine: 'embedded', buildingEngine });
  member = await server.member({ plan: 'pro', tickets: { normal: 50 } });
});
afterAll(async () => {
  expect(await server.faults()).toEqual([]);
  await server.close();
  await buildingEngine.close();
});

const sun = { latitude: 30.25, longitude: 120.17, date: '2026-06-21', minutes: 600 };

async function read(bytes: Buffer, name: string) {
  const { modelId } = await member.api.uploadBuildingModel({
    file: new File([new Uint8Array(bytes)], name),
  } as never);
  await server.deps.buildings.idle();
  return member.api.buildingModel({ modelId });
}

it('an IFC file becomes a final picture of its model', async () => {
  const model = await read(Buffer.from(ifcText(villa)), '别墅.ifc');
  expect(model).toMatchObject({
    state: 'unconfirmed',
    format: 'ifc',
    placement: { metresPerUnit: expect.any(Number), north: expect.closeTo(15, 3) },
    facts: {
      isKnown: { metresPerUnit: true, up: true, north: true },
      position: { latitude: expect.closeTo(30.25, 3) },
    },
  });
  const { modelId, placement, views = [] } = model;
  expect(views.length).toBeGreaterThanOrEqual(4);
  await member.api.confirmBuildingModel({ modelId, placement: placement! });
  const view = { camera: views[0]!.camera, sun };
  const query = new URLSearchParams({ view: JSON.stringify(view), side: '480' });
  const sketch = await member.fetch(`/api/building-model/${modelId}/sketch?${query}`);
  expect(await sharp(await sketch.arrayBuffer()).metadata()).toMatchObject({ format: 'jpeg', width: 480, height: 270 });
  const { imageId, url } = await member.api.takeBuildingView({ modelId, view, side: 640 });
  const drawn = await sharp(await (await member.fetch(url)).arrayBuffer()).stats();
  expect(drawn.entropy).toBeGreaterThan(4);
  const { taskId } = await member.api.startTask({
    tool: 'architecturalRender',
    params: { upload_img: imageId, num: 1 },
    clientKey: 'villa',
  });
  expect(await server.settled(member, taskId)).toMatchObject({ status: 'succeeded', quality: 'final' });
});

it('a GLB file in another unit is confirmed as what it is, and a cut one is refused in words', async () => {
  const model = await read(glbBytes(villa), '别墅.glb');
  expect(model).toMatchObject({ state: 'unconfirmed', format: 'glb' });
  const placement = { ...model.placement!, metresPerUnit: 0.0254 };
  await member.api.confirmBuildingModel({ modelId: model.modelId, placement });
  await server.deps.buildings.idle();
  const again = await member.api.buildingModel(model);
  expect(again.state).toBe('ready');
  expect(again.facts!.size[0] / model.facts!.size[0]).toBeCloseTo(0.0254 / model.placement!.metresPerUnit, 4);
  const cut = glbBytes(villa);
  expect(await read(cut.subarray(0, cut.length / 2), '别墅.glb')).toMatchObject({
    state: 'refused',
    sentence: expect.stringMatching(/[\u4e00-\u9fff]/),
  });
});
