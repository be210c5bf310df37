import { mkdir, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { identifyModel } from '../../../engine/models/files/identify.ts';
import type { ModelFile } from '../../../engine/models/files/model-file.ts';
import { foreignFormat } from '../../../engine/models/files/wrong-file.ts';

/** A file that was written to so lately may still be on its way, milliseconds. */
const settleMs = 3000;
/** Folders within folders that are looked into. */
const deepest = 2;
const mostFiles = 200;

/**
 * The folder operators put files into; made when it is not there, so that they see where it is. Nothing in it is ever
 * changed or removed.
 */
export async function createModelFolder(root: string) {
  await mkdir(root, { recursive: true, mode: 0o700 });
  /** Checksums of files that have not changed since, by path, size and time. */
  const checksums = new Map<string, string>();

  async function look(name: string): Promise<ModelFile | undefined> {
    const file = path.join(root, ...name.split('/'));
    const { size, mtimeMs } = await stat(file);
    const bare = {
      file,
      name,
      bytes: size,
      sha256: '',
      candidates: [],
      label: name,
      licence: '',
      use: 'unknown',
    } as const;
    if (!/\.onnx$/i.test(name)) {
      const fault = foreignFormat(name);
      return fault === undefined ? undefined : { ...bare, fault };
    }
    const age = Date.now() - mtimeMs;
    if (age >= 0 && age < settleMs) return { ...bare, fault: '文件可能还在复制，请稍后重新扫描。' };
    const key = `${name} ${size} ${mtimeMs}`;
    const found = await identifyModel(root, name, checksums.get(key));
    if (found.sha256) checksums.set(key, found.sha256);
    return found;
  }

  return {
    /** Every file that is or was meant to be a model, by name. */
    async scan(): Promise<ModelFile[]> {
      const names = (await namesIn(root, '', deepest)).toSorted().slice(0, mostFiles);
      const found: ModelFile[] = [];
      // One after the other: each may be read whole for its checksum.
      for (const name of names) {
        const file = await look(name).catch(() => undefined);
        if (file) found.push(file);
      }
      return found;
    },
  };
}

async function namesIn(root: string, within: string, depth: number): Promise<string[]> {
  const entries = await readdir(path.join(root, within), { withFileTypes: true });
  const names = await Promise.all(
    entries.map(async (entry): Promise<string[]> => {
      const name = within === '' ? entry.name : `${within}/${entry.name}`;
      if (entry.name.startsWith('.') || entry.name.endsWith('.part')) return [];
      if (entry.isDirectory()) return depth > 0 ? namesIn(root, name, depth - 1) : [];
      return [name];
    }),
  );
  return names.flat();
}
