import { readFile } from 'node:fs/promises';
import type { KeptReading, ReadingPart, ToolJob } from '../base/job.ts';

/** First bytes of files with several parts; its number is the format's, which older tasks keep their readings in. */
const mark = Buffer.from('parts-1\n', 'latin1');

/** Adds what was read in a picture to what the job keeps of it. */
export function keepPart(
  readings: ToolJob['readings'],
  file: string,
  part: ReadingPart,
  bytes: Uint8Array,
  readBy?: string,
): void {
  const before = readings?.get(file);
  readings?.set(file, {
    parts: { ...before?.parts, [part]: bytes },
    ...(before?.readBy !== undefined && { readBy: before.readBy }),
    ...(readBy !== undefined && { readBy }),
  });
}

/**
 * Behind the mark: the length of the heading, 4 bytes; the lengths of the parts by their names, as JSON; the parts. A
 * scene alone stands as it is, as it does in the files of older tasks.
 */
export function packReading({ parts }: KeptReading): Uint8Array {
  const entries = Object.entries(parts);
  if (entries.length === 1 && parts.scene) return parts.scene;
  const lengths = entries.map(([part, bytes]) => [part, bytes.length] as const);
  const told = Buffer.from(JSON.stringify(Object.fromEntries(lengths)), 'utf8');
  const length = Buffer.alloc(4);
  length.writeUInt32LE(told.length);
  return Buffer.concat([mark, length, told, ...entries.map(([, bytes]) => bytes)]);
}

/** One part of a kept reading; undefined where it has none, or cannot be read. */
export async function keptPart(reading: string, wanted: ReadingPart): Promise<Buffer | undefined> {
  try {
    const bytes = await readFile(reading);
    if (!bytes.subarray(0, mark.length).equals(mark)) return wanted === 'scene' ? bytes : undefined;
    let at = mark.length + 4 + bytes.readUInt32LE(mark.length);
    const lengths = JSON.parse(bytes.subarray(mark.length + 4, at).toString('utf8')) as Record<string, number>;
    for (const [part, length] of Object.entries(lengths)) {
      if (part === wanted) return bytes.subarray(at, at + length);
      at += length;
    }
    return undefined;
  } catch {
    return undefined;
  }
}
