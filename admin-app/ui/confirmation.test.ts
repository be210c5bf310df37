import { expect, test } from 'vitest';
import { confirmationField, isConfirmation, withoutConfirmation } from './confirmation.ts';

test('an amount is confirmed however it is written, and by no other', () => {
  for (const typed of ['1000.50', '1000.5', '¥1,000.50', ' ￥1,000.5 ', '1，000.50'])
    expect(isConfirmation(typed, '¥1,000.50'), typed).toBe(true);
  for (const typed of ['', '1000', '100050', '1000.51', '1000.5元'])
    expect(isConfirmation(typed, '¥1,000.50'), typed).toBe(false);
});

test('a name or number is confirmed whole, whatever the spaces and widths', () => {
  expect(isConfirmation(' 林 工１ ', '林工1')).toBe(true);
  expect(isConfirmation('ab12CD', 'AB12cd')).toBe(true);
  expect(isConfirmation('1234', '001234')).toBe(false);
  for (const typed of ['林', '林工12', '  ', '']) expect(isConfirmation(typed, '林工1'), typed).toBe(false);
  expect(isConfirmation('  ', ' ')).toBe(false);
});

test('what was typed to confirm does not travel', () => {
  expect(withoutConfirmation({ reason: '合同取消', [confirmationField]: '¥39' })).toEqual({ reason: '合同取消' });
});
