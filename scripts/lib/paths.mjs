import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { canRunBuilds, canRunServer, nodePackage } from './node-versions.mjs';

/** The folder that holds package.json. */
export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

/** @param {string} file relative to the root */
export const inRoot = (file) => path.join(root, file);

/** Folder into which npm installs the pinned Node, see `scripts/node/package.json`, and the program in it. */
export const nodeFolder = `scripts/node/node_modules/${nodePackage(process.platform, process.arch)}`;
export const nodeProgram = process.platform === 'win32' ? 'bin/node.exe' : 'bin/node';

/** The Node that runs the server and the checks: the one that runs this script if it is new enough. */
export const pinnedNode = canRunServer(process.versions.node)
  ? process.execPath
  : inRoot(`${nodeFolder}/${nodeProgram}`);

/** The Node that builds the apps. */
export const buildNode = canRunBuilds(process.versions.node) ? process.execPath : pinnedNode;
