import type { Size } from '../base/blur.ts';
import { growMask, type Mask } from '../base/mask.ts';
import { castLayers } from '../kernels/building/layers.ts';
import { openKept } from '../kernels/building/open-kept.ts';
import { sizedMask } from './bring-output.ts';
import type { ModelView } from './output-question.ts';

/** Longest side at which a view is looked at, pixels. */
const lookedSide = 512;
/** A thread keeps a model for its next output up to this size. */
const mostKeptTriangles = 500_000;
/** Strip along the model that is judged with it, share of the diagonal. */
const besideModel = 0.015;

/**
 * Mask of sky and ground that are none of the model: what a quick picture shows there, clouds and the edge of the empty
 * ground, is no structure.
 *
 * @returns a mask of that size; undefined where the model cannot be read, or where it is seen from inside
 */
export async function emptyParts({ model, view }: ModelView, size: Size): Promise<Mask | undefined> {
  const building = await openKept(model, mostKeptTriangles).catch(() => undefined);
  if (!building) return undefined;
  const factor = Math.min(1, lookedSide / Math.max(size.width, size.height));
  const small = { width: Math.round(size.width * factor), height: Math.round(size.height * factor) };
  const layers = castLayers(building, view, { ...small, aspect: size.width / size.height });
  if (layers.isInside) return undefined;
  const empty = Uint8Array.from(layers.object, (object) => (object < 0 ? 255 : 0));
  return sizedMask(growMask(empty, small, -besideModel * Math.hypot(small.width, small.height)), small, size);
}
