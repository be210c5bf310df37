import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { convertedFormats } from '#shared/domain/upload-formats';
import type { ProductError } from '#shared/errors';
import { drawHeic } from '../../../../tests/support/foreign-files.ts';
import {
  endlessShadings,
  formsInForms,
  groupsInGroups,
  manyObjects,
  pagesInPages,
  pdfPage,
} from '../../../../tests/support/hostile-pdfs.ts';
import { conversionLimits } from './conversion-limits.ts';
import { createPictureWork, type PictureWorkOptions } from './picture-work.ts';

// Generous time limit for the tests that do not check the timeout: the machine may be busy.
const plenty = { longestMs: 100_000 };
const shared = createPictureWork({ limits: { pdf: plenty } });
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'limits-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));
afterAll(() => shared.close());

async function takeIn(bytes: Buffer, limits?: PictureWorkOptions['limits']) {
  const pictures = limits ? createPictureWork({ limits }) : shared;
  const file = path.join(folder, 'upload');
  await writeFile(file, bytes);
  try {
    return await pictures.takeIn('somebody', file).catch((error: ProductError) => error);
  } finally {
    if (limits) await pictures.close();
  }
}

describe('what a picture is made of', () => {
  it('has its limits for every format, those of a PDF the narrowest', () => {
    expect(Object.keys(conversionLimits).toSorted()).toEqual([...convertedFormats].toSorted());
    for (const { longestMs, mostMemory } of Object.values(conversionLimits)) {
      expect(longestMs).toBeLessThanOrEqual(60_000);
      expect(mostMemory).toBeLessThanOrEqual(1280 * 1024 ** 2);
    }
    expect(conversionLimits.pdf).toEqual({ longestMs: 20_000, mostMemory: 512 * 1024 ** 2 });
  });

  it.each([
    ['forms in forms', formsInForms],
    ['a gradient without end', endlessShadings],
  ])('takes too long: %s in a PDF', async (_name, draw) => {
    const bytes = draw();
    expect(bytes.length).toBeLessThan(40_000);
    // The memory of a process depends on the machine, and its limit may be met first.
    const limits = { longestMs: 500, mostMemory: Number.POSITIVE_INFINITY };
    expect(await takeIn(bytes, { pdf: limits })).toMatchObject({
      status: 422,
      reason: 'upload.pdf_too_hard',
      message: '这份 PDF 太复杂，0.5 秒内没有画完，请只导出要用的那一页，或把它存成图片后再上传',
    });
  });

  it('takes too much memory: transparent groups in each other in a PDF', async () => {
    expect(await takeIn(groupsInGroups())).toMatchObject({
      status: 422,
      reason: 'upload.pdf_too_heavy',
      message: expect.stringMatching(/超过 512MB，请导出时合并图层/),
    });
    expect(await readdir(folder)).not.toContain('converted');
  });

  it.runIf(process.platform === 'linux')(
    'takes too much memory: a HEIC in a process that may hold little',
    async () => {
      expect(await takeIn(await drawHeic(), { heic: { ...plenty, mostMemory: 1024 ** 2 } })).toMatchObject({
        status: 422,
        reason: 'upload.too_heavy',
      });
    },
  );

  it.each([
    [20_000, 15_000],
    [14_401, 10_000],
    [2.9, 4],
  ])('has a page no paper has: %d × %d points', async (width, height) => {
    expect(await takeIn(pdfPage({ width, height }))).toMatchObject({
      status: 422,
      reason: 'upload.pdf_page_size',
      message: expect.stringContaining(`这一页是 ${width} × ${height} 点，每边应在 3 到 14400 点之间`),
    });
  });

  it.each([
    [14_400, 10_800],
    [4, 3],
  ])('has the largest and the smallest page there is: %d × %d points', async (width, height) => {
    expect(await takeIn(pdfPage({ width, height }))).toMatchObject({ width: 4096, height: 3072 });
  });

  it('leads back to itself: a tree of pages in a PDF', async () => {
    expect(await takeIn(pagesInPages())).toMatchObject({ status: 422 });
  });

  it('has many objects and a page all the same', async () => {
    expect(await takeIn(manyObjects())).toMatchObject({ width: 4096, height: 3072 });
  });
});
