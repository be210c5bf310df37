import { stat } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Size } from '../../engine/base/blur.ts';
import { readBuilding } from '../../engine/building/read-building.ts';
import { writeBuildingFile } from '../../engine/kernels/building/building-file.ts';
import { drawBuilding } from '../../engine/kernels/building/draw.ts';
import type { RenderPicture } from '../../mock-server/adapters/render/port.ts';

/** A view of a sample model, as a base picture. */
export interface SampleView {
  /** File of `user-app/public/samples/buildings/` without its ending. */
  model: string;
  camera: { x: number; y: number; z: number; yaw: number; pitch: number; lens: number; shift: number };
  /** Minutes since midnight of a day in June, in Peking. */
  minutes: number;
}

const buildings = fileURLToPath(new URL('../../user-app/public/samples/buildings/', import.meta.url));

/** Reads a sample model and draws it white, as somebody takes a view of it; files lie in the folder. */
export async function drawSampleView(
  { folder, width, height }: Size & { folder: string },
  name: string,
  { model: building, camera, minutes }: SampleView,
): Promise<RenderPicture> {
  const model = path.join(folder, `${building}.model`);
  if (!(await stat(model).catch(() => undefined))) {
    const file = path.join(buildings, `${building}.ifc`);
    const files = { file, target: model, viewerTarget: `${model}.glb` };
    const read = await readBuilding({ kind: 'read', name: path.basename(file), ...files });
    await writeBuildingFile(model, read.model);
  }
  const sun = { latitude: 39.9, longitude: 116.4, date: '2026-06-21', minutes, timeZone: 8 };
  const view = { camera, sun, look: 'clay' as const };
  const file = path.join(folder, `${name}.png`);
  await drawBuilding({ kind: 'draw', model, view, north: 0, width, height, target: file });
  return { file, width, height, format: 'png', building: { model, view, north: 0 } };
}
