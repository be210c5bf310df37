import type { ImageSet } from '#shared/contract/gallery-set';
import { galleryLimits } from '#shared/domain/gallery';
import { ProductError } from '#shared/errors';
import type { Clock } from '../../../adapters/clock/port.ts';
import type { Ids } from '../../../ids.ts';
import { withDeps } from '../../../with-deps.ts';
import type { UserCaller } from '../../base/caller.ts';
import { pageOf } from '../../base/cursor.ts';
import type { Db, Store } from '../../base/store.ts';
import type { GalleryCategories, GalleryPictures } from '../index/picture-port.ts';
import type { Seek } from '../index/word-search.ts';
import * as sets from './set.repository.ts';
import { removedKeptMs } from './set.rules.ts';
import { createSetView } from './set-view.ts';

export interface SetDeps {
  store: Store;
  clock: Clock;
  ids: Ids;
  pictures: GalleryPictures;
  categories: GalleryCategories;
  seek: Seek;
}

export type SetService = ReturnType<typeof createSetService>;

export interface SetQuery {
  cursor?: string | undefined;
  size: number;
  sort: sets.SetSort;
  keyword?: string | undefined;
  classifyId?: string | undefined;
  authorId?: string | undefined;
  withPicture?: number | undefined;
  isOwn: boolean;
  isCollected: boolean;
}

export interface SetDraft {
  title: string;
  description: string;
  tags: string[];
  classifyId?: string | undefined;
  isPrivate: boolean;
  pictureIds?: number[] | undefined;
  clientKey: string;
}

export interface SetChange {
  title?: string | undefined;
  description?: string | undefined;
  tags?: string[] | undefined;
  classifyId?: string | undefined;
  isPrivate?: boolean | undefined;
  coverPictureId?: number | null | undefined;
}

interface SetParts extends SetDeps {
  view: ReturnType<typeof createSetView>;
}

/** Image sets: pictures that somebody has put together, open to all or kept to oneself. */
export function createSetService(deps: SetDeps) {
  const { store, clock, pictures } = deps;
  const view = createSetView({ db: store.db, pictures });
  const parts: SetParts = { ...deps, view };
  return {
    ...withDeps(parts, {
      picturesOf,
      list,
      create,
      edit,
      remove,
      restore,
      add,
      takeOut,
      move,
      collect,
      put,
      find: describe,
    }),
    mustOwn,
    /** Number of sets of an account that the caller may see. */
    countOf: (caller: UserCaller | null, ownerId: string): Promise<number> =>
      sets.countSets(store.db, { viewerId: caller?.accountId ?? null, ownerId }),
    /** Lets go of sets and folders that were deleted more than seven days ago. */
    sweep: () => store.slices.run(() => sets.forgetSets(store.db, clock.now() - removedKeptMs)),
  };
}

/** The numbers of a set's pictures in its order, seen or not. Throws `gallery.set_not_found`. */
async function picturesOf({ store }: SetDeps, caller: UserCaller | null, id: string): Promise<number[]> {
  await requireVisible(store.db, caller, id);
  return (await sets.picturesOf(store.db, [id])).get(id) ?? [];
}

async function list(
  { seek, store, categories, clock, view }: SetParts,
  caller: UserCaller | null,
  query: SetQuery,
): Promise<{ list: ImageSet[]; nextCursor: string | null; total: number }> {
  if (!caller && (query.isOwn || query.isCollected)) throw new ProductError('auth.required');
  const viewerId = caller?.accountId ?? null;
  const filter: sets.SetFilter = {
    viewerId,
    found: query.keyword ? await seek(query.keyword, () => sets.namesSeenBy(store.db, viewerId)) : undefined,
    classifyIds: query.classifyId === undefined ? undefined : categories.withBelow(query.classifyId),
    ownerId: query.isOwn ? caller?.accountId : query.authorId,
    withPicture: query.withPicture,
    collectedBy: query.isCollected ? caller?.accountId : undefined,
  };
  const { rows, nextCursor } = await pageOf(
    query,
    { ids: 'words', refusal: 'gallery.bad_cursor' },
    (stretch) => sets.pageOfSets(store.db, filter, { sort: query.sort, now: clock.now() }, stretch),
    (row) => ({ score: row.score, id: row.id }),
  );
  return {
    list: await view.imageSets(caller, rows),
    nextCursor,
    total: await sets.countSets(store.db, filter),
  };
}

