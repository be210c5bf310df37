import { expect, test } from 'vitest';
import { TransportError } from '../client/transport.ts';
import { ProductError } from '../errors.ts';
import { failureWords, shownFailure } from './failure-words.ts';

test('a failure of the product is shown as it says, any other by a sentence of its place', () => {
  const ours = [new ProductError('auth.forbidden'), new TransportError('timeout', undefined), new Error('图片打不开')];
  for (const error of ours) {
    expect(failureWords(error, '没有保存')).toBe(error.message);
    expect(shownFailure(error)).toBe(error);
  }
  for (const error of [new TypeError("Cannot read properties of undefined (reading 'list')"), new Error(''), 'no']) {
    expect(failureWords(error, '没有保存')).toBe('没有保存');
    expect(failureWords(error)).toBe('出错了，请稍后重试');
  }
  const foreign = new TypeError('Failed to fetch');
  expect(shownFailure(foreign)).toMatchObject({ message: '出错了，请稍后重试', cause: foreign });
});
