/** Quick pictures of a model that was read, for the choice of a view. */
import { writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { Tracer } from '../trace/tracer.ts';
import { plainScene } from './building-scene.ts';
import { exposeBuilding } from './expose-building.ts';
import type { DrawBuilding, LayerBuilding } from './jobs.ts';
import { keptLayersOf, packLayers } from './layer-file.ts';
import { castLayers, lineDrawing } from './layers.ts';
import { openKept } from './open-kept.ts';

/**
 * Points that are traced at most, and rays on edges. A sketch is there within five seconds; a picture that is kept,
 * which is a PNG, has smooth edges and takes about twice as long.
 */
const sketched = { most: 620_000, edgeRays: 1 } as const;
const keptPicture = { most: 1_000_000, edgeRays: 4 } as const;

/** Draws a view with few rays: a white model with edge lines, or the model's materials on a plain ground. */
export async function drawBuilding({ model, view, north, width, height, target }: DrawBuilding): Promise<void> {
  const building = await openKept(model);
  const isKept = /\.png$/i.test(target);
  const { most, edgeRays } = isKept ? keptPicture : sketched;
  const share = Math.min(1, Math.sqrt(most / (width * height)));
  const size = { width: Math.max(16, Math.round(width * share)), height: Math.max(16, Math.round(height * share)) };
  const made = plainScene(building, { view, north });
  const tracer = new Tracer(made.scene, building.world());
  const rgb = exposeBuilding(made, tracer, { ...size, first: 1, more: edgeRays }, { onProgress: () => undefined });
  if (view.look === 'clay') addLines(rgb, lineDrawing(castLayers(building, view, size)));
  const picture = sharp(Buffer.from(rgb), { raw: { ...size, channels: 3 } });
  const sized = share < 1 ? picture.resize(width, height, { fit: 'fill' }) : picture;
  await (isKept ? sized.png() : sized.jpeg({ quality: 88 })).toFile(target);
}

/** Writes the layers of a view, with soft edges of sky, ground and glass. */
export async function writeLayers({ model, view, target, ...wanted }: LayerBuilding): Promise<void> {
  await writeFile(target, packLayers(keptLayersOf(await openKept(model), view, wanted)));
}

/** Lays lines over a picture. In place. */
function addLines(rgb: Uint8Array, ink: Float32Array): void {
  for (let i = 0; i < ink.length; i++) {
    if (ink[i] === 0) continue;
    const keep = 1 - 0.62 * ink[i]!;
    for (let c = 0; c < 3; c++) rgb[i * 3 + c] = Math.round(rgb[i * 3 + c]! * keep);
  }
}
