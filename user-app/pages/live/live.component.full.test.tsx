import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { type LiveSession, liveHeaders } from '#shared/contract/live';
import { ProductError } from '#shared/errors';
import { mouse, touch } from '../../../tests/support/component-pointer.ts';
import { openShop } from '../../../tests/support/component-shop.ts';
import {
  answerWith,
  asked,
  chooseFiles,
  faultsInLightAndDark,
  memberOf,
  onPhone,
  pictureFile,
  press,
  show,
  sidewaysParts,
} from '../../../tests/support/components.tsx';
import { ShopDialogs } from '../../features/checkout/shop-dialogs.tsx';
import { readDraft, writeDraft } from '../../features/live-canvas/engine/draft-store.ts';
import { aspectNames } from '../../features/live-canvas/engine/papers.ts';
import LivePage from './index.tsx';

afterEach(async () => {
  await cleanup();
  await writeDraft({ aspect: aspectNames[0]!, drawing: [], pictures: [], updatedAt: 0 });
});

const session: LiveSession = { liveId: 'live-1', seed: 7, side: 512, idleSeconds: 20, ticketsLeft: 2 };

/** A picture of one colour, as the engine sends it. */
async function frameOf(sequence: unknown): Promise<Response> {
  const canvas = new OffscreenCanvas(512, 384);
  canvas.getContext('2d')?.fillRect(0, 0, 512, 384);
  const headers = {
    ...{ [liveHeaders.sequence]: String(sequence), [liveHeaders.ms]: '40' },
    ...{ [liveHeaders.ticketsLeft]: '2', [liveHeaders.minuteLeft]: '60000' },
  };
  return new Response(await canvas.convertToBlob({ type: 'image/jpeg' }), { headers });
}

/** Opens the screen; every frame is answered at once. */
async function openLivePage(person = memberOf()) {
  openShop();
  answerWith({
    health: { status: 'ok' },
    openLive: session,
    closeLive: null,
    liveFrame: ({ sequence }) => frameOf(sequence) as never,
  });
  await showPage(person);
}

async function showPage(person: ReturnType<typeof memberOf> | undefined) {
  await show(
    <>
      <LivePage />
      <ShopDialogs />
    </>,
    { at: '/ailive', ...(person && { person }) },
  );
  await expect.element(board()).toBeVisible();
}

const board = () => page.getByRole('application');
const result = page.getByRole('region', { name: '实时画面' });
const picture = result.getByRole('img', { name: '实时渲染的画面' });
const state = result.getByRole('status').first();
const button = (name: string | RegExp) => page.getByRole('button', { name });
const material = (name: string) => page.getByRole('group', { name: '材料颜色' }).getByRole('button', { name });
const samples = page.getByRole('list', { name: '示例草图' });
const house = samples.getByRole('button', { name: /坡顶小屋/ });
const frames = () => asked.filter(({ name }) => name === 'liveFrame').length;
const sequence = () => Number(picture.element().getAttribute('data-sequence'));

function paper(): HTMLCanvasElement {
  const canvas = document.querySelector<HTMLCanvasElement>('canvas[data-paper]');
  if (!canvas) throw new Error('the paper is not shown');
  return canvas;
}

/** Window coordinates of a point of the paper, 0–1 each way. */
function spot(x: number, y: number) {
  const box = paper().getBoundingClientRect();
  return { x: box.x + x * box.width, y: box.y + y * box.height };
}

async function draw(...path: [number, number][]): Promise<void> {
  const points = path.map(([x, y]) => spot(x, y));
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return;
  await mouse.move(first);
  await mouse.down(first);
  for (const point of points.slice(1)) await mouse.move(point);
  await mouse.up(last);
}

