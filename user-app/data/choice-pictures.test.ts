import { existsSync, statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { pathTo, toClientTree } from '#shared/domain/category-tree';
import { categories } from '#shared/tools/categories';
import { tools } from '#shared/tools/registry';
import index from '../public/samples/choices/index.json';
import { choicePicture } from './choice-pictures.ts';

const tree = toClientTree(categories);
const fileOf = (id: string) => choicePicture(pathTo(tree, id))?.src;
const onDisk = (src: string) => `user-app/public${src}`;

/** Every category a form offers, by the list it stands in. */
function lists(): string[][] {
  const fields = tools.flatMap((tool) => Object.values(tool.fields)).filter(({ editor }) => editor === 'preset');
  const roots = [...new Set(fields.map(({ categoryRoot }) => categoryRoot))];
  return roots.flatMap((root) => {
    const types = pathTo(tree, root!).at(-1)?.children ?? [];
    return [types, ...types.map(({ children = [] }) => children)].map((list) => list.map(({ id }) => id));
  });
}

describe('pictures to choose by', () => {
  it('stand for every type and style of every form, no two of a list alike', () => {
    for (const list of lists()) {
      const files = list.map(fileOf);
      expect(files).not.toContain(undefined);
      expect(new Set(files).size).toBe(list.length);
      for (const file of files) expect(existsSync(onDisk(file!)), file).toBe(true);
    }
  });

  it('are light: all of them together weigh at most 900 kB', () => {
    const files = [...new Set(Object.values(index).map(([name]) => onDisk(`/samples/choices/${name}.avif`)))];
    expect(files.length).toBeGreaterThan(100);
    expect(files.reduce((sum, file) => sum + statSync(file).size, 0)).toBeLessThanOrEqual(900_000);
  });

  it('come from the parent for a category that is new', () => {
    const [building] = tree;
    const villa = building?.children?.[0];
    const brandNew = { id: '10199', name: '未来主义新风格' };
    expect(choicePicture([building!, villa!, brandNew])).toEqual(choicePicture([building!, villa!]));
    expect(choicePicture([{ id: '77', name: '新' }, brandNew])).toBeUndefined();
  });
});
