import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { inRoot, nodeFolder, nodeProgram } from './paths.mjs';

/**
 * Folders of packages that bring every platform or every variant in one archive, and the files of them that are used;
 * npm cannot leave the others out. Of Node, not the headers for native packages. `ort.node.*` is what `onnxruntime-web` resolves to in Node;
 * it loads the `.mjs` and `.wasm` beside it.
 */
export const surplusFolders = [
  { folder: nodeFolder, kept: [nodeProgram, 'package.json', 'LICENSE'] },
  { folder: 'node_modules/onnxruntime-node/bin/napi-v6', kept: [`${process.platform}/${process.arch}`] },
  {
    folder: 'node_modules/onnxruntime-web/dist',
    kept: ['ort.node.min.js', 'ort.node.min.mjs', 'ort-wasm-simd-threaded.mjs', 'ort-wasm-simd-threaded.wasm'],
  },
];

/**
 * Removes everything but the kept files from one folder, which need not exist. Leaves it unchanged when a kept file is
 * missing: a new version of the package has another layout, or the package has no file for this platform.
 * @param {string} folder absolute
 * @param {readonly string[]} kept files or folders of it, separated by `/`
 * @returns {string[]} what was to be kept and is not there
 */
export function removeSurplus(folder, kept) {
  if (!existsSync(folder)) return [];
  const missing = kept.filter((name) => !existsSync(path.join(folder, name)));
  if (missing.length > 0) return missing;
  const removeIn = (inner) => {
    for (const entry of readdirSync(path.join(folder, inner), { withFileTypes: true })) {
      const name = path.posix.join(inner, entry.name);
      if (kept.includes(name)) continue;
      if (kept.some((each) => each.startsWith(`${name}/`))) removeIn(name);
      else rmSync(path.join(folder, name), { recursive: true });
    }
  };
  removeIn('');
  return [];
}

/** Removes what is not used from all of them. */
export function removeAllSurplus() {
  for (const { folder, kept } of surplusFolders) removeSurplus(inRoot(folder), kept);
}
