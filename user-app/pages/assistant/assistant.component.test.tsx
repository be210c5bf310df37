import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ProductError } from '#shared/errors';
import { lineCard, openChat } from '../../../tests/support/component-chat.ts';
import { mouse } from '../../../tests/support/component-pointer.ts';
import {
  answerWith,
  history,
  memberOf,
  pasteFiles,
  pictureFile,
  press,
  show,
} from '../../../tests/support/components.tsx';
import Assistant from './index.tsx';

const composer = () => page.getByRole('textbox', { name: '问题', exact: true });
const view = () => page.getByRole('region', { name: '对话' });
const answers = () => view().getByRole('article');
const conversations = () => page.getByRole('navigation', { name: '会话' });
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });

async function openRoom(tickets: { gpt?: number } = {}) {
  const chat = openChat(tickets);
  await show(<Assistant />, { at: '/deepseek', person: memberOf() });
  await expect.element(button(/^模型/)).toBeVisible();
  return chat;
}

async function ask(words: string): Promise<void> {
  await composer().fill(words);
  await press(composer(), '{Enter}');
}

test('a starter is put into the field, where it can still be changed', async () => {
  await openRoom();
  await button(/^规范用语/).click();
  await expect.element(composer()).toHaveValue('容积率和建筑密度有什么区别，各怎么算');
  await expect.element(composer()).toHaveFocus();
});

test('a ready description goes to its tool', async () => {
  await openRoom();
  await button(/^填入/).first().click();
  expect(history.location.pathname).not.toBe('/deepseek');
  expect(JSON.stringify(history.location.state)).toMatch(/清水混凝土/);
});

test('a refused question stays in its field, and the same request goes again', async () => {
  await openRoom();
  const keys: unknown[] = [];
  answerWith({
    chatStream({ requestId }) {
      keys.push(requestId);
      throw new ProductError('chat.busy');
    },
  });
  await ask('墙面怎么分格');
  await expect.element(page.getByRole('alert')).toBeVisible();
  await expect.element(composer()).toHaveValue('墙面怎么分格');
  await button('重试').click();
  await expect.poll(() => keys.length).toBe(2);
  expect(keys[1]).toBe(keys[0]);
});

test('Enter that ends a word of an input method sends nothing', async () => {
  const { sends, nextAnswer } = await openRoom();
  await composer().fill('玻璃');
  const field = composer().element();
  const enter = { key: 'Enter', code: 'Enter', bubbles: true, cancelable: true };
  // Chrome tells of the key before the word has ended, Safari after it, with the number of keys that are not its own.
  field.dispatchEvent(new KeyboardEvent('keydown', { ...enter, isComposing: true }));
  field.dispatchEvent(new KeyboardEvent('keydown', { ...enter, keyCode: 229 } as KeyboardEventInit));
  await press(composer(), '{Shift>}{Enter}{/Shift}');
  await userEvent.keyboard('幕墙');
  await expect.element(composer()).toHaveValue('玻璃\n幕墙');
  expect(sends()).toBe(0);
  await userEvent.keyboard('{Enter}');
  expect((await nextAnswer()).sent.message).toBe('玻璃\n幕墙');
  expect(sends()).toBe(1);
});

test('a picture is pasted, seen, removed, taken back and pasted again, and goes with the question', async () => {
  const { nextAnswer } = await openRoom();
  (composer().element() as HTMLElement).focus();
  const strip = page.getByRole('list', { name: '附图' });
  pasteFiles(await pictureFile('截图.png'));
  await expect.element(strip.getByRole('listitem')).toBeVisible();
  const remove = strip.getByRole('button', { name: '移除 截图.png' });
  await remove.click();
  await expect.element(strip).not.toBeInTheDocument();
  await expect.element(page.getByText('已移除「截图.png」')).toBeVisible();
  await button('撤销').click();
  await remove.click();
  await expect.element(strip).not.toBeInTheDocument();
  (composer().element() as HTMLElement).focus();
  pasteFiles(await pictureFile('截图.png'));
  await expect.element(strip.getByRole('listitem')).toBeVisible();
  await expect.element(strip.getByText(/%/)).not.toBeInTheDocument();
  await ask('这张图怎么改');
  const answer = await nextAnswer();
  expect(answer.sent.attachments).toEqual([expect.stringMatching(/^street-400x300/)]);
  answer.end();
  await button(/看大图/).click();
  await expect.element(page.getByRole('dialog').getByRole('img')).toBeVisible();
});

