const startOfScan = 0xda;
/** APP0 (JFIF), APP2 (colour profile) and APP14 (Adobe's colours) are needed to show the picture. */
const kept = new Set([0xe0, 0xe2, 0xee]);
const isMetadata = (marker: number) => marker === 0xfe || (marker >= 0xe0 && marker <= 0xef && !kept.has(marker));

/** A JPEG without EXIF, XMP and comments: they may tell where and by whom it was taken. What is no JPEG stays as it is. */
export function withoutMetadata(jpeg: Uint8Array): Uint8Array {
  const view = new DataView(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength);
  const parts = [jpeg.subarray(0, 2)];
  let at = 2;
  while (at + 4 <= jpeg.length && jpeg[at] === 0xff && jpeg[at + 1] !== startOfScan) {
    const end = at + 2 + view.getUint16(at + 2);
    if (!isMetadata(jpeg[at + 1] ?? 0)) parts.push(jpeg.subarray(at, end));
    at = end;
  }
  parts.push(jpeg.subarray(at));
  return Buffer.concat(parts);
}
