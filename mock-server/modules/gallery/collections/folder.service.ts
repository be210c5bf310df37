import type { Folder } from '#shared/contract/gallery-set';
import { galleryLimits } from '#shared/domain/gallery';
import { ProductError } from '#shared/errors';
import { withDeps } from '../../../with-deps.ts';
import type { UserCaller } from '../../base/caller.ts';
import type { Db } from '../../base/store.ts';
import * as sets from './set.repository.ts';
import { defaultFolderName, removedKeptMs } from './set.rules.ts';
import type { SetDeps } from './set.service.ts';
import { createSetView } from './set-view.ts';

export type FolderService = ReturnType<typeof createFolderService>;

type FolderDeps = Omit<SetDeps, 'categories' | 'seek'>;

interface FolderParts extends FolderDeps {
  view: ReturnType<typeof createSetView>;
}

/** Folders of what people have collected: a picture is collected while it lies in one of an account's folders. */
export function createFolderService(deps: FolderDeps) {
  const { store, pictures } = deps;
  const view = createSetView({ db: store.db, pictures });
  const parts: FolderParts = { ...deps, view };
  return withDeps(parts, {
    picturesOf,
    list,
    create,
    edit,
    remove,
    restore,
    merge,
    collect,
    uncollect,
    move,
    order,
    find: describe,
  });
}

/** The numbers of a folder's pictures in its order, seen or not. Throws `gallery.folder_not_found`. */
async function picturesOf(deps: FolderDeps, caller: UserCaller | null, id: string): Promise<number[]> {
  await requireVisible(deps, caller, id);
  return heldBy(deps.store.db, id);
}

async function list(
  { store, view }: FolderParts,
  caller: UserCaller,
  withPicture?: number,
): Promise<Array<Folder & { hasPicture: boolean }>> {
  const rows = await sets.ownSets(store.db, 'folder', caller.accountId);
  const held = await sets.picturesOf(
    store.db,
    rows.map((row) => row.id),
  );
  const has = (id: string) => withPicture !== undefined && (held.get(id)?.includes(withPicture) ?? false);
  return (await view.folders(caller, rows)).map((folder) => ({ ...folder, hasPicture: has(folder.id) }));
}

/** The same key of the same account is the same folder. */
async function create(
  deps: FolderParts,
  caller: UserCaller,
  draft: { name: string; isPrivate: boolean; clientKey: string },
): Promise<Folder> {
  const { accountId } = caller;
  const id = await deps.store.transact(async (tx) => {
    const known = await sets.findByClientKey(tx, accountId, draft.clientKey);
    if (known) {
      const isSame = known.kind === 'folder' && known.title === draft.name && known.deleted_at === null;
      if (!isSame) throw new ProductError('request.client_key_reused');
      return known.id;
    }
    await requireFreeName(tx, accountId, draft.name);
    await requireRoom(tx, accountId);
    return (await insert(deps, tx, accountId, { ...draft, isDefault: false })).id;
  });
  return describe(deps, caller, id);
}

/** Changes name and openness, and moves a folder before another of the list, or to its end. */
async function edit(
  deps: FolderParts,
  caller: UserCaller,
  id: string,
  change: { name?: string | undefined; isPrivate?: boolean | undefined; before?: string | null | undefined },
): Promise<Folder> {
  const { accountId } = caller;
  const { name, isPrivate, before } = change;
  await deps.store.transact(async (tx) => {
    const row = await mustOwn(tx, accountId, id);
    if (name !== undefined) await requireFreeName(tx, accountId, name, id);
    await sets.updateSet(tx, id, {
      ...(name === undefined ? {} : { title: name }),
      ...(isPrivate === undefined ? {} : { is_private: isPrivate ? 1 : 0 }),
      updated_at: deps.clock.now(),
    });
    if (before !== undefined && before !== id) await moveBefore(tx, accountId, row, before);
  });
  return describe(deps, caller, id);
}

/** Moves a folder before another one, to the end when `before` is null. Throws `gallery.default_folder`. */
async function moveBefore(tx: Db, accountId: string, row: sets.SetRow, before: string | null): Promise<void> {
  if (row.is_default === 1) throw new ProductError('gallery.default_folder');
  const target = before === null ? undefined : await mustOwn(tx, accountId, before);
  if (target?.is_default === 1) throw new ProductError('gallery.default_folder');
  const others = (await sets.ownSets(tx, 'folder', accountId))
    .filter((folder) => folder.is_default === 0 && folder.id !== row.id)
    .map((folder) => folder.id);
  const index = target ? others.indexOf(target.id) : others.length;
  for (const [place, folderId] of others.toSpliced(index, 0, row.id).entries())
    await sets.updateSet(tx, folderId, { place: place + 1 });
}

