import { expect, type Page, type Request } from '@playwright/test';
import type { PageEvent } from '#shared/contract/system';
import { fillLogin, newPhone, test } from '../support/user.ts';

const trackPath = '/api/track/events';
const isTracking = (request: Request) => new URL(request.url()).pathname === trackPath;
const eventsOf = (request: Request): PageEvent[] => JSON.parse(request.postData() ?? '{}').events;
const menu = (page: Page, name: string) =>
  page.getByRole('navigation', { name: '主导航' }).getByRole('link', { name }).click();
const keptEvents = (page: Page): Promise<PageEvent[]> =>
  page.evaluate(() =>
    Object.keys(localStorage)
      .filter((key) => key.startsWith('trk:'))
      .flatMap((key) => JSON.parse(localStorage.getItem(key) ?? '').events),
  );
/** Beacons are sent by the browser itself, where no listener hears them. */
const hearBeacons = (page: Page) =>
  page.addInitScript(() => {
    const heard: string[] = [];
    Object.assign(window, { heard });
    const send = navigator.sendBeacon.bind(navigator);
    navigator.sendBeacon = (url, body) => {
      heard.push(String(body));
      return send(url, body);
    };
  });
const beacons = (page: Page): Promise<PageEvent[]> =>
  page.evaluate(() => (window as unknown as { heard: string[] }).heard.flatMap((body) => JSON.parse(body).events));
const hide = (page: Page) =>
  page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
    Reflect.deleteProperty(document, 'visibilityState');
  });
/** The page has rested, and its queue is there. */
async function rest(page: Page): Promise<void> {
  const [request] = await Promise.all([page.waitForRequest(isTracking), page.clock.fastForward(5_000)]);
  expect((await request.response())?.status()).toBe(200);
}

test.beforeEach(async ({ page }) => {
  await page.clock.install();
});

test('pages seen without a network are told when it is back, once and in their order', async ({ page, context }) => {
  await page.goto('/tupianHome');
  await rest(page);
  await context.setOffline(true);
  await page.evaluate(() => window.history.pushState({}, '', '/tupianHome#plan'));
  await page.evaluate(() => window.dispatchEvent(new PopStateEvent('popstate', { state: {} })));
  await page.clock.fastForward(1_000);
  await page.goBack();
  await page.clock.fastForward(60_000);
  await expect
    .poll(async () => (await keptEvents(page)).map(({ label }) => label))
    .toEqual(['imageDetail', 'pictureHome']);

  const told: PageEvent[] = [];
  page.on('request', (request) => isTracking(request) && told.push(...eventsOf(request)));
  const [request] = await Promise.all([page.waitForRequest(isTracking), context.setOffline(false)]);
  expect((await request.response())?.status()).toBe(200);
  await page.clock.fastForward(60_000);
  await expect.poll(() => keptEvents(page)).toEqual([]);
  expect(told.map(({ label, from, seq, isReturn }) => [label, from, seq, isReturn])).toEqual([
    ['imageDetail', 'pictureHome', 2, undefined],
    ['pictureHome', 'imageDetail', 3, true],
  ]);
  for (const { at = 0, sentAt = 0 } of told) expect(sentAt - at).toBeGreaterThan(50_000);
});

test('a reload knows the page before, and tells what could not be told', async ({ page }) => {
  await page.route(`**${trackPath}`, (route) => route.fulfill({ status: 500, body: '{}' }));
  await page.goto('/myPersonCenter?page=3&phone=138');
  await menu(page, '灵感图库');
  await expect(page).toHaveURL('/tupianHome');
  await Promise.all([page.waitForResponse((answer) => isTracking(answer.request())), page.clock.fastForward(5_000)]);
  const first = await keptEvents(page);
  expect(first.map(({ label, from, personalCenterPage }) => [label, from, personalCenterPage])).toEqual([
    ['myCenter', undefined, 3],
    ['pictureHome', 'myCenter', 3],
  ]);

  await page.unroute(`**${trackPath}`);
  await page.reload();
  // The app begins after the page has loaded.
  await expect(page.getByRole('navigation', { name: '主导航' })).toBeVisible();
  const [request] = await Promise.all([page.waitForRequest(isTracking), page.clock.fastForward(5_000)]);
  expect((await request.response())?.status()).toBe(200);
  const told = eventsOf(request);
  expect(told.map(({ eventId }) => eventId).slice(0, 2)).toEqual(first.map(({ eventId }) => eventId));
  expect(told[2]).toMatchObject({
    ...{ label: 'pictureHome', seq: 3, tabId: first[0]?.tabId },
    ...{ from: 'myCenter', fromPath: '/myPersonCenter?page=3', personalCenterPage: 3 },
  });
});

test('a page that is hidden at once is told by a beacon, and so is what waits later', async ({ page }) => {
  await hearBeacons(page);
  await page.goto('/tupianHome');
  await expect(page.getByRole('navigation', { name: '主导航' })).toBeVisible();
  await hide(page);
  expect((await beacons(page)).map(({ label }) => label)).toEqual(['pictureHome']);
  await hide(page);
  expect(await beacons(page)).toHaveLength(1);

  await page.getByRole('link', { name: '筑绘 AI 首页' }).first().click();
  await rest(page);
  await menu(page, '灵感图库');
  await expect(page).toHaveURL('/tupianHome');
  await expect.poll(async () => (await keptEvents(page)).length).toBe(1);
  await hide(page);
  expect((await beacons(page)).map(({ label, seq }) => [label, seq])).toEqual([
    ['pictureHome', 1],
    ['pictureHome', 3],
  ]);
  expect(await keptEvents(page)).toEqual([]);
});

test('what a beacon does not take is sent by the page, and the server stores what comes twice once', async ({
  page,
}) => {
  await page.addInitScript(() => {
    navigator.sendBeacon = () => false;
  });
  await page.goto('/tupianHome');
  await rest(page);
  await page.getByRole('link', { name: '筑绘 AI 首页' }).first().click();
  await expect.poll(async () => (await keptEvents(page)).length).toBe(1);
  const [request] = await Promise.all([page.waitForRequest(isTracking), hide(page)]);
  expect((await request.response())?.status()).toBe(200);
  await expect.poll(() => keptEvents(page)).toEqual([]);
  const again = await page.request.post(trackPath, {
    headers: { 'content-type': 'text/plain;charset=UTF-8' },
    data: JSON.stringify(eventsOf(request)),
  });
  expect(again.status()).toBe(200);
});

test('a login in between is told, and only what comes after it is the person’s', async ({ page }) => {
  await page.goto('/user/login');
  await rest(page);
  await fillLogin(page, page.getByRole('main'), newPhone());
  await page.getByRole('main').getByRole('button', { name: '登录', exact: true }).click();
  await expect(page.getByRole('button', { name: /^账号：/ })).toBeVisible();
  const [request] = await Promise.all([page.waitForRequest(isTracking), page.clock.fastForward(5_000)]);
  const { data: user } = await (await page.request.get('/api/user/userInfo')).json();
  expect(eventsOf(request).map(({ type, label, userId }) => [type, label, userId])).toEqual([
    ['bind', 'home', user.userId],
    ['pv', 'home', user.userId],
  ]);
});
