import { describe, expect, it } from 'vitest';
import { categories } from '../tools/categories.ts';
import {
  type CategoryNode,
  categoriesAtLevel,
  categoryNames,
  childrenOf,
  findCategory,
  pathTo,
  toClientTree,
} from './category-tree.ts';

const depth = (node: CategoryNode): number => 1 + Math.max(0, ...node.children.map(depth));
const all = (nodes: readonly CategoryNode[]): CategoryNode[] => nodes.flatMap((node) => [node, ...all(node.children)]);

describe('the category tree', () => {
  it('stands in the order of the gallery', () => {
    expect(categories.map((root) => root.name)).toEqual([
      '建筑',
      '景观',
      '公装',
      '规划鸟瞰',
      '室内',
      '平面彩图',
      '氛围',
      '材质',
      '画风',
    ]);
  });

  it('is deeper than three levels only in its first and fifth root', () => {
    expect(categories.map(depth)).toEqual([4, 3, 3, 3, 4, 3, 3, 2, 2]);
  });

  it('has ids that no page path can split, each once', () => {
    const ids = all(categories).map((node) => node.id);
    expect(ids.filter((id) => !/^\d{1,7}$/.test(id))).toEqual([]);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('keeps ids that are already in bookmarks', () => {
    expect(
      ['101', '11901', '10103', '1010302', '501', '5010101', '605', '70103', '812', '911'].map((id) =>
        categoryNames(categories, id).join('/'),
      ),
    ).toEqual([
      '建筑/别墅',
      '建筑/民宿/现代',
      '建筑/别墅/新中式',
      '建筑/别墅/新中式/高级灰',
      '室内/客厅',
      '室内/客厅/现代简约/质感',
      '平面彩图/规划总平',
      '氛围/时间/黄昏',
      '材质/屋面',
      '画风/马克笔',
    ]);
  });
});

describe('the client model of the tree', () => {
  const leaf = (id: string): CategoryNode => ({ id, name: id, children: [] });
  const chain = (id: string, levels: number): CategoryNode =>
    levels === 1 ? leaf(id) : { id, name: id, children: [chain(`${id}1`, levels - 1)] };

  it('renames what lies below level 3 in the first and fifth root, at any depth', () => {
    const tree = toClientTree(Array.from({ length: 6 }, (_, place) => chain(String(place + 1), 5)));
    const level3 = (place: number) => tree[place]?.children?.[0]?.children?.[0];
    expect([0, 1, 2, 3, 4, 5].map((place) => Object.keys(level3(place) ?? {}).at(-1))).toEqual([
      'childrens',
      'children',
      'children',
      'children',
      'childrens',
      'children',
    ]);
    expect(level3(0)).toEqual({
      id: '111',
      name: '111',
      childrens: [{ id: '1111', name: '1111', childrens: [{ id: '11111', name: '11111', childrens: [] }] }],
    });
  });

  it('leaves the tree it was given as it was', () => {
    const before = structuredClone(categories);
    toClientTree(categories);
    expect(categories).toEqual(before);
  });

  it('is walked by the same helpers, whatever the children are called', () => {
    const tree = toClientTree(categories);
    expect(categoryNames(tree, '5010101')).toEqual(['室内', '客厅', '现代简约', '质感']);
    expect(pathTo(tree, '1010302').map((node) => node.id)).toEqual(['1', '101', '10103', '1010302']);
    expect(findCategory(tree, 'nowhere')).toBeUndefined();
    expect(tree.map((root) => categoriesAtLevel(root, 4).length)).toEqual([1596, 0, 0, 0, 600, 0, 0, 0, 0]);
    expect(childrenOf({ id: 'x', name: 'x' })).toEqual([]);
  });
});
