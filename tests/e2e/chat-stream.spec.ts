import type { Page } from '@playwright/test';
import { answers, ask, composer, countSends, expect, room, test } from './chat-account.ts';

/** Another tab lies over this one. */
async function hide(page: Page, isHidden: boolean): Promise<void> {
  await page.evaluate(
    (state) => {
      Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
      Object.defineProperty(document, 'hidden', { value: state === 'hidden', configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    },
    isHidden ? 'hidden' : 'visible',
  );
}

test('a question is sent once, whatever happens to the tab and the line while it is answered', {
  tag: '@smoke',
}, async ({ asker: page, models }) => {
  const sends = countSends(page);
  await page.goto(room);
  await ask(page, '文化馆的入口怎么处理');
  const first = await models.nextAnswer();
  first.say('先定尺度，');
  await expect(answers(page).last()).toContainText('先定尺度');
  await expect(page).toHaveURL(/[?&]c=/);

  await hide(page, true);
  first.say('再定檐口，');
  await hide(page, false);
  await expect(answers(page).last()).toContainText('再定檐口');
  expect(sends()).toBe(1);

  await page.context().setOffline(true);
  await expect(page.getByText('网络已断开，恢复后接着显示')).toBeVisible();
  first.say('最后定材料。');
  await page.context().setOffline(false);
  await expect(answers(page).last()).toContainText('最后定材料', { timeout: 15_000 });
  expect(sends()).toBe(1);

  await page.reload();
  await expect(answers(page).last()).toContainText('先定尺度，再定檐口，最后定材料。');
  await expect(page.getByRole('button', { name: '停止' })).toBeVisible();
  first.say('完。');
  first.end();
  await expect(answers(page).last()).toContainText('最后定材料。完。');
  await expect(page.getByRole('button', { name: '发送' })).toBeVisible();
  expect(sends()).toBe(1);
});

test('a stopped answer keeps its words, and goes on where it ended', async ({ asker: page, models }) => {
  await page.goto(room);
  await ask(page, '讲讲清水混凝土');
  const first = await models.nextAnswer();
  first.say('清水混凝土以模板的质量');
  await expect(answers(page)).toContainText('清水混凝土以模板的质量');
  await composer(page).press('Escape');
  await expect(answers(page)).toContainText('已停止');
  await page.reload();
  await expect(answers(page)).toContainText('清水混凝土以模板的质量');
  await expect(answers(page)).toContainText('已停止');

  await page.getByRole('button', { name: '继续生成' }).click();
  const rest = await models.nextAnswer();
  expect(rest.request.continued).toBe('清水混凝土以模板的质量');
  rest.say('决定成色。');
  rest.end();
  await expect(answers(page)).toContainText('清水混凝土以模板的质量决定成色。');
  await expect(answers(page)).not.toContainText('已停止');
});

test('an answer that was reloaded in its middle can still be stopped', async ({ asker: page, models }) => {
  await page.goto(room);
  await ask(page, '讲讲木格栅');
  const answer = await models.nextAnswer();
  answer.say('木格栅的间距');
  await expect(answers(page)).toContainText('木格栅的间距');
  await page.reload();
  await page.getByRole('button', { name: '停止' }).click();
  await expect(answers(page)).toContainText('已停止');
  await expect(answers(page)).toContainText('木格栅的间距');
});

test('who sends while reading further up is brought to what comes', async ({ asker: page, models }) => {
  await page.goto(room);
  await ask(page, '讲讲砖');
  const long = await models.nextAnswer();
  long.say(Array.from({ length: 60 }, (_, line) => `第 ${line + 1} 段：砖缝。`).join('\n\n'));
  long.end();
  await expect(answers(page)).toContainText('第 60 段');
  const view = page.getByRole('region', { name: '对话' });
  await view.focus();
  const toEnd = page.getByRole('button', { name: '回到底部' });
  // The last words may still be followed in the moment of the key.
  await expect(async () => {
    await page.keyboard.press('Home');
    await expect(toEnd).toBeVisible({ timeout: 1000 });
  }).toPass();
  await ask(page, '再讲讲瓦');
  (await models.nextAnswer()).say('瓦要看垄距');
  await expect(toEnd).toBeHidden();
  await expect(page.getByText('瓦要看垄距')).toBeInViewport();
});
