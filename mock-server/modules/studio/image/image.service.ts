import { chmod, copyFile, readFile, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { type ImageFormat, isImageFormat, type UploadedImage } from '#shared/contract/image';
import { day, dayKey } from '#shared/domain/time';
import { ProductError } from '#shared/errors';
import type { Clock } from '../../../adapters/clock/port.ts';
import type { RenderOutput } from '../../../adapters/render/port.ts';
import { type BlobKey, BlobMissing, type BlobStorage } from '../../../adapters/storage/port.ts';
import { type Ids, idFrom } from '../../../ids.ts';
import { withDeps } from '../../../with-deps.ts';
import type { UserCaller } from '../../base/caller.ts';
import { afterCommit, type Db, type Store } from '../../base/store.ts';
import { type Adoptions, createAdoptions } from './adoptions.ts';
import { withoutPosition } from './formats/picture-description.ts';
import { copyAsGenerated, type DrawnFormat, isDrawn } from './generated-mark.ts';
import * as images from './image.repository.ts';
import { pageOf } from './image.rules.ts';
import type { PictureFacts } from './picture.ts';
import type { Crop, PictureLikeness } from './picture-likeness.ts';
import type { Intake, PictureWork } from './picture-work.ts';
import { receiveUpload } from './receive-upload.ts';
import { createSentOnce, keptMs } from './sent-once.ts';
import type { VariantCache } from './variant-cache.ts';
import { type AskedView, type CopyPlan, nameOf, planDownload, planShared, planView, sizeOf } from './view.rules.ts';

export interface ImageDeps {
  store: Store;
  clock: Clock;
  ids: Ids;
  storage: BlobStorage;
  variants: VariantCache;
  pictures: PictureWork;
  uploadMegabytes: number;
  /** Pictures an account may upload in 24 hours. */
  uploadsPerDay: () => number;
}

export type ImageService = ReturnType<typeof createImageService>;

/** A file in storage and what is known of it. */
export type StoredFile = Omit<PictureFacts, 'format'> & {
  sha256: string;
  bytes: number;
  format: RenderOutput['format'];
};

/** The view of a building model that a picture shows. */
export interface ShownBuilding {
  modelId: string;
  /** Stored file of the model as it was drawn. */
  sha256: string;
  /** `DrawnView` as JSON. */
  view: string;
}

/** Terms of a file that is taken in. */
export interface Admission extends Intake {
  /** The picture's id unless another one has it. */
  wishedId?: string | undefined;
  building?: ShownBuilding | undefined;
}

/** Caller of a request for a picture, and the signal that cancels it. */
export interface Viewer {
  caller: UserCaller | null;
  /** The network address of somebody without an account. */
  address: string;
  /** Fires when the answer is not wanted any more. */
  signal: AbortSignal;
}

/** A file to send and what to call it. */
export interface Delivery {
  file: string;
  format: string;
  etag: string;
  isPublic: boolean;
  /** True when others may stop being given it. */
  isRevocable?: boolean;
}

const quarantineDays = 30;
/** Maximum size of `placeless`; it is cleared when full. */
const mostRemembered = 20_000;
/** Maximum length of an upload's `clientKey`, in characters; the rest is ignored. */
const longestKey = 64;
const isPicture = <T extends { format: string }>(file: T): file is T & { format: ImageFormat } =>
  isImageFormat(file.format);
export const imageUrl = (imageId: string) => `/api/images/${imageId}`;

function uploadedOf(row: images.ImageRow & { format: ImageFormat }): UploadedImage {
  const { id, width, height, bytes, sha256, format } = row;
  return { imageId: id, url: imageUrl(id), width, height, bytes, sha256, format };
}

interface ImageParts extends ImageDeps {
  placeless: Set<string>;
  uploadOnce: ReturnType<typeof createSentOnce<UploadedImage>>;
  adoptions: Adoptions;
}

export function createImageService(deps: ImageDeps) {
  const { store, clock, storage, pictures } = deps;
  const adoptions = createAdoptions(storage);
  /** SHA-256 keys of the files known to have no GPS position. */
  const placeless = new Set<string>();
  const uploadOnce = createSentOnce<UploadedImage>(store, clock);
  let beforeKept: (caller: UserCaller | null, imageId: string, ownerId: string) => Promise<void> = async () =>
    undefined;
  const parts: ImageParts = { ...deps, placeless, uploadOnce, adoptions };
  return {
    ...withDeps(parts, {
      adoptCopy,
      upload,
      deliver,
      deliverToStaff,
      deliverShared,
      likeness,
      keepOutput,
      findDoubles,
      storedFile,
      forget,
      settleFiles,
      sweepQuarantine,
      register,
      admit,
      fileOf,
      expected,
      discard,
      requireUploadsLeft,
    }),
    sizeOfShared,
    requireOwn,
    ownAmong,
    /** Has something done before a picture is given to keep; what it throws refuses the download. */
    watchKept(watcher: typeof beforeKept): void {
      beforeKept = watcher;
    },
    async download(viewer: Viewer, imageId: string, format: ImageFormat): Promise<Delivery> {
      const image = await visible(deps, viewer.caller, imageId);
      await beforeKept(viewer.caller, image.id, image.owner_id);
      return copyToKeep(parts, viewer, image, format);
    },
    /** A copy of what was downloaded before. */
    keep: async (viewer: Viewer, imageId: string, format: ImageFormat): Promise<Delivery> =>
      copyToKeep(parts, viewer, await visible(deps, viewer.caller, imageId), format),
    /** The answer to the upload of a picture; undefined for a film or a drawing. */
    uploaded: (row: images.ImageRow): UploadedImage | undefined => (isPicture(row) ? uploadedOf(row) : undefined),
    find: (handle: Db, imageId: string): Promise<images.ImageRow | undefined> => images.findImage(handle, imageId),
    /** Checks a picture file like an upload, in place, and keeps nothing. Throws `upload.*`. */
    check: (ownerId: string, file: string): Promise<PictureFacts> => pictures.takeIn(ownerId, file),
    /** Stores a file that is no picture; its row follows by `registerFile`. */
    keepFile: (file: string): Promise<BlobKey> => adoptions.adopt(file),
    registerFile: (tx: Db, { sha256, bytes }: BlobKey): Promise<void> => {
      afterCommit(tx, () => adoptions.settle(sha256));
      return images.insertFile(tx, { sha256, bytes, created_at: clock.now() });
    },
    /**
     * Those of the files that nothing names any more, to be given to `forget` after the commit; for use inside a
     * transaction.
     */
    release: (tx: Db, hashes: readonly string[]): Promise<string[]> => images.removeUnnamedFiles(tx, hashes),
    /** Removes those of the files that nothing names any more, after the commit. What fails goes at the next start. */
    async releaseAfter(tx: Db, hashes: readonly string[]): Promise<void> {
      const files = await images.removeUnnamedFiles(tx, hashes);
      if (files.length > 0) afterCommit(tx, () => void forget(parts, files).catch(() => undefined));
    },
    /**
     * Deletes pictures nothing refers to any more; for use inside a transaction. Returns the files that are then
     * nobody's, to be given to `forget` after the commit.
     */
    erase: (tx: Db, imageIds: readonly string[]): Promise<string[]> => images.removeImages(tx, imageIds),
  };
}

/** Takes over a copy of a stored file that was made beforehand: whoever asks for that view is given it. */
async function adoptCopy(
  { variants }: ImageDeps,
  stored: StoredFile & { type: number },
  asked: AskedView,
  file: string,
): Promise<void> {
  const plan = isPicture(stored) ? planView(stored, asked) : null;
  if (!plan) return;
  await variants.get(`${stored.sha256}-${nameOf(plan)}`, async (target) => {
    await copyFile(file, target);
    // A copy has the rights of its origin, which everybody may read.
    await chmod(target, 0o600);
  });
}

/**
 * Receives a picture or a file that is converted to one. A repeated request with the same `clientKey` returns the
 * picture of the first, also after a restart. Throws `upload.*`.
 * @param signal aborted when the client disconnects
 */
async function upload(
  deps: ImageParts,
  caller: UserCaller,
  request: IncomingMessage,
  signal: AbortSignal,
): Promise<UploadedImage> {
  const { storage, uploadMegabytes, uploadOnce } = deps;
  await requireUploadsLeft(deps, caller.accountId);
  const folder = await storage.workFolder();
  try {
    const { file, page, clientKey } = await receiveUpload(request, folder, uploadMegabytes);
    const { accountId } = caller;
    const take = (id?: string) => admit(deps, accountId, file, { page: pageOf(page), signal, wishedId: id });
    if (!clientKey) return await take();
    const key = `${accountId} ${clientKey.slice(0, longestKey)}`;
    const id = idFrom('img', key);
    return await uploadOnce(key, async () => (await sentBefore(deps, accountId, id)) ?? take(id));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Throws `upload.quota`. */
async function requireUploadsLeft({ store, clock, uploadsPerDay }: ImageDeps, accountId: string): Promise<void> {
  if ((await images.uploadsSince(store.db, accountId, clock.now() - day)) >= uploadsPerDay())
    throw new ProductError('upload.quota');
}

/** The picture to look at: the stored file, or a copy in another size or format (see view.rules.ts). */
async function deliver(deps: ImageParts, viewer: Viewer, imageId: string, asked: AskedView): Promise<Delivery> {
  const image = await visible(deps, viewer.caller, imageId);
  return send(deps, viewer, image, isPicture(image) ? planView(image, asked) : null);
}

/** The picture small enough to need no watermark, to a member of staff; whether they may see it is the caller's to know. */
async function deliverToStaff(deps: ImageParts, viewer: Viewer, imageId: string, w?: number): Promise<Delivery> {
  const image = await images.findImage(deps.store.db, imageId);
  if (!image || !isPicture(image)) throw new ProductError('image.not_found');
  const asked = { w, fit: 'inside', format: 'webp', quality: 90, isClean: true } as const;
  return { ...(await send(deps, viewer, image, planView(image, asked))), isPublic: false, isRevocable: true };
}

/** A picture as a link shows it to anybody (see view.rules.ts); whether the link is open is the caller's to know. */
async function deliverShared(
  deps: ImageParts,
  viewer: Viewer,
  imageId: string,
  asked: { w?: number | undefined; format: ImageFormat },
): Promise<Delivery> {
  const image = await images.findImage(deps.store.db, imageId);
  if (!image || !isPicture(image)) throw new ProductError('image.not_found');
  return { ...(await send(deps, viewer, image, planShared(image, asked))), isPublic: false };
}

/** Size at which a link shows a picture at most, pixels. */
function sizeOfShared(image: images.ImageRow): { width: number; height: number } {
  return isPicture(image) ? sizeOf(image, planShared(image, { format: 'webp' }).resize) : image;
}

/** The caller's pictures by id. Throws `image.not_found` when one is missing or somebody else's. */
async function requireOwn(
  handle: Db,
  accountId: string,
  imageIds: readonly string[],
): Promise<Map<string, images.ImageRow>> {
  const rows = await images.imagesSeen(handle, accountId, imageIds);
  const byId = new Map(rows.map((row) => [row.id, row]));
  if (imageIds.some((id) => !byId.has(id))) throw new ProductError('image.not_found');
  return byId;
}

/** Those among these files that are pictures of the account's own and not deleted, by id. */
async function ownAmong(
  handle: Db,
  accountId: string,
  imageIds: readonly string[],
): Promise<Map<string, images.ImageRow>> {
  const rows = await images.imagesSeen(handle, accountId, imageIds);
  return new Map(rows.filter((row) => row.owner_id === accountId && isPicture(row)).map((row) => [row.id, row]));
}

/** Likeness of a picture for searches. Throws `image.not_found`, `image.not_made`, `request.too_often`. */
async function likeness(deps: ImageDeps, owner: string, image: images.ImageRow, crop?: Crop): Promise<PictureLikeness> {
  return deps.pictures.likeness(owner, { ...image, file: await fileOf(deps, image) }, crop);
}

/** Stores a file an engine made; the row follows in the task's own transaction by {@link register}. */
async function keepOutput({ pictures, adoptions }: ImageParts, output: RenderOutput): Promise<StoredFile> {
  const { file, width, height, format } = output;
  const facts = isPicture(output)
    ? await pictures.measure('outputs', file, { width, height })
    : { width, height, mainColor: '#000000', thumbHash: '' };
  return { ...facts, ...(await adoptions.adopt(file)), format };
}

/**
 * Places of the stored outputs of one run that repeat an earlier one.
 * @param maskId the picture of the part that the run was about
 */
async function findDoubles(
  deps: ImageDeps,
  outputs: readonly StoredFile[],
  maskId?: string,
): Promise<ReadonlySet<number>> {
  const { storage, store, pictures } = deps;
  const stored = outputs.filter(isPicture);
  if (stored.length < 2) return new Set();
  const files = stored.map(async ({ sha256, width, height }) => {
    return { file: await storage.localFile(sha256), width, height };
  });
  const mask = maskId ? await images.findImage(store.db, maskId) : undefined;
  const repeated = await pictures.doubles('outputs', await Promise.all(files), mask && (await fileOf(deps, mask)));
  return new Set(repeated.map((place) => outputs.indexOf(stored[place]!)));
}

/** Absolute path of a stored file; undefined when it is lost. */
async function storedFile({ storage }: ImageDeps, sha256: string): Promise<string | undefined> {
  return storage.localFile(sha256).catch((error: unknown) => {
    if (error instanceof BlobMissing) return undefined;
    throw error;
  });
}

/** Removes files of erased pictures and every copy made of them. What a crash leaves goes at the next start. */
async function forget(deps: ImageParts, hashes: readonly string[]): Promise<void> {
  if (hashes.length === 0) return;
  for (const sha256 of hashes) await removeUnnamed(deps, sha256);
  await deps.variants.forget(new Set(hashes));
}

/**
 * Puts files aside that no row names: what a crash left between storing a file and writing its row, or what a newer
 * database knew of. Those that have a row again come back.
 * @param generation how far the database had counted, at the most
 */
async function settleFiles({ storage, store, clock }: ImageDeps, generation: number): Promise<void> {
  for await (const entry of storage.quarantined()) {
    if (await images.hasBlob(store.db, entry.sha256)) await storage.takeBack(entry);
  }
  const note = { day: dayKey(clock.now()), generation };
  for (const start of await storage.starts()) {
    const stored = await storage.keysFrom(start);
    if (stored.length === 0) continue;
    const known = new Set(await images.filesFrom(store.reading.db, start));
    for (const sha256 of stored) if (!known.has(sha256)) await storage.quarantine(sha256, note);
  }
}

/** Removes what has lain aside for 30 days, once the database has counted further than when that was put aside. */
async function sweepQuarantine({ clock, storage }: ImageDeps, generation: number): Promise<void> {
  const lastDay = dayKey(clock.now() - quarantineDays * day);
  for await (const entry of storage.quarantined()) {
    if (entry.day <= lastDay && generation > entry.generation) await storage.dropQuarantined(entry);
  }
}

/** The picture, if the caller may see it; somebody else's is as good as absent. */
async function visible(deps: ImageDeps, caller: UserCaller | null, imageId: string): Promise<images.ImageRow> {
  const image = await images.findSeen(deps.store.db, imageId, caller?.accountId ?? null);
  if (!image) throw new ProductError('image.not_found');
  return image;
}

async function fileOf(deps: ImageDeps, image: Pick<images.ImageRow, 'sha256'>): Promise<string> {
  return deps.storage.localFile(image.sha256).catch((cause: unknown) => {
    throw cause instanceof BlobMissing ? new ProductError('image.not_found', { cause }) : cause;
  });
}

/** A picture as engines are told of it before a run. Throws `image.not_found`. */
async function expected(deps: ImageDeps, image: Pick<images.ImageRow, 'sha256' | 'width' | 'height' | 'format'>) {
  const { sha256, width, height, format } = image;
  return { sha256, file: await fileOf(deps, image), width, height, format: format as ImageFormat };
}

/** The file without a GPS position: uploads stored by earlier versions may still have one. */
async function withoutPlace(
  deps: ImageParts,
  file: string,
  { sha256, type, ...image }: images.ImageRow,
): Promise<string> {
  const { variants, placeless } = deps;
  if (type !== 1 || !isPicture(image) || placeless.has(sha256)) return file;
  const bytes = await readFile(file);
  const clean = withoutPosition(bytes, image.format);
  if (clean !== bytes) return variants.get(`${sha256}-placeless.${image.format}`, (to) => writeFile(to, clean));
  if (placeless.size >= mostRemembered) placeless.clear();
  placeless.add(sha256);
  return file;
}

async function send(
  deps: ImageParts,
  viewer: Viewer,
  image: images.ImageRow,
  plan: CopyPlan | null,
): Promise<Delivery> {
  const { store, pictures, variants } = deps;
  const { sha256, width, height, format } = image;
  const original = await fileOf(deps, image);
  const isRevocable = image.is_public === 1 && (await images.isInGallery(store.db, image.id));
  const isPublic = image.is_public === 1 && !isRevocable;
  if (!plan) return { file: await withoutPlace(deps, original, image), format, etag: sha256, isPublic, isRevocable };
  const name = `${sha256}-${nameOf(plan)}`;
  const owner = viewer.caller?.accountId ?? viewer.address;
  const make = (target: string, signal: AbortSignal) =>
    pictures.copy(owner, { file: original, width, height }, target, plan, signal);
  return {
    file: await variants.get(name, make, viewer.signal),
    format: plan.format,
    etag: name,
    isPublic,
    isRevocable,
  };
}

/**
 * A copy to keep: with the brand watermark unless the picture's type says otherwise (docs/RULES.md R55), and with
 * the metadata of what AI generated (docs/RULES.md R58).
 */
async function copyToKeep(
  deps: ImageParts,
  viewer: Viewer,
  image: images.ImageRow,
  format: ImageFormat,
): Promise<Delivery> {
  const producedAs = (await images.isGenerated(deps.store.db, image.id)) ? image.id : undefined;
  if (producedAs !== undefined && isDrawn(image.format)) return drawnToKeep(deps, viewer, image, image.format);
  return send(deps, viewer, image, isPicture(image) ? planDownload(image, format, producedAs) : null);
}

async function drawnToKeep(
  deps: ImageParts,
  viewer: Viewer,
  image: images.ImageRow,
  format: DrawnFormat,
): Promise<Delivery> {
  const original = await fileOf(deps, image);
  const etag = `${image.sha256}-generated-${image.id}`;
  const make = (target: string) => copyAsGenerated(original, target, format, image.id);
  return { ...(await send(deps, viewer, image, null)), file: await deps.variants.get(etag, make, viewer.signal), etag };
}

/**
 * Registers a stored file; for use inside a transaction.
 * @param wishedId the picture's id unless another one has it
 */
async function register(
  deps: ImageParts,
  tx: Db,
  ownerId: string,
  stored: StoredFile & { type: number; isPublic?: boolean; building?: ShownBuilding | undefined },
  wishedId?: string,
): Promise<images.ImageRow> {
  const { building } = stored;
  // The model may have been removed, with its file, while the view was drawn.
  if (building && !(await images.hasBlob(tx, building.sha256))) throw new ProductError('building.not_found');
  const row: images.ImageRow = {
    id: wishedId === undefined || (await images.isTaken(tx, wishedId)) ? deps.ids.next('img') : wishedId,
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
    created_at: deps.clock.now(),
    deleted_at: null,
    building_model_id: building?.modelId ?? null,
    building_view: building?.view ?? null,
    building_sha256: building?.sha256 ?? null,
  };
  await images.insertImage(tx, row);
  afterCommit(tx, () => deps.adoptions.settle(stored.sha256));
  return row;
}

/** Removes files again that the caller stored and that got no row after all. */
async function discard(deps: ImageParts, hashes: readonly string[]): Promise<void> {
  for (const sha256 of hashes) {
    deps.adoptions.settle(sha256);
    await removeUnnamed(deps, sha256);
  }
}

const removeUnnamed = ({ adoptions, store }: ImageParts, sha256: string): Promise<void> =>
  adoptions.remove(sha256, () => images.hasBlob(store.db, sha256));

/** Takes over a picture file as somebody's own upload. The file is checked like any upload and moved away. */
async function admit(
  deps: ImageParts,
  ownerId: string,
  file: string,
  { wishedId, building, ...intake }: Admission = {},
): Promise<UploadedImage> {
  const { pictures, adoptions, store } = deps;
  const { origin, ...facts } = await pictures.takeIn(ownerId, file, intake);
  const key = await adoptions.adopt(file);
  const registered = store.transact((tx) =>
    register(deps, tx, ownerId, { ...facts, ...key, type: 1, building }, wishedId),
  );
  const row = await registered.catch(async (error: unknown) => {
    await discard(deps, [key.sha256]);
    throw error;
  });
  return { ...uploadedOf({ ...row, format: facts.format }), ...(origin && { origin }) };
}

/** The picture that an upload with this id led to within the hour, without its origin, which is not kept. */
async function sentBefore(deps: ImageDeps, ownerId: string, id: string): Promise<UploadedImage | undefined> {
  const row = await images.findImage(deps.store.db, id);
  const isSame = row?.owner_id === ownerId && row.created_at > deps.clock.now() - keptMs;
  return isSame && isPicture(row) ? uploadedOf(row) : undefined;
}
