import { expect, test } from 'vitest';
import { daysToRaise, startOf } from './plan-term';

const at = (date: string) => Date.parse(`${date}T10:00:00+08:00`);
const period = (plan: 'basic' | 'pro' | 'team', from: string, to: string) => ({
  plan,
  startsAt: at(from),
  endsAt: at(to),
});
const pro = period('pro', '2027-04-01', '2027-05-01');
const basic = period('basic', '2027-05-01', '2027-06-01');

test('a plan begins behind everything of an equal or higher one, and before the lower ones', () => {
  expect(startOf('basic', [pro, basic])).toBe(at('2027-06-01'));
  expect(startOf('pro', [pro, basic])).toBe(at('2027-05-01'));
  expect(startOf('team', [pro, basic])).toBeUndefined();
  expect(startOf('basic', [])).toBeUndefined();
});

test('an upgrade counts what is left of lower plans, now and later', () => {
  expect(daysToRaise('pro', [basic], at('2027-05-11'))).toBe(21);
  expect(daysToRaise('pro', [basic], at('2027-05-11') + 12 * 3_600_000)).toBe(20.5);
  expect(daysToRaise('pro', [pro, basic], at('2027-04-11'))).toBe(31);
  expect(daysToRaise('team', [pro, basic], at('2027-04-11'))).toBe(51);
});
