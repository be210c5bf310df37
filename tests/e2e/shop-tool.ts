import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { ask, asStaff } from './shop-account.ts';

/** Takes every normal ticket from the person; those of the day come first, so that none arrive later. */
export async function loseTickets(page: Page): Promise<void> {
  const { userId } = await ask<{ userId: string }>(page, 'get', '/api/user/userInfo');
  await ask(page, 'get', '/api/ai/totalTicket', { type: '1' });
  await asStaff(page, '/api/admin/v1/tickets/takeBack', {
    accountId: userId,
    kind: 'normal',
    amount: 1_000,
    reason: '演练',
    clientKey: `take-${userId}`,
  });
}

/** Opens a tool that wants one normal ticket, with a picture in its form. */
export async function fillTool(page: Page): Promise<void> {
  await page.goto('/upScaleImg');
  const picture = sharp({ create: { width: 320, height: 260, channels: 3, background: '#7d9a63' } });
  await page
    .locator('input[type="file"]')
    .first()
    .setInputFiles({ name: 'lawn.png', mimeType: 'image/png', buffer: await picture.png().toBuffer() });
}

export const start = (page: Page) => page.getByRole('button', { name: /^生成 · / });
