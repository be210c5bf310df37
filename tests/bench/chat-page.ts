import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { minute } from '#shared/domain/time';
import { findChromium } from '../support/browser.ts';
import { longAnswer, openMarkdownPage } from '../support/markdown-page/open.ts';
import { type Measurement, say } from './measurement.ts';
import { startServer } from './server.ts';

/** Updates in which an answer grows to its length. */
const updates = 250;
/** Messages of the long conversation. */
const messages = 400;
/** Questions that an account may send in a minute. */
const perMinute = 20;

/**
 * Measures the load of the main thread by an answer that grows (script, style and layout in CPU time, for each of 250
 * updates), beside react-markdown that reads all of it each time; and how long a conversation of 400 messages takes to
 * open in the real page.
 */
export async function benchChatPage(): Promise<Measurement[]> {
  const executablePath = findChromium();
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: ['--no-sandbox', '--disable-quic', '--disable-background-networking'],
  });
  try {
    return [
      await growth(browser, 20_000, 'at most 16 ms'),
      await growth(browser, 60_000, 'at most 30 ms'),
      ...(await openingOfLong(browser)),
    ];
  } finally {
    await browser.close();
  }
}

async function growth(browser: Browser, length: number, target: string): Promise<Measurement> {
  say(`an answer of ${length} characters`);
  const ours = await costOfGrowth(browser, 'ours', length);
  const whole = await costOfGrowth(browser, 'whole', length);
  return {
    name: `chat page: CPU of the main thread per update, growing to ${length} characters`,
    ours,
    unit: 'ms',
    peer: { name: 'react-markdown without blocks', ms: whole },
    ratio: Math.round((ours / whole) * 1000) / 1000,
    target,
  };
}

/** Milliseconds of CPU time for each update, in a fresh page with everything loaded. */
async function costOfGrowth(browser: Browser, kind: 'ours' | 'whole', length: number): Promise<number> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await openMarkdownPage(page);
  await page.evaluate(async () => {
    await window.markdownPage.show({ kind: 'ours', text: '$x$\n\n```ts\nconst a = 1;\n```\n', isGrowing: false });
    while (!document.querySelector('.katex') || !document.querySelector('.hljs-keyword'))
      await new Promise((done) => setTimeout(done, 20));
    await window.markdownPage.show({ kind: 'ours', text: '', isGrowing: true });
  });
  const metrics = await page.context().newCDPSession(page);
  await metrics.send('Performance.enable', { timeDomain: 'threadTicks' });
  const busy = async () => {
    const { metrics: all } = await metrics.send('Performance.getMetrics');
    return (all.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000;
  };
  const before = await busy();
  await page.evaluate(
    async ({ kind, text, updates }) => {
      for (let update = 1; update <= updates; update += 1) {
        const end = Math.round((text.length * update) / updates);
        await window.markdownPage.show({ kind, text: text.slice(0, end), isGrowing: update < updates });
      }
    },
    { kind, text: longAnswer(length), updates },
  );
  const cost = (await busy()) - before;
  await page.close();
  return cost / updates;
}

async function openingOfLong(browser: Browser): Promise<Measurement[]> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'bench-chat-page-'));
  const { origin, stop } = await startServer(dataDir);
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, baseURL: origin });
    await page.request.post('/__mock/accounts', { data: {} });
    say(`a conversation of ${messages} messages`);
    const conversationId = await converse(page);
    const times: number[] = [];
    let rows = 0;
    for (let time = 0; time < 5; time += 1) {
      await page.goto('/deepseek');
      await page.getByRole('navigation', { name: '会话' }).getByRole('button').nth(1).waitFor();
      await page.waitForLoadState('networkidle');
      const seen = await page.evaluate(openFirst, conversationId);
      times.push(seen.ms);
      rows = seen.rows;
    }
    const median = times.sort((one, other) => one - other)[2] ?? Number.NaN;
    return [
      {
        name: `chat page: a conversation of ${messages} messages, from the press to its last message`,
        ours: median,
        unit: 'ms',
        target: 'at most 600 ms',
      },
      { name: 'chat page: rows that are drawn of it', ours: rows, unit: 'rows', target: 'about 30' },
    ];
  } finally {
    await stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Runs in the page: presses the first conversation and waits for the frame that shows its end. */
async function openFirst(conversationId: string): Promise<{ ms: number; rows: number }> {
  const entry = document.querySelector<HTMLElement>('nav[aria-label="会话"] ul button');
  if (!entry) throw new Error('no conversation is listed');
  const from = performance.now();
  entry.click();
  const view = () => document.querySelector<HTMLElement>('[role="region"][aria-label="对话"]');
  const isThere = () => {
    const element = view();
    const last = element?.querySelector('[data-row]:last-child article');
    return (
      window.location.search.includes(conversationId) &&
      element !== null &&
      last !== null &&
      last !== undefined &&
      element.scrollHeight - element.scrollTop - element.clientHeight < 40
    );
  };
  while (!isThere()) await new Promise((done) => requestAnimationFrame(done));
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  return { ms: performance.now() - from, rows: view()?.querySelectorAll('[data-row]').length ?? 0 };
}

/** Asks the offline assistant until the conversation has its messages, a minute of the product's for every 20. */
async function converse(page: Page): Promise<string> {
  let conversationId: string | undefined;
  for (let asked = 0; asked < messages / 2; asked += 1) {
    if (asked % perMinute === 0) await page.request.post('/__mock/clock', { data: { advanceMs: minute + 1000 } });
    const message = `清水混凝土有什么特点，怎么描述，第 ${asked + 1} 次`;
    const answer = await page.request.post('/api/ai/gptTalk', { data: { message, conversationId } });
    const { data, error } = await answer.json();
    if (!data) throw new Error(`question ${asked + 1} was refused: ${JSON.stringify(error)}`);
    conversationId = data.conversation.conversationId as string;
  }
  return conversationId ?? '';
}
