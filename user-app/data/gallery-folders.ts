import type { Answer } from '#shared/contract/endpoint';
import type { galleryContract } from '#shared/contract/gallery';
import { newClientKey } from '#shared/domain/client-key';
import { api } from '../lib/api';
import { useServerState } from '../lib/server-state';
import { storageKeys, writeText } from '../lib/storage';
import { changePicture } from './gallery-pictures';
import { readPictureIds } from './gallery-rows';
import { inParts } from './gallery-sets';
import { forgetListsOf } from './gallery-shelf';

export type OwnFolder = Answer<typeof galleryContract.collections>[number];
export type Uncollected = Answer<typeof galleryContract.uncollectPictures>;

/** My folders, the default one first. @param withPicture tells which of them hold it */
export function useFolders(isLoggedIn: boolean, withPicture?: number) {
  return useServerState(() => api.collections(withPicture === undefined ? {} : { withPicture }), {
    key: `folders:${withPicture ?? ''}`,
    isReady: isLoggedIn,
  });
}

export function useFolder(id: string) {
  return useServerState(() => api.folder({ id }), { key: `folder:${id}` });
}

export const createFolder = (name: string, isPrivate = true) =>
  api.createFolder({ name, isPrivate, clientKey: newClientKey() });
export const editFolder = (id: string, change: { name?: string; isPrivate?: boolean; before?: string | null }) =>
  api.editFolder({ id, ...change });
export const removeFolder = (id: string) => api.removeFolder({ id });
export const restoreFolder = (id: string) => api.restoreFolder({ id });
/** Puts all of one folder into another, and deletes it. @returns what brings both back as they were */
export async function mergeFolders(id: string, into: string): Promise<() => Promise<void>> {
  const [from, known] = await Promise.all([readPictureIds({ folderId: id }), readPictureIds({ folderId: into })]);
  const had = new Set(known);
  const brought = from.filter((pictureId) => !had.has(pictureId));
  forgetListsOf(into);
  await api.mergeFolders({ id, into });
  return async () => {
    await api.restoreFolder({ id });
    if (brought.length > 0) await uncollectPictures(brought, into);
  };
}

/** @param before the picture it comes to stand before; null: at the end */
export function orderCollected(id: string, pictureId: number, before: number | null) {
  forgetListsOf(id);
  return api.orderCollected({ id, pictureId, before });
}

export async function moveCollected(id: string, pictureIds: readonly number[], to: string, isCopy: boolean) {
  for (const folderId of [id, to]) forgetListsOf(folderId);
  for (const part of inParts(pictureIds)) await api.moveCollected({ id, pictureIds: part, to, isCopy });
}

/** Collects pictures into a folder, which is remembered (docs/RULES.md R63). @returns how many are new in it */
export async function collectInto(folderId: string, pictureIds: readonly number[]): Promise<number> {
  forgetListsOf(folderId);
  let added = 0;
  for (const part of inParts(pictureIds)) added += (await api.collectPictures({ pictureIds: part, folderId })).added;
  writeText(storageKeys.defaultCollect, folderId);
  for (const id of pictureIds) changePicture(id, { isCollected: true });
  return added;
}

/** @returns from which folders they were taken, to put them back */
export async function uncollectPictures(pictureIds: readonly number[], folderId?: string): Promise<Uncollected> {
  const taken: Uncollected = [];
  if (folderId) forgetListsOf(folderId);
  for (const part of inParts(pictureIds))
    taken.push(...(await api.uncollectPictures({ pictureIds: part, ...(folderId ? { folderId } : {}) })));
  return taken;
}

/** Puts back what {@link uncollectPictures} took out. */
export async function collectAgain(taken: Uncollected): Promise<void> {
  const byFolder = Map.groupBy(taken, ({ folderId }) => folderId);
  for (const [folderId, entries] of byFolder) {
    forgetListsOf(folderId);
    for (const part of inParts(entries))
      await api.collectPictures({ pictureIds: part.map(({ pictureId }) => pictureId), folderId });
  }
}
