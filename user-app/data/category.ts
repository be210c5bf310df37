import { toClientTree } from '#shared/domain/category-tree';
import { minute } from '#shared/domain/time';
import { api } from '../lib/api';
import { useServerState } from '../lib/server-state';

/** The category tree in the client's model (docs/RULES.md R60). */
export function useCategories() {
  return useServerState(async () => toClientTree(await api.getAllClassify()), {
    key: 'categories',
    freshFor: 5 * minute,
  });
}
