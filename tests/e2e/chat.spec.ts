import { phoneLook } from '../support/browser.ts';
import { test } from '../support/story.ts';
import { answers, ask, composer, enter, expect, room } from './chat-account.ts';

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
