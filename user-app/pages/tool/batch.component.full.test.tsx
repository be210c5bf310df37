import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Task } from '#shared/contract/task';
import { ProductError } from '#shared/errors';
import { openShop } from '../../../tests/support/component-shop.ts';
import {
  answerWith,
  chooseFiles,
  memberOf,
  openStudio,
  pictureFile,
  show,
  taskOf,
} from '../../../tests/support/components.tsx';
import { ShopDialogs } from '../../features/checkout/shop-dialogs.tsx';
import ToolPage from './index.tsx';

const startButton = () => page.getByRole('button', { name: /^生成 · / });
const strip = page.getByRole('list', { name: /底图/ });
const batch = page.getByRole('region', { name: '这一批' });
const places = () => strip.getByRole('button', { name: /^第 \d 张/ });

async function openBatch(path: string, names: readonly string[]): Promise<void> {
  await show(
    <>
      <ToolPage />
      <ShopDialogs />
    </>,
    { at: path, person: memberOf() },
  );
  await expect.element(startButton()).toBeVisible();
  await chooseFiles(...(await Promise.all(names.map((name, place) => pictureFile(name, 400 + 20 * place, 300)))));
  await expect.poll(() => places().elements().length).toBe(names.length);
}

/** Starts tasks that are done at once, after what `before` does; gives the keys of all tries. */
function answerStarts(tasks: Map<string, Task>, before: (count: number) => void | Promise<void>): string[] {
  const keys: string[] = [];
  answerWith({
    async startTask({ clientKey, params }) {
      keys.push(String(clientKey));
      const taskId = `batch_${keys.length}_${crypto.randomUUID()}`;
      await before(keys.length);
      tasks.set(taskId, taskOf(taskId, { params: params as Task['params'] }));
      return { taskId, queueNum: 0, status: 'queued' };
    },
  });
  return keys;
}

test('what is refused stays with its reason and is started alone, with the key it had', async () => {
  const { tasks } = openStudio();
  const keys = answerStarts(tasks, (count) => {
    if (count === 2) throw new ProductError('image.not_found');
  });
  await openBatch('/toline', ['a.png', 'b.png', 'c.png']);
  await startButton().click();
  await expect.element(page.getByRole('alert').filter({ hasText: /第 2 张没有开始：/ })).toBeVisible();
  await expect.element(batch.getByText(/没有开始 1/)).toBeVisible();
  await startButton().click();
  await expect.element(batch.getByText(/完成 3 \/ 3/)).toBeVisible();
  expect(keys).toHaveLength(4);
  expect(keys[3]).toBe(keys[1]);
});

test('a batch that tickets do not reach for says how many it lacks, and starts none', async () => {
  openShop();
  const { started } = openStudio({ tickets: { normal: 0 } });
  await openBatch('/upScaleImg', ['客厅.png', '卧室.png']);
  await startButton().click();
  const offer = page.getByRole('dialog');
  await expect.element(offer).toMatchTextContent(/还差\s*2 张/);
  await offer.getByRole('button', { name: '关闭' }).click();
  await expect.element(offer).not.toBeInTheDocument();
  expect(places().elements()).toHaveLength(2);
  expect(started).toEqual([]);
});

test('a batch that is called off keeps what was started and starts nothing more', async () => {
  const { tasks } = openStudio();
  const { promise: held, resolve: letIn } = Promise.withResolvers<void>();
  const keys = answerStarts(tasks, (count) => (count === 2 ? held : undefined));
  await openBatch('/toline', ['客厅.png', '卧室.png', '厨房.png']);
  await startButton().click();
  await expect.poll(() => keys.length).toBe(2);
  await expect.element(batch.getByRole('listitem').first()).toMatchTextContent(/已完成/);
  await batch.getByRole('button', { name: '全部取消' }).click();
  letIn();
  await expect.element(batch.getByText('完成 2 / 3 · 取消 1')).toBeVisible();
  expect(keys).toHaveLength(2);
});

test('pictures that a tool is not for are named before the start, left out of it and taken out', async () => {
  const { started } = openStudio();
  answerWith({
    lookAhead: ({ forms }) =>
      (forms as { upload_img: string }[]).map(({ upload_img }) => ({
        isKnown: true,
        misfits: /-420x/.test(upload_img) ? { upload_img: '这是照片，不是户型图' } : {},
        idle: {},
      })),
  });
  await openBatch('/colorFlatPicture', ['户型.png', '照片.png', '户型二.png']);
  const unsuitable = page.getByRole('alert').filter({ hasText: /第 2 张不适合：/ });
  await expect.element(unsuitable).toBeVisible();
  await expect.element(strip.getByRole('listitem').nth(1)).toMatchTextContent(/不适合/);
  await expect.element(page.getByText(/^2 张底图，共 2 张结果，另 1 张不适合/)).toBeVisible();
  await startButton().click();
  await expect.poll(() => started.length).toBe(2);
  await page.getByRole('button', { name: '移除不适合的' }).click();
  await expect.element(unsuitable).not.toBeInTheDocument();
  expect(places().elements()).toHaveLength(2);
  await page.getByRole('button', { name: '撤销' }).click();
  await expect.element(unsuitable).toBeVisible();
});

test('a picture that a tool is not for is refused at its field before the start', async () => {
  openStudio();
  answerWith({ lookAhead: [{ isKnown: true, misfits: { upload_img: '这是照片，不是户型图' }, idle: {} }] });
  await show(<ToolPage />, { at: '/colorFlatPicture', person: memberOf() });
  await chooseFiles(await pictureFile());
  await expect.element(page.getByRole('status').filter({ hasText: '照片' })).toBeVisible();
  await expect.element(startButton()).toHaveAttribute('aria-disabled', 'true');
});
