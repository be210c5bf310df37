import { longAnswer, openMarkdownPage } from '../support/markdown-page/open.ts';
import { test } from '../support/story.ts';
import { expect } from './chat-account.ts';

test('what is settled of a growing answer is drawn once and never again', async ({ page }) => {
  await openMarkdownPage(page);
  const text = longAnswer(12_000);
  const counts = await page.evaluate(async (text) => {
    const { show, takeRendered } = window.markdownPage;
    // Formulas and colours are there before it is counted.
    await show({ kind: 'ours', text: '$x$\n\n```ts\nconst a = 1;\n```\n', isGrowing: false });
    while (!document.querySelector('.katex') || !document.querySelector('.hljs-keyword'))
      await new Promise((done) => requestAnimationFrame(done));
    takeRendered();
    await show({ kind: 'ours', text: text.slice(0, 8000), isGrowing: true });
    const settled = Object.keys(takeRendered()).slice(0, -2);
    for (let end = 8001; end <= 8200; end += 1) await show({ kind: 'ours', text: text.slice(0, end), isGrowing: true });
    const drawn = Object.keys(takeRendered());
    return { settled: settled.length, again: settled.filter((source) => drawn.includes(source)), drawn: drawn.length };
  }, text);
  expect(counts.settled).toBeGreaterThan(80);
  expect(counts.drawn).toBeGreaterThan(50);
  expect(counts.again).toEqual([]);
});

test('a formula and code are there once they are closed, and a half-written one is plain', async ({ page }) => {
  await openMarkdownPage(page);
  const show = (text: string) =>
    page.evaluate((text) => window.markdownPage.show({ kind: 'ours', text, isGrowing: true }), text);
  await show('```ts\nconst a = 1;');
  await expect(page.locator('pre')).toHaveText('const a = 1;');
  await expect(page.locator('.hljs-keyword')).toHaveCount(0);
  await show('```ts\nconst a = 1;\n```\n\n其中 \\(x^2\\)，\n\n\\[\nV = S h\n\\]\n\n');
  await expect(page.locator('.hljs-keyword')).toHaveText('const');
  await expect(page.locator('.katex')).toHaveCount(2);
  await expect(page.locator('.katex-display')).toHaveCount(1);
});

test('no text runs anything or asks for anything elsewhere', async ({ page }) => {
  await openMarkdownPage(page);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.evaluate(async () => {
    for (const text of [
      '<img src=x onerror="window.isHurt = true">',
      '![x](https://evil.example/track.png)',
      '<style>@import url(https://evil.example/a.css)</style>',
      '$\\href{javascript:alert(1)}{x}$ $\\includegraphics{https://evil.example/a.png}$ $\\htmlStyle{background:url(https://evil.example)}{x}$',
      '<iframe src="https://evil.example"></iframe>',
      '[x](javascript:window.isHurt=true)',
      '<svg><animate onbegin="window.isHurt = true" attributeName=x dur=1s>',
    ]) {
      await window.markdownPage.show({ kind: 'ours', text, isGrowing: false });
      for (const link of document.querySelectorAll<HTMLElement>('a[href^="javascript"]')) link.click();
    }
  });
  await expect(page.locator('body')).toContainText('svg');
  expect(await page.evaluate(() => 'isHurt' in window)).toBe(false);
  expect(asked.filter((address) => !address.startsWith('http://markdown.test/'))).toEqual([]);
});
