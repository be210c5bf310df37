import { expect, test } from 'vitest';
import type { Task } from '#shared/contract/task';
import type { BatchItem } from '@/lib/tool-sessions';
import { filesOfBatch } from './archive-names';

const item = (taskId: string, name?: string): BatchItem => ({
  imageId: 'base',
  params: {},
  clientKey: taskId,
  taskId,
  name,
});
const task = (taskId: string, part: Partial<Task>): Task =>
  ({ taskId, status: 'succeeded', images: [], ...part }) as Task;
const image = (imageId: string) => ({ imageId }) as Task['images'][number];

test('names tell the base and its place; what failed is left out', () => {
  const items = [item('one', '客厅/西.JPG'), item('two', 'plan.pdf'), item('three')];
  const tasks = [
    task('three', { images: [image('c')], files: [{ imageId: 's', url: '/s', format: 'svg' }] }),
    task('two', { status: 'failed' }),
    task('one', { images: [image('a'), image('b')] }),
  ];
  expect(filesOfBatch({ tool: 'toline', items }, tasks).map(({ name, file }) => [name, file?.format])).toEqual([
    ['01_客厅西_1', undefined],
    ['01_客厅西_2', undefined],
    ['03_底图_1', undefined],
    ['03_底图', 'svg'],
  ]);
});
