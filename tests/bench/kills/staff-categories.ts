import type { StaffHand } from './hands.ts';
import { oneOf, unique } from './numbering.ts';
import { isRefusal } from './world.ts';

/** Categories that one member of staff makes, hides, shows and deletes. */
export function categoryActs({ books, random, call, note }: StaffHand) {
  const own = new Set<string>();

  async function makeCategory(): Promise<void> {
    const name = unique('类');
    const { id } = await call(async (api, isAgain) => {
      const [found] = isAgain ? await api.categories({ name }) : [];
      return found ?? api.createCategory({ parentId: '101', name });
    });
    own.add(id);
    books.categories.set(id, { name, isHidden: false });
    note('category', 'category.create', id);
  }

  async function changeCategory(): Promise<void> {
    const id = oneOf([...own], random);
    const kept = books.categories.get(id ?? '');
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
    await call(async (api, isAgain) => {
      await api.removeCategory({ id }).catch((error: unknown) => {
        if (!(isAgain && isRefusal(error, 'category.not_found'))) throw error;
      });
    });
    own.delete(id);
    const kept = books.categories.get(id);
    if (kept) kept.name = null;
    note('category deleted', 'category.remove', id);
  }

  return { makeCategory, changeCategory };
}
