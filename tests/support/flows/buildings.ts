import { plainModel } from '../building-engine.ts';
import { enlargement, type TestServer } from '../server.ts';
import { type Flow, sidOf, unlessDone, userOf } from './flow.ts';

interface Facts {
  sid: string;
  modelId: string;
  imageId: string;
}

const view = {
  camera: { x: 18, y: 1.65, z: 24, yaw: -37 },
  sun: { latitude: 31.2, longitude: 121.5, date: '2026-06-21', minutes: 600 },
};

/** Waits until every model is read, those too whose first reading has ended without a result. */
async function allRead({ deps }: TestServer): Promise<void> {
  await deps.buildings.idle();
  await deps.buildings.sweep();
  await deps.buildings.idle();
}

const keyed = (name: string) =>
  ({ file: new File([new Uint8Array(plainModel(name))], `${name}.ifc`), clientKey: `flow-${name}` }) as never;

/** Models that come, are read twice, shown, taken as pictures and removed. */
export const buildings: Flow<Facts> = {
  name: 'buildings',
  async prepare(server) {
    return { sid: sidOf(await server.member()) };
  },
  steps: [
    [
      'a model comes and is read',
      async (server, { sid }) => {
        const { modelId } = await userOf(server, sid).api.uploadBuildingModel(keyed('villa'));
        await allRead(server);
        return { modelId };
      },
    ],
    [
      'it is confirmed in another unit and read again',
      async (server, { sid, modelId }, isRepeated) => {
        const placement = { metresPerUnit: 0.001, up: 'z' as const, north: 30 };
        const asked = userOf(server, sid).api.confirmBuildingModel({ modelId, placement });
        await unlessDone(asked, isRepeated, 'building.still_reading');
        await allRead(server);
      },
    ],
    [
      'it gets a name',
      async (server, { sid, modelId }) => {
        await userOf(server, sid).api.renameBuildingModel({ modelId, name: '湖边别墅' });
      },
    ],
    [
      'a view of it is looked at and taken',
      async (server, { sid, modelId }) => {
        const visitor = userOf(server, sid);
        const query = new URLSearchParams({ view: JSON.stringify(view), side: '160' });
        await (await visitor.fetch(`/api/building-model/${modelId}/sketch?${query}`)).arrayBuffer();
        const { imageId } = await visitor.api.takeBuildingView({ modelId, view, side: 640 });
        return { imageId };
      },
    ],
    [
      'another one comes and goes',
      async (server, { sid }, isRepeated) => {
        const { api } = userOf(server, sid);
        const { modelId } = await api.uploadBuildingModel(keyed('tower'));
        await allRead(server);
        await unlessDone(api.removeBuildingModel({ modelId }), isRepeated, 'building.not_found');
      },
    ],
    [
      'the first goes, and its view is used',
      async (server, { sid, modelId, imageId }, isRepeated) => {
        const { api } = userOf(server, sid);
        await unlessDone(api.removeBuildingModel({ modelId }), isRepeated, 'building.not_found');
        await api.startTask(enlargement(imageId, 2, 'flow-view'));
        await server.pass(0);
      },
    ],
  ],
  async outcome(server, { sid }) {
    const { api } = userOf(server, sid);
    const { list, room } = await api.buildingModels({});
    const works = await api.works({});
    return { models: list.length, bytes: room.bytes, works: works.list.map(({ status }) => status) };
  },
};
