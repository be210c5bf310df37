import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { accessibilityFaults, answerWith, press, show, siteSettings } from '../../../tests/support/components.tsx';
import UiParts from './index.tsx';

async function openParts(theme: '浅色' | '深色') {
  answerWith({ siteSettings: { ...siteSettings, isLocal: true } });
  await show(<UiParts />, { at: '/ui-parts' });
  return page.getByRole('region', { name: theme, exact: true });
}

test('every part stands in both themes, without faults of accessibility', async () => {
  const light = await openParts('浅色');
  for (const column of [light, page.getByRole('region', { name: '深色', exact: true })]) {
    await expect.element(column.getByRole('button', { name: '主要', exact: true })).toBeVisible();
    await expect.element(column.getByRole('img', { name: '缺的图，没有读到' })).toBeVisible();
  }
  expect(await accessibilityFaults()).toEqual([]);
});

test('a dialog takes the focus, keeps the page where it is, says what is reported and gives the focus back', async () => {
  const column = await openParts('浅色');
  const opener = column.getByRole('button', { name: '对话框', exact: true });
  await opener.click();
  const dialog = page.getByRole('dialog', { name: '对话框' });
  await expect.element(dialog.getByRole('textbox', { name: '项目名称' })).toHaveFocus();
  expect(getComputedStyle(document.documentElement).overflow).toBe('hidden');
  await dialog.getByRole('button', { name: '保存' }).click();
  await expect.element(dialog.getByRole('status')).toHaveTextContent('已保存');
  expect(await accessibilityFaults()).toEqual([]);
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(opener).toHaveFocus();

  await opener.click();
  await expect.element(dialog).toBeVisible();
  await userEvent.click(document.documentElement, { position: { x: 4, y: 4 } });
  await expect.element(dialog).not.toBeInTheDocument();
});

test('a menu is gone through by arrows and first letters', async () => {
  const opener = (await openParts('深色')).getByRole('button', { name: '更多操作' });
  await press(opener, '{Enter}');
  const entry = (name: string | RegExp) => page.getByRole('menuitem', { name });
  await expect.element(entry('改名')).toHaveFocus();
  await userEvent.keyboard('{ArrowUp}');
  await expect.element(entry(/^PNG/)).toHaveFocus();
  await userEvent.keyboard('{Home}{ArrowDown}');
  await expect.element(entry(/^复制/)).toHaveFocus();
  await userEvent.keyboard('p');
  await expect.element(entry(/^PNG/)).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(opener).toHaveFocus();
  await expect.element(entry('改名')).not.toBeInTheDocument();
});

test('a slider goes back to where it began', async () => {
  const slider = (await openParts('浅色')).getByRole('slider', { name: '粗细' });
  await press(slider, '{End}');
  await expect.element(slider).toHaveValue('40');
  await slider.dblClick();
  await expect.element(slider).toHaveValue('12');
});

test('a dialog is a sheet at the lower edge of a phone', async () => {
  await page.viewport(390, 844);
  await (await openParts('浅色')).getByRole('button', { name: '对话框', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: '对话框' });
  await expect
    .poll(() => {
      const { x, width, bottom } = dialog.element().getBoundingClientRect();
      return { x, width, end: Math.round(bottom) };
    })
    .toEqual({ x: 0, width: 390, end: 844 });
});
