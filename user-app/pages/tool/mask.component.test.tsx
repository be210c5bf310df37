import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ToolAnswer } from '#shared/contract/task';
import { openMaskDesk, paint, share, shareChosen, size } from '../../../tests/support/component-mask.tsx';
import { toolAnswers } from '../../../tests/support/component-studio.ts';
import { answerWith, asked, faultsInLightAndDark } from '../../../tests/support/components.tsx';

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
const at = (mask: Uint8ClampedArray) => (x: number, y: number) => mask[y * size.width + x] ?? 0;
const uploads = () => asked.filter(({ name }) => name === 'uploadImage').length;
const keys = (...all: string[]) => userEvent.keyboard(all.join(''));
const times = (key: string, count: number) => key.repeat(count);

test('a region is painted, partly taken back and sent as a grey picture', async () => {
  const desk = await openMaskDesk();
  const { coverage } = desk;
  await expect.element(coverage).toMatchTextContent('已选 0%');
  await page.getByRole('spinbutton', { name: '粗细' }).fill('40');
  await paint(desk, [480, 220], [520, 320]);
  const once = await shareChosen(desk);
  await paint(desk, [100, 100], [300, 100]);
  await expect.element(coverage).not.toHaveTextContent(once);
  await keys('{Control>}z{/Control}');
  await expect.element(coverage).toHaveTextContent(once);
  await keys('{Control>}{Shift>}z{/Shift}{/Control}');
  await expect.element(coverage).not.toHaveTextContent(once);
  await button('撤销').click();
  const mask = await desk.finish();
  const value = at(mask);
  expect([value(480, 220), value(500, 270), value(520, 320), value(200, 100), value(430, 270)]).toEqual([
    255, 255, 255, 0, 0,
  ]);
  expect(new Set(mask)).toEqual(new Set([0, 255]));
  await expect.element(page.getByText(`已选 ${(share(mask) * 100).toFixed(0)}%`)).toBeVisible();
});

test('a polygon is drawn with the keys alone', async () => {
  const desk = await openMaskDesk();
  await keys('p');
  await expect.element(button('多边形')).toHaveAttribute('aria-pressed', 'true');
  await keys(times('{ArrowLeft}', 8), times('{ArrowUp}', 6), '{Enter}');
  await keys(times('{ArrowRight}', 16), '{Enter}');
  await keys(times('{ArrowDown}', 12), '{Enter}');
  await keys('{ArrowRight}{Enter}{Backspace}');
  await expect.element(desk.coverage).toMatchTextContent('已选 0%');
  await button('闭合').click();
  await shareChosen(desk);
  await keys('{Control>}z{/Control}');
  await expect.element(desk.coverage).toMatchTextContent('已选 0%');
  await keys('{Control>}y{/Control}');
  const mask = await desk.finish();
  expect(share(mask)).toBeGreaterThan(0.005);
  expect(at(mask)(321, 199)).toBe(255);
});

test('a start stores first what was painted, on an engine that makes previews too', async () => {
  const desk = await openMaskDesk();
  const asPreview = (tool: ToolAnswer): ToolAnswer => ({
    ...tool,
    engines: tool.engines.map((engine) => ({ ...engine, quality: 'preview' })),
  });
  answerWith({ tools: toolAnswers.map((tool) => (tool.id === 'clean' ? asPreview(tool) : tool)) });
  await paint(desk, [200, 200], [260, 200]);
  await expect.element(button(/^生成 · /)).toHaveAttribute('aria-disabled', 'false');
  await keys('{Control>}{Enter}{/Control}');
  await expect.poll(() => desk.started).toMatchObject([{ params: { mask: 'street-640x400-2' } }]);
  expect(uploads()).toBe(2);
  await expect.element(desk.editor).not.toBeInTheDocument();
});

test('the editor has no accessibility faults in light and dark', async () => {
  const desk = await openMaskDesk();
  await paint(desk, [200, 200], [260, 200]);
  expect(await faultsInLightAndDark()).toEqual([]);
});
