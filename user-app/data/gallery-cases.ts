import type { Call } from '#shared/contract/endpoint';
import type { galleryContract } from '#shared/contract/gallery';
import type { Case } from '#shared/contract/gallery-case';
import type { GalleryPicture } from '#shared/contract/gallery-picture';
import { minute } from '#shared/domain/time';
import { api } from '../lib/api';
import { editKeptLists, useServerList } from '../lib/server-list';
import { useServerState } from '../lib/server-state';
import { type ShelvedPictures, shelvedPictures } from './gallery-shelf';

export type CaseFilter = Omit<Call<typeof galleryContract.cases>, 'cursor' | 'size'>;

/** Cases that fit, page by page. */
export function useCases(filter: CaseFilter, size = 18) {
  return useServerList<Case>((cursor) => api.cases({ ...filter, size, ...(cursor ? { cursor } : {}) }), {
    idOf: ({ id }) => id,
    dependsOn: [JSON.stringify(filter), size],
    keptAs: 'cases',
  });
}

/** Number of matching cases, and the styles to filter by. */
export function useCaseStyles(filter: CaseFilter) {
  return useServerState(
    async () => {
      const { total, styles } = await api.cases({ ...filter, size: 1 });
      return { total, styles };
    },
    { key: `case-styles:${JSON.stringify(filter)}`, freshFor: minute },
  );
}

export function useCase(id: string) {
  return useServerState(() => api.case({ id }), { key: `case:${id}` });
}

export async function collectCase(id: string, isCollected: boolean): Promise<void> {
  await api.collectCase({ id, isCollected });
  editKeptLists<Case>('cases', (row) => (row.id === id ? { ...row, isCollected } : row));
}

/** The pictures of a case's story as the list the viewer leafs through. */
export function storyShelf(id: string, story: readonly GalleryPicture[]): ShelvedPictures {
  const shelved = shelvedPictures(`story:${id}:${story.map((picture) => picture.id).join()}`, {
    read: async () => ({ list: [...story], nextCursor: null, total: story.length }),
    readCards: async (ids) => story.filter((picture) => ids.includes(picture.id)),
  });
  if (!shelved.list.get().isReady) void shelved.list.loadMore();
  return shelved;
}
