import { expect, type Page, test } from '@playwright/test';
import { tools } from '#shared/tools/registry';

interface FirstPicture {
  href: string;
  stage?: object;
}

const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
  { width: 390, height: 664 },
];
const early = (page: Page) => page.locator('#splash-picture img');
const inApp = (page: Page, href: string) => page.locator(`main img[src="${href}"]`).first();

/** The addresses of the pictures that pages of tools open with, by the first path of each. */
async function firstPictures(page: Page): Promise<Map<string, string>> {
  await page.goto('/agreement', { waitUntil: 'commit' });
  const said = await page.locator('script[data-first-pictures]').getAttribute('data-first-pictures');
  const pictures: Record<string, FirstPicture> = JSON.parse(said ?? '');
  return new Map(
    tools.flatMap(({ paths: [path = ''] }) => {
      const picture = pictures[path];
      return picture?.stage ? [[path, picture.href] as const] : [];
    }),
  );
}

/** Opens a page whose code is on its way until it is let in. */
async function openWithoutCode(page: Page, path: string): Promise<() => void> {
  let letIn = () => {};
  const held = new Promise<void>((resolve) => {
    letIn = resolve;
  });
  await page.route(/\/umi\.[\da-f]+\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(path, { waitUntil: 'commit' });
  return letIn;
}

const parts = 4;
for (let part = 0; part < parts; part++) {
  test(`the page of every tool has its picture where the app will draw it, part ${part + 1}`, async ({ page }) => {
    const pictures = [...(await firstPictures(page))];
    expect(pictures.length).toBeGreaterThan(20);
    for (const [path, href] of pictures.filter((_, place) => place % parts === part)) {
      const letIn = await openWithoutCode(page, path);
      await expect(early(page)).toBeVisible();
      const places = [];
      for (const size of sizes) {
        await page.setViewportSize(size);
        places.push(await early(page).boundingBox());
      }
      letIn();
      await expect(inApp(page, href)).toBeVisible();
      await expect(early(page)).toHaveCount(0);
      for (const [at, size] of sizes.entries()) {
        await page.setViewportSize(size);
        expect(await inApp(page, href).boundingBox(), `${path} at ${size.width} × ${size.height}`).toEqual(places[at]);
      }
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    }
  });
}

for (const size of sizes.slice(0, 2)) {
  test(`what the document shows of a tool is the largest picture of its page and stays in view, ${size.width} px`, async ({
    page,
  }) => {
    await page.setViewportSize(size);
    const pictures = await firstPictures(page);
    await page.addInitScript(() => {
      const seen = { urls: [] as string[], gaps: 0 };
      Object.assign(window, { seen });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { url: string })[]) seen.urls.push(entry.url);
      }).observe({ type: 'largest-contentful-paint', buffered: true });
      let hasCome = false;
      const look = () => {
        const early = document.querySelector('#splash-picture img');
        const picture = document.querySelector<HTMLImageElement>('main [aria-label="画面"] img');
        const isThere = early !== null || picture?.complete === true;
        if (hasCome && !isThere) seen.gaps += 1;
        hasCome ||= isThere;
        requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
    for (const path of ['/toline', '/text2Img', '/extendImg', '/lama']) {
      const href = pictures.get(path) ?? '';
      const letIn = await openWithoutCode(page, path);
      const seen = () => page.evaluate(() => (window as never as { seen: { urls: string[]; gaps: number } }).seen);
      const pictureUrls = async () => (await seen()).urls.filter((url) => url.includes('/samples/'));
      await expect.poll(pictureUrls).toEqual([expect.stringContaining(href)]);
      letIn();
      await expect(inApp(page, href)).toBeVisible();
      await page.waitForLoadState('networkidle');
      expect(await pictureUrls(), path).toHaveLength(1);
      expect((await seen()).gaps, path).toBe(0);
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    }
  });
}

test('whoever has begun with a tool, or comes with a picture, sees only what is theirs', async ({ page }) => {
  await page.goto('/toline');
  await expect(inApp(page, '/samples/results/toline.webp')).toBeVisible();
  await page.getByRole('radio', { name: 'CAD' }).check();
  const kept = () => page.evaluate(() => localStorage.getItem('keptTools'));
  await expect.poll(kept).toBe('["toline"]');

  const visits = [
    { path: '/toline', isShown: false },
    { path: '/matting?base=sample:chair', isShown: false },
    { path: '/matting', isShown: true },
  ];
  for (const { path, isShown } of visits) {
    const letIn = await openWithoutCode(page, path);
    await expect(page.locator('#splash')).toBeVisible();
    await expect(early(page)).toBeVisible({ visible: isShown });
    letIn();
    await expect(page.locator('#splash')).toHaveCount(0);
    await expect(page.locator('#splash-picture')).toHaveCount(0);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  }
});

