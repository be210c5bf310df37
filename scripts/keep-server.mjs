/**
 * Removes every package from node_modules that the server does not load: node scripts/keep-server.mjs. The last step of
 * an image for containers; builds and checks need them again.
 */
import { readFileSync, rmSync } from 'node:fs';
import { inRoot } from './lib/paths.mjs';
import { importedPackages, withDependencies } from './lib/server-packages.mjs';

const { packages } = JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8'));
const kept = withDependencies(packages, importedPackages());
/** A kept package, or one whose folder holds a kept one. */
const isNeeded = (folder) => [...kept].some((each) => each === folder || each.startsWith(`${folder}/`));

for (const entry of Object.keys(packages)) {
  if (entry && !isNeeded(entry)) rmSync(inRoot(entry), { recursive: true, force: true });
}
for (const folder of ['.bin', '.cache']) rmSync(inRoot(`node_modules/${folder}`), { recursive: true, force: true });
