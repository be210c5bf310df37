import type { Readable } from 'node:stream';
import type { DownloadQuota, DownloadRecord } from '#shared/contract/gallery-download';
import type { ImageFormat } from '#shared/contract/image';
import { dayKey, endOfDay, startOfDay } from '#shared/domain/time';
import { singleDownloadName } from '#shared/domain/watermark';
import { ProductError } from '#shared/errors';
import { toolById } from '#shared/tools/registry';
import type { Clock } from '../../../adapters/clock/port.ts';
import type { Ids } from '../../../ids.ts';
import { withDeps } from '../../../with-deps.ts';
import type { UserCaller } from '../../base/caller.ts';
import { pageOf } from '../../base/cursor.ts';
import type { Db, Store } from '../../base/store.ts';
import type { AccountService } from '../../identity/account/account.service.ts';
import { type Delivery, type ImageService, imageUrl, type Viewer } from '../../studio/image/image.service.ts';
import { streamArchive } from '../../studio/project/archive.ts';
import { nameInArchive } from '../../studio/project/project.rules.ts';
import type { GalleryPictures } from '../index/picture-port.ts';
import * as records from './download.repository.ts';

export interface DownloadDeps {
  store: Store;
  clock: Clock;
  ids: Ids;
  accounts: Pick<AccountService, 'vipInfo'>;
  images: ImageService;
  pictures: GalleryPictures;
  /** Pictures of the gallery a free account may take in a day. */
  freeLimit: () => number;
}

/** Main colour shown for a picture that is no longer visible. */
const goneColour = '#dddddd';

export type DownloadService = ReturnType<typeof createDownloadService>;

/** Downloads of the gallery's pictures, limited per day for free accounts, and of one's own results. */
export function createDownloadService(deps: DownloadDeps) {
  const { store, clock } = deps;
  return {
    ...withDeps(deps, { list, take: takeDownload, file, archive, remove, beforeKept }),
    quota: async ({ accountId }: UserCaller): Promise<DownloadQuota> =>
      quotaOf(deps, store.db, accountId, !(await isMember(deps, accountId))),
    sweep: () => store.slices.run((rows) => records.forgetUnlisted(store.db, dayKey(clock.now()), rows)),
  };
}

async function list(
  deps: DownloadDeps,
  caller: UserCaller,
  query: records.DownloadFilter & { cursor?: string | undefined; size: number },
): Promise<{ list: DownloadRecord[]; nextCursor: string | null; total: number; quota: DownloadQuota }> {
  const { store } = deps;
  const { accountId } = caller;
  // Titles stand in no index: a search may read every record of the account.
  const handle = query.keyword ? store.reading.db : store.db;
  const { rows, nextCursor } = await pageOf(
    query,
    { ids: 'words', refusal: 'gallery.bad_cursor' },
    (stretch) => records.pageOfRecords(handle, accountId, query, stretch),
    (row) => ({ score: row.created_at, id: row.id }),
  );
  return {
    list: await describe(deps, caller, rows),
    nextCursor,
    total: await records.countRecords(handle, accountId, query),
    quota: await quotaOf(deps, store.db, accountId, !(await isMember(deps, accountId))),
  };
}

/** Throws `gallery.picture_not_found`, `gallery.download_quota`: then nothing is taken. */
async function takeDownload(deps: DownloadDeps, caller: UserCaller, pictureIds: readonly number[]) {
  const list = await describe(deps, caller, await take(deps, caller, pictureIds));
  return {
    list,
    quota: await quotaOf(deps, deps.store.db, caller.accountId, !(await isMember(deps, caller.accountId))),
  };
}

async function file(
  deps: DownloadDeps,
  viewer: Viewer & { caller: UserCaller },
  id: string,
  format: ImageFormat,
): Promise<Delivery> {
  const [row] = await mustOwn(deps, viewer.caller, [id]);
  if (!row) throw new ProductError('gallery.download_not_found');
  return fileOf(deps, viewer, row, format);
}

