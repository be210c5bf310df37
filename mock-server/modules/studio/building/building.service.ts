import { copyFile, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import type { Logger } from 'pino';
import type { BuildingModel, BuildingRatio, BuildingStorage } from '#shared/contract/building-model';
import type { UploadedImage } from '#shared/contract/image';
import type { BuildingPlacement, BuildingView } from '#shared/domain/building-view';
import { buildingLimits } from '#shared/domain/plan';
import { hour, minute } from '#shared/domain/time';
import { ProductError } from '#shared/errors';
import { type BuildingEngine, BuildingRefused } from '../../../adapters/building/port.ts';
import type { Clock } from '../../../adapters/clock/port.ts';
import type { BlobStorage } from '../../../adapters/storage/port.ts';
import { type Ids, idFrom } from '../../../ids.ts';
import { isJobFault, workerFault } from '../../../pools/failures.ts';
import { withDeps } from '../../../with-deps.ts';
import type { UserCaller } from '../../base/caller.ts';
import { pageOf } from '../../base/cursor.ts';
import { createCounter } from '../../base/limits.ts';
import type { Db, Store } from '../../base/store.ts';
import { livePlan } from '../../identity/account/account.rules.ts';
import type { AccountService } from '../../identity/account/account.service.ts';
import type { Plans } from '../../shop/product/catalogue.ts';
import type { Delivery, ImageService } from '../image/image.service.ts';
import { createSentOnce } from '../image/sent-once.ts';
import type { VariantCache } from '../image/variant-cache.ts';
import * as buildings from './building.repository.ts';
import {
  type DrawnView,
  isSamePlacement,
  modelOf,
  nameOfFile,
  nameOfSketch,
  placementOf,
  sizeOf,
  textOfView,
} from './building.rules.ts';
import { type BuildingReadings, createBuildingReadings } from './building-readings.ts';
import { type ReceivedBuilding, receiveBuilding } from './receive-building.ts';

export interface BuildingDeps {
  store: Store;
  clock: Clock;
  ids: Ids;
  storage: BlobStorage;
  variants: VariantCache;
  images: ImageService;
  accounts: Pick<AccountService, 'find'>;
  plans: Plans;
  buildingEngine: BuildingEngine;
  /** Largest model file. */
  buildingMegabytes: number;
  log: Logger;
}

export type BuildingService = ReturnType<typeof createBuildingService>;

/** Uploads of an account in an hour, and drawings in a minute (docs/RULES.md R66). */
const uploadLimit = { windowMs: hour, most: 60 };
const drawingLimit = { windowMs: minute, most: 40 };
/** Maximum length of an upload's `clientKey`, in characters; the rest is ignored. */
const longestKey = 64;
/** Most bytes of a form beside its file. */
const formOverhead = 64 * 1024;
const gigabyte = 1024 ** 3;

interface BuildingParts extends BuildingDeps {
  readings: BuildingReadings;
  uploads: ReturnType<typeof createCounter>;
  drawings: ReturnType<typeof createCounter>;
  uploadOnce: ReturnType<typeof createSentOnce<BuildingModel>>;
  viewOnce: ReturnType<typeof createSentOnce<UploadedImage>>;
}

/** Shape and size of a picture of a model. */
interface AskedPicture {
  view: BuildingView;
  /** Pixels of the longer side. */
  side: number;
  ratio: BuildingRatio;
}

/** Building models of accounts: stored, read, confirmed, drawn, and taken as pictures. */
export function createBuildingService(deps: BuildingDeps) {
  const { store, clock, buildingEngine: engine } = deps;
  const readings = createBuildingReadings({ ...deps, engine });
  const parts: BuildingParts = {
    ...deps,
    readings,
    uploads: createCounter({ store, clock, ...uploadLimit }),
    drawings: createCounter({ store, clock, ...drawingLimit }),
    uploadOnce: createSentOnce(store, clock),
    viewOnce: createSentOnce(store, clock),
  };
  return {
    ...withDeps(parts, { upload, list, get, confirm, rename, remove, viewerFile, sketch, takeView }),
    /** Reads what a stop or a crash has ended. */
    start: readings.resume,
    /** Reads what a full disk or the like has ended. */
    sweep: readings.resume,
    /** Resolves when no model is being read. */
    idle: readings.idle,
    close: readings.close,
  };
}

/**
 * Receives a model file; its reading begins at once and goes on behind the answer. The same `clientKey` gives the same
 * model as long as there is one. Throws `building.*`, `upload.aborted`, `request.too_often`.
 */
async function upload(
  deps: BuildingParts,
  { accountId }: UserCaller,
  request: IncomingMessage,
): Promise<BuildingModel> {
  const { store, storage, buildingMegabytes, uploads, uploadOnce } = deps;
  const announced = Number(request.headers['content-length'] ?? 0) - formOverhead;
  await requireRoom(deps, store.db, accountId, Math.max(0, announced));
  uploads.count(accountId);
  const folder = await storage.workFolder();
  try {
    const { clientKey, ...received } = await receiveBuilding(request, folder, buildingMegabytes);
    const admitted = (id: string) => admit(deps, accountId, received, id);
    if (!clientKey) return await admitted(deps.ids.next('model'));
    const key = `${accountId} ${clientKey.slice(0, longestKey)}`;
    const id = idFrom('model', key);
    const known = await buildings.findBuilding(store.db, id);
    if (known?.account_id === accountId) return modelOf(known);
    return await uploadOnce(key, () => admitted(id));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function admit(
  deps: BuildingParts,
  accountId: string,
  { file, name, format }: Omit<ReceivedBuilding, 'clientKey'>,
  id: string,
): Promise<BuildingModel> {
  const { store, clock, images, readings } = deps;
  const key = await images.keepFile(file);
  const row: buildings.BuildingRow = {
    id,
    account_id: accountId,
    name: nameOfFile(name),
    file_name: name.slice(-200),
    format: format ?? null,
    state: 'reading',
    sha256: key.sha256,
    bytes: key.bytes,
    created_at: clock.now(),
    ...{
      sentence: null,
      mesh_sha256: null,
      mesh_bytes: 0,
      viewer_sha256: null,
      viewer_bytes: 0,
      facts: null,
      views: null,
      placement: null,
    },
  };
  const stored = store.transact(async (tx) => {
    await requireRoom(deps, tx, accountId, key.bytes);
    await images.registerFile(tx, key);
    await buildings.insertBuilding(tx, row);
    await trimViews(deps, tx, accountId);
  });
  await stored.catch(async (error: unknown) => {
    await images.discard([key.sha256]);
    throw error;
  });
  readings.begin(id);
  return modelOf(row);
}

/**
 * Lets go of files that only views keep, the oldest first, until they have no more bytes than the models may have: these
 * views are ordinary pictures from then on.
 */
async function trimViews(deps: BuildingDeps, tx: Db, accountId: string): Promise<void> {
  const { mostBytes } = (await roomOf(deps, tx, accountId)).room;
  const files = await buildings.filesOfViewsAlone(tx, accountId);
  let kept = files.reduce((sum, { bytes, isUsed }) => sum + (isUsed ? bytes : 0), 0);
  const dropped: string[] = [];
  for (const { sha256, bytes } of files.filter(({ isUsed }) => !isUsed)) {
    if (kept + bytes <= mostBytes) kept += bytes;
    else dropped.push(sha256);
  }
  for (const sha256 of dropped) await buildings.forgetBuilding(tx, accountId, sha256);
  if (dropped.length > 0) await deps.images.releaseAfter(tx, dropped);
}

/** Throws `building.too_many` and `building.no_room`. @param more bytes to be added */
async function requireRoom(deps: BuildingDeps, handle: Db, accountId: string, more: number): Promise<void> {
  const { title, room } = await roomOf(deps, handle, accountId);
  if (room.models >= room.mostModels)
    throw new ProductError('building.too_many', { fill: { plan: title, limit: room.mostModels } });
  if (room.bytes + more > room.mostBytes)
    throw new ProductError('building.no_room', { fill: { plan: title, gigabytes: room.mostBytes / gigabyte } });
}

async function roomOf(
  { accounts, plans, clock }: BuildingDeps,
  handle: Db,
  accountId: string,
): Promise<{ title: string; room: BuildingStorage }> {
  const plan = livePlan(await accounts.find(handle, accountId), clock.now());
  const { models, bytes } = await buildings.usedBy(handle, accountId);
  const limits = buildingLimits[plan];
  const room = { models, bytes, mostModels: limits.models, mostBytes: limits.bytes };
  return { title: plans.of(plan).title, room };
}

async function list(
  deps: BuildingDeps,
  { accountId }: UserCaller,
  query: { cursor?: string | undefined; size: number },
): Promise<{ list: BuildingModel[]; nextCursor: string | null; room: BuildingStorage }> {
  const { db } = deps.store;
  const { rows, nextCursor } = await pageOf(
    query,
    { ids: 'words', refusal: 'building.bad_cursor' },
    (stretch) => buildings.listBuildings(db, accountId, stretch),
    ({ id, created_at }) => ({ score: created_at, id }),
  );
  return { list: rows.map(modelOf), nextCursor, room: (await roomOf(deps, db, accountId)).room };
}

const get = async ({ store }: BuildingDeps, { accountId }: UserCaller, modelId: string): Promise<BuildingModel> =>
  modelOf(await mustFind(store.db, accountId, modelId));

/**
 * Confirms size and direction; the file is read again when they differ from how it was read. Throws
 * `building.not_found`, `building.still_reading`, `building.unreadable`.
 */
async function confirm(
  deps: BuildingParts,
  { accountId }: UserCaller,
  modelId: string,
  placement: BuildingPlacement,
): Promise<BuildingModel> {
  const { store, readings } = deps;
  const row = await store.transact(async (tx) => {
    const known = await mustFind(tx, accountId, modelId);
    requireRead(known);
    const former = placementOf(known);
    const isSame = former !== undefined && isSamePlacement(former, placement);
    const change = { state: isSame ? ('ready' as const) : ('reading' as const), placement: JSON.stringify(placement) };
    await buildings.updateBuilding(tx, modelId, change);
    return { ...known, ...change };
  });
  if (row.state === 'reading') readings.begin(modelId);
  return modelOf(row);
}

async function rename(
  { store }: BuildingDeps,
  { accountId }: UserCaller,
  modelId: string,
  name: string,
): Promise<BuildingModel> {
  return store.transact(async (tx) => {
    const row = await mustFind(tx, accountId, modelId);
    await buildings.updateBuilding(tx, modelId, { name });
    return modelOf({ ...row, name });
  });
}

/** Removes a model with its files; views that were taken of it keep the file that they were drawn from. */
async function remove(deps: BuildingParts, { accountId }: UserCaller, modelId: string): Promise<void> {
  const { store, images, readings } = deps;
  await store.transact(async (tx) => {
    const row = await mustFind(tx, accountId, modelId);
    await buildings.removeBuilding(tx, modelId);
    await images.releaseAfter(tx, [row.sha256, ...buildings.readFiles(row)]);
    await trimViews(deps, tx, accountId);
  });
  readings.stop(modelId);
}

/** File for viewers. Throws `building.*`. */
async function viewerFile(
  { store, storage }: BuildingParts,
  { accountId }: UserCaller,
  modelId: string,
): Promise<Delivery> {
  const row = await mustFind(store.db, accountId, modelId);
  requireRead(row);
  if (row.viewer_sha256 === null) throw new ProductError('building.unreadable');
  const file = await storage.localFile(row.viewer_sha256);
  return { file, format: 'glb', etag: row.viewer_sha256, isPublic: false };
}

/** Throws `building.*`, `request.too_often`, and the signal's reason. */
async function sketch(
  deps: BuildingParts,
  { caller: { accountId }, signal }: { caller: UserCaller; signal: AbortSignal },
  modelId: string,
  asked: AskedPicture,
): Promise<Delivery> {
  const model = requireDrawable(await mustFind(deps.store.db, accountId, modelId));
  const size = sizeOf(asked.side, asked.ratio);
  const drawn = { view: asked.view, north: model.north };
  const name = nameOfSketch(model.sha256, drawn, size);
  const make = async (target: string, makingSignal: AbortSignal) => {
    deps.drawings.count(accountId);
    const order = { sha256: model.sha256, drawn, size, owner: accountId, signal: makingSignal };
    await draw(deps, { ...order, ending: 'jpg' }, (file) => copyFile(file, target));
  };
  return { file: await deps.variants.get(name, make, signal), format: 'jpg', etag: name, isPublic: false };
}

/**
 * Draws a view and takes it in as a picture of the account's own; one that was taken before is returned. Throws
 * `building.*`, `upload.quota`, `request.too_often`.
 */
async function takeView(
  deps: BuildingParts,
  { caller: { accountId }, signal }: { caller: UserCaller; signal: AbortSignal },
  modelId: string,
  asked: AskedPicture,
): Promise<UploadedImage & { modelId: string; view: BuildingView }> {
  const { store, images, viewOnce } = deps;
  const row = await mustFind(store.db, accountId, modelId);
  const { sha256, north } = requireDrawable(row);
  if (row.state !== 'ready') throw new ProductError('building.unconfirmed');
  const drawn = { view: asked.view, north };
  const size = sizeOf(asked.side, asked.ratio);
  const building = { modelId, sha256, view: textOfView(drawn) };
  const words = { building_model_id: modelId, building_sha256: sha256, building_view: building.view, ...size };
  const taken = await viewOnce(`${accountId} ${JSON.stringify(words)}`, async () => {
    const known = await buildings.findView(store.db, accountId, words);
    const former = known && images.uploaded(known);
    if (former) return former;
    await images.requireUploadsLeft(accountId);
    deps.drawings.count(accountId);
    const order = { sha256, drawn, size, owner: accountId, signal, ending: 'png' } as const;
    return draw(deps, order, (file) => images.admit(accountId, file, { signal, building }));
  });
  return { ...taken, modelId, view: asked.view };
}

interface Drawing {
  /** File of the model. */
  sha256: string;
  drawn: DrawnView;
  size: { width: number; height: number };
  ending: 'jpg' | 'png';
  owner: string;
  signal: AbortSignal;
}

/** Draws into a folder that lasts as long as `use`. */
async function draw<T>(
  { storage, buildingEngine }: BuildingDeps,
  { sha256, drawn, size, ending, owner, signal }: Drawing,
  use: (file: string) => Promise<T>,
): Promise<T> {
  const folder = await storage.workFolder();
  try {
    const target = path.join(folder, `view.${ending}`);
    const work = { model: await storage.localFile(sha256), ...drawn, ...size, target };
    await buildingEngine.draw(work, { owner, signal }).catch((cause: unknown) => {
      throw signal.aborted ? cause : drawingFault(cause);
    });
    return await use(target);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function drawingFault(cause: unknown): unknown {
  if (cause instanceof ProductError) return cause;
  if (cause instanceof BuildingRefused)
    return new ProductError('building.view_refused', { fill: { sentence: cause.sentence }, cause });
  return isJobFault(cause) || workerFault(cause)
    ? new ProductError('building.not_drawn', { cause, retryAfter: 10 })
    : cause;
}

/** Throws `building.still_reading`, `building.unreadable`. */
function requireRead(row: buildings.BuildingRow): void {
  if (row.state === 'reading') throw new ProductError('building.still_reading');
  if (row.state === 'refused') throw new ProductError('building.unreadable');
}

/** File and direction of a model that can be drawn. Throws as {@link requireRead}. */
function requireDrawable(row: buildings.BuildingRow): { sha256: string; north: number } {
  requireRead(row);
  const placement = placementOf(row);
  if (row.mesh_sha256 === null || !placement) throw new ProductError('building.unreadable');
  return { sha256: row.mesh_sha256, north: placement.north };
}

/** The account's own model; somebody else's is as good as absent. Throws `building.not_found`. */
async function mustFind(handle: Db, accountId: string, modelId: string): Promise<buildings.BuildingRow> {
  const row = await buildings.findBuilding(handle, modelId);
  if (row?.account_id !== accountId) throw new ProductError('building.not_found');
  return row;
}
