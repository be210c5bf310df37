import { expect } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import ToolPage from '../../user-app/pages/tool/index.tsx';
import { mouse, type Point } from './component-pointer.ts';
import { asked, chooseFiles, memberOf, openStudio, show } from './components.tsx';

/** Of the picture that is painted on, pixels. */
export const size = { width: 640, height: 400 };

/** The editor open over a picture, and the masks that were sent. */
interface Desk {
  canvas: Locator;
  editor: Locator;
  coverage: Locator;
  started: readonly Record<string, unknown>[];
  /** Ends the work and gives the mask that went to the server: one byte a pixel. */
  finish: () => Promise<Uint8ClampedArray>;
}

const uploads = () => asked.filter(({ name }) => name === 'uploadImage').map(({ sent }) => sent.file as File);

/** The house on a street that `tests/support/component-files.ts` draws. */
async function street(): Promise<File> {
  const picture = await fetch('/api/images/street-640x400');
  return new File([await picture.blob()], 'street.png', { type: 'image/png' });
}

/** Opens the page of a tool and, with a picture in it, the editor over the stage. */
export async function openMaskDesk(path = '/clean'): Promise<Desk> {
  const { started } = openStudio();
  await show(<ToolPage />, { at: path, person: memberOf() });
  const parameters = page.getByRole('button', { name: '参数', exact: true });
  await expect.element(page.getByRole('button', { name: /^生成 · / })).toBeVisible();
  if (window.innerWidth < 700) await parameters.click();
  await chooseFiles(await street());
  const editor = page.getByRole('region', { name: '修改区域编辑器' });
  const canvas = editor.getByRole('application');
  await expect.element(canvas).toHaveFocus();
  return {
    canvas,
    editor,
    coverage: editor.getByText(/^已选 [\d.]+%$/),
    started,
    async finish() {
      const before = uploads().length;
      await editor.getByRole('button', { name: '完成' }).click();
      await expect.poll(() => uploads().length).toBe(before + 1);
      await expect.element(editor).not.toBeInTheDocument();
      return greyOf(uploads().at(-1) ?? new File([], ''));
    },
  };
}

async function greyOf(file: File): Promise<Uint8ClampedArray> {
  const picture = await createImageBitmap(file);
  expect({ width: picture.width, height: picture.height, type: file.type }).toEqual({ ...size, type: 'image/png' });
  const context = new OffscreenCanvas(picture.width, picture.height).getContext('2d');
  context?.drawImage(picture, 0, 0);
  const { data } = context?.getImageData(0, 0, picture.width, picture.height) ?? { data: new Uint8ClampedArray() };
  return data.filter((_value, at) => at % 4 === 0);
}

export const share = (mask: Uint8ClampedArray) => mask.filter((value) => value === 255).length / mask.length;

/** Window coordinates of a pixel of the picture. */
export function spot({ canvas }: Pick<Desk, 'canvas'>, x: number, y: number): Point {
  const box = canvas.getByRole('img', { name: '要修改的图片' }).element().getBoundingClientRect();
  return { x: box.x + (x / size.width) * box.width, y: box.y + (y / size.height) * box.height };
}

/** Paints along points of the picture, in pixels of it. */
export async function paint(desk: Pick<Desk, 'canvas'>, ...path: [number, number][]): Promise<void> {
  const points = path.map(([x, y]) => spot(desk, x, y));
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return;
  await mouse.move(first);
  await mouse.down(first);
  let before = first;
  for (const point of points.slice(1)) {
    for (let step = 1; step <= 4; step += 1) {
      const part = step / 4;
      await mouse.move({ x: before.x + (point.x - before.x) * part, y: before.y + (point.y - before.y) * part });
    }
    before = point;
  }
  await mouse.up(last);
}

/** Returns the text of the coverage once it is above 0 %: the count follows the end of a stroke by a moment. */
export async function shareChosen({ coverage }: Pick<Desk, 'coverage'>): Promise<string> {
  await expect.element(coverage).not.toMatchTextContent('已选 0%');
  return coverage.element().textContent ?? '';
}
