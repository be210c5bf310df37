import { expect, test } from 'vitest';
import type { StaffTaskDetail } from '#shared/contract/task-desk';
import { dialog, openConsole } from '../../../tests/support/component-console.tsx';
import { startOfTests } from '../../../tests/support/components.tsx';

const requestId = '1f0c9a52-7a53-4a34-9d4c-0f6a2f9d6b11';
const task: StaffTaskDetail = {
  ...{ id: 'task_1', accountId: 'a1', nickName: '林工', tool: 'toline', toolTitle: '线稿提取', status: 'succeeded' },
  ...{ engine: 'embedded', quality: 'final', ticketKind: 'normal', held: 0, spent: 1, returned: 0, attempts: 1 },
  ...{ errorReason: null, errorMessage: null, ms: 1200, seed: 7, algorithm: null, outputs: 1, doubles: 0, words: null },
  ...{ createdAt: startOfTests, startedAt: startOfTests, finishedAt: startOfTests, progress: 1, step: null },
  ...{ ahead: null, facts: {}, parameters: [], inputs: [], results: [], attempted: [], log: [], job: null },
  ...{ retriedFrom: null, parent: null, retries: [], children: [], deletedAt: null, purgedAt: null, requestId },
  settlement: { kind: 'normal', each: 1, freeOutputs: 0, hold: null, parts: [], movements: [] },
};

test('a task shows the request that started it, to be copied; one of the program shows none', async () => {
  await openConsole('/tasks/task_1', { staffTask: task });
  await expect.element(dialog().getByText(requestId)).toBeVisible();
  await expect.element(dialog().getByRole('button', { name: '复制请求编号' })).toBeVisible();

  await openConsole('/tasks/task_1', { staffTask: { ...task, requestId: null } });
  await expect.element(dialog().getByRole('button', { name: '复制任务编号' })).toBeVisible();
  await expect.element(dialog().getByRole('button', { name: '复制请求编号' })).not.toBeInTheDocument();
});