/** The same key of the same account is the same set. */
async function create(deps: SetParts, caller: UserCaller, draft: SetDraft): Promise<ImageSet> {
  const { pictures, store, clock, ids } = deps;
  const { accountId } = caller;
  const { clientKey, title } = draft;
  requireCategory(deps, draft.classifyId);
  await pictures.requireVisible(caller, draft.pictureIds ?? []);
  const id = await store.transact(async (tx) => {
    const known = await sets.findByClientKey(tx, accountId, clientKey);
    if (known) {
      const isSame = known.kind === 'set' && known.title === title && known.deleted_at === null;
      if (!isSame) throw new ProductError('request.client_key_reused');
      return known.id;
    }
    await requireRoom(tx, accountId);
    const now = clock.now();
    const newId = ids.next('set');
    await sets.insertSet(tx, {
      ...{ id: newId, kind: 'set', owner_id: accountId, title, description: draft.description },
      ...{ tags: JSON.stringify(draft.tags), classify_id: draft.classifyId ?? '', cover_picture_id: null },
      ...{ is_private: draft.isPrivate ? 1 : 0, seed_name: null, client_key: clientKey },
      ...{ created_at: now, updated_at: now, deleted_at: null },
    });
    await put(deps, tx, await mustOwn(tx, accountId, newId), draft.pictureIds ?? []);
    return newId;
  });
  return describe(deps, caller, id);
}

async function edit(deps: SetParts, caller: UserCaller, id: string, change: SetChange): Promise<ImageSet> {
  const { pictures, store, clock } = deps;
  requireCategory(deps, change.classifyId);
  const { coverPictureId: cover } = change;
  if (typeof cover === 'number') await pictures.requireVisible(caller, [cover]);
  await store.transact(async (tx) => {
    const { version } = await mustOwn(tx, caller.accountId, id);
    if (typeof cover === 'number' && !(await sets.picturesOf(tx, [id])).get(id)?.includes(cover))
      throw new ProductError('gallery.picture_not_found');
    await sets.updateSet(tx, id, {
      ...(change.title === undefined ? {} : { title: change.title }),
      ...(change.description === undefined ? {} : { description: change.description }),
      ...(change.tags === undefined ? {} : { tags: JSON.stringify(change.tags) }),
      ...(change.classifyId === undefined ? {} : { classify_id: change.classifyId }),
      ...(change.isPrivate === undefined ? {} : { is_private: change.isPrivate ? 1 : 0 }),
      ...(cover === undefined ? {} : { cover_picture_id: cover }),
      ...{ updated_at: clock.now(), version: version + 1 },
    });
  });
  return describe(deps, caller, id);
}

/** The pictures stay; for seven days it can be brought back. */
async function remove({ store, clock }: SetDeps, { accountId }: UserCaller, id: string): Promise<void> {
  await store.transact(async (tx) => {
    await mustOwn(tx, accountId, id);
    await sets.updateSet(tx, id, { deleted_at: clock.now() });
  });
}

/** Takes a deletion back. Once is enough. */
async function restore(deps: SetParts, caller: UserCaller, id: string): Promise<ImageSet> {
  const { accountId } = caller;
  await deps.store.transact(async (tx) => {
    if ((await sets.findSet(tx, 'set', id))?.owner_id === accountId) return;
    const removed = await sets.findRemoved(tx, 'set', accountId, id, deps.clock.now() - removedKeptMs);
    if (!removed) throw new ProductError('gallery.set_not_found');
    await requireRoom(tx, accountId);
    await sets.updateSet(tx, id, { deleted_at: null });
  });
  return describe(deps, caller, id);
}

