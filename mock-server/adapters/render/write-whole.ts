import { randomUUID } from 'node:crypto';
import { open, rename } from 'node:fs/promises';

/**
 * Writes a file whole or not at all, also when the power fails. Writes of the same file at once do not disturb each
 * other: the last one stays.
 */
export async function writeWhole(file: string, bytes: Uint8Array | string): Promise<void> {
  const draft = `${file}.${randomUUID()}.new`;
  const handle = await open(draft, 'w', 0o600);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(draft, file);
}
