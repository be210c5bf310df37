import type { Call } from '#shared/contract/endpoint';
import type { galleryContract } from '#shared/contract/gallery';
import type { GalleryPicture } from '#shared/contract/gallery-picture';
import { newClientKey } from '#shared/domain/client-key';
import { api } from '../lib/api';
import { useServerList } from '../lib/server-list';
import { useServerState } from '../lib/server-state';

type PictureFilter = Omit<Call<typeof galleryContract.pictures>, 'cursor' | 'size' | 'ids'>;
export type Publication = Omit<Call<typeof galleryContract.publishPicture>, 'clientKey'>;
export type PictureChange = Omit<Call<typeof galleryContract.editPicture>, 'id'>;

/** Pictures of one set, folder or person as rows that can be put in order and chosen; at most 500 (domain/gallery). */
export function usePictureRows(filter: PictureFilter, size = 60) {
  return useServerList<GalleryPicture>((cursor) => api.pictures({ ...filter, size, ...(cursor ? { cursor } : {}) }), {
    idOf: ({ id }) => id,
    dependsOn: [JSON.stringify(filter), size],
  });
}

/** The first pictures that fit, for a row of them. */
export function useSomePictures(filter: PictureFilter, size: number) {
  return useServerState(() => api.pictures({ ...filter, size }), { key: `pictures:${size}:${JSON.stringify(filter)}` });
}

export function usePictureDetail(id: number, isReady = true) {
  return useServerState(() => api.picture({ id }), { key: `picture:${id}`, isReady });
}

export const publishPicture = (values: Publication, clientKey = newClientKey()) =>
  api.publishPicture({ ...values, clientKey });
export const editPicture = (id: number, change: PictureChange) => api.editPicture({ id, ...change });
export const removePicture = (id: number) => api.removePicture({ id });
export const restorePicture = (id: number) => api.restorePicture({ id });

/** Ids of all pictures that fit, in their order. */
export async function readPictureIds(filter: PictureFilter): Promise<number[]> {
  return (await api.pictureLayout(filter)).ids;
}

/**
 * One page of my own pictures of every state: all before it are known by their ids, and only its own are read.
 * @param classifyId of the category they belong to; empty for all
 */
export function useOwnPage(page: number, size: number, classifyId: string) {
  return useServerState(
    async () => {
      const { ids } = await api.pictureLayout({ isOwn: true, sort: 'newest', ...(classifyId && { classifyId }) });
      const wanted = ids.slice((page - 1) * size, page * size);
      const list = wanted.length > 0 ? (await api.pictures({ isOwn: true, ids: wanted, size })).list : [];
      return { list, total: ids.length };
    },
    { key: `own-pictures:${classifyId}:${page}` },
  );
}
