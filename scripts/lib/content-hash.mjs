import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { inRoot } from './paths.mjs';

const isIgnored = (name) => name === 'node_modules' || name.startsWith('.umi') || /\.test\.tsx?$/.test(name);

function addToHash(hash, file) {
  const absolute = inRoot(file);
  const stats = statSync(absolute, { throwIfNoEntry: false });
  if (stats === undefined) return;
  if (stats.isDirectory()) {
    for (const name of readdirSync(absolute).sort()) if (!isIgnored(name)) addToHash(hash, path.posix.join(file, name));
    return;
  }
  hash.update(`${file}\0${stats.size}\0`).update(readFileSync(absolute));
}

/**
 * One hash over names and contents of files and folders; tests, installed and generated files do not count, what is
 * missing neither.
 * @param {readonly string[]} files relative to the root; a name that is given is never ignored
 * @param {string} [salt]
 */
export function contentHash(files, salt = '') {
  const hash = createHash('sha256').update(salt);
  for (const file of files) addToHash(hash, file);
  return hash.digest('hex');
}

/** What a file says, or the empty string when there is none. */
export function readStamp(file) {
  try {
    return readFileSync(inRoot(file), 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return '';
    throw error;
  }
}