/**
 * Removes a folder; its pictures are no longer collected, unless another folder has them. It can be restored for seven
 * days.
 */
async function remove(deps: FolderDeps, { accountId }: UserCaller, id: string): Promise<void> {
  await counting(
    deps,
    accountId,
    (tx) => heldBy(tx, id),
    async (tx) => {
      if ((await mustOwn(tx, accountId, id)).is_default === 1) throw new ProductError('gallery.default_folder');
      await sets.updateSet(tx, id, { deleted_at: deps.clock.now() });
    },
  );
}

/** Takes a deletion back. Once is enough. */
async function restore(deps: FolderParts, caller: UserCaller, id: string): Promise<Folder> {
  const { accountId } = caller;
  await counting(
    deps,
    accountId,
    (tx) => heldBy(tx, id),
    async (tx) => {
      if ((await sets.findSet(tx, 'folder', id))?.owner_id === accountId) return;
      const removed = await sets.findRemoved(tx, 'folder', accountId, id, deps.clock.now() - removedKeptMs);
      if (!removed) throw new ProductError('gallery.folder_not_found');
      await requireFreeName(tx, accountId, removed.title);
      await requireRoom(tx, accountId);
      await sets.updateSet(tx, id, { deleted_at: null });
    },
  );
  return describe(deps, caller, id);
}

/** Puts everything of a folder into another, each picture once, and deletes it. */
async function merge(deps: FolderParts, caller: UserCaller, id: string, into: string): Promise<Folder> {
  const { accountId } = caller;
  await deps.store.transact(async (tx) => {
    const from = await mustOwn(tx, accountId, id);
    const target = await mustOwn(tx, accountId, into);
    if (from.is_default === 1 || id === into) throw new ProductError('gallery.default_folder');
    await put(deps, tx, target, await heldBy(tx, id));
    await sets.updateSet(tx, id, { deleted_at: deps.clock.now() });
  });
  return describe(deps, caller, into);
}

async function collect(
  deps: FolderDeps,
  caller: UserCaller,
  pictureIds: readonly number[],
  folderId?: string,
): Promise<{ folderId: string; folderName: string; added: number }> {
  const { accountId } = caller;
  await deps.pictures.requireVisible(caller, pictureIds);
  return counting(
    deps,
    accountId,
    () => pictureIds,
    async (tx) => {
      const folder = await (folderId === undefined
        ? defaultFolder(deps, tx, accountId)
        : mustOwn(tx, accountId, folderId));
      const added = await put(deps, tx, folder, pictureIds);
      return { folderId: folder.id, folderName: folder.title, added };
    },
  );
}

/** Takes pictures out of one folder or of all; answers what was taken out of which. */
async function uncollect(
  deps: FolderDeps,
  { accountId }: UserCaller,
  pictureIds: readonly number[],
  folderId?: string,
): Promise<Array<{ pictureId: number; folderId: string }>> {
  return counting(
    deps,
    accountId,
    () => pictureIds,
    async (tx) => {
      const own = await sets.ownSets(tx, 'folder', accountId);
      const folders = folderId === undefined ? own : [await mustOwn(tx, accountId, folderId)];
      return sets.takeOut(
        tx,
        folders.map((row) => row.id),
        pictureIds,
      );
    },
  );
}

async function move(
  deps: FolderDeps,
  { accountId }: UserCaller,
  id: string,
  { pictureIds, to, isCopy }: { pictureIds: readonly number[]; to: string; isCopy: boolean },
): Promise<void> {
  await deps.store.transact(async (tx) => {
    await mustOwn(tx, accountId, id);
    const target = await mustOwn(tx, accountId, to);
    const held = new Set(await heldBy(tx, id));
    if (pictureIds.some((pictureId) => !held.has(pictureId))) throw new ProductError('gallery.picture_not_found');
    if (id === to) return;
    await put(deps, tx, target, pictureIds);
    if (!isCopy) await sets.takeOut(tx, [id], pictureIds);
  });
}

