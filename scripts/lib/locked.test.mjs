import { describe, expect, it } from 'vitest';
import { isInstalledAsLocked } from './locked.mjs';

const locked = {
  '': { version: '0.1.0' },
  'node_modules/server': { version: '1.0.0' },
  'node_modules/checker': { version: '2.0.0', dev: true },
  'node_modules/other-platform': { version: '3.0.0', optional: true },
  'node_modules/left-over': { version: '4.0.0', extraneous: true },
};
const server = { 'node_modules/server': { version: '1.0.0' } };
const checker = { 'node_modules/checker': { version: '2.0.0' } };

describe('what is installed matches the lock file', () => {
  it('to run, without development packages; for everything, only with them', () => {
    expect(isInstalledAsLocked(locked, server, 'run')).toBe(true);
    expect(isInstalledAsLocked(locked, server, 'all')).toBe(false);
    expect(isInstalledAsLocked(locked, { ...server, ...checker }, 'run')).toBe(true);
    expect(isInstalledAsLocked(locked, { ...server, ...checker }, 'all')).toBe(true);
  });

  it('not when a package is missing', () => {
    expect(isInstalledAsLocked(locked, checker, 'run')).toBe(false);
    expect(isInstalledAsLocked(locked, checker, 'all')).toBe(false);
  });

  it.each(['run', 'all'])('not when a package has another version (%s)', (scope) => {
    const older = { 'node_modules/server': { version: '0.9.0' }, ...checker };
    expect(isInstalledAsLocked(locked, older, scope)).toBe(false);
  });

  it('not when a development package has another version, even to run: the rest may be as old', () => {
    const older = { ...server, 'node_modules/checker': { version: '1.0.0' } };
    expect(isInstalledAsLocked(locked, older, 'run')).toBe(false);
  });
});
