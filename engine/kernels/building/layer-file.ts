/** Layers of a view as one file, so that the process that has the model is not asked twice. */
import { deflateSync, inflateSync } from 'node:zlib';
import type { BuildingView } from '#shared/domain/building-view';
import {
  type BuildingLayers,
  castLayers,
  type LayerShares,
  type LayersWanted,
  lineDrawing,
  sharesOfLayers,
} from './layers.ts';
import type { PreparedBuilding } from './prepared-building.ts';

/** Layers of a view without what can be told from the others. */
export type KeptLayers = Omit<BuildingLayers, 'normal' | 'point' | 'look'> & {
  shares: LayerShares;
  /** See {@link lineDrawing}. */
  ink: Float32Array;
};

/** All layers of a view, with soft edges of sky, ground and glass. */
export function keptLayersOf(
  building: PreparedBuilding,
  view: Pick<BuildingView, 'camera'>,
  wanted: LayersWanted,
): KeptLayers {
  const layers = castLayers(building, view, wanted);
  return { ...layers, ink: lineDrawing(layers), shares: sharesOfLayers(building, view, { ...wanted, ...layers }) };
}

const inkSteps = 100;
const bytesOfPixel = 13;
const mark = Buffer.from('layers-1\n', 'latin1');
/** Longest side of layers that are read, pixels. */
const longestSide = 16_384;

/** Behind the mark: width, height and the place of the camera, four bytes each; then, deflated, the planes. */
export function packLayers({ width, height, depth, object, kind, isInside, shares, ink }: KeptLayers): Buffer {
  const head = Buffer.alloc(12);
  [width, height, isInside ? 1 : 0].forEach((value, i) => {
    head.writeUInt32LE(value, i * 4);
  });
  const bytesOf = (plane: Float32Array | Int32Array) =>
    new Uint8Array(plane.buffer, plane.byteOffset, plane.byteLength);
  const inkBytes = Uint8Array.from(ink, (strength) => Math.round(strength * inkSteps));
  const planes = [bytesOf(depth), bytesOf(object), kind, shares.sky, shares.ground, shares.glass, inkBytes];
  return Buffer.concat([mark, head, deflateSync(Buffer.concat(planes), { level: 2 })]);
}

/** Throws when the bytes are not a whole file of this format. */
export function unpackLayers(bytes: Buffer): KeptLayers {
  if (!bytes.subarray(0, mark.length).equals(mark)) throw new Error('not a file of layers');
  const [width, height, inside] = [0, 4, 8].map((offset) => bytes.readUInt32LE(mark.length + offset)) as [
    number,
    number,
    number,
  ];
  const count = width * height;
  if (count === 0 || Math.max(width, height) > longestSide) throw new Error('layers of an impossible size');
  const planes = inflateSync(bytes.subarray(mark.length + 12), { maxOutputLength: count * bytesOfPixel });
  if (planes.length !== count * bytesOfPixel) throw new Error('layers that are cut off');
  let offset = 0;
  const take = (length: number) => {
    offset += length;
    return new Uint8Array(planes.subarray(offset - length, offset));
  };
  return {
    ...{ width, height, isInside: inside === 1 },
    depth: new Float32Array(take(count * 4).buffer),
    object: new Int32Array(take(count * 4).buffer),
    kind: take(count),
    shares: { sky: take(count), ground: take(count), glass: take(count) },
    ink: Float32Array.from(take(count), (step) => step / inkSteps),
  };
}
