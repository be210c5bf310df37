import { describe, expect, it } from 'vitest';
import { licenceFaults, productionPackages, thirdPartyDocument } from './licences.mjs';

const none = new Map();
const lock = {
  '': { license: 'UNLICENSED' },
  'node_modules/free': { version: '1.0.0', license: 'MIT' },
  'node_modules/free/node_modules/inner': { version: '2.0.0', license: 'ISC' },
  'node_modules/check': { version: '3.0.0', license: 'GPL-3.0', dev: true },
};

describe('packages of the lock file', () => {
  it('are those that a start installs, by their own names', () => {
    const renamed = { ...lock, 'node_modules/alias': { name: 'real', version: '1.0.0', license: 'MIT' } };
    expect(productionPackages(renamed).map(({ name, version }) => `${name}@${version}`)).toEqual([
      'free@1.0.0',
      'inner@2.0.0',
      'real@1.0.0',
    ]);
    expect(licenceFaults(lock, none)).toEqual([]);
    expect(thirdPartyDocument(lock)).toContain('## ISC\n\n- inner 2.0.0\n');
  });

  it.each(['AGPL-3.0-only', 'GPL-2.0', 'SEE LICENSE IN LICENSE', undefined])('may not be under %s', (license) => {
    const nested = { ...lock, 'node_modules/free/node_modules/bad': { version: '4.0.0', license, optional: true } };
    expect(licenceFaults(nested, none)).toEqual([expect.stringContaining('bad@4.0.0')]);
  });

  it('that are named one by one have to be installed', () => {
    expect(licenceFaults(lock, new Map([['gone', 'MIT']]))).toEqual([expect.stringContaining('gone')]);
  });
});
