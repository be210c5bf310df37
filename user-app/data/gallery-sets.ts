import type { Call } from '#shared/contract/endpoint';
import type { galleryContract } from '#shared/contract/gallery';
import type { ImageSet } from '#shared/contract/gallery-set';
import { newClientKey } from '#shared/domain/client-key';
import { api } from '../lib/api';
import { editKeptLists, useServerList } from '../lib/server-list';
import { useServerState } from '../lib/server-state';
import { forgetListsOf } from './gallery-shelf';

export type SetFilter = Omit<Call<typeof galleryContract.imageSets>, 'cursor' | 'size'>;
export type SetChange = Omit<Call<typeof galleryContract.editImageSet>, 'id'>;

/** Image sets that fit, page by page. */
export function useImageSets(filter: SetFilter, size = 24) {
  return useServerList<ImageSet>((cursor) => api.imageSets({ ...filter, size, ...(cursor ? { cursor } : {}) }), {
    idOf: ({ id }) => id,
    dependsOn: [JSON.stringify(filter), size],
    keptAs: 'image-sets',
  });
}

/** The first image sets that fit, for a row of them. */
export function useSomeImageSets(filter: SetFilter, size: number, isReady = true) {
  return useServerState(() => api.imageSets({ ...filter, size }), {
    key: `image-sets:${size}:${JSON.stringify(filter)}`,
    isReady,
  });
}

export function useImageSet(id: string) {
  return useServerState(() => api.imageSet({ id }), { key: `image-set:${id}`, isReady: id !== '' });
}

export function createImageSet(values: SetChange & { title: string; pictureIds?: number[] }): Promise<ImageSet> {
  return api.createImageSet({ ...values, clientKey: newClientKey() });
}

/** Updates a set in the kept lists; undefined removes it. */
function tellLists(id: string, next?: (row: ImageSet) => ImageSet): void {
  editKeptLists<ImageSet>('image-sets', (row) => (row.id === id ? next?.(row) : row));
}

export async function editImageSet(id: string, change: SetChange): Promise<ImageSet> {
  const set = await api.editImageSet({ id, ...change });
  tellLists(id, () => set);
  return set;
}
export async function removeImageSet(id: string): Promise<void> {
  await api.removeImageSet({ id });
  tellLists(id);
}
export const restoreImageSet = (id: string) => api.restoreImageSet({ id });
export async function collectImageSet(id: string, isCollected: boolean): Promise<ImageSet> {
  const set = await api.collectImageSet({ id, isCollected });
  tellLists(id, () => set);
  return set;
}

/** Puts pictures into a set of one's own, as many requests as it takes. */
export async function addToImageSet(id: string, pictureIds: readonly number[]): Promise<void> {
  forgetListsOf(id);
  for (const part of inParts(pictureIds)) await api.addToImageSet({ id, pictureIds: part });
}

export async function takeFromImageSet(id: string, pictureIds: readonly number[]): Promise<void> {
  forgetListsOf(id);
  for (const part of inParts(pictureIds)) await api.removeFromImageSet({ id, pictureIds: part });
}

/** @param before the picture it comes to stand before; null: at the end */
export function moveInImageSet(id: string, pictureId: number, before: number | null) {
  forgetListsOf(id);
  return api.moveInImageSet({ id, pictureId, before });
}

/** Pictures one request may name. */
const picturesPerRequest = 100;

export function inParts<T>(items: readonly T[], size = picturesPerRequest): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, part) =>
    items.slice(part * size, (part + 1) * size),
  );
}
