import { expect, test } from 'vitest';
import { flagsOf } from './account.rules.ts';

const given = (...asked: Parameters<typeof flagsOf>) =>
  Object.entries(flagsOf(...asked))
    .filter(([, isGiven]) => isGiven)
    .map(([flag]) => flag);

test('a plan opens what it pays for', () => {
  const member = ['canUse', 'canDownloadClean', 'canUse2K', 'canPrivate'];
  const all = ['canUse', 'canDownloadClean', 'canUse2K', 'canUse4K', 'canPrivate'];
  expect([given('free', false), given('basic', false), given('pro', false), given('team', false)]).toEqual([
    ['canUse'],
    member,
    all,
    all,
  ]);
  expect(given('free', true)).toEqual(['canUse', 'isTester']);
});
