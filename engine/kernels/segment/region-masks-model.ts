import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Size } from '../../base/blur.ts';
import { labPlanes, type RgbBytes } from '../../base/colour.ts';
import { bytesOf, floatsOf } from '../../base/map-plane.ts';
import { type SceneClass, sceneClasses } from '../scene/scene-reading.ts';
import { type MergeTree, type MergeWeights, mergeRegions } from './merge-tree.ts';
import {
  histogramSize,
  labGradient,
  measureRegions,
  type RegionEdges,
  type RegionFacts,
} from './merge-tree-regions.ts';
import { classesOfRegions, weighByRegionColours } from './region-classes.ts';
import type { RegionModel } from './region-masks-choice.ts';
import { describeNodes } from './region-masks-nodes.ts';
import { slicSuperpixels } from './slic.ts';

/** Two trees, because things differ in what sets them apart: the first follows edges, the second colours and enclosure. */
const treeWeights: readonly MergeWeights[] = [
  { gradient: 1, histogram: 28, mean: 0.45, size: 0.22, enclosure: 0.5 },
  { gradient: 0.7, histogram: 40, mean: 0.5, size: 0.3, enclosure: 0.8 },
];
const superpixels = { count: 2500, compactness: 12 };

/** Longer side of the working picture, pixels. */
export const workingSide = 640;

/** Data of a picture that are kept: enough to make its {@link RegionModel} again in milliseconds. */
interface PackedModel {
  labels: Uint16Array;
  facts: RegionFacts;
  edges: RegionEdges;
  trees: MergeTree[];
  /** Shares of the classes in bytes, 0–255: those of the first class for every region, then those of the next. */
  shares: Uint8Array;
}

/** Answer of a network for a picture: shares of classes, planes of its own size, 0–1. */
export interface ClassLook extends Size {
  shares: ReadonlyMap<SceneClass, Float32Array>;
}

/**
 * Divides a working picture into regions and builds the trees. `rgb` has `size`, at best {@link workingSide}.
 *
 * @param look what a network said of the same picture, if one was asked
 */
export function buildRegionModel(rgb: RgbBytes, size: Size, look?: ClassLook): RegionModel {
  const lab = labPlanes(rgb);
  const { labels, count } = slicSuperpixels(lab, size, superpixels);
  const { facts, edges } = measureRegions({ labels, count }, lab, labGradient(lab, size, 1.2), size);
  const trees = treeWeights.map((weights) => mergeRegions(facts, edges, weights));
  const shares = new Uint8Array(look ? sceneClasses.length * count : 0);
  for (const [name, plane] of look ? classesOfRegions(look.shares, look, labels, facts, size) : []) {
    shares.set(
      bytesOf(plane, (share) => Math.round(255 * share)),
      sceneClasses.indexOf(name) * count,
    );
  }
  return makeModel(size, { labels, facts, edges, trees, shares });
}

function makeModel({ width, height }: Size, { labels, facts, edges, trees, shares }: PackedModel): RegionModel {
  const described = trees.map((tree) => describeNodes(tree, facts, edges));
  const model = { width, height, labels, facts, edges, shares, trees: described };
  if (shares.length === 0) return model;
  const count = facts.area.length;
  const classes = new Map<SceneClass, Float32Array>();
  for (const [index, name] of sceneClasses.entries()) {
    const own = shares.subarray(index * count, (index + 1) * count);
    if (own.some((share) => share > 0))
      classes.set(
        name,
        floatsOf(own, (share) => share / 255),
      );
  }
  return { ...model, classes: weighByRegionColours(classes, facts) };
}

/** First bytes of a packed model; the digit is the format's version. */
const signature = 'regions2';

/** A model as bytes for the cache, about 0.3 MB. */
export function packRegionModel({ width, height, labels, facts, edges, trees, shares }: RegionModel): Buffer {
  const parts: ArrayBufferView[] = [
    Uint32Array.of(width, height, facts.area.length, edges.first.length, trees.length, shares.length),
    labels,
    ...fieldsOf(facts, edges),
    ...trees.flatMap(({ tree }) => [tree.first, tree.second, tree.level]),
    shares,
  ];
  const bytes = parts.map((part) => Buffer.from(part.buffer, part.byteOffset, part.byteLength));
  return Buffer.concat([Buffer.from(signature, 'latin1'), deflateRawSync(Buffer.concat(bytes), { level: 3 })]);
}

function fieldsOf(facts: RegionFacts, edges: RegionEdges): ArrayBufferView[] {
  const { area, colour, square, histogram, border, box, roughness } = facts;
  return [
    area,
    colour,
    square,
    histogram,
    border,
    box,
    roughness,
    edges.first,
    edges.second,
    edges.length,
    edges.gradient,
  ];
}

/** Reads what {@link packRegionModel} wrote. Throws a RangeError when the bytes are something else. */
export function unpackRegionModel(bytes: Buffer): RegionModel {
  if (bytes.toString('latin1', 0, signature.length) !== signature) throw new RangeError('not a packed region model');
  const content = inflate(bytes.subarray(signature.length));
  let at = 0;
  const take = (length: number): ArrayBuffer => {
    if (at + length > content.length) throw new RangeError('a packed region model that ends too early');
    const part = new Uint8Array(length);
    part.set(content.subarray(at, at + length));
    at += length;
    return part.buffer;
  };
  const shorts = (count: number) => new Uint16Array(take(count * 2));
  const floats = (count: number) => new Float32Array(take(count * 4));
  const [width, height, regionCount, edgeCount, treeCount, shareCount] = new Uint32Array(take(24)) as unknown as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const labels = shorts(width * height);
  const facts: RegionFacts = {
    area: floats(regionCount),
    colour: floats(regionCount * 3),
    square: floats(regionCount),
    histogram: floats(regionCount * histogramSize),
    border: floats(regionCount),
    box: shorts(regionCount * 4),
    roughness: floats(regionCount),
  };
  const edges: RegionEdges = {
    first: shorts(edgeCount),
    second: shorts(edgeCount),
    length: floats(edgeCount),
    gradient: floats(edgeCount),
  };
  const joins = regionCount - 1;
  const trees = Array.from({ length: treeCount }, () => {
    return { leafCount: regionCount, first: shorts(joins), second: shorts(joins), level: floats(joins) };
  });
  const shares = new Uint8Array(take(shareCount));
  return makeModel({ width, height }, { labels, facts, edges, trees, shares });
}

function inflate(bytes: Buffer): Buffer {
  try {
    return inflateRawSync(bytes, { maxOutputLength: 16 * 1024 * 1024 });
  } catch (cause) {
    throw new RangeError('a packed region model that cannot be unpacked', { cause });
  }
}