async function add(deps: SetParts, caller: UserCaller, id: string, pictureIds: readonly number[]): Promise<ImageSet> {
  const { store, pictures } = deps;
  await mustOwn(store.db, caller.accountId, id);
  await pictures.requireVisible(caller, pictureIds);
  await store.transact(async (tx) => put(deps, tx, await mustOwn(tx, caller.accountId, id), pictureIds));
  return describe(deps, caller, id);
}

async function takeOut(
  deps: SetParts,
  caller: UserCaller,
  id: string,
  pictureIds: readonly number[],
): Promise<ImageSet> {
  await deps.store.transact(async (tx) => {
    const row = await mustOwn(tx, caller.accountId, id);
    await sets.takeOut(tx, [id], pictureIds);
    const isCoverOut = row.cover_picture_id !== null && pictureIds.includes(row.cover_picture_id);
    await sets.updateSet(tx, id, {
      updated_at: deps.clock.now(),
      ...(isCoverOut ? { cover_picture_id: null } : {}),
    });
  });
  return describe(deps, caller, id);
}

async function move(
  { store }: SetDeps,
  { accountId }: UserCaller,
  id: string,
  pictureId: number,
  before: number | null,
): Promise<void> {
  await store.transact(async (tx) => {
    await mustOwn(tx, accountId, id);
    if (!(await sets.movePicture(tx, id, pictureId, before))) throw new ProductError('gallery.picture_not_found');
  });
}

async function collect(deps: SetParts, caller: UserCaller, id: string, isCollected: boolean): Promise<ImageSet> {
  await deps.store.transact(async (tx) => {
    await requireVisible(tx, caller, id);
    await sets.collectSet(tx, { accountId: caller.accountId, setId: id, isCollected, now: deps.clock.now() });
  });
  return describe(deps, caller, id);
}

/** An own set, for those who put pictures into it. Throws `gallery.set_not_found`. */
async function mustOwn(handle: Db, accountId: string, id: string): Promise<sets.SetRow> {
  const row = await sets.findSet(handle, 'set', id);
  if (row?.owner_id !== accountId) throw new ProductError('gallery.set_not_found');
  return row;
}

async function requireVisible(handle: Db, caller: UserCaller | null, id: string): Promise<sets.SetRow> {
  const row = await sets.findSeen(handle, 'set', id, caller?.accountId ?? null);
  if (!row) throw new ProductError('gallery.set_not_found');
  return row;
}

async function describe(deps: SetParts, caller: UserCaller | null, id: string): Promise<ImageSet> {
  const [described] = await deps.view.imageSets(caller, [await requireVisible(deps.store.db, caller, id)]);
  return described as ImageSet;
}

function requireCategory(deps: SetDeps, classifyId: string | undefined): void {
  if (classifyId && deps.categories.withBelow(classifyId).length === 0)
    throw new ProductError('gallery.no_such_category', { fields: { classifyId: ['没有这个分类，请重新选择'] } });
}

/** Puts pictures into an own set; for use inside a transaction. */
async function put(deps: SetDeps, tx: Db, row: sets.SetRow, pictureIds: readonly number[]): Promise<void> {
  await sets.putIn(tx, row.id, [...new Set(pictureIds)], 'end', deps.clock.now());
  const held = (await sets.picturesOf(tx, [row.id])).get(row.id)?.length ?? 0;
  if (held > galleryLimits.picturesPerSet)
    throw new ProductError('gallery.set_full', {
      fill: { name: row.title, limit: galleryLimits.picturesPerSet },
    });
  await sets.updateSet(tx, row.id, { updated_at: deps.clock.now() });
}

async function requireRoom(tx: Db, accountId: string): Promise<void> {
  if ((await sets.ownSets(tx, 'set', accountId)).length >= galleryLimits.imageSets)
    throw new ProductError('gallery.too_many_sets', { fill: { limit: galleryLimits.imageSets } });
}
