/**
 * Pictures of the product's screens to be looked at: it runs on a data folder of its own, a member logs in, three tools
 * make results of real pictures, and every screen is taken at 1440 and 390 px, light and dark. Needs a built user app
 * (`npm start` or `npm test` once). Options: the folder to write to (test-results/screens), --pictures folder (with
 * your own JPG, PNG or WebP instead of the samples), --only part of a screen's name (may repeat).
 */
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type BrowserContext, chromium, type Page } from 'playwright';
import { findChromium, phoneLook } from './support/browser.ts';
import { startServerProcess } from './support/server-process.ts';

const root = path.resolve(import.meta.dirname, '..');
const samples = ['villa-day.jpg', 'living-room.jpg', 'office-street.jpg'].map((name) =>
  path.join(root, 'user-app/public/samples', name),
);
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { pictures: { type: 'string' }, only: { type: 'string', multiple: true } },
});
const folder = path.resolve(positionals[0] ?? path.join(root, 'test-results/screens'));
const pictures = values.pictures ? await picturesIn(path.resolve(values.pictures)) : samples;
await mkdir(folder, { recursive: true });

interface Made {
  token: string;
  /** Newest first: one result, a grid of results. */
  single: string;
  grid: string;
  pictureId: string;
}

interface Screen {
  name: string;
  at: (made: Made) => string;
  /** Steps to take before the picture is taken. */
  act?: (page: Page, made: Made) => Promise<unknown>;
}

const result = async (page: Page) => {
  const runs = page.getByRole('region', { name: '这个工具的历史' }).getByRole('button');
  await runs.first().click();
  await page.getByRole('toolbar', { name: '画面' }).waitFor();
};

const screens: readonly Screen[] = [
  { name: 'home', at: () => '/home' },
  { name: 'wall', at: () => '/list' },
  { name: 'empty-stage', at: () => '/materialChange' },
  { name: 'compare', at: () => '/toline', act: result },
  {
    name: 'result',
    at: () => '/toline',
    act: async (page) => {
      await result(page);
      await page.getByRole('button', { name: '单图' }).click();
    },
  },
  { name: 'result-grid', at: () => '/architecturalRender', act: result },
  { name: 'words-result', at: () => '/text2Img', act: result },
  { name: 'video-result', at: () => '/text2Video', act: result },
  {
    name: 'running',
    at: () => '/realUpImg',
    act: async (page, { pictureId }) => {
      const params = { upload_img: pictureId, scale: 4 };
      await startTask(page.context(), 'realUpImg', params);
      await page.reload();
      await page.getByRole('progressbar').first().waitFor();
    },
  },
  {
    name: 'palette',
    at: () => '/home',
    act: async (page) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox').fill('xr');
    },
  },
  { name: 'works', at: () => '/aiDesignMangement', act: (page) => page.getByRole('grid', { name: '作品' }).waitFor() },
  { name: 'viewer', at: ({ grid }) => `/aiDesignMangement#${grid}`, act: viewer },
  {
    name: 'viewer-compare',
    at: ({ single }) => `/aiDesignMangement#${single}`,
    act: async (page) => {
      await viewer(page);
      await page.keyboard.press('c');
    },
  },
  {
    name: 'share-dialog',
    at: ({ single }) => `/aiDesignMangement#${single}`,
    act: async (page) => {
      await viewer(page);
      await page.getByRole('button', { name: '分享', exact: true }).click();
    },
  },
  { name: 'share-page', at: ({ token }) => `/share/${token}` },
  { name: 'tickets', at: () => '/tickets' },
  { name: 'orders', at: () => '/orders' },
  { name: 'membership', at: () => '/membership' },
  { name: 'live', at: () => '/ailive' },
];
const wanted = screens.filter(({ name }) => !values.only || values.only.some((part) => name.includes(part)));

const dataDir = await mkdtemp(path.join(tmpdir(), 'screens-'));
const server = await startServerProcess(dataDir, { DIST_DIR: path.join(root, 'dist'), NODE_ENV: 'production' });
const executablePath = findChromium();
const browser = await chromium.launch({ args: ['--no-sandbox'], ...(executablePath ? { executablePath } : {}) });
let failures = 0;
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void server.end('SIGTERM').finally(() => process.exit(1)));
try {
  const member = await browser.newContext({ baseURL: server.origin });
  await succeed(
    member.request.post('/__mock/accounts', { data: { phoneNo: '15500000000', plan: 'pro', tickets: 999 } }),
  );
  const made = await makeWorks(member);
  const storageState = await member.storageState();
  for (const [width, look] of [
    [1440, { viewport: { width: 1440, height: 900 } }],
    [390, phoneLook],
  ] as const)
    for (const colorScheme of ['light', 'dark'] as const) {
      const looks = { ...look, colorScheme, locale: 'zh-CN', timezoneId: 'Asia/Shanghai', storageState };
      const context = await browser.newContext({ baseURL: server.origin, ...looks });
      for (const screen of wanted) await take(context, screen, made, `${screen.name}-${width}-${colorScheme}.png`);
      await context.close();
    }
} finally {
  await browser.close();
  await server.end('SIGTERM');
  await rm(dataDir, { recursive: true, force: true });
}
console.log(`${folder}${failures > 0 ? `，${failures} 张没有拍到要拍的样子` : ''}`);
process.exitCode = failures > 0 ? 1 : 0;

