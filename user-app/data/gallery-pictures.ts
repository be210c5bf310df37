import { useSyncExternalStore } from 'react';
import type { GalleryPicture } from '#shared/contract/gallery-picture';
import { api } from '../lib/api';
import { Listeners } from '../lib/listeners';
import { readText, removeKeys, storageKeys, writeText } from '../lib/storage';

/**
 * Every picture of the gallery this window knows, once: walls, viewer and pages read the same object, so that what is
 * collected in one is collected in all.
 */
const pictures = new Map<number, GalleryPicture>();
const listeners = new Map<number, Set<() => void>>();
/** Pictures hidden by the person; their boxes stay until the list is read again. */
const hidden = new Set<number>();

const allListeners = new Listeners();

function tell(id: number): void {
  allListeners.tell();
  for (const listener of listeners.get(id) ?? []) listener();
}

function subscribe(id: number, listener: () => void): () => void {
  const known = listeners.get(id) ?? new Set();
  listeners.set(id, known.add(listener));
  return () => {
    known.delete(listener);
    if (known.size === 0) listeners.delete(id);
  };
}

/** Hears of every picture that is read or changes. */
export const onPictures = allListeners.subscribe;

export const knownPicture = (id: number): GalleryPicture | undefined => pictures.get(id);

export function acceptPictures(news: readonly GalleryPicture[]): void {
  for (const picture of news) {
    pictures.set(picture.id, picture);
    tell(picture.id);
  }
}

export function changePicture(id: number, change: Partial<GalleryPicture>): void {
  const known = pictures.get(id);
  if (known) acceptPictures([{ ...known, ...change }]);
}

/** A picture as it is now; undefined until somebody has read it. */
export function useGalleryPicture(id: number): GalleryPicture | undefined {
  return useSyncExternalStore(
    (listener) => subscribe(id, listener),
    () => pictures.get(id),
  );
}

export function useIsHidden(id: number): boolean {
  return useSyncExternalStore(
    (listener) => subscribe(id, listener),
    () => hidden.has(id),
  );
}

/** Leaves a picture out from now on, or takes that back; seen at once, undone where the server refuses. */
export async function hidePicture(id: number, isHidden: boolean): Promise<void> {
  const mark = (isMarked: boolean) => {
    if (isMarked) hidden.add(id);
    else hidden.delete(id);
    tell(id);
  };
  mark(isHidden);
  try {
    await api.hidePicture({ id, isHidden });
  } catch (error) {
    mark(!isHidden);
    throw error;
  }
}

export interface Collected {
  folderId: string;
  folderName: string;
}

/** Puts a picture into the folder used last, or the default one; seen at once, undone where the server refuses. */
export async function collectPicture(id: number, folderId = readText(storageKeys.defaultCollect)): Promise<Collected> {
  const undo = markCollected(id, true);
  try {
    const answer = await api.collectPictures({ pictureIds: [id], ...(folderId ? { folderId } : {}) });
    writeText(storageKeys.defaultCollect, answer.folderId);
    return answer;
  } catch (error) {
    undo();
    if (!folderId || !isFolderGone(error)) throw error;
    removeKeys(storageKeys.defaultCollect);
    return collectPicture(id, '');
  }
}

/** Moves a picture to another folder, which is used from now on. */
export async function refilePicture(id: number, from: string, to: string): Promise<void> {
  if (from !== to) await api.moveCollected({ id: from, pictureIds: [id], to });
  writeText(storageKeys.defaultCollect, to);
}

/** Takes a picture out of all folders. The answer is what puts it back. */
export async function uncollectPicture(id: number): Promise<() => Promise<void>> {
  const undo = markCollected(id, false);
  try {
    const left = await api.uncollectPictures({ pictureIds: [id] });
    return async () => {
      for (const { folderId } of left) await collectPicture(id, folderId);
    };
  } catch (error) {
    undo();
    throw error;
  }
}

const isFolderGone = (error: unknown) => (error as { reason?: unknown }).reason === 'gallery.folder_not_found';

/** @returns what takes it back. */
function markCollected(id: number, isCollected: boolean): () => void {
  const known = pictures.get(id);
  if (!known || known.isCollected === isCollected) return () => undefined;
  const { collectCount } = known;
  changePicture(id, { isCollected, collectCount: Math.max(0, collectCount + (isCollected ? 1 : -1)) });
  return () => changePicture(id, { isCollected: known.isCollected, collectCount });
}