/** The files of records as one archive; those that cannot be had are listed in it. */
async function archive(
  deps: DownloadDeps,
  caller: UserCaller,
  chosen: readonly string[],
  signal: AbortSignal,
): Promise<Readable> {
  const rows = await mustOwn(deps, caller, [...new Set(chosen)]);
  if ((await stillThere(deps, caller, rows)).size === 0) throw new ProductError('download.empty');
  const entries = rows.map((row, place) => ({
    name: nameInArchive(singleDownloadName, place, rows.length, 'png'),
    file: async () => (await fileOf(deps, { caller, address: '', signal }, row, 'png')).file,
  }));
  return streamArchive(entries, deps.clock.now(), signal);
}

/** Removes a download from the list; it still counts for today's limit. */
async function remove(
  { store, clock }: DownloadDeps,
  { accountId }: UserCaller,
  chosen: { ids: readonly string[]; isAll: boolean },
): Promise<void> {
  const which = chosen.isAll ? undefined : chosen.ids;
  await store.transact((tx) => records.removeRecords(tx, accountId, which, dayKey(clock.now())));
}

/**
 * Before a picture is given to keep by its own address: of the gallery's it is a download like any other, and an
 * own result is noted. Throws `auth.required`, `gallery.*`.
 */
async function beforeKept(
  deps: DownloadDeps,
  caller: UserCaller | null,
  imageId: string,
  ownerId: string,
): Promise<void> {
  const isOwn = caller?.accountId === ownerId;
  if (isOwn) return noteResult(deps, ownerId, imageId);
  const picture = await records.pictureOfImage(deps.store.db, imageId);
  if (!picture) return;
  if (!caller) throw new ProductError('auth.required');
  await take(deps, caller, [picture.id]);
}

const isMember = async ({ accounts }: DownloadDeps, accountId: string) =>
  (await accounts.vipInfo(accountId)).plan !== 'free';

async function quotaOf(deps: DownloadDeps, handle: Db, accountId: string, isFree: boolean): Promise<DownloadQuota> {
  const { clock, freeLimit } = deps;
  const renewsAt = endOfDay(clock.now());
  if (!isFree) return { left: null, limit: null, renewsAt };
  const limit = freeLimit();
  const used = (await records.chargedOn(handle, accountId, dayKey(clock.now()))).size;
  return { left: Math.max(0, limit - used), limit, renewsAt };
}

/** The record of each picture, new or of the same day; all of them or none. */
async function take(deps: DownloadDeps, caller: UserCaller, asked: readonly number[]): Promise<records.DownloadRow[]> {
  const { pictures, store, clock, freeLimit, ids } = deps;
  const { accountId } = caller;
  const pictureIds = [...new Set(asked)];
  await pictures.requireVisible(caller, pictureIds);
  const isFree = !(await isMember(deps, accountId));
  const taken = await store.transact(async (tx) => {
    const now = clock.now();
    const today = dayKey(now);
    const facts = new Map((await records.galleryFacts(tx, pictureIds)).map((row) => [row.id, row]));
    if (facts.size < pictureIds.length) throw new ProductError('gallery.picture_not_found');
    const charged = await records.chargedOn(tx, accountId, today);
    const isCharged = (id: number) => isFree && facts.get(id)?.owner_id !== accountId && !charged.has(id);
    const wanted = pictureIds.filter(isCharged).length;
    const limit = freeLimit();
    const left = limit - charged.size;
    if (wanted > Math.max(0, left))
      throw new ProductError('gallery.download_quota', { fill: { left: Math.max(0, left), wanted } });
    const kept: string[] = [];
    const counted: number[] = [];
    for (const id of pictureIds) {
      const since = startOfDay(now);
      const known = await records.recordSince(tx, { accountId, pictureId: id, day: today, since });
      if (known) await records.listAgain(tx, known.id, now);
      else await insert(id);
      if (known) kept.push(known.id);
    }
    await records.countDownloads(tx, counted);
    const rows = await records.ownRecords(tx, accountId, kept);
    return { rows: pictureIds.flatMap((id) => rows.find((row) => row.picture_id === id) ?? []), counted };

    async function insert(pictureId: number): Promise<void> {
      const row = facts.get(pictureId);
      if (!row) return;
      const recordId = ids.next('download');
      await records.insertRecord(tx, {
        ...{ id: recordId, account_id: accountId, origin: 'gallery', picture_id: pictureId, image_id: row.image_id },
        ...{ title: '', tool: null, width: row.width, height: row.height, main_color: '', thumb_hash: '' },
        ...{ charged_on: isCharged(pictureId) ? today : null, created_at: now },
      });
      kept.push(recordId);
      if (row.owner_id !== accountId) counted.push(pictureId);
    }
  });
  if (taken.counted.length > 0) await pictures.changed(taken.counted);
  return taken.rows;
}

