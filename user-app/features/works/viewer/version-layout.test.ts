import { expect, test } from 'vitest';
import type { VersionTree } from '#shared/contract/project';
import { layOutVersions } from './version-layout';

const picture = (imageId: string, depth: number, createdAt: number) =>
  ({ imageId, depth, createdAt }) as VersionTree['pictures'][number];
const step = (from: string, to: string) => ({ from, to, taskId: 't', tool: 'toline', field: 'upload_img' });

test('ancestors stand left, descendants right and beside what they were made from', () => {
  const { nodes, edges, columns, rows } = layOutVersions({
    pictures: [
      picture('upload', -1, 1),
      picture('self', 0, 2),
      picture('a', 1, 3),
      picture('b', 1, 4),
      picture('ofB', 2, 5),
      picture('ofA', 2, 6),
    ],
    steps: [step('upload', 'self'), step('self', 'a'), step('self', 'b'), step('b', 'ofB'), step('a', 'ofA')],
    isCut: false,
  });
  const places = nodes.map(({ picture, column, row }) => [picture.imageId, column, row]);
  expect(places).toEqual([
    ['upload', 0, 0],
    ['self', 1, 0],
    ['a', 2, 0],
    ['b', 2, 1],
    ['ofA', 3, 0],
    ['ofB', 3, 1],
  ]);
  expect(edges.map(({ from, to }) => [from, to])).toEqual([
    [0, 1],
    [1, 2],
    [1, 3],
    [3, 5],
    [2, 4],
  ]);
  expect([columns, rows]).toEqual([4, 2]);
});

test('a picture by itself is a tree of one', () => {
  const tree = layOutVersions({ pictures: [picture('self', 0, 1)], steps: [], isCut: false });
  expect(tree).toMatchObject({ columns: 1, rows: 1, edges: [] });
});
