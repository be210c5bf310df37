/** A category as the server sends it: the same form at every level. */
export interface CategoryNode {
  id: string;
  name: string;
  children: readonly CategoryNode[];
}

/** A category as the client keeps it; the deep children of some roots stand under `childrens` (docs/RULES.md R60). */
export interface ClientCategory {
  id: string;
  name: string;
  children?: ClientCategory[];
  childrens?: ClientCategory[];
}

/** Places of the roots whose deep children are renamed: the first and the fifth (docs/RULES.md R60). */
const renamedRoots: readonly number[] = [0, 4];
/** A category of this level still has `children` above it; what lies below it is renamed. */
const deepestPlainLevel = 3;

/**
 * The client model's category tree. In the first and fifth root, a level-3 category carries its children (level 4 and
 * deeper) under `childrens` instead of `children`; every other category keeps `children`. Changes nothing it is given.
 */
export function toClientTree(roots: readonly CategoryNode[]): ClientCategory[] {
  return roots.map((root, place) => convert(root, 1, renamedRoots.includes(place)));
}

function convert(node: CategoryNode, level: number, isRenamed: boolean): ClientCategory {
  const below = node.children.map((child) => convert(child, level + 1, isRenamed));
  const { id, name } = node;
  return isRenamed && level >= deepestPlainLevel ? { id, name, childrens: below } : { id, name, children: below };
}

/** Children of a category in either model. */
export function childrenOf<T extends CategoryNode | ClientCategory>(node: T): readonly T[] {
  const { children, childrens } = node as { children?: unknown; childrens?: unknown };
  return (children ?? childrens ?? []) as readonly T[];
}

/** The categories from the root down to `id`, both included; empty when there is no such category. */
export function pathTo<T extends CategoryNode | ClientCategory>(roots: readonly T[], id: string): T[] {
  for (const node of roots) {
    if (node.id === id) return [node];
    const below = pathTo(childrenOf(node), id);
    if (below.length > 0) return [node, ...below];
  }
  return [];
}

export function findCategory<T extends CategoryNode | ClientCategory>(roots: readonly T[], id: string): T | undefined {
  return pathTo(roots, id).at(-1);
}

/** Every category of one level under a root; the root itself is level 1. */
export function categoriesAtLevel<T extends CategoryNode | ClientCategory>(root: T, level: number): T[] {
  return level <= 1 ? [root] : childrenOf(root).flatMap((child) => categoriesAtLevel(child, level - 1));
}

/** The names from the root down to a category, e.g. `['建筑', '别墅', '现代']`. */
export function categoryNames(roots: readonly (CategoryNode | ClientCategory)[], id: string): string[] {
  return pathTo(roots, id).map((node) => node.name);
}
