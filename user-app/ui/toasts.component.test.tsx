import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { show } from '../../tests/support/components.tsx';
import { toast } from '../lib/toast.ts';

test('of many messages at most two are on the screen, 200 px from its top', async () => {
  await show(null);
  for (const words of ['第一条', '第二条', '第三条']) toast.success(words);
  await expect.element(page.getByText('第三条')).toBeVisible();
  await expect.element(page.getByText('第二条')).toBeVisible();
  await expect.element(page.getByText('第一条')).not.toBeInTheDocument();
  expect(document.querySelector('[data-toasts]')?.getBoundingClientRect().y).toBe(200);
});
