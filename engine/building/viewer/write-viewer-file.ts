import { writeFile } from 'node:fs/promises';
import { type Accessor, Document, NodeIO, type Texture } from '@gltf-transform/core';
import { EXTMeshoptCompression, KHRMeshQuantization } from '@gltf-transform/extensions';
import { MeshoptEncoder } from 'meshoptimizer';
import type { ViewerBuilding } from '#shared/domain/viewer-building';
import { openPicture } from '../../base/picture-file.ts';
import type { BuildingModel, BuildingTexture } from '../../kernels/building/building-mesh.ts';
import type { PreparedBuilding } from '../../kernels/building/prepared-building.ts';
import { type Triple, type ViewerGroup, viewerGroups } from './viewer-groups.ts';
import { type Welded, weld } from './weld.ts';

/** Longer side of a picture, pixels. */
const longestSide = 1024;
/** Characters of a part's name; the report has all of them. */
const longestName = 80;
/** Paints of files are brighter than any real ones, as in the pictures that are traced. */
const pictureGain = 0.86;

/** Metalness, roughness and opacity of each kind. */
const looks: Readonly<Record<ViewerGroup['kind'], readonly [metal: number, rough: number, opacity: number]>> = {
  matte: [0, 0.95, 1],
  gloss: [0, 0.45, 1],
  metal: [0.85, 0.35, 1],
  glass: [0, 0.06, 0.32],
  picture: [0, 0.85, 1],
};

type Adder = (type: 'SCALAR' | 'VEC2' | 'VEC3' | 'VEC4', array: Numbers, isNormalized?: boolean) => Accessor;
type Numbers = Float32Array | Int8Array | Uint16Array | Uint32Array;

/**
 * Writes what a viewer draws of a building as a GLB with meshopt compression: one mesh for each way to shine and each
 * picture, 34 at most, in metres with y up. Vertices have the colour of their surface and `_OBJECT`, the number of their
 * part; parts, classes and the ground stand in the extras of the scene as a {@link ViewerBuilding}.
 */
export async function writeViewerFile(file: string, building: PreparedBuilding): Promise<void> {
  await MeshoptEncoder.ready;
  const document = new Document();
  const buffer = document.createBuffer();
  const scene = document.createScene().setExtras({ building: contentsOf(building) });
  const add: Adder = (type, array, isNormalized = false) =>
    document
      .createAccessor()
      .setType(type)
      .setArray(array as never)
      .setNormalized(isNormalized)
      .setBuffer(buffer);
  for (const group of viewerGroups(building)) {
    const { indices, ...corners } = ordered(
      weld(building.model, {
        triangles: group.triangles,
        lookOf: (triangle) => building.mesh.materials[triangle]!,
        hasPicture: group.kind === 'picture',
      }),
    );
    const primitive = document
      .createPrimitive()
      .setIndices(add('SCALAR', indices))
      .setAttribute('POSITION', add('VEC3', corners.positions))
      .setAttribute('NORMAL', add('VEC3', corners.normals, true))
      .setAttribute('COLOR_0', add('VEC4', coloursOf(building, group, corners.looks), true))
      .setAttribute('_OBJECT', add('SCALAR', corners.objects))
      .setMaterial(await materialOf(document, building.model, group));
    if (corners.uvs.length > 0) primitive.setAttribute('TEXCOORD_0', add('VEC2', corners.uvs));
    scene.addChild(document.createNode(group.kind).setMesh(document.createMesh(group.kind).addPrimitive(primitive)));
  }
  document.createExtension(KHRMeshQuantization).setRequired(true);
  document.createExtension(EXTMeshoptCompression).setRequired(true);
  const io = new NodeIO()
    .registerExtensions([EXTMeshoptCompression, KHRMeshQuantization])
    .registerDependencies({ 'meshopt.encoder': MeshoptEncoder });
  await writeFile(file, await io.writeBinary(document), { mode: 0o600 });
}

/** Triangles and corners in the order in which they pack best. */
function ordered({ indices, ...corners }: Welded): Welded {
  const [to, count] = MeshoptEncoder.reorderMesh(indices, true, true);
  const moved = <T extends Numbers>(from: T, width: number): T => {
    const out = new (from.constructor as new (length: number) => T)(from.length === 0 ? 0 : count * width);
    for (let i = 0; i < from.length / width; i++)
      for (let k = 0; k < width; k++) out[to[i]! * width + k] = from[i * width + k]!;
    return out;
  };
  return {
    indices,
    positions: moved(corners.positions, 3),
    normals: moved(corners.normals, 3),
    objects: moved(corners.objects, 1),
    looks: moved(corners.looks, 1),
    uvs: moved(corners.uvs, 2),
  };
}

function coloursOf({ surfaces }: PreparedBuilding, { kind }: ViewerGroup, numbers: Uint32Array): Uint16Array {
  const colours = new Uint16Array(numbers.length * 4);
  for (let i = 0; i < numbers.length; i++) {
    // A picture has its own colours; the factor of its material has the rest.
    const colour: Triple = kind === 'picture' ? [1, 1, 1] : surfaces[numbers[i]!]!.colour;
    for (let c = 0; c < 3; c++) colours[i * 4 + c] = Math.round(Math.min(1, Math.max(0, colour[c]!)) * 65_535);
    colours[i * 4 + 3] = 65_535;
  }
  return colours;
}

async function materialOf(document: Document, model: BuildingModel, { kind, texture, triangles }: ViewerGroup) {
  const [metal, rough, opacity] = looks[kind];
  const material = document
    .createMaterial(kind)
    .setMetallicFactor(metal)
    .setRoughnessFactor(rough)
    .setDoubleSided(true)
    .setAlphaMode(opacity < 1 ? 'BLEND' : 'OPAQUE')
    .setBaseColorFactor([1, 1, 1, opacity]);
  if (texture === undefined) return material;
  const { colour } = model.materials[model.materialOf[triangles[0]!]!]!;
  const [r, g, b] = colour.map((c) => c * pictureGain) as [number, number, number];
  return material
    .setBaseColorFactor([r, g, b, 1])
    .setBaseColorTexture(await pictureOf(document, model.textures[texture]!));
}

/** Null for a picture that cannot be read, whose surfaces are plain then. */
async function pictureOf(document: Document, { bytes }: BuildingTexture): Promise<Texture | null> {
  try {
    const jpeg = await openPicture(Buffer.from(bytes))
      .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .removeAlpha()
      .jpeg({ quality: 84 })
      .toBuffer();
    return document.createTexture().setImage(new Uint8Array(jpeg)).setMimeType('image/jpeg');
  } catch {
    return null;
  }
}

function contentsOf({ model, ground }: PreparedBuilding): ViewerBuilding {
  const kinds = [...new Set(model.objects.map(({ kind }) => kind))];
  return {
    ground: ground.level,
    hasOwnGround: ground.own !== undefined,
    kinds,
    parts: model.objects.map(({ name, kind, storey }): ViewerBuilding['parts'][number] => {
      const shown = name.slice(0, longestName);
      return storey === undefined ? [shown, kinds.indexOf(kind)] : [shown, kinds.indexOf(kind), storey];
    }),
  };
}
