import { readFile } from 'node:fs/promises';
import { phoneLook } from '../support/browser.ts';
import { test } from '../support/story.ts';
import { answers, ask, composer, conversations, enter, expect, room } from './chat-account.ts';

test('a question to the offline assistant is answered for nothing, and its source is read', { tag: '@smoke' }, async ({
  page,
}) => {
  await enter(page);
  await page.goto(room);
  await expect(page.getByText('离线助手 · 免费')).toBeVisible();
  await expect(page.getByRole('contentinfo')).toBeHidden();
  await ask(page, '清水混凝土有什么特点，怎么描述');
  const sources = page.getByRole('region', { name: '出处' });
  await sources.getByRole('button').first().click();
  const entry = page.getByRole('dialog');
  await expect(entry).toContainText('知识库 · ');
  await expect(page).toHaveURL(/entry=/);
  await page.reload();
  await expect(entry).toContainText('知识库 · ');
  await page.keyboard.press('Escape');
  await expect(page).not.toHaveURL(/entry=/);
  await expect(answers(page)).toHaveCount(1);
  await page.goto(page.url().replace('/deepseek', '/gpt2'));
  await expect(answers(page)).toHaveCount(1);
  await expect(page.getByRole('contentinfo')).toBeAttached();
});

test('conversations are renamed, pinned, searched, exported, deleted and brought back', async ({ page }) => {
  await enter(page);
  await page.goto(room);
  for (const words of ['水磨石怎么描述', '容积率是什么']) {
    await ask(page, words);
    await expect(answers(page)).toHaveCount(1);
    await expect(page.getByRole('button', { name: '发送' })).toBeVisible();
    await page.getByRole('button', { name: '新对话' }).click();
  }
  const list = conversations(page);
  const more = async (title: string, act: string) => {
    await list.getByRole('button', { name: `「${title}」的更多操作` }).click();
    await page.getByRole('menuitem', { name: act, exact: true }).click();
  };
  await more('水磨石怎么描述', '改名');
  await page.getByRole('textbox', { name: '名称' }).fill('地面材料');
  await page.getByRole('button', { name: '保存' }).click();
  await more('地面材料', '置顶');
  await expect(
    list.getByRole('region', { name: '置顶' }).getByRole('button', { name: '地面材料', exact: true }),
  ).toBeVisible();

  await list.getByLabel('搜索会话').fill('水磨石');
  await expect(list.getByRole('button', { name: /容积率/ })).toHaveCount(0);
  await expect(list.getByRole('button', { name: /^地面材料/ }).first()).toBeVisible();
  await list.getByLabel('搜索会话').fill('');

  await list.getByRole('button', { name: '地面材料', exact: true }).click();
  const saved = page.waitForEvent('download');
  await more('地面材料', '导出 Markdown');
  const file = await saved;
  expect(file.suggestedFilename()).toMatch(/\.md$/);
  expect(await readFile(await file.path(), 'utf8')).toContain('水磨石怎么描述');

  await more('地面材料', '删除');
  await expect(list.getByRole('button', { name: '地面材料', exact: true })).toHaveCount(0);
  await expect(page.getByRole('heading', { name: '今天要画什么' })).toBeVisible();
  await page.getByRole('button', { name: '撤销' }).click();
  await expect(list.getByRole('button', { name: '地面材料', exact: true })).toBeVisible();
  await expect(answers(page)).toHaveCount(1);
});

test('a starter is put into the field, where it can still be changed', async ({ page }) => {
  await page.goto(room);
  await page.getByRole('button', { name: /^规范用语/ }).click();
  await expect(composer(page)).toHaveValue('容积率和建筑密度有什么区别，各怎么算');
  await expect(composer(page)).toBeFocused();
});

test('a ready description goes into a tool', { tag: '@smoke' }, async ({ page }) => {
  await enter(page);
  await page.goto(room);
  await page.getByRole('button', { name: /^填入/ }).first().click();
  await expect(page.getByRole('textbox', { name: /描述/ }).first()).toHaveValue(/清水混凝土/);
});

test.describe('on a phone', () => {
  test.use(phoneLook);

  test('conversations come from the side', async ({ page }) => {
    await enter(page);
    await page.goto(room);
    await composer(page).fill('木格栅怎么描述');
    await page.getByRole('button', { name: '发送' }).tap();
    await expect(answers(page)).toHaveCount(1);
    await expect(page.getByRole('button', { name: '发送' })).toBeVisible();
    await page.getByRole('button', { name: '会话', exact: true }).tap();
    const drawer = page.getByRole('dialog');
    await drawer.getByRole('button', { name: '新对话' }).tap();
    await expect(drawer).toBeHidden();
    await expect(answers(page)).toHaveCount(0);
    await page.getByRole('button', { name: '会话', exact: true }).tap();
    await drawer.getByRole('button', { name: '木格栅怎么描述', exact: true }).tap();
    await expect(answers(page)).toHaveCount(1);
  });
});