test('a priced model tells its price before the question, and without tickets offers them and keeps the words', async () => {
  const { sends } = await openRoom({ gpt: 0 });
  await button(/^模型/).click();
  await page
    .getByRole('button', { name: /付费模型/ })
    .last()
    .click();
  await expect.element(page.getByText('本次 1 张对话券，剩 0 张')).toBeVisible();
  await button('深度思考').click();
  await expect.element(page.getByText('本次 3 张对话券，剩 0 张')).toBeVisible();
  await ask('写一份设计说明');
  await expect.element(composer()).toHaveValue('写一份设计说明');
  expect(sends()).toBe(0);
  await button(/^模型/).click();
  await page
    .getByRole('button', { name: /离线助手/ })
    .last()
    .click();
  await expect.element(page.getByText('离线助手 · 免费')).toBeVisible();
});

test('a card leads to its tool with the values that it offers', async () => {
  const { nextAnswer } = await openRoom();
  await ask('转成线稿');
  const answer = await nextAnswer();
  answer.say('可以用转线稿。');
  answer.end({ cards: [lineCard({ lineStyle: 'sketch' })] });
  await button('填入工具').click();
  await expect.poll(() => history.location.pathname).toBe('/toline');
  expect(JSON.stringify(history.location.state)).toMatch(/sketch/);
});

test('an answer that breaks off says so and is given again as a further version', async () => {
  const { nextAnswer } = await openRoom();
  await ask('讲讲天窗');
  const broken = await nextAnswer();
  broken.say('天窗的');
  await expect.element(answers()).toMatchTextContent(/天窗的/);
  broken.breakOff({ reason: 'chat.interrupted', message: '回答中断，内容可能不完整' });
  await expect.element(answers()).toMatchTextContent(/回答中断，内容可能不完整/);
  await button('重新生成').first().click();
  const whole = await nextAnswer();
  whole.say('天窗要防眩光。');
  whole.end();
  await expect.element(answers()).toMatchTextContent(/天窗要防眩光。/);
  const versions = page.getByRole('group', { name: '回答的版本' });
  await expect.element(versions).toMatchTextContent(/2\/2/);
  await versions.getByRole('button', { name: '上一版回答' }).click();
  await expect.element(answers()).toMatchTextContent(/回答中断，内容可能不完整/);
  await expect.element(versions).toMatchTextContent(/1\/2/);
});

test('an answer that waits says so, and one that is cut before a word can be asked for again', async () => {
  const { nextAnswer } = await openRoom();
  await ask('讲讲檐口');
  const waiting = await nextAnswer();
  await expect.element(answers()).toMatchTextContent(/排队中/);
  waiting.breakOff({ reason: 'chat.interrupted', message: '没有开始回答就中断了，没有扣券，请重试' });
  await expect.element(answers()).toMatchTextContent(/没有开始回答就中断了，没有扣券，请重试/);
  await expect.element(answers()).not.toMatchTextContent(/排队中/);
  await button('重试').click();
  const whole = await nextAnswer();
  whole.say('檐口要做滴水。');
  whole.end();
  await expect.element(answers()).toMatchTextContent(/檐口要做滴水。/);
});

