import { rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import type { Sharp } from 'sharp';
import { type ImageFormat, imageFormats, type UploadedImage } from '#shared/contract/image';
import { needsWatermark } from '#shared/domain/watermark';
import { ProductError } from '#shared/errors';
import type { Clock } from '../../adapters/clock/port.ts';
import type { RenderOutput } from '../../adapters/render/port.ts';
import { BlobMissing, type BlobStorage } from '../../adapters/storage/port.ts';
import type { Ids } from '../../ids.ts';
import type { UserCaller } from '../caller.ts';
import type { Db, Store } from '../store.ts';
import * as images from './image.repository.ts';
import { uploadsPerDay } from './image.rules.ts';
import { admitUpload, measure, openPicture, type PictureFacts } from './picture.ts';
import { receiveUpload } from './receive-upload.ts';
import type { VariantCache } from './variant-cache.ts';
import { stampWatermark } from './watermark.ts';

export interface ImageDeps {
  store: Store;
  clock: Clock;
  ids: Ids;
  storage: BlobStorage;
  variants: VariantCache;
  uploadMegabytes: number;
}

export type ImageService = ReturnType<typeof createImageService>;

/** A file in storage and what is known of it. */
export type StoredFile = Omit<PictureFacts, 'format'> & {
  sha256: string;
  bytes: number;
  format: RenderOutput['format'];
};

export interface Resize {
  w?: number | undefined;
  h?: number | undefined;
  fit: 'inside' | 'cover' | 'contain';
  format?: ImageFormat | undefined;
  quality: number;
}

/** A file to send and what to call it. */
export interface Delivery {
  file: string;
  format: string;
  etag: string;
  isPublic: boolean;
}

const day = 86_400_000;
const isPicture = (format: string): boolean => imageFormats.some((known) => known === format);
export const imageUrl = (imageId: string) => `/api/images/${imageId}`;

export function createImageService({ store, clock, ids, storage, variants, uploadMegabytes }: ImageDeps) {
  const { db, transact } = store;

  /** The picture, if the caller may see it; somebody else's is as good as absent. */
  async function visible(caller: UserCaller | null, imageId: string): Promise<images.ImageRow> {
    const image = await images.findImage(db, imageId);
    if (!image || (image.is_public === 0 && image.owner_id !== caller?.accountId))
      throw new ProductError('image.not_found');
    return image;
  }

  async function fileOf(image: images.ImageRow): Promise<string> {
    return storage.localFile(image.sha256).catch((cause: unknown) => {
      throw cause instanceof BlobMissing ? new ProductError('image.not_found', { cause }) : cause;
    });
  }

  /** Registers a stored file; for use inside a transaction. */
  async function register(
    tx: Db,
    ownerId: string,
    stored: StoredFile & { type: number; isPublic?: boolean },
  ): Promise<images.ImageRow> {
    const row: images.ImageRow = {
      id: ids.next('img'),
      owner_id: ownerId,
      sha256: stored.sha256,
      width: stored.width,
      height: stored.height,
      bytes: stored.bytes,
      format: stored.format,
      type: stored.type,
      is_public: stored.isPublic ? 1 : 0,
      main_color: stored.mainColor,
      thumb_hash: stored.thumbHash,
      created_at: clock.now(),
      deleted_at: null,
    };
    await images.insertImage(tx, row);
    return row;
  }

  /** Removes stored files again that got no row after all. */
  async function discard(hashes: readonly string[]): Promise<void> {
    for (const sha256 of hashes) if (!(await images.hasBlob(db, sha256))) await storage.remove(sha256);
  }

  /** Takes over a picture file as somebody's own upload. The file is checked like any upload and moved away. */
  async function admit(ownerId: string, file: string): Promise<UploadedImage> {
    const facts = await admitUpload(file);
    const key = await storage.adopt(file);
    const registered = transact((tx) => register(tx, ownerId, { ...facts, ...key, type: 1 }));
    const row = await registered.catch(async (error: unknown) => {
      await discard([key.sha256]);
      throw error;
    });
    const { width, height, format } = facts;
    return { imageId: row.id, url: imageUrl(row.id), width, height, bytes: key.bytes, sha256: key.sha256, format };
  }

  return {
    register,
    admit,

    async upload(caller: UserCaller, request: IncomingMessage): Promise<UploadedImage> {
      if ((await images.uploadsSince(db, caller.accountId, clock.now() - day)) >= uploadsPerDay) {
        throw new ProductError('upload.quota');
      }
      const folder = await storage.workFolder();
      try {
        return await admit(caller.accountId, await receiveUpload(request, folder, uploadMegabytes));
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },

    /** The original, or a resized and re-encoded copy from the cache. Never enlarges. */
    async deliver(caller: UserCaller | null, imageId: string, resize: Resize): Promise<Delivery> {
      const image = await visible(caller, imageId);
      const original = await fileOf(image);
      const { w, h, fit, quality } = resize;
      const format = resize.format ?? (image.format as ImageFormat);
      const isPublic = image.is_public === 1;
      const isAsked = isPicture(image.format) && (w || h || format !== image.format);
      if (!isAsked) return { file: original, format: image.format, etag: image.sha256, isPublic };
      const variant = [w ?? '', h ?? '', fit, quality].join('x');
      const file = await variants.get(`${image.sha256}-${variant}.${format}`, async (target) => {
        const picture = openPicture(original).toColourspace('srgb');
        if (w || h)
          picture.resize({ ...(w ? { width: w } : {}), ...(h ? { height: h } : {}), fit, withoutEnlargement: true });
        await encode(picture, format, quality).toFile(target);
      });
      return { file, format, etag: `${image.sha256}-${variant}-${format}`, isPublic };
    },

    /** A copy to keep: with the brand watermark unless the picture's type says otherwise (spec §9). */
    async download(caller: UserCaller | null, imageId: string, format: ImageFormat): Promise<Delivery> {
      const image = await visible(caller, imageId);
      const original = await fileOf(image);
      const isStamped = needsWatermark(image.type);
      const isPublic = image.is_public === 1;
      if (!isPicture(image.format) || (!isStamped && format === image.format)) {
        return { file: original, format: image.format, etag: image.sha256, isPublic };
      }
      const mark = isStamped ? 'mark' : 'clean';
      const file = await variants.get(`${image.sha256}-${mark}.${format}`, async (target) => {
        const picture = openPicture(original).toColourspace('srgb');
        await encode(isStamped ? await stampWatermark(picture, image) : picture, format, 95).toFile(target);
      });
      return { file, format, etag: `${image.sha256}-${mark}-${format}`, isPublic };
    },

    /** The caller's pictures by id. Throws `image.not_found` when one is missing or somebody else's. */
    async requireOwn(
      handle: Db,
      accountId: string,
      imageIds: readonly string[],
    ): Promise<Map<string, images.ImageRow>> {
      const rows = await images.ownImages(handle, accountId, imageIds);
      const byId = new Map(rows.map((row) => [row.id, row]));
      if (imageIds.some((id) => !byId.has(id))) throw new ProductError('image.not_found');
      return byId;
    },

    fileOf,

    /** Stores a file an engine made; the row follows in the task's own transaction by {@link register}. */
    async keepOutput({ file, width, height, format }: RenderOutput): Promise<StoredFile> {
      const facts = isPicture(format) ? await measure(file) : { width, height, mainColor: '#000000', thumbHash: '' };
      return { ...facts, ...(await storage.adopt(file)), format };
    },

    /**
     * Deletes pictures nothing refers to any more; for use inside a transaction. Returns the files that are then
     * nobody's, to be given to `forget` after the commit.
     */
    erase: (tx: Db, imageIds: readonly string[]): Promise<string[]> => images.removeImages(tx, imageIds),

    /** Removes files of erased pictures and every copy made of them. What a crash leaves goes at the next start. */
    async forget(hashes: readonly string[]): Promise<void> {
      if (hashes.length === 0) return;
      await discard(hashes);
      await variants.forget(new Set(hashes));
    },

    discard,

    /** Removes stored files that no row names: what a crash left between storing a file and writing its row. */
    async sweepOrphans(): Promise<number> {
      let removed = 0;
      for await (const sha256 of storage.keys()) {
        if (await images.hasBlob(db, sha256)) continue;
        await storage.remove(sha256);
        removed += 1;
      }
      return removed;
    },
  };
}

function encode(picture: Sharp, format: ImageFormat, quality: number) {
  if (format === 'png') return picture.png({ adaptiveFiltering: true });
  if (format === 'webp') return picture.webp({ quality });
  return picture.flatten({ background: '#ffffff' }).jpeg({ quality, mozjpeg: false, chromaSubsampling: '4:4:4' });
}
