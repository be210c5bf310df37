import type { Config } from '../config.ts';
import { createImageService } from '../modules/image/image.service.ts';
import { createPictureWork, type PictureWork } from '../modules/image/picture-work.ts';
import { createSegmentService } from '../modules/segment/segment.service.ts';
import type { Store } from '../modules/store.ts';
import type { Accounts } from './accounts.ts';
import type { Adapters } from './adapters.ts';

export type Pictures = ReturnType<typeof createPictures>;

/** Pictures as they come in, are kept and are cut out. */
export function createPictures(
  { uploadMegabytes }: Config,
  store: Store,
  adapters: Adapters,
  { settings }: Accounts,
  pictures: PictureWork = createPictureWork(),
) {
  const { clock, ids, storage, variants, segmenter } = adapters;
  const uploadsPerDay = () => settings.limit('uploadsPerDay');
  const limits = { uploadMegabytes, uploadsPerDay };
  const images = createImageService({ store, clock, ids, storage, variants, pictures, ...limits });
  const segments = createSegmentService({ store, storage, images, segmenter, uploadMegabytes });
  return { pictures, images, segments };
}
