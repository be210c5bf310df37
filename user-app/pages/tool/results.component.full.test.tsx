import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { chooseFiles, memberOf, openStudio, pictureFile, press, show } from '../../../tests/support/components.tsx';
import ToolPage from './index.tsx';

const startButton = () => page.getByRole('button', { name: /^生成 · / });
const result = () => page.getByRole('slider', { name: '对比位置', exact: true });

/** Opens a tool with a finished run in view. */
async function openFinished() {
  const studio = openStudio();
  await show(<ToolPage />, { at: '/toline', person: memberOf() });
  await chooseFiles(await pictureFile());
  await expect.element(startButton()).toHaveAttribute('aria-disabled', 'false');
  await startButton().click();
  await expect.element(result()).toBeVisible();
  return studio;
}

/** Presses an act behind ⋯ on the bar of a result. */
async function more(act: string): Promise<void> {
  await page.getByRole('button', { name: '更多操作' }).click();
  await page.getByRole('menuitem', { name: new RegExp(`^${act}`) }).click();
}

test('a result says what kind of work it is, by which engine and algorithm', async () => {
  await openFinished();
  const tag = page.getByRole('button', { name: '本地算法' });
  await expect.element(tag).toHaveAccessibleDescription(/引擎：内置引擎.*算法：\S/);
  await press(tag, '{Shift}');
  await expect.element(page.getByRole('tooltip').filter({ hasText: '算法' })).toBeVisible();
});

test('again means the same seed, a variant another one', async () => {
  const { started } = await openFinished();
  await more('再来一次');
  await expect.poll(() => started.length).toBe(2);
  const [first, again] = started as { params: Record<string, unknown>; retriedFrom?: string }[];
  expect(again).toMatchObject({ params: { ...first?.params, seed: 7 }, retriedFrom: expect.stringMatching(/^task_/) });
  await expect.element(result()).toBeVisible();
  await page.getByRole('button', { name: '变体', exact: true }).click();
  await expect.poll(() => started.length).toBe(3);
  expect(started[2]?.params).toEqual(first?.params);
});

test('a result is made alike of another picture: its parameters stay, its picture goes, and may come back', async () => {
  await openFinished();
  const base = page.getByRole('img', { name: '底图预览' });
  await page.getByRole('radio', { name: 'CAD' }).click();
  await more('做同款');
  await expect.element(base).not.toBeInTheDocument();
  await expect.element(page.getByRole('radio', { name: 'CAD' })).not.toBeChecked();
  await expect.element(page.getByText('先放一张底图')).toBeVisible();
  await page.getByRole('status').getByRole('button', { name: '撤销' }).click();
  await expect.element(base).toBeVisible();
  await expect.element(page.getByRole('radio', { name: 'CAD' })).toBeChecked();
});

test('a result becomes the reference of the next run in its own tool', async () => {
  openStudio();
  await show(<ToolPage />, { at: '/text2Img', person: memberOf() });
  await page.getByRole('textbox', { name: /创意描述/ }).fill('湖边的木屋');
  await startButton().click();
  await expect.element(page.getByRole('toolbar', { name: '对结果的操作' })).toBeVisible();
  await more('用作参考图');
  await expect
    .element(page.getByRole('img', { name: '参考图预览' }))
    .toHaveAttribute('src', expect.stringMatching(/\/api\/images\/house-/));
});
