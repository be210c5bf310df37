import { expect, test } from 'vitest';
import { createSelection } from './selection';

const order = ['a', 'b', 'c', undefined, 'e', 'f'];

test('a range reaches from the work chosen last, grows and shrinks with its end', () => {
  const selection = createSelection();
  selection.toggle('f');
  selection.toggle('b');
  selection.extendTo('e', order);
  expect([...selection.ids()].sort()).toEqual(['b', 'c', 'e', 'f']);
  selection.extendTo('c', order);
  expect([...selection.ids()].sort()).toEqual(['b', 'c', 'f']);
  selection.extendTo('a', order);
  expect([...selection.ids()].sort()).toEqual(['a', 'b', 'f']);
});

test('without a beginning in the list a range is a choice of one', () => {
  const selection = createSelection();
  selection.extendTo('c', order);
  expect([...selection.ids()]).toEqual(['c']);
  selection.extendTo('a', ['x', 'a']);
  expect([...selection.ids()].sort()).toEqual(['a', 'c']);
});

test('listeners hear of changes only', () => {
  const selection = createSelection();
  let heard = 0;
  selection.subscribe(() => {
    heard += 1;
  });
  selection.clear();
  selection.drop(['a']);
  expect(heard).toBe(0);
  selection.toggle('a');
  selection.drop(['a', 'b']);
  expect(heard).toBe(2);
  expect(selection.ids().size).toBe(0);
});
