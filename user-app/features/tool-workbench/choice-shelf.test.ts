import { beforeEach, expect, test, vi } from 'vitest';
import { storageKeys } from '../../lib/storage.ts';
import { choiceShelf, noteChosen, toggleFavorite } from './choice-shelf.ts';

const kept = new Map<string, string>();

beforeEach(() => {
  kept.clear();
  vi.stubGlobal('window', {
    localStorage: {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
    },
  });
});

test('stars and what was chosen last belong to an account, the newest first', () => {
  toggleFavorite('one', '1/现代');
  expect(toggleFavorite('one', '1/法式')).toEqual(['1/法式', '1/现代']);
  noteChosen('one', '1/现代');
  noteChosen('one', '1/木构');
  noteChosen('one', '1/现代');
  expect(choiceShelf('one').recent).toEqual(['1/现代', '1/木构']);
  expect(choiceShelf('two')).toEqual({ favorites: [], recent: [] });

  noteChosen('two', '5/侘寂');
  expect(toggleFavorite('one', '1/法式')).toEqual(['1/现代']);
  expect(choiceShelf('one')).toEqual({ favorites: ['1/现代'], recent: ['1/现代', '1/木构'] });
  expect(choiceShelf('two').recent).toEqual(['5/侘寂']);
});

test('what a device keeps does not grow for ever', () => {
  for (const account of ['one', 'two', 'three', 'four', 'five'])
    for (let place = 0; place < 80; place++) {
      noteChosen(account, `k${place}`);
      toggleFavorite(account, `k${place}`);
    }
  expect(choiceShelf('one')).toEqual({ favorites: [], recent: [] });
  expect(choiceShelf('five').favorites).toHaveLength(60);
  expect(choiceShelf('five').recent).toHaveLength(24);
});

test('what somebody else wrote there is no harm', () => {
  kept.set(
    storageKeys.choiceShelves,
    JSON.stringify([['one', { favorites: [3, 'a'], recent: 'x' }], 7, ['two', null]]),
  );
  expect(choiceShelf('one')).toEqual({ favorites: ['a'], recent: [] });
  expect(choiceShelf('two')).toEqual({ favorites: [], recent: [] });
});
