import path from 'node:path';

export type Folder = 'input' | 'output' | 'temp';

export interface SavedPicture {
  filename: string;
  subfolder: string;
  type: Folder;
}

export const isFolder = (name: string): name is Folder => ['input', 'output', 'temp'].includes(name);

/** The folders of the server, in memory. `output` and `input` live as long as the fake, `temp` until a restart. */
export function createFiles() {
  const files = new Map<string, Buffer>();
  const keyOf = (folder: Folder, subfolder: string, name: string) => path.posix.join(folder, subfolder, name);

  return {
    get: (folder: Folder, subfolder: string, name: string) => files.get(keyOf(folder, subfolder, name)),
    put: (folder: Folder, subfolder: string, name: string, bytes: Buffer) =>
      void files.set(keyOf(folder, subfolder, name), bytes),
    remove: (folder: Folder, subfolder: string, name: string) => files.delete(keyOf(folder, subfolder, name)),
    /** Names that lie directly in a folder, in order. */
    namesIn(folder: Folder, subfolder = ''): string[] {
      const at = path.posix.join(folder, subfolder);
      return [...files.keys()]
        .filter((key) => path.posix.dirname(key) === at)
        .map((key) => path.posix.basename(key))
        .sort();
    },
    /** True when the name stays inside its folder. */
    isInside(subfolder: string, name: string): boolean {
      const joined = path.posix.normalize(path.posix.join(subfolder, name));
      return !joined.startsWith('..') && !name.startsWith('/') && !subfolder.startsWith('/');
    },
    /** Next number behind a prefix, one above the largest there is. */
    nextNumber(folder: Folder, subfolder: string, prefix: string): number {
      const numbers = this.namesIn(folder, subfolder)
        .filter((name) => name.startsWith(`${prefix}_`))
        .map((name) => Number.parseInt(name.slice(prefix.length + 1), 10) || 0);
      return Math.max(0, ...numbers) + 1;
    },
    /** The file of `sub/name.png [output]`, in `input` where no folder is written. */
    annotated(name: string): Buffer | undefined {
      const [, plain = name, folder = 'input'] = /^(.*) \[(input|output|temp)\]$/.exec(name) ?? [];
      return isFolder(folder) && this.isInside('', plain) ? this.get(folder, '', plain) : undefined;
    },
    clearTemp(): void {
      for (const key of files.keys()) if (key.startsWith('temp/')) files.delete(key);
    },
  };
}

export type Files = ReturnType<typeof createFiles>;
