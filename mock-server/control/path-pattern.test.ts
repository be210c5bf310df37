import { describe, expect, it } from 'vitest';
import { PathPattern, pathMatcher } from './path-pattern.ts';

describe('a pattern of paths', () => {
  it.each([
    ['/api/task', ['/api/task', '/api/tasks', '/api/task/7/cancel'], ['/api/tas', '/cas/api/task', '/API/task']],
    ['/', ['/', '/api'], []],
    ['/api/task/*', ['/api/task/7', '/api/task/7/'], ['/api/task', '/api/task/', '/api/task/7/cancel']],
    ['/api/task/:id/cancel', ['/api/task/7/cancel'], ['/api/task/7', '/api/task//cancel', '/api/task/7/cancel/all']],
    ['/api/**', ['/api', '/api/', '/api/a', '/api/a/b/c'], ['/apis', '/cas/api']],
    ['/**/cancel', ['/cancel', '/api/task/7/cancel', '/cancel/cancel'], ['/api/cancel/7']],
    ['/api/**/7/*', ['/api/7/a', '/api/b/7/a', '/api/7/7/7'], ['/api/7', '/api/b/8/a']],
    ['/**/a/**/b', ['/a/b', '/x/a/y/a/z/b'], ['/a', '/b/a', '/x/b/y']],
    ['/a.b/*', ['/a.b/c'], ['/aXb/c']],
  ])('%s takes some and leaves others', (pattern, taken, left) => {
    const matches = pathMatcher(pattern);
    expect(taken.filter((path) => !matches(path))).toEqual([]);
    expect(left.filter(matches)).toEqual([]);
    expect(PathPattern.safeParse(pattern).success).toBe(true);
  });

  it.each(['', 'api/task', '/api/tas*', '/api/***', '/api/*.png', `/${'a'.repeat(200)}`])('is not %j', (text) => {
    expect(PathPattern.safeParse(text).success).toBe(false);
  });

  it('takes time that grows with both lengths and no faster', () => {
    const matches = pathMatcher(`${'/**/a'.repeat(33)}/b`);
    expect(matches('/a'.repeat(10_000))).toBe(false);
  });
});
