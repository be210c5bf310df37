import { expect, type Page } from '@playwright/test';
import { isUpload, paint, test } from './mask-desk.ts';

const editorOf = (page: Page) => page.getByRole('region', { name: '修改区域编辑器' });

test('the editor takes the whole window, the form folds beside it, and Escape leads back', async ({ desk }) => {
  const { page, canvas } = desk;
  const editor = editorOf(page);
  const before = await editor.boundingBox();
  await page.keyboard.press('f');
  expect(await editor.boundingBox()).toEqual({ x: 360, y: 0, width: 1080, height: 900 });
  const form = page.getByRole('region', { name: /表单$/ });
  expect(await form.boundingBox()).toEqual({ x: 0, y: 0, width: 360, height: 900 });
  await expect(page.locator('header').first()).toHaveAttribute('inert', '');
  await page.keyboard.press('Shift+F');
  expect(await editor.boundingBox()).toEqual({ x: 0, y: 0, width: 1440, height: 900 });
  await expect(form).toBeHidden();
  const fold = page.getByRole('button', { name: '展开参数' });
  await expect(fold).toHaveAttribute('aria-expanded', 'false');
  await fold.focus();
  await page.keyboard.press('Enter');
  await expect(form).toBeVisible();
  await paint(desk, [200, 200], [260, 200]);
  await page.getByRole('button', { name: '退出全屏' }).click();
  expect(await editor.boundingBox()).toEqual(before);
  await editor.getByRole('button', { name: '全屏' }).click();
  await page.keyboard.press('Escape');
  expect(await editor.boundingBox()).toEqual(before);
  await expect(page.locator('header').first()).not.toHaveAttribute('inert', '');
  await canvas.focus();
  await page.keyboard.press('Escape');
  await expect(editor).toBeHidden();
});

test('where the editor is the page it opens over everything, and remembers that the form was folded', async ({
  openDesk,
}) => {
  const desk = await openDesk({ path: '/lama' });
  const { page, coverage } = desk;
  const editor = editorOf(page);
  expect(await editor.boundingBox()).toEqual({ x: 360, y: 0, width: 1080, height: 900 });
  await page.getByRole('button', { name: '收起参数' }).click();
  await paint(desk, [200, 200], [360, 260]);
  await expect(coverage).not.toHaveText('已选 0%');
  await desk.finish();
  await expect(page.getByRole('button', { name: /^生成 · / })).toHaveAttribute('aria-disabled', 'false');
  await page.reload();
  await page.locator('input[type="file"]').first().setInputFiles('user-app/public/samples/villa-day.jpg');
  await expect(editor).toBeVisible();
  expect(await editor.boundingBox()).toEqual({ x: 0, y: 0, width: 1440, height: 900 });
});

test('a save is one upload, and a mask that did not change is not sent again', async ({ desk }) => {
  const { page, coverage, finish } = desk;
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(new URL(request.url()).pathname);
  });
  const uploads = () => sent.filter((path) => path.startsWith('/api/upload'));
  await paint(desk, [200, 200], [360, 260]);
  await page.getByRole('button', { name: '调整' }).click();
  await page.getByRole('spinbutton', { name: '羽化数值' }).fill('12');
  await finish();
  expect(uploads()).toEqual(['/api/upload/image']);

  const editor = editorOf(page);
  const again = page.getByRole('button', { name: '修改区域', exact: true }).last();
  await again.click();
  await expect(coverage).not.toHaveText('已选 0%');
  await page.getByRole('button', { name: '完成' }).click();
  await expect(editor).toBeHidden();
  expect(uploads()).toHaveLength(1);

  await again.click();
  await paint(desk, [420, 200], [460, 260]);
  await Promise.all([page.waitForResponse(isUpload), page.getByRole('button', { name: '完成' }).click()]);
  await expect(editor).toBeHidden();
  expect(uploads()).toHaveLength(2);
});
