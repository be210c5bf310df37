import { expect, test } from 'vitest';
import type { StaffTaskDetail } from '#shared/contract/task-desk';
import { dialog, openConsole } from '../../../tests/support/component-console.tsx';
import { toolAnswers } from '../../../tests/support/component-studio.ts';
import { startOfTests } from '../../../tests/support/components.tsx';

const requestId = '1f0c9a52-7a53-4a34-9d4c-0f6a2f9d6b11';
const task: StaffTaskDetail = {
  ...{ id: 'task_1', accountId: 'a1', nickName: '林工', tool: 'toline', toolTitle: '线稿提取', status: 'succeeded' },
  ...{
    engine: 'embedded',
    isConnected: false,
    quality: 'final',
    ticketKind: 'normal',
    held: 0,
    spent: 1,
    returned: 0,
    attempts: 1,
  },
  ...{
    errorReason: null,
    errorMessage: null,
    ms: 1200,
    score: null,
    seed: 7,
    algorithm: null,
    outputs: 1,
    doubles: 0,
    words: null,
  },
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

test('a result of a connected engine has its label, score and reasons, and is not called one of a local algorithm', async () => {
  const area = { kind: 'moved' as const, x: 0, y: 0, width: 0.1, height: 0.1 };
  const judgement = { score: 61, areas: [area], heatUrl: '/heat', reasons: ['结构与底图不一致'], isUnjudged: false };
  const picture = { imageId: 'i1', url: null, width: 400, height: 300, format: 'png', isDeleted: false };
  const staffTask = {
    ...task,
    ...{ engine: 'card', isConnected: true, quality: 'assisted' as const },
    results: [{ ...picture, quality: 'assisted' as const, judgement }],
  };
  const tools = toolAnswers.map((tool) => ({
    ...{ ...tool, engines: [], closedEngines: [{ name: 'card', title: '工作室显卡', reason: '没有应答' }] },
  }));
  await openConsole('/tasks/task_1', { staffTask, tools });
  await expect.element(dialog().getByText('工作室显卡', { exact: true })).toBeVisible();
  const result = dialog().getByRole('figure');
  await expect
    .poll(() => result.element().textContent)
    .toContain('外接引擎 · 结构 61 分 · 移位 1 处结构热图 结构与底图不一致');
  await expect.element(result.getByRole('link', { name: '结构热图' })).toHaveAttribute('href', '/heat');
});
