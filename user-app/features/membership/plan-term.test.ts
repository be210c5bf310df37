import { expect, test } from 'vitest';
import { daysToRaise, termAfter } from './plan-term';

const at = (date: string) => Date.parse(`${date}T10:00:00+08:00`);
const period = (plan: 'basic' | 'pro' | 'team', from: string, to: string) => ({
  plan,
  startsAt: at(from),
  endsAt: at(to),
  anchorAt: at(from),
});
const pro = period('pro', '2027-04-01', '2027-05-01');
const basic = period('basic', '2027-05-01', '2027-06-01');

test('a plan begins behind everything of an equal or higher one, and before the lower ones', () => {
  expect(termAfter([pro, basic], 'basic', 1)?.startsAt).toBe(at('2027-06-01'));
  expect(termAfter([pro, basic], 'pro', 1)?.startsAt).toBe(at('2027-05-01'));
  expect(termAfter([pro, basic], 'team', 1)).toBeUndefined();
  expect(termAfter([], 'basic', 1)).toBeUndefined();
});

test('months that are bought continue the anchor: 31 January, 28 February, 31 March', () => {
  const bought = { ...period('pro', '2027-01-31', '2027-02-28'), anchorAt: at('2027-01-31') };
  expect(termAfter([bought], 'pro', 1)).toEqual({ startsAt: at('2027-02-28'), endsAt: at('2027-03-31') });
  expect(termAfter([bought], 'basic', 12)?.endsAt).toBe(at('2028-02-29'));
  expect(termAfter([{ ...bought, anchorAt: null }], 'pro', 1)?.endsAt).toBe(at('2027-03-28'));
  expect(termAfter([{ ...bought, endsAt: at('2027-02-20') }], 'pro', 1)?.endsAt).toBe(at('2027-03-20'));
});

test('an upgrade counts what is left of lower plans, now and later', () => {
  expect(daysToRaise('pro', [basic], at('2027-05-11'))).toBe(21);
  expect(daysToRaise('pro', [basic], at('2027-05-11') + 12 * 3_600_000)).toBe(20.5);
  expect(daysToRaise('pro', [pro, basic], at('2027-04-11'))).toBe(31);
  expect(daysToRaise('team', [pro, basic], at('2027-04-11'))).toBe(51);
});
