import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { countChangedOutside, featherMask, growMask, pasteBack, readMask, shareOf, squaredDistance } from './mask.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'mask-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const size = { width: 40, height: 30 };

function boxMask(left: number, top: number, width: number, height: number) {
  const mask = new Uint8Array(size.width * size.height);
  for (let y = top; y < top + height; y++) mask.fill(255, y * size.width + left, y * size.width + left + width);
  return mask;
}

async function read(mask: Uint8Array, picture = size, work = size) {
  const file = path.join(folder, 'mask.png');
  await sharp(mask, { raw: { ...size, channels: 1 } })
    .png()
    .toFile(file);
  const job = {
    params: {},
    pictures: { m: { file, ...size, format: 'png' as const } },
    seed: 1,
    outputDir: folder,
    onProgress: () => undefined,
  };
  return readMask(job, 'm', { file, ...picture, format: 'png' }, work);
}

describe('a mask from a file', () => {
  it('comes back as it was painted, soft levels too', async () => {
    const painted = boxMask(5, 6, 10, 8);
    painted[6 * 40 + 15] = 90;
    expect(await read(painted)).toEqual(painted);
  });

  it('is reduced together with a picture that is', async () => {
    const reduced = await read(boxMask(10, 10, 20, 10), size, { width: 20, height: 15 });
    expect(shareOf(reduced)).toBeCloseTo(200 / 1200, 2);
    expect(reduced[7 * 20 + 10]).toBe(255);
    expect(reduced[0]).toBe(0);
  });

  it('is refused when it is empty, too large or of another size', async () => {
    await expect(read(new Uint8Array(1200))).rejects.toThrow('请先涂抹要修改的区域');
    await expect(read(boxMask(0, 0, 40, 22))).rejects.toThrow('选区过大，建议使用整图渲染');
    await expect(read(boxMask(5, 5, 5, 5), { width: 41, height: 30 })).rejects.toThrow('蒙版尺寸与底图不一致');
  });
});

describe('the shape of a mask', () => {
  it('has exact distances', () => {
    const mask = boxMask(10, 10, 1, 1);
    mask[20 * 40 + 30] = 255;
    const squares = squaredDistance(mask, size, 'chosen');
    for (let y = 0; y < size.height; y++) {
      for (let x = 0; x < size.width; x++) {
        const nearest = Math.min((x - 10) ** 2 + (y - 10) ** 2, (x - 30) ** 2 + (y - 20) ** 2);
        expect(squares[y * 40 + x]).toBe(nearest);
      }
    }
  });

  it('grows by a disc and shrinks back, and the picture border does not shrink it', () => {
    const grown = growMask(boxMask(10, 10, 1, 1), size, 2);
    expect(grown.filter((level) => level === 255)).toHaveLength(13);
    expect(growMask(boxMask(10, 10, 9, 9), size, -2)).toEqual(boxMask(12, 12, 5, 5));
    expect(growMask(boxMask(0, 0, 9, 9), size, -2)).toEqual(boxMask(0, 0, 7, 7));
  });

  it('is feathered to the inside only', () => {
    const mask = boxMask(10, 5, 20, 20);
    const soft = featherMask(mask, size, 4);
    for (let i = 0; i < mask.length; i++) expect(soft[i]! > 0).toBe(mask[i]! > 0);
    const row = [...soft.subarray(15 * 40 + 10, 15 * 40 + 16)];
    expect(row).toEqual([...row].sort((one, other) => one - other));
    expect(row[0]).toBeLessThan(60);
    expect(row[5]).toBe(255);
  });
});

it('pastes by shares and leaves the rest untouched', () => {
  const original = new Uint8Array([10, 20, 30, 40, 50, 60, 70, 80, 90]);
  const result = new Uint8Array(9).fill(200);
  const mask = new Uint8Array([0, 255, 51]);
  const pasted = pasteBack(original, result, mask);
  expect([...pasted]).toEqual([10, 20, 30, 200, 200, 200, 96, 104, 112]);
  expect(countChangedOutside(original, pasted, mask)).toBe(0);
  expect(countChangedOutside(original, result, mask)).toBe(1);
});
