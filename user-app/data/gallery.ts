import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { LikenessWeights, PictureFilters } from '#shared/contract/gallery-picture';
import type { ReportReason } from '#shared/domain/gallery';
import { minute } from '#shared/domain/time';
import { api } from '../lib/api';
import { firstCards } from '../lib/boot-response';
import { onReconnect } from '../lib/connection';
import { useServerState } from '../lib/server-state';
import { acceptPictures } from './gallery-pictures';
import { forgetListsOf, type ShelvedPictures, shelvedPictures } from './gallery-shelf';
import type { PictureListState, PictureSource } from './picture-list';
import { useCurrentUser } from './user';

function sourceOf(filters: Partial<PictureFilters>): PictureSource {
  return {
    read: (cursor) => api.pictures({ ...filters, size: firstCards, ...(cursor ? { cursor } : {}) }),
    readCards: async (ids, signal) => (await api.pictures({ ...filters, ids: [...ids], size: 100 }, { signal })).list,
    readLayout: () => api.pictureLayout(filters),
  };
}

/** Content of a wall: a list by filters, or pictures like one that is in the gallery. */
export type WallContent =
  | { filters: Partial<PictureFilters> }
  | { like: number; weights: LikenessWeights }
  | { imageId: string; weights: LikenessWeights; crop?: Crop | undefined };

export interface Crop {
  x: number;
  y: number;
  width: number;
  height: number;
}

function sourceFor(content: WallContent): PictureSource {
  if ('filters' in content) return sourceOf(content.filters);
  const readCards: PictureSource['readCards'] = async (ids, signal) =>
    (await api.pictures({ ids: [...ids], size: 100 }, { signal })).list;
  const page = (cursor: string | undefined) => ({
    ...content.weights,
    size: firstCards,
    ...(cursor ? { cursor } : {}),
  });
  if ('like' in content)
    return { readCards, read: (cursor) => api.similarPictures({ id: content.like, ...page(cursor) }) };
  const { imageId, crop } = content;
  return { readCards, read: (cursor) => api.picturesLike({ imageId, ...page(cursor), ...(crop ? { crop } : {}) }) };
}

/** The list of a wall with its place; the same one when the page is come back to. */
export function usePictureList(content: WallContent): ShelvedPictures {
  const { user } = useCurrentUser();
  // The same content on another page has another place.
  const { pathname } = window.location;
  const key = JSON.stringify([user?.userId ?? null, pathname, content]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is the content
  const shelved = useMemo(() => shelvedPictures(key, sourceFor(content)), [key]);
  useEffect(() => {
    const { list } = shelved;
    if (!list.get().isReady && !list.get().isLoading && !list.get().error) void list.loadMore();
    return onReconnect((isInDoubt) => void (isInDoubt ? list.refresh() : list.get().error && list.loadMore()));
  }, [shelved]);
  return shelved;
}

/** Reads one part of a list; the component renders again when that part changes. */
export function useListState<T>({ list }: ShelvedPictures, select: (state: PictureListState) => T): T {
  return useSyncExternalStore(list.subscribe, () => select(list.get()));
}

/** Words that are asked for most, for the search box. */
export function useHotWords() {
  return useServerState(() => api.hotWords(), { key: 'gallery-hot-words', freshFor: 5 * minute });
}

/** Numbers of pictures and cases in each category. */
export function useCategoryCounts() {
  return useServerState(() => api.categoryCounts(), { key: 'gallery-category-counts', freshFor: 5 * minute });
}

/** Details of a picture; its card is updated with them. */
export function usePictureDetail(id: number) {
  return useServerState(
    async () => {
      const detail = await api.picture({ id });
      acceptPictures([detail]);
      return detail;
    },
    { key: `gallery-picture:${id}`, freshFor: minute },
  );
}

/** Pictures like one, the first of them. */
export function useLikePictures(id: number, size: number) {
  return useServerState(
    async () => {
      const { list } = await api.similarPictures({ id, size });
      acceptPictures(list);
      return list;
    },
    { key: `gallery-like:${id}:${size}`, freshFor: 5 * minute },
  );
}

export const reportPicture = (id: number, reason: ReportReason, text: string) =>
  api.reportPicture({ id, reason, text });

export function followAuthor(authorId: string, isFollowed: boolean) {
  forgetListsOf('isFollowed');
  return api.follow({ id: authorId, isFollowed });
}

export const readSuggestions = (keyword: string) => api.suggestions({ keyword });

/** Results of a search word besides pictures, and further words when it finds little. */
export function useSearchFacts(keyword: string | undefined) {
  return useServerState(() => api.searchGallery({ keyword: keyword ?? '' }), {
    key: `gallery-search:${keyword}`,
    isReady: keyword !== undefined,
    freshFor: minute,
  });
}

/** Image sets that stand first. */
export function useImageSets(size: number) {
  return useServerState(() => api.imageSets({ size }), { key: `image-sets:${size}`, freshFor: minute });
}

/** The first pictures a word finds; what is typed in pinyin stands for the first word that it may be. */
export async function readFoundPictures(typed: string, size: number) {
  const found = async (keyword: string) => ({ keyword, pictures: (await api.pictures({ keyword, size })).list });
  const asTyped = await found(typed);
  if (asTyped.pictures.length > 0 || !/^[a-z]{2,}$/i.test(typed)) return asTyped;
  const meant = (await api.suggestions({ keyword: typed })).find(({ kind }) => kind === 'word' || kind === 'category');
  return meant ? found(meant.text) : asTyped;
}