test('a question that was put differently begins a branch, and the first one stays', async () => {
  const { nextAnswer } = await openRoom();
  const say = async (words: string) => {
    const answer = await nextAnswer();
    answer.say(words);
    answer.end();
    await expect.element(answers().last()).toMatchTextContent(new RegExp(words));
    return answer;
  };
  await ask('客厅铺什么地板');
  await say('橡木地板');
  await ask('多少钱');
  const { messageId: priced } = await say('看等级');
  await page.getByText('客厅铺什么地板').last().hover();
  await button('修改问题').first().click();
  await page.getByRole('textbox', { name: '修改问题' }).fill('卧室铺什么地板');
  await button('重新发送').click();
  const branch = await say('卧室用软木');
  expect(branch.sent).toMatchObject({ message: '卧室铺什么地板', parentId: null });
  await expect.poll(() => answers().elements().length).toBe(1);
  const versions = page.getByRole('group', { name: '问题的版本' });
  await expect.element(versions).toMatchTextContent(/2\/2/);
  await versions.getByRole('button', { name: '上一版问题' }).click();
  await expect.poll(() => answers().elements().length).toBe(2);
  await expect.element(answers().last()).toMatchTextContent(/看等级/);
  await ask('什么颜色');
  const { sent } = await nextAnswer();
  expect(sent.parentId).toBe(priced);
});

const lines = (from: number) => Array.from({ length: 60 }, (_, line) => `第 ${from + line} 段。\n\n`);

test('what is read stays where it is while an answer grows, and the end is one press away', async () => {
  const { nextAnswer } = await openRoom();
  await ask('写一篇长的');
  const answer = await nextAnswer();
  answer.say(...lines(0));
  const line = (number: number) => answers().getByText(`第 ${number} 段。`, { exact: true });
  await expect.element(line(59)).toBeInViewport();
  const { x, y, width, height } = view().element().getBoundingClientRect();
  await mouse.wheel({ x: x + width / 2, y: y + height / 2 }, -900);
  const toEnd = button(/回到底部/);
  await expect.element(toEnd).toBeVisible();
  const top = view().element().scrollTop;
  answer.say(...lines(60));
  await expect.element(line(119)).toBeInTheDocument();
  await expect.element(toEnd).toMatchTextContent('有新内容，回到底部');
  expect(view().element().scrollTop).toBe(top);
  await toEnd.click();
  await expect.element(line(119)).toBeInViewport();
  await expect.element(toEnd).not.toBeInTheDocument();
});

test('another conversation and coming back leave a running answer alone', async () => {
  const { nextAnswer, sends } = await openRoom();
  await ask('第一个会话');
  const first = await nextAnswer();
  first.say('正在');
  await expect.element(answers()).toMatchTextContent(/正在/);
  await button('新对话').first().click();
  await ask('第二个会话');
  const second = await nextAnswer();
  first.say('写第一个');
  second.say('第二个的回答');
  second.end();
  await expect.element(answers()).toMatchTextContent(/第二个的回答/);
  await conversations()
    .getByRole('button', { name: /^第一个会话/ })
    .click();
  await expect.element(answers()).toMatchTextContent(/正在写第一个/);
  first.say('，写完了');
  first.end();
  await expect.element(answers()).toMatchTextContent(/正在写第一个，写完了/);
  expect(sends()).toBe(2);
});

test('conversations are renamed, pinned, searched, deleted and brought back', async () => {
  const { nextAnswer } = await openRoom();
  for (const words of ['水磨石怎么描述', '容积率是什么']) {
    await ask(words);
    (await nextAnswer()).end();
    await expect.element(button('发送')).toBeVisible();
    await button('新对话').first().click();
  }
  const list = conversations();
  const entry = (title: string) => list.getByRole('button', { name: title, exact: true });
  const more = async (title: string, act: string) => {
    await list.getByRole('button', { name: `「${title}」的更多操作` }).click();
    await page.getByRole('menuitem', { name: act, exact: true }).click();
  };
  await more('水磨石怎么描述', '改名');
  await page.getByRole('textbox', { name: '名称' }).fill('地面材料');
  await button('保存').click();
  await more('地面材料', '置顶');
  await expect
    .element(list.getByRole('region', { name: '置顶' }).getByRole('button', { name: '地面材料', exact: true }))
    .toBeVisible();
  await list.getByLabelText('搜索会话').fill('地面');
  await expect.element(entry('容积率是什么')).not.toBeInTheDocument();
  await list.getByLabelText('搜索会话').fill('');
  await more('地面材料', '删除');
  await expect.element(entry('地面材料')).not.toBeInTheDocument();
  await button('撤销').click();
  await expect.element(entry('地面材料')).toBeVisible();
});
