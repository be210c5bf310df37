import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { BlobStorage } from '../../adapters/storage/port.ts';
import type { Db, Store } from '../../modules/base/store.ts';
import type { ImageService, StoredFile } from '../../modules/studio/image/image.service.ts';
import type { StateInput } from '../state-contract.ts';
import { type DrawnPicture, drawPicture } from './drawn-pictures.ts';

/** Drawn pictures in storage. */
export interface Pictures {
  /** Gives an account a picture as its upload; returns the picture's id. */
  upload(accountId: string, picture: DrawnPicture): Promise<string>;
  /** A stored file as an engine delivers it. */
  result(picture: DrawnPicture): StoredFile;
  /** Removes the files again that no record names in the end. */
  discard(): Promise<void>;
}

interface PictureDeps {
  store: Store;
  storage: BlobStorage;
  images: ImageService;
}

/** Draws the pictures that the records need and puts them into storage; their rows follow with the records. */
export async function preparePictures(deps: PictureDeps, input: StateInput): Promise<Pictures> {
  const { storage, images, store } = deps;
  const stored = new Map<string, StoredFile>();
  const folder = await storage.workFolder();
  try {
    for (const [picture, isResult] of wantedBy(input))
      stored.set(keyOf(picture, isResult), await put(picture, isResult));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }

  async function put(picture: DrawnPicture, isResult: boolean): Promise<StoredFile> {
    const file = path.join(folder, `${keyOf(picture, isResult)}.png`);
    await drawPicture(file, picture, isResult);
    const { width, height, mainColor, thumbHash } = await images.check('control-plane', file);
    return { width, height, mainColor, thumbHash, format: 'png', ...(await images.keepFile(file)) };
  }

  function fileOf(picture: DrawnPicture, isResult: boolean): StoredFile {
    const file = stored.get(keyOf(picture, isResult));
    if (!file) throw new Error(`the picture ${picture} was not drawn`);
    return file;
  }

  return {
    async upload(accountId, picture) {
      const file = fileOf(picture, false);
      const { id } = await store.transact((tx: Db) => images.register(tx, accountId, { ...file, type: 1 }));
      return id;
    },
    result: (picture) => fileOf(picture, true),
    discard: () => images.discard([...stored.values()].map(({ sha256 }) => sha256)),
  };
}

const keyOf = (picture: DrawnPicture, isResult: boolean) => `${picture}-${isResult ? 'result' : 'upload'}`;

/** Tasks and pictures of the gallery take the house where they name no upload. */
function wantedBy({ uploads, tasks, pictures }: StateInput): Array<[DrawnPicture, isResult: boolean]> {
  const wanted = new Set<DrawnPicture>(Object.values(uploads).map(({ picture }) => picture));
  const hasTasks = Object.keys(tasks).length > 0;
  if (hasTasks || Object.keys(pictures).length > 0) wanted.add('house');
  const originals = [...wanted].map((picture): [DrawnPicture, boolean] => [picture, false]);
  return hasTasks ? [...originals, ['house', true]] : originals;
}
