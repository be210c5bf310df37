import { mkdir, rm, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from '@playwright/test';
import { onnxFile } from '../support/onnx-graph.ts';
import { lamaGraph, mapGraph } from '../support/slot-graphs.ts';
import { test } from './console-calls.ts';
import { accessibilityFaults, drawerOf, enter, goToList, told } from './console-desk.ts';

const folder = path.join(process.env.DATA_DIR!, 'models');

/** A file that has lain there for a while. */
async function put(name: string, content: string | Uint8Array): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, name), content);
  const before = new Date(Date.now() - 60_000);
  await utimes(path.join(folder, name), before, before);
}

test('staff bring a model: it is recognised, tried and used, a wrong file is explained, and one click goes back', async ({
  page,
}) => {
  await put('lama.onnx', onnxFile(lamaGraph()));
  await put('page.onnx', '<!DOCTYPE html><html></html>');
  await put('cutter.onnx', onnxFile(mapGraph({ size: 320, outputs: ['1959', '1960'], weight: 0.229, offset: 0.485 })));
  await enter(page);
  await page.goto('/admin/models');

  await page.getByRole('button', { name: '重新扫描' }).click();
  await expect(told(page, '已重新扫描')).toBeVisible();
  const table = page.getByRole('table');
  await expect(table.getByRole('row', { name: /page\.onnx/ })).toContainText('这是一个网页');
  await expect(table.getByRole('row', { name: /lama\.onnx/ })).toContainText('可以使用');

  await test.step('a licence nobody has told is asked about before the file is used', async () => {
    const slot = page.getByRole('list', { name: '用途' }).getByRole('listitem').filter({ hasText: '智能抠图' }).first();
    await slot.locator('.ant-select-selector').click();
    await page.locator('.ant-select-dropdown:visible').getByText('cutter', { exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: '已确认，使用' }).click();
    await expect(told(page, '已更改')).toBeVisible();
    await expect(slot.locator('.model-slot-head')).toContainText('cutter');
    await expect(table.getByRole('row', { name: /cutter\.onnx/ })).toContainText('使用中');
    await expect(page.getByText('onnxruntime-')).toBeVisible();
    await slot.locator('.ant-select-selector').click();
    await page.locator('.ant-select-dropdown:visible').getByText('内置算法').click();
    await expect(slot.locator('.model-slot-head')).toContainText('内置算法');
  });

  await test.step('what a file is stands in its drawer, where it is tried again', async () => {
    await table.getByRole('link', { name: 'lama.onnx' }).click();
    const drawer = drawerOf(page);
    await expect(drawer).toContainText('输入与输出');
    await drawer.getByRole('button', { name: '试运行' }).click();
    await expect(drawer.getByRole('status')).toContainText('试运行通过');
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press('Escape');
  });

  await test.step('on a phone nothing is wider than the screen', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await goToList(page, 'models');
    await page.getByText('适用的文件').first().click();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    expect(await accessibilityFaults(page)).toEqual([]);
  });
  await rm(folder, { recursive: true });
});