/** Returns true when a record's picture can still be had by its account. */
async function stillThere(
  deps: DownloadDeps,
  caller: UserCaller,
  rows: readonly records.DownloadRow[],
): Promise<Set<string>> {
  const { pictures, images, store } = deps;
  const ofGallery = rows.flatMap((row) => (row.origin === 'gallery' ? (row.picture_id ?? []) : []));
  const seen = new Set(await pictures.visible(caller, [...new Set(ofGallery)]));
  const there = new Set<string>();
  for (const row of rows) {
    if (row.image_id === null) continue;
    const isThere =
      row.origin === 'gallery'
        ? row.picture_id !== null && seen.has(row.picture_id)
        : (await images.find(store.db, row.image_id)) !== undefined;
    if (isThere) there.add(row.id);
  }
  return there;
}

async function describe(
  deps: DownloadDeps,
  caller: UserCaller,
  rows: readonly records.DownloadRow[],
): Promise<DownloadRecord[]> {
  const there = await stillThere(deps, caller, rows);
  const seen = rows.flatMap((row) => (there.has(row.id) ? (row.picture_id ?? []) : []));
  const facts = new Map((await records.galleryFacts(deps.store.db, seen)).map((picture) => [picture.id, picture]));
  return rows.map((row) => {
    const imageId = there.has(row.id) ? row.image_id : null;
    const pictureId = there.has(row.id) ? row.picture_id : null;
    const shown = row.origin === 'tool' ? row : pictureId === null ? undefined : facts.get(pictureId);
    return {
      ...{ id: row.id, from: row.origin, pictureId, imageId },
      ...{ title: shown?.title ?? '', tool: row.tool, width: row.width, height: row.height },
      ...{ mainColor: shown?.main_color ?? goneColour, thumbHash: shown?.thumb_hash ?? '' },
      createdAt: row.created_at,
      previewUrl: imageId && imageUrl(imageId),
      url: imageId && `/api/inspiration/downloads/${row.id}/file`,
    };
  });
}

async function mustOwn(
  deps: DownloadDeps,
  { accountId }: UserCaller,
  chosen: readonly string[],
): Promise<records.DownloadRow[]> {
  const rows = new Map((await records.ownRecords(deps.store.db, accountId, chosen)).map((row) => [row.id, row]));
  if (chosen.some((id) => !rows.has(id))) throw new ProductError('gallery.download_not_found');
  return chosen.flatMap((id) => rows.get(id) ?? []);
}

/** The file of a record. */
async function fileOf(
  deps: DownloadDeps,
  viewer: Viewer,
  row: records.DownloadRow,
  format: ImageFormat,
): Promise<Delivery> {
  const { caller } = viewer;
  if (!caller || row.image_id === null || !(await stillThere(deps, caller, [row])).has(row.id))
    throw new ProductError('image.not_found');
  return deps.images.keep(viewer, row.image_id, format);
}

/** Notes that an own result was taken home. */
async function noteResult(deps: DownloadDeps, accountId: string, imageId: string): Promise<void> {
  const { store, clock, ids } = deps;
  const work = await records.workOfImage(store.db, accountId, imageId);
  if (!work) return;
  await store.transact(async (tx) => {
    const known = await records.recordOfImage(tx, accountId, imageId);
    if (known) return records.listAgain(tx, known.id, clock.now());
    await records.insertRecord(tx, {
      ...{ id: ids.next('download'), account_id: accountId, origin: 'tool', picture_id: null, image_id: imageId },
      ...{ title: work.title || toolById(work.tool)?.title || '', tool: work.tool, charged_on: null },
      ...{ width: work.width, height: work.height, main_color: work.main_color, thumb_hash: work.thumb_hash },
      created_at: clock.now(),
    });
  });
}
