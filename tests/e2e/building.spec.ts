import { expect, type Page } from '@playwright/test';
import { ifcText } from '../../scripts/buildings/ifc-text.ts';
import { villa } from '../../scripts/buildings/villa.ts';
import { test } from '../support/story.ts';

/** Reading and drawing wait for processes of their own. */
const drawn = { timeout: 60_000 };
/** One picture of the model is traced at its full size. */
const traced = { timeout: 100_000 };

const dialogOf = (page: Page) => page.getByRole('dialog', { name: '建筑模型' });

/** Drops a model on the field of the base picture. */
async function dropModel(page: Page, name: string): Promise<void> {
  const carried = await page.evaluateHandle(
    ([text, name]) => {
      const data = new DataTransfer();
      data.items.add(new File([text ?? ''], name ?? ''));
      return data;
    },
    [ifcText(villa), name],
  );
  await page.getByRole('button', { name: /^上传底图/ }).dispatchEvent('drop', { dataTransfer: carried });
}

test('a model goes from its drop over its size, a view and a reload to a final picture of itself @engine', async ({
  page,
  account,
}) => {
  await account();
  await page.goto('/architecturalRender');
  await dropModel(page, '溪边住宅.ifc');
  const dialog = dialogOf(page);
  await expect(dialog.getByRole('img', { name: /^宽 .+的模型，前面站着 1.7 m 高的人$/ })).toBeVisible(drawn);
  await dialog.getByRole('button', { name: '尺寸对，去选视角' }).click();
  await expect(dialog.getByRole('img', { name: /的三维视图$/ })).toBeVisible(drawn);
  await expect(dialog.getByRole('list', { name: '建议的视角' }).locator('img')).toHaveCount(6, drawn);
  await dialog.getByRole('button', { name: '冬至' }).click();
  await dialog.getByRole('button', { name: '走近' }).click();
  const place = await dialog.getByText(/离中心/).textContent();

  await page.reload();
  await expect(dialog.getByText(place ?? '')).toBeVisible();
  await expect(dialog.getByRole('button', { name: '冬至' })).toHaveAttribute('aria-pressed', 'true');
  await dialog.getByRole('button', { name: '用作底图' }).click();
  await expect(page.getByText('模型视角')).toBeVisible(drawn);
  await expect(dialog).toBeHidden();

  await page.getByRole('button', { name: '减少出图数量' }).click();
  const start = page.getByRole('button', { name: /^生成 · / });
  await expect(start).toHaveAttribute('aria-disabled', 'false');
  await start.click();
  await expect(page.getByRole('button', { name: '下载', exact: true })).toBeVisible(traced);
  await expect(page.getByText('本地算法', { exact: true }).first()).toBeVisible();
});
