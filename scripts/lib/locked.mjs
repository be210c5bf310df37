/**
 * Which packages a command needs: `run` for what serves, builds and develops, `all` with the development dependencies
 * of `package.json`, which only checks, tests and measurements use.
 * @typedef {'run' | 'all'} Scope
 */

/**
 * Returns true when an installed tree holds the packages of the lock file, e.g. after somebody's own `npm ci`. More
 * than that is fine.
 * @param {Record<string, { version?: string, dev?: boolean, optional?: boolean, devOptional?: boolean, peer?: boolean,
 *   link?: boolean, extraneous?: boolean }>} locked `packages` of package-lock.json
 * @param {Record<string, { version?: string }>} installed `packages` of node_modules/.package-lock.json
 * @param {Scope} scope
 */
export function isInstalledAsLocked(locked, installed, scope) {
  return Object.entries(locked).every(([name, entry]) => {
    // npm keeps entries that nothing asks for any more in the lock file, but does not install them.
    if (name === '' || entry.link || entry.extraneous) return true;
    const found = installed[name];
    if (found) return found.version === entry.version;
    return Boolean(entry.optional || entry.devOptional || entry.peer || (scope === 'run' && entry.dev));
  });
}
