import { createHash } from 'node:crypto';
import { type BuildingEngine, BuildingRefused } from '../../../adapters/building/port.ts';
import type { ImageService } from '../image/image.service.ts';
import type { VariantCache } from '../image/variant-cache.ts';
import type { DrawnView } from './building.rules.ts';

export interface ViewLayersDeps {
  buildingEngine: BuildingEngine;
  images: Pick<ImageService, 'storedFile'>;
  variants: VariantCache;
}

/** A picture's row, as far as it tells what the picture shows. */
interface ViewRow {
  width: number;
  height: number;
  building_sha256: string | null;
  building_view: string | null;
}

/** Exact layers of pictures that are views of building models. */
export type ViewLayers = ReturnType<typeof createViewLayers>;

/** Layers of pictures of accounts, made once and kept among the copies of pictures under the hash of the model's file. */
export function createViewLayers({ buildingEngine, images, variants }: ViewLayersDeps) {
  return {
    /**
     * Absolute path of the layers in the picture's own size; see `engine/kernels/building/layer-file.ts`. Undefined where
     * the picture is no view of a model, or the model cannot be drawn any more. Throws `request.too_often`, and errors
     * of the building port that are not the file's.
     */
    async of(owner: string, row: ViewRow): Promise<string | undefined> {
      const { width, height, building_sha256: sha256, building_view: text } = row;
      if (sha256 === null || text === null) return undefined;
      const model = await images.storedFile(sha256);
      if (model === undefined) return undefined;
      const { view } = JSON.parse(text) as DrawnView;
      const words = createHash('sha256').update(JSON.stringify(view.camera)).digest('hex').slice(0, 32);
      const name = `${sha256}-layers-2-${width}x${height}-${words}.bin`;
      const make = (target: string, signal: AbortSignal) =>
        buildingEngine.layers({ model, view, width, height, target }, { owner, signal });
      return variants.get(name, make).catch((error: unknown) => {
        if (error instanceof BuildingRefused) return undefined;
        throw error;
      });
    },
  };
}
