import { expect, test } from 'vitest';
import type { Task } from '#shared/contract/task';
import type { BatchItem } from '@/lib/tool-sessions';
import { countsOf, headlineOf } from './batch-words';

const item = (part: Partial<BatchItem>): BatchItem => ({ imageId: 'a', params: {}, clientKey: 'a', ...part });
const task = (taskId: string, status: Task['status']) => ({ taskId, status }) as Task;

test('a batch says how many are done, and what the others do', () => {
  const items = [
    item({ taskId: 'done' }),
    item({ taskId: 'runs' }),
    item({ taskId: 'unread' }),
    item({ refusal: '普通券不足' }),
    item({ isCanceled: true }),
    item({}),
  ];
  const counts = countsOf({ tool: 'toline', items }, [task('done', 'succeeded'), task('runs', 'running')]);
  expect(counts).toMatchObject({ all: 6, ended: 3 });
  expect(headlineOf(counts)).toBe('完成 1 / 6 · 生成中 1 · 等待 2 · 取消 1 · 没有开始 1');
});
