import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const leastRoom = 2 ** 31;

function memoryFolder(): string | undefined {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    return bavail * bsize < leastRoom ? undefined : '/dev/shm';
  } catch {
    return undefined;
  }
}

/**
 * A new folder that goes with this process. Every commit of every server's database waits for the disk; where the
 * machine has 2 GiB of memory for it, there is none.
 */
export function makeQuickFolder(name: string): string {
  const folder = mkdtempSync(path.join(memoryFolder() ?? tmpdir(), `zhuhui-${name}-`));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
