import { type Browser, chromium, type Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findChromium } from '../support/browser.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { controlOf } from '../support/server-control.ts';

let server: TestServer;
let browser: Browser;
let page: Page;
beforeAll(async () => {
  server = await startTestServer();
  const executablePath = findChromium();
  browser = await chromium.launch(executablePath ? { executablePath } : {});
  page = await browser.newPage();
  await page.goto(`${server.origin}/__mock/`);
});
afterAll(async () => {
  await browser.close();
  await server.close();
});

const { control } = controlOf(() => server);
const form = () => page.locator('#fault');
const rows = () => page.locator('#fault-rules tr');
const add = () => form().getByRole('button', { name: '加上' }).click();
const rules = async () => (await control('GET', '/faults')).json as { seed: number; faults: object[] };

it('a person sets rules from the table of faults, sees what they struck, and takes them off', async () => {
  await form().getByLabel('种类').selectOption('status');
  await form().getByLabel('状态码').fill('503');
  await form().getByLabel('路径').fill('/api/order/**');
  await form().getByLabel('查询含有').fill('page=2');
  await form().getByLabel('内容含有').fill('{"num":2}');
  await form().getByLabel('种子').fill('7');
  await add();
  await rows().getByText('query={"page":"2"}').waitFor();

  await form().getByLabel('发生在').selectOption('engine.run');
  await form().getByLabel('种类').selectOption('hang');
  expect(await form().getByLabel('路径').isVisible()).toBe(false);
  expect(await page.locator('#fault-does').textContent()).toContain('没有任何进展');
  await form().getByLabel('毫秒').fill('50');
  await form().getByLabel('命中几次').fill('2');
  await add();
  await rows().getByText('0 / 2 次').waitFor();

  const body = { num: 2 };
  const path = '/api/order/**';
  const request = { match: { path, query: { page: '2' }, body }, kind: 'status', status: 503, after: 0, prob: 1 };
  const step = { match: { step: 'engine.run' }, kind: 'hang', ms: 50, times: 2, after: 0, prob: 1 };
  expect(await rules()).toEqual({ seed: 7, faults: [request, step].map((rule) => ({ ...rule, struck: 0 })) });

  await rows().first().getByRole('button', { name: '撤下' }).click();
  await expect.poll(() => rows().count()).toBe(1);
  expect((await rules()).faults).toEqual([{ ...step, struck: 0 }]);
  await form().getByRole('button', { name: '全部撤下' }).click();
  await rows().getByText('没有故障').waitFor();
});

it('what does not fit is told by name', async () => {
  await form().getByLabel('发生在').selectOption('');
  await form().getByLabel('路径').fill('api');
  await add();
  await page.locator('#faults').getByText('路径以 / 开头').waitFor();
  // This server runs no networks.
  expect(await form().locator('option[value="model.process"]').isDisabled()).toBe(true);
});
