import { afterEach, expect, it, vi } from 'vitest';
import { leaveForeignWorld, watchWorld, worldChangeWords } from './world-watch.ts';

afterEach(() => vi.unstubAllGlobals());

it('loads a page again, once, whose browser has gone to another world, and says why there', () => {
  const kept = new Map<string, string>();
  const listeners = new Map<string, () => void>();
  const listen = { addEventListener: (name: string, listener: () => void) => void listeners.set(name, listener) };
  const reload = vi.fn();
  const sessionStorage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  vi.stubGlobal('window', { ...listen, sessionStorage, location: { reload } });
  vi.stubGlobal('document', { ...listen, cookie: 'has_session=1', visibilityState: 'visible' });

  watchWorld();
  listeners.get('focus')?.();
  expect(leaveForeignWorld()).toBe(false);
  expect(reload).not.toHaveBeenCalled();
  expect(worldChangeWords()).toBeUndefined();

  vi.stubGlobal('document', { cookie: 'has_session=1; mock_space=two', visibilityState: 'visible' });
  listeners.get('focus')?.();
  expect(leaveForeignWorld()).toBe(true);
  expect(reload).toHaveBeenCalledTimes(1);
  expect([...kept]).toEqual([['two~world-left', '']]);

  // As the page of the unnamed world finds it that was entered from the world two.
  kept.set('world-left', 'two');
  expect(worldChangeWords()).toBe('浏览器已换到未命名的空间，页面已重新载入。在空间「two」写下的内容还在那里。');
  expect(worldChangeWords()).toBeUndefined();
});
