import { BuildingFileRefused } from '../refusals.ts';

const magic = 0x46546c67;
const jsonChunk = 0x4e4f534a;
const binaryChunk = 0x004e4942;

/** Texts of glTF are small beside their numbers. */
const longestJson = 128 * 1024 ** 2;

export interface GltfParts {
  json: unknown;
  /** Numbers of a GLB. */
  binary?: Uint8Array | undefined;
}

export const isGlb = (bytes: Uint8Array): boolean =>
  bytes.length >= 4 && new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true) === magic;

/** Splits a GLB; nothing is copied. Refuses what is cut. */
export function splitGlb(bytes: Uint8Array): GltfParts {
  const numbers = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 20) throw new BuildingFileRefused('cut');
  if (numbers.getUint32(4, true) === 1) throw new BuildingFileRefused('gltfVersion');
  const length = numbers.getUint32(8, true);
  if (length > bytes.length) throw new BuildingFileRefused('cut');
  let json: Uint8Array | undefined;
  let binary: Uint8Array | undefined;
  for (let at = 12; at + 8 <= length; ) {
    const size = numbers.getUint32(at, true);
    const kind = numbers.getUint32(at + 4, true);
    if (at + 8 + size > length) throw new BuildingFileRefused('damaged');
    const chunk = bytes.subarray(at + 8, at + 8 + size);
    if (kind === jsonChunk) json ??= chunk;
    else if (kind === binaryChunk) binary ??= chunk;
    at += 8 + size;
  }
  if (!json) throw new BuildingFileRefused('damaged');
  return { json: parseJson(json), binary };
}

/** Refuses what is no JSON. */
export function parseJson(bytes: Uint8Array): unknown {
  if (bytes.length > longestJson) throw new BuildingFileRefused('tooMuch');
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    throw new BuildingFileRefused('damaged', {}, error);
  }
}