test('what the document shows of a tool goes when its page cannot be opened, or another is', async ({ page }) => {
  let cutOff = () => {};
  const isCutOff = new Promise<void>((resolve) => {
    cutOff = resolve;
  });
  await page.route(/\/p__tool__index.*\.js$/, async (route) => {
    await isCutOff;
    await route.abort();
  });
  await page.goto('/toline', { waitUntil: 'commit' });
  await expect(page.getByRole('banner')).toBeVisible();
  await expect(early(page)).toBeVisible();
  cutOff();
  await expect(page.getByText('页面没有加载完整')).toBeVisible();
  await expect(early(page)).toHaveCount(0);

  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.route(/\/p__tool__index.*\.js$/, () => undefined);
  await page.goto('/matting', { waitUntil: 'commit' });
  await expect(page.getByRole('banner')).toBeVisible();
  await expect(early(page)).toBeVisible();
  await page.getByRole('link', { name: '筑绘 AI 首页' }).click();
  await expect(early(page)).toHaveCount(0);
});

for (const size of sizes.slice(0, 2)) {
  test(`the gallery's wall has its first pictures where the app will draw them, asked for once, ${size.width} px`, async ({
    page,
  }) => {
    await page.setViewportSize(size);
    const lists: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname === '/api/inspiration/pictures') lists.push(request.url());
    });
    const boxesOf = (selector: string) =>
      page.locator(selector).evaluateAll((pictures) =>
        pictures.map((picture) => {
          const { left, top, width, height } = picture.getBoundingClientRect();
          const box = [left, top, width, height].map((length) => Math.round(length * 10) / 10);
          return [picture.getAttribute('src') ?? '', box] as const;
        }),
      );
    const letIn = await openWithoutCode(page, '/tupianHome');
    await expect(early(page).nth(5)).toBeVisible();
    const before = await boxesOf('#splash-picture img');
    const lowest = Math.max(...before.map(([, [, top = 0, , height = 0]]) => top + height));
    expect(lowest, 'they fill the window').toBeGreaterThan(size.height);
    letIn();
    await expect(early(page)).toHaveCount(0);
    const after = new Map(await boxesOf('[role=feed] img'));
    for (const [address, box] of before) expect(after.get(address), address).toEqual(box);
    expect(lists).toHaveLength(1);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });
}

test('a wall of something else, in a window of another width, or that is come back to begins without early pictures', async ({
  page,
}) => {
  const visits = [
    { width: 1440, open: () => page.goto('/tupianHome?keyword=%E5%BA%AD%E9%99%A2') },
    { width: 700, open: () => page.goto('/tupianHome') },
    { width: 1440, open: () => page.reload() },
  ];
  for (const { width, open } of visits) {
    await page.setViewportSize({ width, height: 900 });
    await open();
    await expect(page.locator('[role=feed] img').first()).toBeVisible();
    await expect(page.locator('html')).not.toHaveAttribute('data-splash-picture', 'wall');
  }
});

test('on phones the home page has its picture where the app will draw it, for visitors', async ({ page }) => {
  const picture = page.getByRole('region', { name: '效果对比' }).getByRole('img', { name: '氛围转换的结果' });
  const open = async (width: number) => {
    await page.setViewportSize({ width, height: 844 });
    const letIn = await openWithoutCode(page, '/');
    await expect(page.locator('#splash')).toBeVisible();
    return letIn;
  };
  for (const width of [340, 639]) {
    const letIn = await open(width);
    await expect(early(page)).toHaveJSProperty('complete', true);
    const [place, source] = [await early(page).boundingBox(), await early(page).evaluate(sourceOf)];
    expect(place?.height).toBeGreaterThan(200);
    letIn();
    await expect(early(page)).toHaveCount(0);
    expect(await picture.boundingBox(), `${width} px`).toEqual(place);
    expect(await picture.evaluate(sourceOf)).toBe(source);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  }

  await open(640);
  await expect(early(page)).toBeHidden();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.request.post('/__mock/accounts', { data: { phoneNo: `17${String(Date.now()).slice(-9)}` } });
  await open(390);
  await expect(early(page)).toBeHidden();
});

const sourceOf = (picture: SVGElement | HTMLElement) => (picture as HTMLImageElement).currentSrc;
