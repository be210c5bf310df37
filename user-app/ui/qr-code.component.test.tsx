import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { show } from '../../tests/support/components.tsx';
import { QrCode } from './qr-code.tsx';

/** Reads a drawn picture's grey values, rows of pixels from the top. */
async function drawn(svg: SVGElement, side: number): Promise<number[][]> {
  const copy = svg.cloneNode(true) as SVGElement;
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('style', `background:#fff;fill:${getComputedStyle(svg).fill}`);
  copy.setAttribute('width', String(side));
  copy.setAttribute('height', String(side));
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(copy.outerHTML)}`;
  await image.decode();
  const canvas = new OffscreenCanvas(side, side);
  const context = canvas.getContext('2d')!;
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, side, side);
  return Array.from({ length: side }, (_, row) =>
    Array.from({ length: side }, (_, column) => data[4 * (row * side + column)] as number),
  );
}

test('a code is dark on white in both themes, with its quiet zone and its three corners', async () => {
  document.documentElement.dataset.theme = 'dark';
  await show(<QrCode content="weixin://wxpay/bizpayurl?pr=abc" label="微信支付二维码" />);
  const code = page.getByRole('img', { name: '微信支付二维码' }).element() as unknown as SVGElement;
  expect(getComputedStyle(code).backgroundColor).toBe('rgb(255, 255, 255)');
  expect(getComputedStyle(code).fill).toBe('rgb(28, 27, 26)');
  const modules = (code as SVGSVGElement).viewBox.baseVal.width;
  const rows = await drawn(code, modules);
  const isDark = (row: number, column: number) => (rows[row]?.[column] ?? 255) < 128;
  const last = modules - 1;
  for (let place = 0; place < modules; place += 1)
    for (const edge of [0, 1, 2, 3, last - 3, last - 2, last - 1, last])
      expect([isDark(edge, place), isDark(place, edge)]).toEqual([false, false]);
  const corner = (top: number, left: number) =>
    [0, 1, 2, 3, 4, 5, 6].map((step) => [isDark(top, left + step), isDark(top + 3, left + step)]);
  const finder = [true, false, true, true, true, false, true].map((middle) => [true, middle]);
  for (const [top, left] of [
    [4, 4],
    [4, last - 10],
    [last - 10, 4],
  ] as const)
    expect(corner(top, left)).toEqual(finder);
  delete document.documentElement.dataset.theme;
});