/** A colour of the paper, `#rrggbbaa`. */
function colourAt(x: number, y: number): string {
  const canvas = paper();
  const { data } = canvas.getContext('2d')!.getImageData(x * canvas.width, y * canvas.height, 1, 1);
  return `#${[...data].map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

async function startWithHouse(): Promise<void> {
  await house.click();
  await button('开始实时渲染').click();
  await expect.element(picture).toHaveAttribute('data-sequence');
}

test('a first stroke may begin on a sample card; a click takes the sample', async () => {
  await openLivePage();
  await expect.element(house).toBeVisible();
  const { x, y, width, height } = house.element().getBoundingClientRect();
  const middle = { x: x + width / 2, y: y + height / 2 };
  await material('红砖').click();
  await page.getByRole('slider', { name: '粗细' }).fill('40');
  await mouse.move(middle);
  await mouse.down(middle);
  await mouse.move({ x: middle.x, y: (middle.y + spot(0.5, 0.2).y) / 2 });
  await mouse.move(spot(0.5, 0.2));
  await mouse.up(spot(0.5, 0.2));
  await expect.poll(() => colourAt(0.5, 0.2)).toBe('#b0503cff');
  await expect.element(samples).not.toBeInTheDocument();
  expect(colourAt(0.5, 0.95).slice(7), 'the sample itself').toBe('00');
  await button('撤销').click();
  await mouse.move(middle);
  await mouse.down(middle);
  await mouse.move({ x: middle.x + 3, y: middle.y + 2 });
  await mouse.up({ x: middle.x + 3, y: middle.y + 2 });
  await expect.poll(() => colourAt(0.5, 0.95).slice(7)).toBe('ff');
});

test('a drawing is there again after a reload', async () => {
  const person = memberOf();
  await openLivePage(person);
  await material('红砖').click();
  await page.getByRole('slider', { name: '粗细' }).fill('40');
  await draw([0.3, 0.3], [0.7, 0.3]);
  await expect.poll(() => colourAt(0.5, 0.3)).toBe('#b0503cff');
  await expect.poll(async () => (await readDraft())?.drawing.length).toBe(1);
  await cleanup();
  await showPage(person);
  await expect.element(page.getByText(/^已恢复上次的画/)).toBeVisible();
  await expect.poll(() => colourAt(0.5, 0.3)).toBe('#b0503cff');
  await button('清空重来').click();
  await expect.poll(() => colourAt(0.5, 0.3)).toBe('#00000000');
});

test('a lost connection is tried again, with what was drawn meanwhile', async () => {
  await openLivePage();
  await startWithHouse();
  let isLost = true;
  answerWith({
    liveFrame: ({ sequence }) => {
      if (isLost) throw new TypeError('Failed to fetch');
      return frameOf(sequence) as never;
    },
  });
  const before = sequence();
  await draw([0.1, 0.1], [0.9, 0.2]);
  await expect.element(state).toMatchTextContent('重连中');
  await expect.element(page.getByText(/画的内容都在，不会丢。/)).toBeVisible();
  await button('立即重试').click();
  await expect.element(state).toMatchTextContent('重连中');
  isLost = false;
  window.dispatchEvent(new Event('online'));
  await expect.element(state).toMatchTextContent('实时');
  await expect.poll(sequence).toBeGreaterThan(before);
});

test('without tickets it says so and opens what there is', async () => {
  await openLivePage();
  await startWithHouse();
  answerWith({
    liveFrame: () => {
      throw new ProductError('ticket.short', { fill: { kind: '实时券', needed: 1, left: 0 } });
    },
  });
  await draw([0.1, 0.1], [0.4, 0.1]);
  await expect.element(state).toMatchTextContent('券不足');
  const offer = page.getByRole('dialog', { name: '实时券不足' });
  await expect.element(offer).toMatchTextContent('还差1 分钟');
  // The hand goes on drawing where the dialog is now.
  await draw([0.1, 0.1], [0.12, 0.1]);
  await expect.element(offer).toBeVisible();
  await offer.getByRole('button', { name: '关闭' }).click();
  await expect.element(offer).not.toBeInTheDocument();
  await button('获得实时券').click();
  await expect.element(offer.getByRole('radio', { name: /实时券 30 分钟/ })).toBeChecked();
  await offer.getByRole('button', { name: '关闭' }).click();
  await expect.element(offer).not.toBeInTheDocument();
});

test('by key one press renders once', async () => {
  await openLivePage();
  await startWithHouse();
  await page.getByRole('radio', { name: '手动刷新' }).click();
  await expect.poll(() => frames() - sequence()).toBe(0);
  const before = sequence();
  await draw([0.1, 0.1], [0.9, 0.1]);
  await expect.element(button('渲染这一笔（Enter）')).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.poll(sequence).toBe(before + 1);
});

test('who has no mouse draws with arrows and the space bar', async () => {
  await openLivePage();
  await press(board(), '5');
  await userEvent.keyboard(`${']'.repeat(12)} ${'{ArrowRight}'.repeat(8)} `);
  await expect.poll(() => colourAt(0.55, 0.5)).toBe('#b0503cff');
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.poll(() => colourAt(0.55, 0.5)).toBe('#00000000');
  await userEvent.keyboard('?');
  await expect.element(page.getByRole('dialog', { name: '快捷键' })).toBeVisible();
});

test('a picture is placed, moved and drawn over', async () => {
  await openLivePage();
  await chooseFiles(await pictureFile('lake.png'));
  await expect.element(button('移动图片')).toHaveAttribute('aria-pressed', 'true');
  await draw([0.5, 0.5], [0.9, 0.5]);
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => [colourAt(0.2, 0.5), colourAt(0.7, 0.5)]).toEqual(['#00000000', '#7d9a63ff']);
  await button('填充').click();
  await material('草地').click();
  await mouse.click(spot(0.2, 0.5));
  await expect.poll(() => [colourAt(0.1, 0.9), colourAt(0.7, 0.5)]).toEqual(['#8dbb57ff', '#7d9a63ff']);
});

test('a shared screen is rendered until it is stopped', async () => {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  let step = 0;
  const painting = setInterval(() => {
    step += 1;
    if (context) context.fillStyle = step % 2 ? '#8fc3f0' : '#b0503c';
    context?.fillRect(0, 0, canvas.width, canvas.height);
  }, 100);
  vi.spyOn(navigator.mediaDevices, 'getDisplayMedia').mockImplementation(async () => canvas.captureStream(10));
  await openLivePage();
  await button('屏幕截取').click();
  await expect.element(page.getByText('正在截取屏幕，画面有变化时才计时')).toBeVisible();
  await button('开始实时渲染').click();
  await expect.element(picture).toHaveAttribute('data-sequence');
  const first = sequence();
  await expect.poll(sequence).toBeGreaterThan(first + 1);
  await button('停止截取').click();
  await expect.element(page.getByText('正在截取屏幕，画面有变化时才计时')).not.toBeInTheDocument();
  await expect.element(button('屏幕截取')).toHaveAttribute('aria-pressed', 'false');
  clearInterval(painting);
});

test('where the browser cannot share a screen, a sentence says so', async () => {
  vi.spyOn(navigator, 'mediaDevices', 'get').mockReturnValue(undefined as never);
  await openLivePage();
  await button('屏幕截取').click();
  await expect.element(page.getByText(/^这个浏览器不能截取屏幕/)).toBeVisible();
});

test('the screen has no accessibility faults in light and dark', async () => {
  await openLivePage();
  expect(await faultsInLightAndDark()).toEqual([]);
  await startWithHouse();
  expect(await faultsInLightAndDark()).toEqual([]);
});

test('on a phone a finger draws, and paper and picture share the screen', async () => {
  await onPhone();
  await openLivePage();
  await material('红砖').click();
  await touch('touchStart', spot(0.5, 0.2));
  await touch('touchEnd');
  await expect.poll(() => colourAt(0.5, 0.2)).toBe('#b0503cff');
  await button('开始实时渲染').click();
  await expect.element(picture).toHaveAttribute('data-sequence');
  const height = () => picture.element().getBoundingClientRect().height;
  const before = height();
  await press(page.getByRole('separator', { name: '画布与画面的分界' }), '{ArrowUp}{ArrowUp}{ArrowUp}{ArrowUp}');
  await expect.poll(height).toBeLessThan(before);
  expect(sidewaysParts()).toEqual([]);
});
