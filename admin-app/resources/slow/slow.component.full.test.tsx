import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { SlowState } from '#shared/contract/slow-desk';
import { consoleFaults, openConsole, row } from '../../../tests/support/component-console.tsx';
import { onPhone, sidewaysParts, startOfTests } from '../../../tests/support/components.tsx';

const nothing: SlowState = {
  ...{ since: startOfTests, boundMs: 20, factor: 1.5, leastRuns: 20, statements: [], tools: [] },
};
const shape =
  'select "id", "words" from "task" where "account_id" = ? and "status" in (?, …) order by "created_at" desc';
const some: SlowState = {
  ...nothing,
  statements: [
    {
      ...{ name: 'select task', shape, count: 12, totalMs: 1834.21, longestMs: 412.7, lastMs: 21.04 },
      lastAt: startOfTests,
    },
  ],
  tools: [
    {
      ...{ tool: 'toline', toolTitle: '线稿提取', runs: 200, p95Ms: 4100, slow: 3 },
      longest: { taskId: 'task_longest', ms: 31_000, at: startOfTests },
      last: { taskId: 'task_last', ms: 8200, at: startOfTests },
    },
  ],
};

test('slow statements stand with their times and open to their shape; slow tasks lead to the task', async () => {
  await openConsole('/slow', { slowState: some });
  const statement = row('select task');
  await expect.element(statement).toMatchTextContent(/12.*1\.8 秒.*413 毫秒.*21 毫秒/);
  await expect.element(page.getByText(shape)).not.toBeVisible();
  await statement.getByText('select task').click();
  await expect.element(page.getByText(shape)).toBeVisible();
  await expect.element(row('线稿提取')).toMatchTextContent(/3.*200.*4\.1 秒.*31\.0 秒.*8\.2 秒/);
  await expect.element(row('线稿提取').getByRole('link').first()).toHaveAttribute('href', '/tasks/task_longest');
  expect(await consoleFaults()).toEqual([]);
});

test('nothing slow is said in a sentence each, with the bound that holds', async () => {
  await openConsole('/slow', { slowState: { ...nothing, boundMs: 50 } });
  await expect.element(page.getByText('还没有慢的语句。')).toBeVisible();
  await expect.element(page.getByText('还没有明显慢的任务。')).toBeVisible();
  await expect.element(page.getByText(/超过 50 毫秒/)).toBeVisible();
});

test('on a phone the rows are cards, and nothing stands out sideways', async () => {
  await onPhone();
  await openConsole('/slow', { slowState: some });
  await page.getByText('select task').click();
  await expect.element(page.getByText(shape)).toBeVisible();
  await expect.element(page.getByText(/12 次，最长/)).toBeVisible();
  expect(sidewaysParts()).toEqual([]);
  expect(await consoleFaults()).toEqual([]);
});
