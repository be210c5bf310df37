import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toFen, toYuan } from './yuan.ts';

it('writes and reads every amount exactly', () => {
  fc.assert(fc.property(fc.integer({ min: 0, max: 99_999_999_999 }), (fen) => toFen(toYuan(fen)) === fen));
  expect([1, 10, 100, 123456].map(toYuan)).toEqual(['0.01', '0.10', '1.00', '1234.56']);
  expect(['1', '1.5', '0.29', '0.57', '1.10'].map(toFen)).toEqual([100, 150, 29, 57, 110]);
});

it.each(['', '1.', '.5', '-1.00', '1.001', '1e3', '１.00', ' 1.00', '1,000.00', 'NaN'])(
  'reads no amount in "%s"',
  (text) => {
    expect(() => toFen(text)).toThrow('not an amount');
  },
);
