import { open, rename } from 'node:fs/promises';

/** Newest write of each file that is under way. */
const underWay = new Map<string, Promise<void>>();

/**
 * Writes a file whole or not at all, also when the power fails. Writes of the same file follow each other in the order
 * in which they were asked for, so that the newest contents stay.
 */
export async function writeWhole(file: string, bytes: Uint8Array | string): Promise<void> {
  const former = underWay.get(file)?.catch(() => undefined);
  const mine = former ? former.then(() => write(file, bytes)) : write(file, bytes);
  underWay.set(file, mine);
  try {
    await mine;
  } finally {
    if (underWay.get(file) === mine) underWay.delete(file);
  }
}

async function write(file: string, bytes: Uint8Array | string): Promise<void> {
  const draft = `${file}.${process.pid}.new`;
  const handle = await open(draft, 'w', 0o600);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(draft, file);
}
