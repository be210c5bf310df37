import { expect, test } from 'vitest';
import { doubtAbout, lengthWords, sizeWith, unitOf } from './units';

const read = { metresPerUnit: 0.001, up: 'z', north: 0 } as const;

test('another unit changes every length, another axis changes height and depth', () => {
  expect(sizeWith([12, 6, 9], read, { ...read, metresPerUnit: 0.0254 })).toEqual([304.8, 152.4, 228.6].map(near));
  expect(sizeWith([12, 6, 9], read, { ...read, up: 'y' })).toEqual([12, 9, 6].map(near));
});

test('a scale is told by its unit, or by none', () => {
  expect([0.001, 0.3048, 0.0254, 1, 0.5].map(unitOf)).toEqual(['mm', 'ft', 'in', 'm', undefined]);
});

test('sizes that no building has are doubted, those of a hut and of a district are not', () => {
  expect(doubtAbout([0.012, 0.006, 0.009])).toMatch(/不到一个人高/);
  expect(doubtAbout([12000, 6000, 9000])).toMatch(/单位可能选大了/);
  expect(doubtAbout([9, 120, 12])).toMatch(/轴可能选反了/);
  expect([doubtAbout([3, 2.4, 2]), doubtAbout([1800, 240, 1500]), doubtAbout([40, 300, 60])]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test('lengths are said with three figures', () => {
  expect([12.4321, 0.8512, 1234.56].map(lengthWords)).toEqual(['12.4 m', '0.851 m', '1,235 m']);
});

const near = (value: number) => expect.closeTo(value, 6);
