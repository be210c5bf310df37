import { readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { inRoot } from './paths.mjs';

/** Folders whose sources the server loads. */
const serverFolders = ['mock-server', 'engine', 'shared'];
const specifier = /(?:from|import|import\(|require\.resolve\(|resolve\()\s*'([^.#/'\s][^'\s]*)'/g;

/** Names of the packages that sources of the server, tests left out, import or resolve. */
export function importedPackages() {
  const names = new Set();
  for (const folder of serverFolders) {
    for (const file of readdirSync(inRoot(folder), { recursive: true })) {
      if (!/\.(ts|mjs)$/.test(file) || /\.test\.|conformance\.ts$/.test(file)) continue;
      for (const [, target] of readFileSync(path.join(inRoot(folder), file), 'utf8').matchAll(specifier))
        if (!isBuiltin(target)) names.add(packageOf(target));
    }
  }
  return names;
}

const packageOf = (target) =>
  target
    .split('/')
    .slice(0, target.startsWith('@') ? 2 : 1)
    .join('/');

/**
 * Finds what packages need, with what these need, in a lock file.
 * @param {Record<string, { dependencies?: object, optionalDependencies?: object, peerDependencies?: object }>} locked
 *   `packages` of a lock file (version 3)
 * @param {Iterable<string>} names of packages at the top; those that are not locked there are left out
 * @returns {Set<string>} paths of the lock file, e.g. `node_modules/sharp`
 */
export function withDependencies(locked, names) {
  const found = new Set();
  const visit = (entryPath) => {
    if (found.has(entryPath)) return;
    found.add(entryPath);
    const { dependencies, optionalDependencies, peerDependencies } = locked[entryPath];
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
      const needed = resolveIn(locked, entryPath, name);
      if (needed) visit(needed);
    }
  };
  for (const name of names) if (locked[`node_modules/${name}`]) visit(`node_modules/${name}`);
  return found;
}

/** As Node does: in the package's own folder, then beside it, then further up. */
function resolveIn(locked, from, name) {
  for (let folder = from; ; folder = folder.slice(0, folder.lastIndexOf('/node_modules/'))) {
    const candidate = `${folder}/node_modules/${name}`;
    if (locked[candidate]) return candidate;
    if (!folder.includes('/node_modules/')) return locked[`node_modules/${name}`] ? `node_modules/${name}` : undefined;
  }
}
