import { describe, expect, it } from 'vitest';
import { entryNames, numberedName } from './entry-names';
import { isSafari, volumeName, volumesOf } from './volumes';

describe('names in an archive', () => {
  it.each([
    ['客厅.jpg', '客厅.jpg'],
    ['a/b\\c:d*e?f"g<h>i|j.png', 'a b c d e f g h i j.png'],
    ['../../etc/passwd', 'etc passwd'],
    ['..', '_'],
    ['', '_'],
    ['名称.  .jpg', '名称.jpg'],
    ['con.jpg', '_con.jpg'],
    ['a\0b\u202egpj.exe', 'a b gpj.exe'],
    ['\ud800half.jpg', '\ufffdhalf.jpg'],
  ])('%j is %j', (wanted, name) => expect(entryNames([wanted])).toEqual([name]));

  it('are unique, also for systems that know no capitals', () => {
    expect(entryNames(['a.jpg', 'A.jpg', 'a.jpg', 'a.png', 'a_2.jpg'])).toEqual([
      'a.jpg',
      'A_2.jpg',
      'a_3.jpg',
      'a.png',
      'a_2_2.jpg',
    ]);
  });

  it('are at most 120 bytes with their ending, of whole characters', () => {
    const names = entryNames([`${'图'.repeat(200)}.jpg`, `${'图'.repeat(200)}.jpg`, `${'😀'.repeat(60)}.webp`]);
    for (const name of names) {
      expect(new TextEncoder().encode(name).length).toBeLessThanOrEqual(120);
      expect(name.isWellFormed()).toBe(true);
      expect(name).toMatch(/\.(jpg|webp)$/);
    }
    expect(new Set(names).size).toBe(3);
  });

  it.each([
    [0, 12, '客厅', '001_客厅.jpg'],
    [9, 2_000, '客厅', '0010_客厅.jpg'],
    [2, 12, '平面.png', '003_平面.png'],
    [2, 12, 'v1.2 方案', '003_v1.2 方案.jpg'],
    [0, 1, '', '001.jpg'],
  ])('are numbered: place %i of %i, %j is %j', (place, count, title, name) =>
    expect(numberedName(place, count, title)).toBe(name),
  );
});

describe('volumes', () => {
  const items = (count: number, bytes?: number) =>
    Array.from({ length: count }, () => ({ name: 'a', url: '/a', bytes }));
  it.each([
    [items(0), false, []],
    [items(200, 5e6), false, [200]],
    [items(1_000, 5 * 1024 ** 2), false, [716, 284]],
    [items(1_000), false, [716, 284]],
    [items(60_001, 1), false, [60_000, 1]],
    [items(1, 4 * 1024 ** 3), false, [1]],
    [items(60), true, [25, 25, 10]],
  ])('case %#', (given, safari, sizes) => expect(volumesOf(given, safari).map(({ length }) => length)).toEqual(sizes));

  it('have names of their own', () => {
    expect([0, 1].map((place) => volumeName('photo.zip', place))).toEqual(['photo.zip', 'photo-2.zip']);
    expect(volumeName('图集', 1)).toBe('图集-2.zip');
  });

  it('are small in Safari only', () => {
    const webkit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
    expect(isSafari(`Mozilla/5.0 (Macintosh) ${webkit} Version/18.0 Safari/605.1.15`)).toBe(true);
    expect(isSafari(`Mozilla/5.0 (X11) ${webkit} Chrome/147.0.0.0 Safari/537.36`)).toBe(false);
  });
});
