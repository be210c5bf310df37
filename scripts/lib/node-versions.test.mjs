import { expect, it } from 'vitest';
import { lockedPackages } from './licences.mjs';
import { canRunBuilds, canRunServer, nodePackage } from './node-versions.mjs';

it.each([
  { version: '20.18.3', builds: false, server: false },
  { version: '20.19.0', builds: true, server: false },
  { version: '21.7.3', builds: false, server: false },
  { version: '22.11.0', builds: false, server: false },
  { version: '22.12.0', builds: true, server: false },
  { version: '23.0.0', builds: true, server: false },
  { version: '24.0.0', builds: true, server: true },
  { version: '26.1.0', builds: true, server: true },
])('Node $version builds the apps: $builds, runs the server: $server', ({ version, builds, server }) => {
  expect(canRunBuilds(version)).toBe(builds);
  expect(canRunServer(version)).toBe(server);
});

it('every package of Node in the lock file is the one that its platform asks for', () => {
  const packages = Object.entries(lockedPackages()).filter(([, { bin }]) => bin?.node);
  expect(packages.length).toBeGreaterThan(3);
  for (const [path, { os, cpu }] of packages)
    expect(path).toBe(`node_modules/${nodePackage([os].flat()[0], [cpu].flat()[0])}`);
});
