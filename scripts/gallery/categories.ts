import { childrenOf } from '#shared/domain/category-tree';
import { categories } from '#shared/tools/categories';

interface Named {
  id: string;
  name: string;
}

/**
 * Id of a category by its names from the root on, such as 建筑, 别墅, 极简.
 *
 * @throws Error when a name is not there
 */
export function categoryId(...names: readonly string[]): string {
  let level: readonly Named[] = categories;
  let id = '';
  for (const name of names) {
    const node = level.find((one) => one.name === name);
    if (!node) throw new Error(`no category ${names.join(' / ')}`);
    id = node.id;
    level = childrenOf(node as never) as readonly Named[];
  }
  return id;
}