async function take(context: BrowserContext, { at, act }: Screen, made: Made, file: string): Promise<void> {
  const page = await context.newPage();
  page.setDefaultTimeout(10_000);
  try {
    await page.goto(at(made));
    await page.locator('main, [role="dialog"]').first().waitFor();
    await act?.(page, made);
  } catch (error) {
    failures += 1;
    console.error(`${file}：${String(error).split('\n')[0]}`);
  }
  // Pictures that are on their way, and what moves once they are here.
  await page.waitForLoadState('networkidle', { timeout: 4_000 }).catch(() => undefined);
  const areHere = () => [...document.images].every((image) => image.complete || image.loading === 'lazy');
  await page.waitForFunction(areHere).catch(() => undefined);
  await page.screenshot({ path: path.join(folder, file), animations: 'disabled' });
  await page.close();
}

function viewer(page: Page): Promise<void> {
  return page
    .getByLabel('缩放比例')
    .or(page.getByRole('toolbar', { name: '对比' }))
    .first()
    .waitFor();
}

async function makeWorks(context: BrowserContext): Promise<Made> {
  const uploads: string[] = [];
  for (const file of pictures) {
    const [buffer, name] = [await readFile(file), path.basename(file)];
    const mimeType = `image/${path.extname(file).slice(1).replace('jpg', 'jpeg')}`;
    uploads.push(
      (await succeed(context.request.post('/api/upload/image', { multipart: { file: { name, mimeType, buffer } } })))
        .imageId as string,
    );
  }
  const picture = (place: number) => uploads[place % uploads.length] as string;
  const render = { upload_img: picture(0), classifyId2: '101', num: 4, promptTxt: '黄昏，木格栅，门前有水面' };
  const words = { promptTxt: '湖边的现代别墅，黄昏，木格栅，镜头缓缓推近' };
  const ids = [
    await startTask(context, 'text2Img', words),
    await startTask(context, 'text2Video', words),
    await startTask(context, 'upScaleImg', { upload_img: picture(1) }),
    await startTask(context, 'atmosphereChange', { upload_img: picture(2), time: 'dusk' }),
    await startTask(context, 'architecturalRender', render),
    await startTask(context, 'toline', { upload_img: picture(0) }),
  ];
  const ended = [];
  for (const taskId of ids) ended.push(await untilEnded(context, taskId));
  const [, , , , grid, single] = ended as { taskId: string; images: { imageId: string }[] }[];
  const share = await succeed(
    context.request.post('/api/share/create', { data: { imageId: single?.images[0]?.imageId, days: 7 } }),
  );
  await succeed(context.request.post('/api/projects', { data: { name: '滨江一号' } }));
  return {
    token: share.token as string,
    single: single?.taskId ?? '',
    grid: grid?.taskId ?? '',
    pictureId: picture(0),
  };
}

async function startTask(context: BrowserContext, tool: string, params: object): Promise<string> {
  const data = { tool, params, clientKey: `${tool}-${Date.now()}` };
  return (await succeed(context.request.post('/api/ai/startTask', { data }))).taskId as string;
}

async function untilEnded(context: BrowserContext, taskId: string): Promise<Record<string, unknown>> {
  for (;;) {
    const task = await succeed(context.request.get(`/api/ai/getTaskByTaskId?taskId=${taskId}`));
    if (['succeeded', 'failed', 'canceled'].includes(task.status as string)) return task;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

async function succeed(asked: ReturnType<BrowserContext['request']['get']>): Promise<Record<string, unknown>> {
  const answer = (await (await asked).json()) as {
    data: Record<string, unknown>;
    error?: { code: number; message: string };
  };
  if (answer.error?.code) throw new Error(`${(await asked).url()}: ${answer.error.message}`);
  return answer.data;
}

async function picturesIn(given: string): Promise<string[]> {
  const names = (await readdir(given)).filter((name) => /\.(jpe?g|png|webp)$/i.test(name)).sort();
  if (names.length === 0) throw new Error(`${given} 里没有 JPG、PNG 或 WebP 图片`);
  return names.map((name) => path.join(given, name));
}
