const recordMark = 0x02014b50;
const endMark = 0x06054b50;

/**
 * Leaves files out of a ZIP while JSZip writes it: JSZip wants all of them before it begins, and whether one can be had
 * is known when its turn comes. Takes the pieces in their order and gives what is written of each.
 * @param names of all files, in their order
 * @param isLeftOut asked for a file when its first piece comes, and after that
 */
export function createZipFilter(names: readonly string[], isLeftOut: (name: string) => boolean) {
  /** Bytes cut off the front part before each file. */
  const goneBefore = new Map<string, number>();
  let gone = 0;
  let record = 0;
  let kept = 0;
  let directoryBytes = 0;

  return (piece: Uint8Array, file: string | null): Uint8Array | undefined => {
    if (file !== null) {
      if (!goneBefore.has(file)) goneBefore.set(file, gone);
      if (!isLeftOut(file)) return piece;
      gone += piece.length;
      return undefined;
    }
    const view = new DataView(piece.buffer, piece.byteOffset, piece.byteLength);
    const mark = view.getUint32(0, true);
    if (mark === recordMark) {
      const name = names[record] ?? '';
      record += 1;
      if (isLeftOut(name)) return undefined;
      view.setUint32(42, view.getUint32(42, true) - (goneBefore.get(name) ?? 0), true);
      kept += 1;
      directoryBytes += piece.length;
    } else if (mark === endMark) {
      view.setUint16(8, kept, true);
      view.setUint16(10, kept, true);
      view.setUint32(12, directoryBytes, true);
      view.setUint32(16, view.getUint32(16, true) - gone, true);
    }
    return piece;
  };
}
