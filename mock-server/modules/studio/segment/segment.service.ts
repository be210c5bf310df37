import { createHash } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isImageFormat } from '#shared/contract/image';
import type { ClickMask } from '#shared/contract/task';
import { ProductError } from '#shared/errors';
import { growthFor } from '#shared/tools/define-tool';
import type { SceneLayer } from '#shared/tools/field-kind';
import { toolById } from '#shared/tools/registry';
import {
  type SegmentAnswer,
  type Segmenter,
  type SegmentPicture,
  SegmentRefused,
} from '../../../adapters/segment/port.ts';
import type { BlobStorage } from '../../../adapters/storage/port.ts';
import type { UserCaller } from '../../base/caller.ts';
import type { Store } from '../../base/store.ts';
import type { ViewLayers } from '../building/view-layers.ts';
import { keptFormatsText, notAPicture, sniffedBytes, sniffFormat } from '../image/image.rules.ts';
import type { ImageService } from '../image/image.service.ts';
import { type AskedPrompt, admitPrompt, bytesOfDataUrl } from './segment.rules.ts';

export interface SegmentDeps {
  store: Store;
  storage: BlobStorage;
  images: ImageService;
  segmenter: Segmenter;
  viewLayers: ViewLayers;
  uploadMegabytes: number;
}

/** Exactly one picture: by id, or as a data URL that is not kept. */
export interface ClickMaskRequest extends AskedPrompt {
  imageId?: string | undefined;
  image?: string | undefined;
  /** Layer to find without points or a box; those must then be absent. */
  scene?: SceneLayer | undefined;
  /** Id of the tool that the mask is for; it decides by how much the mask is grown. */
  tool?: string | undefined;
}

/** Request about one picture. */
type Asked = Omit<ClickMaskRequest, 'imageId' | 'image'>;

export type SegmentService = ReturnType<typeof createSegmentService>;

export function createSegmentService(deps: SegmentDeps) {
  const { store, storage, images, segmenter, viewLayers, uploadMegabytes } = deps;
  async function ownPicture(caller: UserCaller, imageId: string): Promise<SegmentPicture> {
    const row = (await images.requireOwn(store.db, caller.accountId, [imageId])).get(imageId);
    if (!row) throw new ProductError('image.not_found');
    if (!isImageFormat(row.format)) throw notAPicture(keptFormatsText);
    const { sha256, width, height } = row;
    const layers = await viewLayers.of(caller.accountId, row);
    return { sha256, width, height, file: await images.fileOf(row), ...(layers && { layers }) };
  }

  /** Puts a data URL into a file with the checks of an upload. */
  async function admitDataUrl(caller: UserCaller, url: string, folder: string): Promise<SegmentPicture> {
    const bytes = bytesOfDataUrl(url);
    if (bytes.length > uploadMegabytes * 1024 * 1024) {
      throw new ProductError('upload.too_large', { fill: { megabytes: uploadMegabytes } });
    }
    if (!sniffFormat(bytes.subarray(0, sniffedBytes))) throw notAPicture(keptFormatsText);
    const file = path.join(folder, 'picture');
    await writeFile(file, bytes);
    const { width, height } = await images.check(caller.accountId, file);
    const sha256 = createHash('sha256')
      .update(await readFile(file))
      .digest('hex');
    return { sha256, width, height, file };
  }

  async function find(picture: SegmentPicture, { scene, ...asked }: Asked, grow: number): Promise<SegmentAnswer> {
    if (scene === undefined) return segmenter.segment(picture, admitPrompt(asked, picture.width, picture.height), grow);
    if (asked.points.length > 0 || asked.box) throw new ProductError('segment.scene_and_points');
    return { masks: [await segmenter.scene(picture, scene, grow)], chosen: 0 };
  }

  async function answer(picture: SegmentPicture, asked: Asked): Promise<ClickMask> {
    const { width, height } = picture;
    const grown = growthOf(asked);
    const { masks, chosen } = await find(picture, asked, grown).catch((cause: unknown) => {
      if (!(cause instanceof SegmentRefused)) throw cause;
      throw new ProductError('engine.refused', { fill: { sentence: cause.sentence }, cause });
    });
    const candidates = masks.map(({ png, area, score }) => {
      return { mask: `data:image/png;base64,${png.toString('base64')}`, area, score };
    });
    const likeliest = candidates[chosen];
    if (!likeliest) throw new Error('a segmenter that chose none of its masks');
    return { ...likeliest, width, height, candidates, chosen, grown };
  }

  return {
    /** Throws `tool.unknown`, `image.not_found`, `upload.*`, `segment.*`. */
    async clickMask(caller: UserCaller, { imageId, image, ...asked }: ClickMaskRequest): Promise<ClickMask> {
      const isNothingAsked = asked.scene === undefined && asked.points.length === 0 && !asked.box;
      if (isNothingAsked) throw new ProductError('segment.nothing_marked');
      growthOf(asked);
      if (imageId !== undefined) return answer(await ownPicture(caller, imageId), asked);
      if (image === undefined) throw new ProductError('upload.missing');
      const folder = await storage.workFolder();
      try {
        return await answer(await admitDataUrl(caller, image, folder), asked);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  };
}

/** Number of pixels by which the mask is grown. Throws `tool.unknown`. */
function growthOf({ tool: id, scene }: Asked): number {
  if (id === undefined) return 0;
  const tool = toolById(id);
  if (!tool) throw new ProductError('tool.unknown');
  return growthFor(tool, scene);
}
