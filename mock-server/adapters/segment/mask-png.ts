import { promisify } from 'node:util';
import { constants, crc32, deflate } from 'node:zlib';

const compress = promisify(deflate);

/**
 * Encodes a mask as PNG: 8 bits, one channel. Masks are runs of equal bytes, so rows stay unfiltered and the compressor
 * looks for runs only, which is quick and small enough.
 *
 * @param mask one byte a pixel
 */
export async function encodeMask(mask: Uint8Array, width: number, height: number): Promise<Buffer> {
  // Every row begins with its filter type, 0 for none.
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y++) rows.set(mask.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Bit depth; colour type 0 (grey), compression, filtering and interlacing stay 0.
  header[8] = 8;
  const data = await compress(rows, { level: 1, strategy: constants.Z_RLE, chunkSize: 256 * 1024 });
  return Buffer.concat([
    Buffer.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
    chunk('IHDR', header),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}
