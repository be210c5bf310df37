import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { inRoot } from './paths.mjs';

const isIgnored = (name) => name === 'node_modules' || name.startsWith('.umi') || /\.test\.tsx?$/.test(name);

/**
 * Files below the given ones, in a fixed order, with their status. Tests, installed and generated files are left out, as
 * is what is missing.
 * @param {readonly string[]} names files and folders relative to the root; one that is named is never left out
 * @param {RegExp} extension
 */
function* filesBelow(names, extension) {
  for (const name of names) {
    const stats = statSync(inRoot(name), { throwIfNoEntry: false });
    if (stats?.isDirectory()) {
      const below = readdirSync(inRoot(name)).sort();
      const counted = below.filter((each) => !isIgnored(each) && (extension.test(each) || !each.includes('.')));
      yield* filesBelow(
        counted.map((each) => path.posix.join(name, each)),
        extension,
      );
    } else if (stats !== undefined) yield { name, stats };
  }
}

/**
 * One hash over names and contents of files and folders, see `filesBelow`.
 * @param {readonly string[]} names
 * @param {string} [salt]
 * @param {RegExp} [extension] of files in folders that count; folders have names without a dot
 */
export function contentHash(names, salt = '', extension = /./) {
  const hash = createHash('sha256').update(salt);
  for (const { name, stats } of filesBelow(names, extension))
    hash.update(`${name}\0${stats.size}\0`).update(readFileSync(inRoot(name)));
  return hash.digest('hex');
}

/** The same over sizes and times of change, which reads no file: equal only while nothing was written. */
export function statusHash(names, salt = '', extension = /./) {
  const hash = createHash('sha256').update(salt);
  for (const { name, stats } of filesBelow(names, extension)) hash.update(`${name}\0${stats.size}\0${stats.mtimeMs}\0`);
  return hash.digest('hex');
}

/** Content of a file; empty when there is none. */
export function readStamp(file) {
  try {
    return readFileSync(inRoot(file), 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return '';
    throw error;
  }
}
