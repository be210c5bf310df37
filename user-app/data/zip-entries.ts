/** Begins every file of a ZIP archive. */
const mark = [0x50, 0x4b, 0x03, 0x04] as const;

/** Counts the files of a ZIP archive while it comes in pieces. The returned function takes a piece and says how many began. */
export function countZipEntries(): (chunk: Uint8Array) => number {
  let count = 0;
  /** Bytes of the mark that the last pieces ended with. */
  let matched = 0;
  return (chunk) => {
    for (const byte of chunk) {
      matched = byte === mark[matched] ? matched + 1 : byte === mark[0] ? 1 : 0;
      if (matched < mark.length) continue;
      count += 1;
      matched = 0;
    }
    return count;
  };
}
