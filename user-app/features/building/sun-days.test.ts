import { expect, test } from 'vitest';
import { cities } from './cities';
import { clockWords, daylight, sunDays } from './sun-days';

test('the days of solar terms are those of the calendar', () => {
  const datesOf = (year: number) => sunDays(year).map(({ date }) => date.slice(5));
  expect(datesOf(2024)).toEqual(['01-20', '03-20', '06-21', '12-21']);
  expect(datesOf(2025)).toEqual(['01-20', '03-20', '06-21', '12-21']);
  expect(datesOf(2026)).toEqual(['01-20', '03-20', '06-21', '12-22']);
  expect(datesOf(2027)).toEqual(['01-20', '03-21', '06-21', '12-22']);
});

test('sunrise and sunset of Beijing and Ürümqi are those of the almanac within minutes', () => {
  const beijing = { latitude: 39.9, longitude: 116.4, timeZone: 8 };
  const near = (minutes: number) => expect.closeTo(minutes, -1);
  expect(daylight({ ...beijing, date: '2026-06-21' })).toEqual({ from: near(286), to: near(1186) });
  expect(daylight({ ...beijing, date: '2026-12-22' })).toEqual({ from: near(453), to: near(1013) });
  expect(daylight({ latitude: 43.83, longitude: 87.62, timeZone: 8, date: '2026-12-22' }).from).toBeGreaterThan(570);
});

test('where the sun does not set the day has no end, and where it does not rise it has none', () => {
  const north = { latitude: 66, longitude: 25, timeZone: 2 };
  expect(daylight({ ...north, date: '2026-06-21' })).toEqual({ from: 0, to: 1439 });
  const { from, to } = daylight({ ...north, latitude: 70, date: '2026-12-22' });
  expect(to - from).toBeLessThan(10);
});

test('hours are said as on a clock', () => {
  expect([0, 425, 1439].map(clockWords)).toEqual(['0:00', '7:05', '23:59']);
});

test('cities lie in China, once each', () => {
  expect(cities.length).toBeGreaterThanOrEqual(40);
  expect(new Set(cities.map(({ name }) => name)).size).toBe(cities.length);
  for (const { latitude, longitude } of cities) {
    expect(latitude).toBeGreaterThan(18);
    expect(latitude).toBeLessThan(54);
    expect(longitude).toBeGreaterThan(73);
    expect(longitude).toBeLessThan(136);
  }
});
