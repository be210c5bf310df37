import { type FileHandle, open } from 'node:fs/promises';
import type { BuildingModel, BuildingTexture } from './building-mesh.ts';

/**
 * A building model as one file: magic, version, length of the head, head in JSON, then the typed arrays and the encoded
 * textures, each at a multiple of eight bytes. Numbers are little-endian, as every processor that runs the product has
 * them.
 */

const magic = Buffer.from('ZHUHUI-B');
const version = 1;
/** Magic, version and length of the head. */
const preamble = 16;
/** Longest piece that is read at once; the system takes no more than 2 GB. */
const longestRead = 2 ** 30;

const arrayNames = ['positions', 'normals', 'uvs', 'materialOf', 'objectOf'] as const;
type ArrayName = (typeof arrayNames)[number];
type Arrays = Pick<BuildingModel, ArrayName>;

/** Bytes from the end of the head, and how many. */
type Stretch = readonly [offset: number, length: number];

interface Head extends Omit<BuildingModel, ArrayName | 'textures'> {
  /** Of the file from the end of the head. */
  bytes: number;
  arrays: Readonly<Record<ArrayName, Stretch>>;
  textures: ReadonlyArray<{ format: BuildingTexture['format']; stretch: Stretch }>;
}

/** A file that is no building model of this version, or not all of one. */
export class UnreadableBuildingFile extends Error {
  override readonly name = 'UnreadableBuildingFile';
}

const aligned = (bytes: number): number => Math.ceil(bytes / 8) * 8;

/** Writes the file anew; one that was there is replaced. What was written of it stays when writing fails. */
export async function writeBuildingFile(file: string, model: BuildingModel): Promise<void> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  const add = (piece: ArrayBufferView): Stretch => {
    const stretch = [bytes, piece.byteLength] as const;
    pieces.push(new Uint8Array(piece.buffer, piece.byteOffset, piece.byteLength));
    pieces.push(new Uint8Array(aligned(piece.byteLength) - piece.byteLength));
    bytes += aligned(piece.byteLength);
    return stretch;
  };
  const { positions, normals, uvs, materialOf, objectOf, textures, ...rest } = model;
  const arrays = {
    positions: add(positions),
    normals: add(normals),
    uvs: add(uvs),
    materialOf: add(materialOf),
    objectOf: add(objectOf),
  };
  const placed = textures.map((texture) => ({ format: texture.format, stretch: add(texture.bytes) }));
  const head: Head = { ...rest, arrays, textures: placed, bytes };
  const words = Buffer.from(JSON.stringify(head));
  const start = Buffer.alloc(preamble + aligned(words.length), ' ');
  magic.copy(start);
  start.writeUInt32LE(version, 8);
  start.writeUInt32LE(start.length - preamble, 12);
  words.copy(start, preamble);
  const handle = await open(file, 'w', 0o600);
  try {
    // One after the other; `writev` of many pieces would write less than all of them without an error.
    for (const piece of [start, ...pieces]) if (piece.length > 0) await handle.writeFile(piece);
  } finally {
    await handle.close();
  }
}

/**
 * Reads a file that {@link writeBuildingFile} wrote. The typed arrays of the model lie over one buffer.
 *
 * @param isShared true gives a SharedArrayBuffer, for several threads
 * @throws UnreadableBuildingFile where it is another file or a part of one
 */
export async function readBuildingFile(file: string, { isShared = false } = {}): Promise<BuildingModel> {
  const handle = await open(file, 'r');
  try {
    const { size } = await handle.stat();
    const start = await readPiece(handle, new Uint8Array(preamble), 0);
    if (!start || !magic.equals(start.subarray(0, magic.length)))
      throw new UnreadableBuildingFile(`${file} is no building model`);
    const numbers = new DataView(start.buffer);
    if (numbers.getUint32(8, true) !== version)
      throw new UnreadableBuildingFile(`${file} has version ${numbers.getUint32(8, true)}, not ${version}`);
    const headLength = numbers.getUint32(12, true);
    const cut = () => new UnreadableBuildingFile(`${file} is cut: ${size} bytes`);
    if (preamble + headLength > size) throw cut();
    const words = await readPiece(handle, new Uint8Array(headLength), preamble);
    const head = words && headOf(words);
    if (!head || preamble + headLength + head.bytes !== size) throw cut();
    const buffer = isShared ? new SharedArrayBuffer(head.bytes) : new ArrayBuffer(head.bytes);
    if (!(await readPiece(handle, new Uint8Array(buffer), preamble + headLength))) throw cut();
    return modelOf(head, buffer);
  } finally {
    await handle.close();
  }
}

function headOf(words: Uint8Array): Head | undefined {
  try {
    return JSON.parse(Buffer.from(words).toString()) as Head;
  } catch {
    return undefined;
  }
}

/** Fills all of `target`; undefined when the file ends before. */
async function readPiece<T extends Uint8Array>(handle: FileHandle, target: T, from: number): Promise<T | undefined> {
  let done = 0;
  while (done < target.length) {
    const length = Math.min(longestRead, target.length - done);
    const { bytesRead } = await handle.read(target, done, length, from + done);
    if (bytesRead === 0) return undefined;
    done += bytesRead;
  }
  return target;
}

function modelOf(head: Head, buffer: ArrayBufferLike): BuildingModel {
  const { arrays, textures, bytes: _, ...rest } = head;
  const floats = ([offset, length]: Stretch) => new Float32Array(buffer, offset, length / 4);
  const typed: Arrays = {
    positions: floats(arrays.positions),
    normals: floats(arrays.normals),
    uvs: floats(arrays.uvs),
    materialOf: new Uint16Array(buffer, arrays.materialOf[0], arrays.materialOf[1] / 2),
    objectOf: new Uint32Array(buffer, arrays.objectOf[0], arrays.objectOf[1] / 4),
  };
  return {
    ...rest,
    ...typed,
    textures: textures.map(({ format, stretch: [offset, length] }) => ({
      format,
      bytes: new Uint8Array(buffer, offset, length),
    })),
  };
}
