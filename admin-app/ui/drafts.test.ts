import dayjs from 'dayjs';
import { expect, test } from 'vitest';
import { day } from '#shared/domain/time';
import { draftKey, keepDraft, readDraft } from './drafts.ts';

/** The part of a browser's storage that drafts need. */
function shelf(room = Number.POSITIVE_INFINITY) {
  const kept = new Map<string, string>();
  return {
    keys: () => [...kept.keys()],
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (value.length > room) throw new Error('QuotaExceededError');
      kept.set(key, value);
    },
    removeItem: (key: string) => void kept.delete(key),
  };
}

const key = draftKey('staff-1', '/accounts/a1/edit');

test('what was typed comes back to the same person, record and form, and to no other', () => {
  const here = shelf();
  keepDraft(here, key, { values: { nickName: '林工', planExpiresAt: dayjs('2027-03-31T18:20:00') }, savedAt: 1000 });
  const found = readDraft(here, key, 2000);
  expect(found?.savedAt).toBe(1000);
  expect(found?.values.nickName).toBe('林工');
  expect(dayjs(found?.values.planExpiresAt as dayjs.Dayjs).format('YYYY-MM-DD HH:mm')).toBe('2027-03-31 00:00');
  expect(readDraft(here, draftKey('staff-2', '/accounts/a1/edit'), 2000)).toBeUndefined();
  expect(readDraft(here, draftKey('staff-1', '/accounts/a2/edit'), 2000)).toBeUndefined();
});

test('passwords are never written down', () => {
  const here = shelf();
  keepDraft(here, key, { values: { password: 'secret-1', clientKey: 'k' }, savedAt: 0 });
  expect(here.keys()).toHaveLength(0);
  keepDraft(here, key, { values: { password: 'secret-1', nickName: '林' }, savedAt: 0 });
  expect(here.getItem(key)).not.toContain('secret-1');
});

test('a draft of last week is not offered, and makes room for the next', () => {
  const here = shelf();
  keepDraft(here, key, { values: { note: '旧' }, savedAt: 0 });
  expect(readDraft(here, key, 8 * day)).toBeUndefined();
  keepDraft(here, draftKey('staff-1', '/orders/o1'), { values: { note: '新' }, savedAt: 8 * day });
  expect(here.keys()).toHaveLength(1);
});

test('without room, or with something else in its place, there is simply no draft', () => {
  const full = shelf(10);
  keepDraft(full, key, { values: { note: '写不下的内容' }, savedAt: 0 });
  expect(readDraft(full, key, 1)).toBeUndefined();
  const strange = shelf();
  strange.setItem(key, '{"values":');
  expect(readDraft(strange, key, 1)).toBeUndefined();
});
