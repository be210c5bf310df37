/** EXIF is a TIFF without pixels (CIPA DC-008, TIFF 6.0): directories of entries, twelve bytes each. */

const [orientationTag, gpsTag, exifTag, exifWidth, exifHeight] = [0x0112, 0x8825, 0x8769, 0xa002, 0xa003];
const [thumbnailAt, thumbnailBytes] = [0x0201, 0x0202];
const sizes = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8];
/** Maximum number of entries of a directory. */
const mostEntries = 1000;

/**
 * EXIF for a picture that was turned upright: orientation 1, the size updated if present, without the GPS directory and
 * without the thumbnail, which shows the unrotated picture. Everything else is kept. Returns undefined when the
 * directories cannot be parsed.
 *
 * @param tiff EXIF from its byte order mark on
 * @param size in pixels
 */
export function uprightExif(tiff: Buffer, size?: { width: number; height: number }): Buffer | undefined {
  return cleanedExif(tiff, { isUpright: true, size });
}

/** The same for a picture that was not turned: its orientation is kept. */
export function exifWithoutPosition(tiff: Buffer): Buffer | undefined {
  return cleanedExif(tiff, { isUpright: false });
}

interface Cleaning {
  isUpright: boolean;
  size?: { width: number; height: number } | undefined;
}

function cleanedExif(tiff: Buffer, cleaning: Cleaning): Buffer | undefined {
  try {
    return new ExifEditor(tiff).cleaned(cleaning);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** True when the EXIF has a GPS directory, or cannot be parsed and may have one. */
export function hasPosition(tiff: Buffer): boolean {
  try {
    return new ExifEditor(tiff).hasPosition();
  } catch (error) {
    if (error instanceof RangeError) return true;
    throw error;
  }
}

class ExifEditor {
  readonly #bytes: Buffer;
  readonly #isLittle: boolean;

  constructor(tiff: Buffer) {
    this.#bytes = Buffer.from(tiff);
    this.#isLittle = tiff.readUInt16BE(0) === 0x4949;
    if (!this.#isLittle && tiff.readUInt16BE(0) !== 0x4d4d) throw new RangeError('no byte order');
  }

  hasPosition(): boolean {
    return this.#directories().some((at) => this.#entry(at, gpsTag) !== undefined);
  }

  cleaned({ isUpright, size }: Cleaning): Buffer {
    for (const at of this.#directories()) this.#dropPosition(at);
    const first = this.#long(4);
    const orientation = this.#entry(first, orientationTag);
    if (isUpright && orientation !== undefined) this.#set(orientation, 1);
    const exif = this.#entry(first, exifTag);
    if (exif !== undefined && size) {
      const within = this.#long(exif + 8);
      const [width, height] = [this.#entry(within, exifWidth), this.#entry(within, exifHeight)];
      if (width !== undefined) this.#set(width, size.width);
      if (height !== undefined) this.#set(height, size.height);
    }
    const link = this.#linkOf(first);
    const next = this.#long(link);
    if (next === 0) return this.#bytes;
    const end = this.#dropThumbnail(next);
    this.#putLong(link, 0);
    return this.#bytes.subarray(0, end);
  }

  /** Offsets of the directories that may have a GPS entry. */
  #directories(): number[] {
    const first = this.#long(4);
    const exif = this.#entry(first, exifTag);
    const next = this.#long(this.#linkOf(first));
    return [first, ...(exif === undefined ? [] : [this.#long(exif + 8)]), ...(next === 0 ? [] : [next])];
  }

  #dropPosition(directory: number): void {
    const entry = this.#entry(directory, gpsTag);
    if (entry === undefined) return;
    this.#wipe(this.#long(entry + 8));
    const count = this.#short(directory);
    const end = directory + 2 + count * 12 + 4;
    this.#bytes.copyWithin(entry, entry + 12, end);
    this.#bytes.fill(0, end - 12, end);
    this.#putShort(directory, count - 1);
  }

  /** Zeroes the second directory and its thumbnail. @returns the length that the EXIF can be cut to */
  #dropThumbnail(directory: number): number {
    const [at, bytes] = [this.#entry(directory, thumbnailAt), this.#entry(directory, thumbnailBytes)];
    const from = at === undefined ? 0 : this.#long(at + 8);
    const to = bytes === undefined ? 0 : Math.min(this.#bytes.length, from + this.#long(bytes + 8));
    this.#wipe(directory);
    if (from > 0 && to > from) this.#bytes.fill(0, from, to);
    return from > 0 && to === this.#bytes.length ? from : this.#bytes.length;
  }

  /** Zeroes the entries of a directory and the values they point to. */
  #wipe(directory: number): void {
    const count = this.#countOf(directory);
    for (let entry = directory + 2; entry < directory + 2 + count * 12; entry += 12) {
      const bytes = (sizes[this.#short(entry + 2)] ?? 1) * this.#long(entry + 4);
      const at = bytes > 4 ? this.#long(entry + 8) : entry + 8;
      if (at >= 8 && at + bytes <= this.#bytes.length) this.#bytes.fill(0, at, at + bytes);
      this.#bytes.fill(0, entry, entry + 12);
    }
    this.#putShort(directory, 0);
  }

  #entry(directory: number, tag: number): number | undefined {
    const count = this.#countOf(directory);
    for (let place = 0; place < count; place++) {
      if (this.#short(directory + 2 + place * 12) === tag) return directory + 2 + place * 12;
    }
    return undefined;
  }

  #countOf(directory: number): number {
    const count = this.#short(directory);
    if (count > mostEntries) throw new RangeError('too many entries');
    return count;
  }

  #linkOf(directory: number): number {
    return directory + 2 + this.#countOf(directory) * 12;
  }

  /** Sets the value of an entry of type SHORT or LONG; the type is kept. */
  #set(entry: number, value: number): void {
    if (this.#short(entry + 2) === 3) this.#putShort(entry + 8, value);
    else this.#putLong(entry + 8, value);
  }

  #short(at: number): number {
    return this.#isLittle ? this.#bytes.readUInt16LE(at) : this.#bytes.readUInt16BE(at);
  }

  #long(at: number): number {
    return this.#isLittle ? this.#bytes.readUInt32LE(at) : this.#bytes.readUInt32BE(at);
  }

  #putShort(at: number, value: number): void {
    if (this.#isLittle) this.#bytes.writeUInt16LE(value, at);
    else this.#bytes.writeUInt16BE(value, at);
  }

  #putLong(at: number, value: number): void {
    if (this.#isLittle) this.#bytes.writeUInt32LE(value, at);
    else this.#bytes.writeUInt32BE(value, at);
  }
}
