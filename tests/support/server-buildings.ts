import { plainModel } from './building-engine.ts';
import type { TestServer } from './server.ts';
import type { Visitor } from './server-visitor.ts';

/** A confirmed building model, and a picture that is a view of it. @param name of its file, and all that is in it */
export async function putBuildingView(server: TestServer, { api }: Visitor, name: string) {
  const file = new File([new Uint8Array(plainModel(name))], `${name}.ifc`);
  const { modelId } = await api.uploadBuildingModel({ file, clientKey: name } as never);
  await server.deps.buildings.idle();
  const { placement, views } = await api.buildingModel({ modelId });
  const camera = views?.[0]?.camera;
  if (!placement || !camera) throw new Error('the model was not read');
  await api.confirmBuildingModel({ modelId, placement });
  const sun = { latitude: 31.2, longitude: 121.5, date: '2026-06-21', minutes: 600 };
  const { imageId } = await api.takeBuildingView({ modelId, view: { camera, sun }, side: 640 });
  return { modelId, imageId };
}
