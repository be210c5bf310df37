import { describe, expect, it } from 'vitest';
import { isFound } from '../../../lib/is-found.ts';
import { cellTowards, fewOf, findChoices, partsOf } from './choice-order.ts';

const named = (name: string) => ({ value: name, name, key: `5/${name}` });
const free = { value: undefined, name: '默认', key: '' };
const styles = ['现代简约', '奶油', '原木', '侘寂', '新中式', '宋式', '法式'].map(named);
const names = (list: readonly { name: string }[]) => list.map(({ name }) => name);

describe('the order of choices', () => {
  it('begins with what was starred, then what was used last, each once', () => {
    const shelf = { favorites: ['5/宋式', '5/奶油', '1/木构'], recent: ['5/奶油', '5/法式', '5/原木'] };
    const parts = partsOf([free, ...styles], shelf);
    expect(parts.map(({ title, choices }) => [title, names(choices)])).toEqual([
      ['收藏', ['默认', '宋式', '奶油']],
      ['最近用过', ['法式', '原木']],
      ['全部', ['现代简约', '侘寂', '新中式']],
    ]);
  });

  it('is the list itself for somebody new, and for a list of nothing but 默认', () => {
    const nobody = { favorites: [], recent: [] };
    expect(partsOf(styles, nobody)).toEqual([{ title: '全部', choices: styles }]);
    expect(names(partsOf([free], nobody)[0]!.choices)).toEqual(['默认']);
  });

  it('shows the chosen one among the first few, and lets a shown one be chosen without moving any', () => {
    const few = fewOf(styles, '法式', { most: 3 });
    expect(names(few)).toEqual(['现代简约', '奶油', '法式']);
    expect(fewOf(styles, '奶油', { most: 3, before: few })).toBe(few);
    expect(names(fewOf(styles, '侘寂', { most: 3, before: few }))).toEqual(['现代简约', '奶油', '侘寂']);
  });
});

describe('looking for a choice', () => {
  it('goes by a part of the name, and by pinyin once that is known', () => {
    expect(names(findChoices([free, ...styles], '中式'))).toEqual(['新中式']);
    expect(names(findChoices(styles, ' XZ', isFound))).toEqual(['新中式']);
    expect(names(findChoices(styles, 'songshi', isFound))).toEqual(['宋式']);
    expect(findChoices(styles, 'xz')).toEqual([]);
  });
});

describe('arrows in the grid', () => {
  // Three columns, a heading, and a last row of one.
  const spots = [0, 0, 0, 100, 100, 240].map((top, place) => ({ top, left: (place % 3) * 110 }));
  spots[5] = { top: 240, left: 0 };

  it('lead along a row and over its end', () => {
    expect(cellTowards('ArrowRight', 2, spots)).toBe(3);
    expect(cellTowards('ArrowLeft', 0, spots)).toBeUndefined();
    expect([cellTowards('Home', 4, spots), cellTowards('End', 0, spots)]).toEqual([0, 5]);
  });

  it('keep to the column as far as there is one', () => {
    expect(cellTowards('ArrowDown', 1, spots)).toBe(4);
    expect(cellTowards('ArrowDown', 2, spots)).toBe(4);
    expect(cellTowards('ArrowDown', 4, spots)).toBe(5);
    expect(cellTowards('ArrowUp', 5, spots)).toBe(3);
    expect(cellTowards('ArrowUp', 1, spots)).toBeUndefined();
    expect(cellTowards('ArrowDown', 5, spots)).toBeUndefined();
  });
});
