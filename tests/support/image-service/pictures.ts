import sharp from 'sharp';

/** Flaws of a picture that a service makes. */
export type PictureFlaw = 'black' | 'wrongSize' | 'damaged' | 'noPicture' | 'huge';

export interface PictureOrder {
  width: number;
  height: number;
  /** File that the picture follows; a plain sky over a plain ground without one. */
  base?: Uint8Array | undefined;
  flaw?: PictureFlaw | undefined;
}

/** PNG as a service makes it: the base in warmer light, every line where it was. */
export async function drawnPicture({ width, height, base, flaw }: PictureOrder): Promise<Buffer> {
  const size =
    flaw === 'wrongSize' ? { width: Math.round(width * 0.75), height: Math.round(height * 0.75) } : { width, height };
  if (flaw === 'noPicture') return Buffer.from('<html>no picture</html>');
  if (flaw === 'huge') return hugeHead();
  const plain = { create: { ...size, channels: 3 as const, background: flaw === 'black' ? '#000' : '#86a8c8' } };
  const source =
    base && flaw !== 'black' ? sharp(base).flatten().resize(size.width, size.height, { fit: 'fill' }) : sharp(plain);
  const bytes = await source.linear([1.05, 1, 0.95], [4, 0, -4]).png().toBuffer();
  return flaw === 'damaged'
    ? bytes.subarray(0, Math.floor(bytes.length / 2))
    : flaw === 'black'
      ? sharp(plain).png().toBuffer()
      : bytes;
}

/** Head of a PNG that claims 20,000 × 20,000 pixels. */
async function hugeHead(): Promise<Buffer> {
  const bytes = await sharp({ create: { width: 1, height: 1, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();
  bytes.writeUInt32BE(20_000, 16);
  bytes.writeUInt32BE(20_000, 20);
  return bytes;
}
