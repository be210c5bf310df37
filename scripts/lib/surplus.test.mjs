import { existsSync, mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { inRoot } from './paths.mjs';
import { removeSurplus, surplusFolders } from './surplus.mjs';

function folderWith(...files) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'surplus-'));
  for (const file of files) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), '');
  }
  return folder;
}
const filesIn = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort();

it('only what is used stays of a package, at any depth', () => {
  const folder = folderWith('linux/x64/lib.so', 'linux/arm64/lib.so', 'darwin/arm64/lib.dylib', 'notes.md');
  expect(removeSurplus(folder, ['linux/x64'])).toEqual([]);
  expect(filesIn(folder)).toEqual(['linux/x64/lib.so']);
});

it('a package of another layout stays whole', () => {
  const folder = folderWith('linux-x64/lib.so', 'darwin-arm64/lib.dylib');
  expect(removeSurplus(folder, ['linux/x64'])).toEqual(['linux/x64']);
  expect(filesIn(folder)).toEqual(['darwin-arm64/lib.dylib', 'linux-x64/lib.so']);
});

it('a package that is not installed is passed over', () => {
  expect(removeSurplus(path.join(os.tmpdir(), 'no-such-package'), ['a'])).toEqual([]);
});

it.runIf(process.platform === 'linux')('every folder of the list has the layout that the list expects', () => {
  for (const { folder, kept } of surplusFolders.filter((each) => existsSync(inRoot(each.folder))))
    for (const name of kept) expect(existsSync(inRoot(`${folder}/${name}`)), `${folder}/${name}`).toBe(true);
});
