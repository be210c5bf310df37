import type { PictureFilters } from '#shared/contract/gallery-picture';
import { api } from '../lib/api';
import { useServerState } from '../lib/server-state';

/** The first pictures of a list of the gallery. */
export function usePictureList(filters: Partial<PictureFilters>) {
  return useServerState(() => api.pictures(filters), { key: `pictures:${JSON.stringify(filters)}` });
}
