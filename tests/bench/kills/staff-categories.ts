import type { StaffClient } from './clients.ts';
import { isRefusal } from './killed-server.ts';
import { pickFrom, unique } from './numbering.ts';

/** Operations on categories: create, hide, show, delete. */
export function categoryOperations({ expected, random, call, note }: StaffClient) {
  const own = new Set<string>();

  async function makeCategory(): Promise<void> {
    const name = unique('类');
    const { id } = await call(async (api, isRetry) => {
      const [found] = isRetry ? await api.categories({ name }) : [];
      return found ?? api.createCategory({ parentId: '101', name });
    });
    own.add(id);
    expected.categories.set(id, { name, isHidden: false });
    note('category', 'category.create', id);
  }

  async function changeCategory(): Promise<void> {
    const id = pickFrom([...own], random);
    const kept = expected.categories.get(id ?? '');
    if (id === undefined || !kept) return makeCategory();
    if (random() < 0.4) return removeCategory(id);
    const isHidden = !kept.isHidden;
    await call(async (api) => {
      const now = await api.category({ id });
      if (now.isHidden !== isHidden) await api.updateCategory({ id, isHidden, version: now.version });
    });
    kept.isHidden = isHidden;
    note('category changed', 'category.update', id);
  }

  async function removeCategory(id: string): Promise<void> {
    await call(async (api, isRetry) => {
      await api.removeCategory({ id }).catch((error: unknown) => {
        if (!(isRetry && isRefusal(error, 'category.not_found'))) throw error;
      });
    });
    own.delete(id);
    const kept = expected.categories.get(id);
    if (kept) kept.name = null;
    note('category deleted', 'category.remove', id);
  }

  return { makeCategory, changeCategory };
}
