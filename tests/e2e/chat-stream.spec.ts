import type { Page } from '@playwright/test';
import { ChatFault } from '../../mock-server/adapters/chat/port.ts';
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

test('another conversation and coming back leave a running answer alone', async ({ asker: page, models }) => {
  const sends = countSends(page);
  await page.goto(room);
  await ask(page, '第一个会话');
  const first = await models.nextAnswer();
  first.say('正在');
  await expect(answers(page)).toContainText('正在');
  await page.getByRole('button', { name: '新对话' }).click();
  await ask(page, '第二个会话');
  const second = await models.nextAnswer();
  first.say('写第一个');
  second.say('第二个的回答');
  second.end();
  await expect(answers(page)).toContainText('第二个的回答');
  await page.goBack();
  await expect(answers(page)).toContainText('正在写第一个');
  first.say('，写完了');
  first.end();
  await expect(answers(page)).toContainText('正在写第一个，写完了');
  expect(sends()).toBe(2);
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

test('an answer that breaks off says so and is given again as a further version', async ({ asker: page, models }) => {
  await page.goto(room);
  await ask(page, '讲讲天窗');
  const broken = await models.nextAnswer();
  broken.say('天窗的');
  await expect(answers(page)).toContainText('天窗的');
  broken.fail(new Error('the line was cut'));
  await expect(answers(page)).toContainText('回答中断，内容可能不完整');
  await page.getByRole('button', { name: '重新生成' }).first().click();
  const whole = await models.nextAnswer();
  whole.say('天窗要防眩光。');
  whole.end();
  await expect(answers(page)).toContainText('天窗要防眩光。');
  const versions = page.getByRole('group', { name: '回答的版本' });
  await expect(versions).toContainText('2/2');
  await versions.getByRole('button', { name: '上一版回答' }).click();
  await expect(answers(page)).toContainText('回答中断，内容可能不完整');
  await expect(versions).toContainText('1/2');
});

test('an answer that waits says so, and one that is cut before a word can be asked for again', async ({
  asker: page,
  models,
}) => {
  await page.goto(room);
  await ask(page, '讲讲檐口');
  const waiting = await models.nextAnswer();
  await expect(answers(page)).toContainText('排队中');
  waiting.fail(new ChatFault('interrupted', 'the stream ended before a byte'));
  await expect(answers(page)).toContainText('没有开始回答就中断了，没有扣券，请重试');
  await expect(answers(page)).not.toContainText('排队中');
  await page.getByRole('button', { name: '重试' }).click();
  const whole = await models.nextAnswer();
  whole.say('檐口要做滴水。');
  whole.end();
  await expect(answers(page)).toContainText('檐口要做滴水。');
});

test('a question that was put differently begins a branch, and the first one stays', async ({
  asker: page,
  models,
}) => {
  await page.goto(room);
  const say = async (words: string) => {
    const answer = await models.nextAnswer();
    answer.say(words);
    answer.end();
    await expect(answers(page).last()).toContainText(words);
  };
  await ask(page, '客厅铺什么地板');
  await say('橡木地板。');
  await ask(page, '多少钱');
  await say('看等级。');
  await page.getByText('客厅铺什么地板').last().hover();
  await page.getByRole('button', { name: '修改问题' }).first().click();
  await page.getByRole('textbox', { name: '修改问题' }).fill('卧室铺什么地板');
  await page.getByRole('button', { name: '重新发送' }).click();
  await say('卧室用软木。');
  await expect(answers(page)).toHaveCount(1);
  const versions = page.getByRole('group', { name: '问题的版本' });
  await expect(versions).toContainText('2/2');
  await versions.getByRole('button', { name: '上一版问题' }).click();
  await expect(answers(page)).toHaveCount(2);
  await expect(answers(page).last()).toContainText('看等级。');
  await ask(page, '什么颜色');
  const next = await models.nextAnswer();
  expect(next.request.turns.map(({ text }) => text)).toEqual([
    '客厅铺什么地板',
    '橡木地板。',
    '多少钱',
    '看等级。',
    '什么颜色',
  ]);
  next.end();
});

test('what is read stays where it is while an answer grows, and the end is one press away', async ({
  asker: page,
  models,
}) => {
  await page.goto(room);
  await ask(page, '写一篇长的');
  const answer = await models.nextAnswer();
  const lines = (from: number) => Array.from({ length: 60 }, (_, line) => `第 ${from + line} 段。\n\n`);
  answer.say(...lines(0));
  await expect(answers(page)).toContainText('第 59 段');
  const view = page.getByRole('region', { name: '对话' });
  await expect(answers(page).getByText('第 59 段')).toBeInViewport();
  await view.hover();
  await page.mouse.wheel(0, -900);
  const toEnd = page.getByRole('button', { name: /回到底部/ });
  await expect(toEnd).toBeVisible();
  const top = await view.evaluate((part) => part.scrollTop);
  answer.say(...lines(60));
  await expect(answers(page)).toContainText('第 119 段');
  await expect(toEnd).toHaveText('有新内容，回到底部');
  expect(await view.evaluate((part) => part.scrollTop)).toBe(top);
  await toEnd.click();
  await expect(answers(page).getByText('第 119 段')).toBeInViewport();
  await expect(toEnd).toBeHidden();
  answer.end();
});
