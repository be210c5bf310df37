import { expect, type Locator, type Page, type Response } from '@playwright/test';
import sharp from 'sharp';
import { test as base } from '../support/story.ts';

/** Of the picture that is painted on, pixels. */
export const size = { width: 640, height: 400 };

/** A house on a street. @param sky its colour, for pictures that must not be the same file. */
export async function drawStreet(sky = '#a9c6de'): Promise<Buffer> {
  const street = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 100" width="640" height="400">
    <rect width="160" height="100" fill="${sky}"/><rect y="70" width="160" height="30" fill="#8d8a84"/>
    <rect x="20" y="24" width="90" height="48" fill="#ded7c9"/><rect x="118" y="54" width="12" height="26" fill="#3b3f46"/>
  </svg>`;
  return sharp(Buffer.from(street)).png().toBuffer();
}

function newPhone(): string {
  return `19${String(Math.floor(Math.random() * 1e9)).padStart(9, '0')}`;
}

/** The editor open over a picture of a new account, and the masks that were sent. */
export interface Desk {
  page: Page;
  canvas: Locator;
  coverage: Locator;
  /** Ends the work and gives the mask that went to the server: one byte a pixel. */
  finish: () => Promise<Uint8Array>;
}

interface Wanted {
  /** Page of the tool; its editor opens by itself. */
  path?: string;
  /** Another picture than the street. */
  picture?: Picture;
}

export interface Picture {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

export const test = base.extend<{ desk: Desk; openDesk: (wanted?: Wanted) => Promise<Desk> }>({
  desk: async ({ openDesk }, use) => use(await openDesk()),
  openDesk: async ({ page }, use) => use((wanted) => openEditor(page, wanted)),
});

/** The page of a tool, seen by a new account. */
export async function openTool(page: Page, path: string): Promise<void> {
  const answer = await page.request.post('/__mock/accounts', { data: { phoneNo: newPhone() } });
  expect(answer.ok(), await answer.text()).toBe(true);
  await page.goto(path);
  await expect(page.getByRole('button', { name: /^生成 · / })).toBeVisible();
  const parameters = page.getByRole('button', { name: '参数', exact: true });
  if (await parameters.isVisible()) await parameters.click();
}

export async function upload(page: Page, picture: Picture): Promise<void> {
  await page.locator('input[type="file"]').first().setInputFiles(picture);
}

async function openEditor(page: Page, { path = '/clean', picture }: Wanted = {}): Promise<Desk> {
  await openTool(page, path);
  await upload(page, picture ?? { name: 'street.png', mimeType: 'image/png', buffer: await drawStreet() });
  const editor = page.getByRole('region', { name: '修改区域编辑器' });
  const canvas = editor.getByRole('application');
  await expect(canvas).toBeFocused();
  return {
    page,
    canvas,
    coverage: editor.getByText(/^已选 [\d.]+%$/),
    finish: async () => {
      const [answer] = await Promise.all([
        page.waitForResponse(isUpload),
        editor.getByRole('button', { name: '完成' }).click(),
      ]);
      await expect(editor).toBeHidden();
      return maskOf(page, answer);
    },
  };
}

export const isUpload = (answer: Response) =>
  answer.request().method() === 'POST' && answer.url().endsWith('/api/upload/image');

/** Bytes of the stored mask, one a pixel; it must be a grey picture of the size of the base picture. */
async function maskOf(page: Page, upload: Response): Promise<Uint8Array> {
  const { data } = await upload.json();
  const stored = await page.request.get(`/api/images/${data.imageId}`);
  const picture = sharp(await stored.body());
  expect(await picture.metadata()).toMatchObject({ ...size, channels: 1, depth: 'uchar', format: 'png' });
  return new Uint8Array(await picture.toColourspace('b-w').raw().toBuffer());
}

export const share = (mask: Uint8Array) => mask.filter((value) => value === 255).length / mask.length;

/** Window coordinates of a pixel of the picture. */
export async function spot(canvas: Locator, x: number, y: number): Promise<{ x: number; y: number }> {
  const box = await canvas.getByRole('img', { name: '要修改的图片' }).boundingBox();
  if (!box) throw new Error('The picture is not shown');
  return { x: box.x + (x / size.width) * box.width, y: box.y + (y / size.height) * box.height };
}

/** Id of the picture that is painted on. */
export async function pictureIdOf({ canvas }: Desk): Promise<string> {
  const address = await canvas.getByRole('img', { name: '要修改的图片' }).getAttribute('src');
  const id = address?.match(/images\/([^?]+)/)?.[1];
  if (!id) throw new Error(`no picture in ${address}`);
  return id;
}

/** Returns the text of the coverage once it is above 0 %: the count follows the end of a stroke by a moment. */
export async function shareChosen({ coverage }: Pick<Desk, 'coverage'>): Promise<string> {
  await expect(coverage).not.toHaveText('已选 0%');
  return (await coverage.textContent()) ?? '';
}

export async function paint({ page, canvas }: Desk, ...path: [number, number][]): Promise<void> {
  for (const [index, [x, y]] of path.entries()) {
    const at = await spot(canvas, x, y);
    await page.mouse.move(at.x, at.y, { steps: index === 0 ? 1 : 8 });
    if (index === 0) await page.mouse.down();
  }
  await page.mouse.up();
}
