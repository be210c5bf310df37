import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder that holds package.json. */
export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

/** The pinned Node, an npm package; there once the dependencies are installed. */
export const pinnedNode = path.join(
  root,
  process.platform === 'win32' ? 'node_modules/node/bin/node.exe' : 'node_modules/.bin/node',
);

/** @param {string} file relative to the root */
export const inRoot = (file) => path.join(root, file);
