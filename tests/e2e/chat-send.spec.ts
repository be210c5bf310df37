import sharp from 'sharp';
import { faultsInLightAndDark } from '../support/accessibility.ts';
import { fillLogin, newPhone, sidewaysParts } from '../support/user.ts';
import { answers, ask, composer, conversations, countSends, expect, room, test } from './chat-account.ts';

const square = () =>
  sharp({ create: { width: 400, height: 300, channels: 3, background: '#c8472b' } })
    .png()
    .toBuffer();

test('whoever is not logged in looks around; the first question is sent once after the login', {
  tag: '@smoke',
}, async ({ page, models }) => {
  const sends = countSends(page);
  await page.goto(room);
  await expect(page.getByRole('heading', { name: '有什么可以帮您' })).toBeVisible();
  await page.locator('input[type=file]').setInputFiles({
    name: '红墙.png',
    mimeType: 'image/png',
    buffer: await square(),
  });
  await expect(page.getByRole('list', { name: '附图' }).getByRole('img')).toBeVisible();
  await ask(page, '这面墙用什么砖');
  const form = page.getByRole('dialog');
  await expect(form).toContainText('登录后发送');
  expect(sends()).toBe(0);
  await fillLogin(page, form, newPhone());
  await form.getByRole('checkbox').first().check();
  await form.getByRole('button', { name: /^登录/ }).click();
  const answer = await models.nextAnswer();
  expect(answer.request.turns.at(-1)?.text).toBe('这面墙用什么砖');
  expect(answer.request.turns.at(-1)?.pictures).toHaveLength(1);
  answer.say('劈开砖。');
  answer.end();
  await expect(answers(page)).toContainText('劈开砖。');
  await expect(composer(page)).toHaveValue('');
  expect(sends()).toBe(1);
});

test('what was written stays over a reload, by conversation', async ({ asker: page, models }) => {
  await page.goto(room);
  await ask(page, '先问一句');
  const answer = await models.nextAnswer();
  answer.end();
  await expect(page).toHaveURL(/c=/);
  await composer(page).fill('写了一半的追问');
  await page.reload();
  await expect(composer(page)).toHaveValue('写了一半的追问');
  await page.getByRole('button', { name: '新对话' }).click();
  await expect(composer(page)).toHaveValue('');
  await composer(page).fill('新对话里的');
  await conversations(page).getByRole('button', { name: '先问一句', exact: true }).click();
  await expect(composer(page)).toHaveValue('写了一半的追问');
});

test('an answer in all its forms has no fault that hinders anybody, in light and dark and on a phone', async ({
  asker: page,
  models,
}) => {
  await page.goto(room);
  expect(await faultsInLightAndDark(page)).toEqual([]);
  await ask(page, '都来一点');
  const answer = await models.nextAnswer();
  answer.put({ type: 'reasoning', text: '想一想。' });
  answer.say('## 标题\n\n| 甲 | 乙 |\n|---|---|\n| 1 | 2 |\n\n$x^2$\n\n```ts\nconst a = 1;\n```\n\n- [x] 完成\n\n');
  answer.put({
    type: 'sources',
    sources: [{ title: '某页', entryId: null, to: null, url: 'https://example.com/a' }],
  });
  answer.put({ type: 'card', card: { tool: 'toline', title: '转线稿', params: {}, note: '底图请自己选。' } });
  answer.end();
  await expect(answers(page).locator('.katex')).toBeVisible();
  await expect(answers(page).locator('.hljs-keyword')).toHaveText('const');
  await page.getByRole('button', { name: /已思考/ }).click();
  expect(await faultsInLightAndDark(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await sidewaysParts(page, 390)).toEqual([]);
  await page.getByRole('button', { name: '会话', exact: true }).click();
  await expect(page.getByRole('dialog').getByRole('button', { name: '都来一点', exact: true })).toBeVisible();
  expect(await faultsInLightAndDark(page)).toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: '新对话' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(composer(page)).toBeFocused();
});

test('a card fills a tool; what is started there shows in the conversation', async ({ asker: page, models }) => {
  await page.goto(room);
  await ask(page, '转成线稿');
  const answer = await models.nextAnswer();
  answer.say('可以用转线稿。');
  answer.put({
    type: 'card',
    card: { tool: 'toline', title: '转线稿', params: { lineStyle: 'sketch' }, note: '底图请自己选。' },
  });
  answer.end();
  await page.getByRole('button', { name: '填入工具' }).click();
  await expect(page).toHaveURL(/\/toline/);
  const start = page.getByRole('button', { name: /^生成 · / });
  await expect(start).toBeVisible();
  await expect(page.getByRole('radio', { name: '手绘' })).toBeChecked();
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({
      name: 'a.png',
      mimeType: 'image/png',
      buffer: await square(),
    });
  const noted = page.waitForResponse(/gptTalkCardRun/);
  await expect(start).toHaveAttribute('aria-disabled', 'false');
  await start.click();
  expect((await noted).ok()).toBe(true);
  await page.goBack();
  await expect(page).toHaveURL(/\/deepseek\?c=/);
  // The styles of another page's parts have come meanwhile.
  await expect(page.getByRole('navigation', { name: '会话' })).toBeVisible();
  await expect(page.getByRole('button', { name: '会话', exact: true })).toBeHidden();
  const result = page.getByRole('list', { name: '由它生成' }).getByRole('link');
  await expect(result).toHaveCount(1);
  await expect(result.getByRole('img').or(result.locator('img'))).toBeVisible();
  await result.click();
  await expect(page).toHaveURL(/aiDesignMangement#/);
});
