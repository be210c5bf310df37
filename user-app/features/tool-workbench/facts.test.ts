import { expect, test } from 'vitest';
import { factRows, isFileTheResult, savingOf, untouchedLine } from './facts';

const image = { imageId: 'a', url: '/api/images/a', width: 100, height: 100, mainColor: '#808080', type: 1 };

test('what was saved is told in sizes and per cent', () => {
  const facts = { bytesBefore: 2_097_152, bytesAfter: 1_048_576 };
  expect(savingOf({ facts, images: [image] })).toBe('2.0 MB → 1.0 MB，减小 50%');
  expect(savingOf({ facts, images: [image, image] })).toBe('合计 2.0 MB → 1.0 MB，减小 50%');
});

test('a file that grew or stayed is not called smaller', () => {
  expect(savingOf({ facts: { bytesBefore: 1000, bytesAfter: 1100 }, images: [image] })).toContain('增大 10%');
  expect(savingOf({ facts: { bytesBefore: 1000, bytesAfter: 1000 }, images: [image] })).toContain('大小不变');
});

test('runs that are not about file sizes say nothing of them', () => {
  expect(savingOf({ facts: { steps: 3 }, images: [image] })).toBeUndefined();
  expect(isFileTheResult({ facts: { steps: 3 } })).toBe(false);
  expect(isFileTheResult({ facts: { bytesAfter: 3 } })).toBe(true);
});

test('facts are read as words and figures', () => {
  expect(factRows({ bytesAfter: 2048, isPixelIdentical: true, steps: 1.23456 })).toEqual([
    ['现体积', '2.0 KB'],
    ['逐像素一致', '是'],
    ['steps', '1.235'],
  ]);
});

test('figures come with their names and units, and lists of places are left to the picture', () => {
  const facts = { lineCount: 1840, roomHeight: 2.8, shares: '{"建筑":12.5,"绿地":40}', regionList: '1,2,0;9,9,1' };
  expect(factRows(facts)).toEqual([
    ['线条数', '1,840'],
    ['估计净高', '2.8 m'],
    ['各类占比', '建筑 12.5 %、绿地 40 %'],
  ]);
});

test('that nothing outside the mask changed is said only when it was counted and is so', () => {
  expect(untouchedLine({ facts: { changedPixelsOutside: 0 } }, 1_234_567)).toBe('选区外没有改动（0 / 1,234,567 像素）');
  expect(untouchedLine({ facts: { changedPixelsOutside: 0 } }, undefined)).toBe('选区外没有改动');
  expect(untouchedLine({ facts: { changedPixelsOutside: 3 } }, 10)).toBeUndefined();
  expect(untouchedLine({}, 10)).toBeUndefined();
});
