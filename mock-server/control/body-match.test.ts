import { expect, it } from 'vitest';
import { lacksOf } from './body-match.ts';

it.each([
  [{ a: 1, b: 2 }, { a: 1 }, []],
  [{ a: '1', b: '{"c":[1]}' }, { a: 1, b: { c: [1] } }, []],
  [{ a: 1 }, { a: '1' }, ['a']],
  [{ a: { b: 1, c: 2 } }, { a: { b: 2, c: 3 } }, ['a.b', 'a.c']],
  [{ a: [1, 2] }, { a: [1] }, ['a']],
  [{}, { toString: undefined, a: null }, ['a']],
  [undefined, { a: 1 }, ['']],
])('of %j, when %j is wanted, tells %j', (given, wanted, names) => {
  expect(lacksOf(given, wanted).map(({ name }) => name)).toEqual(names);
});
