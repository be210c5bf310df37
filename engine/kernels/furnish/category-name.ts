import type { CategoryNode } from '#shared/domain/category-tree';
import { categories } from '#shared/tools/categories';

/** The name of a category by its id; ids begin with their parents'. */
export function categoryName(id: string | undefined, nodes: readonly CategoryNode[] = categories): string | undefined {
  if (!id) return undefined;
  for (const node of nodes) {
    if (node.id === id) return node.name;
    if (!id.startsWith(node.id)) continue;
    const below = categoryName(id, node.children);
    if (below) return below;
  }
  return undefined;
}
