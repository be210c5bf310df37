import { expect, type Locator, type Page } from '@playwright/test';
import sharp from 'sharp';
import { newClientKey } from '#shared/domain/client-key';
import type { Task } from '../kit/client.ts';
import { test as base } from '../support/story.ts';

export { expect };

interface Designer {
  page: Page;
  /** Starts line drawings of a picture and waits for them; the answer is their task ids. At most 14 at once. */
  draw: (count: number, params?: object) => Promise<string[]>;
  post: (path: string, body: object) => Promise<Record<string, unknown>>;
}

export const test = base.extend<{ designer: Designer }>({
  designer: async ({ page, account }, use) => {
    const { get, post, upload } = await account({ plan: 'pro', tickets: 200 });
    const house = `<svg xmlns="http://www.w3.org/2000/svg" width="420" height="300"><rect width="420" height="300"
      fill="#9cc3e6"/><rect x="70" y="90" width="180" height="110" fill="#e8e2d8"/></svg>`;
    const { imageId } = await upload(await sharp(Buffer.from(house)).png().toBuffer());
    const statusOf = async (taskId: string) => (await get<Task>('/api/ai/getTaskByTaskId', { taskId })).status;
    const draw = async (count: number, params: object = {}) => {
      const start = { tool: 'toline', params: { upload_img: imageId, ...params } };
      const ids: string[] = [];
      for (let index = 0; index < count; index += 1)
        ids.push((await post<Task>('/api/ai/startTask', { ...start, clientKey: newClientKey() })).taskId);
      for (const taskId of ids) await expect.poll(() => statusOf(taskId), { timeout: 40_000 }).toBe('succeeded');
      return ids;
    };
    await use({ page, draw, post });
  },
});

export const desk = '/aiDesignMangement';
export const cards = (page: Page) => page.getByRole('grid', { name: '作品' }).getByRole('gridcell');
export const bar = (page: Page) => page.getByRole('toolbar', { name: '对选中的作品' });
export const viewer = (page: Page) => page.getByRole('dialog');

export async function choose(card: Locator): Promise<void> {
  await card.hover();
  await card.getByRole('button', { name: '选择', exact: true }).click();
}
