/**
 * Removes every package from node_modules that the server does not load: node scripts/keep-server.mjs. The last step of
 * an image for containers; builds and checks need them again.
 */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { inRoot } from './lib/paths.mjs';
import { importedPackages, withDependencies } from './lib/server-packages.mjs';

const { packages } = JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8'));
const kept = withDependencies(packages, importedPackages());
const isNeeded = (folder) => [...kept].some((each) => each === folder || each.startsWith(`${folder}/`));

for (const name of readdirSync(inRoot('node_modules'))) {
  const folder = `node_modules/${name}`;
  const inner = name.startsWith('@')
    ? readdirSync(inRoot(folder)).map((each) => path.posix.join(folder, each))
    : [folder];
  for (const each of inner) if (!isNeeded(each)) rmSync(inRoot(each), { recursive: true, force: true });
}
for (const entry of Object.keys(packages)) {
  if (entry && !kept.has(entry) && existsSync(inRoot(entry)) && !isNeeded(entry)) {
    rmSync(inRoot(entry), { recursive: true, force: true });
  }
}
