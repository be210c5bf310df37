import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { allTestFiles, filesOf, laneOf, lanes } from './lanes.mjs';
import { inRoot } from './paths.mjs';

describe('lanes', () => {
  it('leave no test file and no story out', () => {
    expect(allTestFiles().length).toBeGreaterThan(200);
    expect(allTestFiles().filter((file) => laneOf(file) === undefined)).toEqual([]);
  });

  it.each(Object.keys(lanes))('%s has tests of its own and folders that are there', (name) => {
    const { tests, stories } = filesOf(name);
    expect([...tests, ...stories].some((file) => laneOf(file) === name)).toBe(true);
    expect(lanes[name]?.folders.filter((folder) => !existsSync(inRoot(folder)))).toEqual([]);
  });

  it('say where a file belongs', () => {
    expect(laneOf('tests/e2e/shop-plans.spec.ts')).toBe('shop');
    expect(laneOf('user-app/features/mask-editor/engine/png.test.ts')).toBe('mask');
    expect(laneOf('somewhere/else.test.ts')).toBeUndefined();
  });
});