async function order(
  { store }: FolderDeps,
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

async function mustOwn(handle: Db, accountId: string, id: string): Promise<sets.SetRow> {
  const row = await sets.findSet(handle, 'folder', id);
  if (row?.owner_id !== accountId) throw new ProductError('gallery.folder_not_found');
  return row;
}

async function requireVisible(deps: FolderDeps, caller: UserCaller | null, id: string): Promise<sets.SetRow> {
  const row = await sets.findSeen(deps.store.db, 'folder', id, caller?.accountId ?? null);
  if (!row) throw new ProductError('gallery.folder_not_found');
  return row;
}

async function describe(deps: FolderParts, caller: UserCaller | null, id: string): Promise<Folder> {
  const [described] = await deps.view.folders(caller, [await requireVisible(deps, caller, id)]);
  return described as Folder;
}

async function requireFreeName(tx: Db, accountId: string, name: string, except?: string): Promise<void> {
  const isTaken = (await sets.ownSets(tx, 'folder', accountId)).some((row) => row.title === name && row.id !== except);
  if (isTaken)
    throw new ProductError('gallery.folder_name_taken', { fill: { name }, fields: { name: ['已有同名收藏夹'] } });
}

async function requireRoom(tx: Db, accountId: string): Promise<void> {
  if ((await sets.ownSets(tx, 'folder', accountId)).length >= galleryLimits.folders)
    throw new ProductError('gallery.too_many_folders', { fill: { limit: galleryLimits.folders } });
}

async function insert(
  deps: FolderDeps,
  tx: Db,
  accountId: string,
  folder: { name: string; isPrivate: boolean; isDefault: boolean; clientKey: string | null },
): Promise<sets.SetRow> {
  const now = deps.clock.now();
  const id = deps.ids.next('folder');
  const places = (await sets.ownSets(tx, 'folder', accountId)).map((row) => row.place);
  await sets.insertSet(tx, {
    ...{ id, kind: 'folder', owner_id: accountId, title: folder.name, cover_picture_id: null },
    ...{ is_private: folder.isPrivate ? 1 : 0, is_default: folder.isDefault ? 1 : 0 },
    ...{ place: Math.max(0, ...places) + 1, seed_name: null, client_key: folder.clientKey },
    ...{ created_at: now, updated_at: now, deleted_at: null },
  });
  return mustOwn(tx, accountId, id);
}

/** The folder that what is collected without a choice goes into; made when it is needed first. */
async function defaultFolder(deps: FolderDeps, tx: Db, accountId: string): Promise<sets.SetRow> {
  const own = await sets.ownSets(tx, 'folder', accountId);
  const known = own.find((row) => row.is_default === 1);
  if (known) return known;
  const taken = new Set(own.map((row) => row.title));
  let name = defaultFolderName;
  for (let number = 2; taken.has(name); number++) name = `${defaultFolderName}${number}`;
  return insert(deps, tx, accountId, { name, isPrivate: true, isDefault: true, clientKey: null });
}

async function put(deps: FolderDeps, tx: Db, folder: sets.SetRow, pictureIds: readonly number[]): Promise<number> {
  const added = await sets.putIn(tx, folder.id, [...new Set(pictureIds)], 'start', deps.clock.now());
  const held = (await sets.picturesOf(tx, [folder.id])).get(folder.id)?.length ?? 0;
  if (held > galleryLimits.picturesPerSet)
    throw new ProductError('gallery.set_full', {
      fill: { name: folder.title, limit: galleryLimits.picturesPerSet },
    });
  if (added.length > 0) await sets.updateSet(tx, folder.id, { updated_at: deps.clock.now() });
  return added.length;
}

/**
 * Does something to what lies in an account's folders, in one transaction, and counts the collectors of those of
 * `affected` that are collected now and were not, or the other way round.
 */
async function counting<T>(
  deps: FolderDeps,
  accountId: string,
  affected: (tx: Db) => Promise<readonly number[]> | readonly number[],
  body: (tx: Db) => Promise<T>,
): Promise<T> {
  const { answer, changed } = await deps.store.transact(async (tx) => {
    const touched = [...new Set(await affected(tx))];
    const before = await sets.collectedAmong(tx, accountId, touched);
    const done = await body(tx);
    const after = await sets.collectedAmong(tx, accountId, touched);
    const gained = touched.filter((id) => after.has(id) && !before.has(id));
    const lost = touched.filter((id) => before.has(id) && !after.has(id));
    await sets.countCollects(tx, gained, 1);
    await sets.countCollects(tx, lost, -1);
    return { answer: done, changed: [...gained, ...lost] };
  });
  if (changed.length > 0) await deps.pictures.changed(changed);
  return answer;
}

const heldBy = async (tx: Db, id: string) => (await sets.picturesOf(tx, [id])).get(id) ?? [];
