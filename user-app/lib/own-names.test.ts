import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllGlobals();
  // Other files meet modules that were loaded without these cookies.
  vi.resetModules();
});

/** The modules of a page that was loaded with these cookies. */
async function pageWith(cookie: string) {
  vi.resetModules();
  vi.stubGlobal('document', { cookie });
  const kept = new Map<string, string>();
  vi.stubGlobal('window', {
    localStorage: Object.defineProperties(
      {},
      { getItem: { value: (key: string) => kept.get(key) ?? null }, setItem: { value: kept.set.bind(kept) } },
    ),
  });
  const { ownName } = await import('#shared/browser/stores');
  const { storageKeys, writeText } = await import('./storage.ts');
  const { personalDatabases } = await import('./personal-databases.ts');
  const { offlineCaches } = await import('./offline-cache-names.ts');
  for (const key of Object.values(storageKeys)) writeText(key, 'x');
  const caches = Object.values(offlineCaches).map((nameOf) => nameOf('user_1'));
  return [...kept.keys(), ...[...Object.values(personalDatabases), ...caches].map(ownName)];
}

it('a page keeps everything under names of its world, but for how it looks', async () => {
  const plain = await pageWith('has_session=1');
  const one = await pageWith('has_session=1; mock_space=one');
  const two = await pageWith('mock_space=two; one~has_session=1');
  expect(plain.length).toBeGreaterThan(40);
  expect(plain.filter((name) => name.includes('~'))).toEqual([]);
  expect(one).toEqual(plain.map((name) => (name === 'theme' ? name : `one~${name}`)));
  expect(two.filter((name) => one.includes(name))).toEqual(['theme']);
});

it('a name that no world can have is no world', async () => {
  expect(await pageWith('mock_space=No Good')).toEqual(await pageWith(''));
});
