import { expect, it } from 'vitest';
import { windowOf } from './list-window.ts';

const sorts = { createdAt: 'task.created_at', ms: 'task.ms' };
const first = { _start: 0, _end: 20 };

it.each([
  [0, 20, 0, 20],
  [40, 60, 40, 20],
  [0, 1000, 0, 200],
  [20, 20, 20, 1],
  [20, 5, 20, 1],
])('from %i to %i are the rows from %i on, %i of them', (_start, _end, offset, limit) => {
  expect(windowOf({ _start, _end }, sorts)).toMatchObject({ offset, limit });
});

it('the newest stand first where nothing is said, and the first column counts', () => {
  expect(windowOf(first, sorts)).toMatchObject({ sort: 'task.created_at', order: 'desc' });
  expect(windowOf({ ...first, _sort: 'ms,createdAt', _order: 'ASC,desc' }, sorts)).toMatchObject({
    sort: 'task.ms',
    order: 'asc',
  });
});

it.each(['price', 'constructor', ''])('the column %j is refused', (_sort) => {
  expect(() => windowOf({ ...first, _sort }, sorts)).toThrow(expect.objectContaining({ reason: 'request.invalid' }));
});
