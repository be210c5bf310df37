import { Readable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';

/** One file of an archive; nothing of it is in memory but the chunk under way. */
export interface ZipEntry {
  name: string;
  chunks: AsyncIterable<Buffer>;
  /** For what is no picture; it is done beside the event loop. */
  isCompressed?: boolean;
}

/** Lengths and offsets in the archive have 32 bits. */
const largestArchive = 4_000_000_000;
/** Sizes follow the data; names are UTF-8. */
const flags = 0x0808;
const version = 20;
const deflated = 8;

/**
 * A ZIP as a stream, whose entries are decided on while it is sent: JSZip wants to know all of them before the first
 * byte.
 * @param at the time the entries carry; archives keep local times without a zone, and the UTC parts are taken
 */
export async function* zipStream(entries: AsyncIterable<ZipEntry>, at: Date): AsyncGenerator<Buffer> {
  const directory: Buffer[] = [];
  const stamp = dosTime(at);
  let offset = 0;
  for await (const { name, chunks, isCompressed = false } of entries) {
    const start = offset;
    const nameBytes = Buffer.from(name);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(version, 4);
    local.writeUInt16LE(flags, 6);
    local.writeUInt16LE(isCompressed ? deflated : 0, 8);
    local.writeUInt32LE(stamp, 10);
    local.writeUInt16LE(nameBytes.length, 26);
    yield Buffer.concat([local, nameBytes]);
    offset += local.length + nameBytes.length;
    let [crc, size, sent] = [0, 0, 0];
    const plain = noted(chunks, (chunk) => {
      crc = crc32(chunk, crc);
      size += chunk.length;
    });
    for await (const chunk of isCompressed ? squeezed(plain) : plain) {
      sent += chunk.length;
      offset += chunk.length;
      if (offset > largestArchive) throw new Error('the archive grew too large');
      yield chunk;
    }
    const sums = Buffer.alloc(12);
    sums.writeUInt32LE(crc, 0);
    sums.writeUInt32LE(sent, 4);
    sums.writeUInt32LE(size, 8);
    yield Buffer.concat([Buffer.from('PK\x07\x08', 'latin1'), sums]);
    offset += 16;
    const central = Buffer.alloc(46);
    central.writeUInt32LE(0x02014b50, 0);
    central.writeUInt16LE(version, 4);
    local.copy(central, 6, 4, 14);
    sums.copy(central, 16);
    central.writeUInt16LE(nameBytes.length, 28);
    central.writeUInt32LE(start, 42);
    directory.push(central, nameBytes);
  }
  const bytes = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(directory.length / 2, 8);
  end.writeUInt16LE(directory.length / 2, 10);
  end.writeUInt32LE(bytes.length, 12);
  end.writeUInt32LE(offset, 16);
  yield Buffer.concat([bytes, end]);
}

async function* noted(chunks: AsyncIterable<Buffer>, note: (chunk: Buffer) => void): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    note(chunk);
    yield chunk;
  }
}

function squeezed(chunks: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  const source = Readable.from(chunks, { objectMode: false });
  const target = createDeflateRaw({ level: 4 });
  source.on('error', (error) => target.destroy(error));
  target.on('close', () => source.destroy());
  return source.pipe(target);
}

/** Time and date as MS-DOS wrote them: two seconds exact, from 1980. */
function dosTime(at: Date): number {
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1);
  const year = Math.max(0, at.getUTCFullYear() - 1980);
  const date = (year << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate();
  return ((date << 16) | time) >>> 0;
}
