import { type Document, type GLTF, Logger, type Node, NodeIO, type Primitive, type Scene } from '@gltf-transform/core';
import {
  EXTMeshGPUInstancing,
  EXTMeshoptCompression,
  type InstancedMesh,
  KHRDracoMeshCompression,
  KHRMeshQuantization,
} from '@gltf-transform/extensions';
import { MeshoptDecoder } from 'meshoptimizer';
import type { Resources } from '../archive.ts';
import type { FileContent } from '../file-content.ts';
import { MeshCollector, mostTriangles } from '../mesh-collector.ts';
import { BuildingFileRefused } from '../refusals.ts';
import { tidyName } from '../texts.ts';
import { TextureShelf } from '../textures.ts';
import { numbersOf } from './accessor-numbers.ts';
import { checkGltf, draco, gltfOf, meshopt } from './check-gltf.ts';
import { type GltfParts, isGlb, parseJson, splitGlb } from './glb-container.ts';
import { type GltfLook, looksOf, plainLook } from './gltf-materials.ts';
import type { Gltf } from './gltf-schema.ts';
import { instancesOf } from './instances.ts';
import { trianglesOf } from './primitive-triangles.ts';

/** Extensions of the numbers of a model; all others are read by our own hands, or say nothing of its shape. */
const geometryExtensions = [draco, meshopt, 'KHR_mesh_quantization', 'EXT_mesh_gpu_instancing'];
/** Extensions without which a shape cannot be read. */
const unreadable = /compression|_splat|gaussian|nurbs/i;

/** Reads a GLB, or a glTF text whose buffers and pictures are in `resources`. */
export async function readGltf(bytes: Uint8Array, resources: Resources): Promise<FileContent> {
  const { json, binary }: GltfParts = isGlb(bytes) ? splitGlb(bytes) : { json: parseJson(bytes) };
  const gltf = gltfOf(json);
  const unknown = gltf.extensionsRequired.find((name) => !geometryExtensions.includes(name) && unreadable.test(name));
  if (unknown) throw new BuildingFileRefused('gltfExtension', { name: unknown });
  const buffers = await readBuffers(gltf, binary, resources);
  checkGltf(
    gltf,
    buffers.map((buffer) => buffer?.length),
  );
  const shelf = new TextureShelf();
  const looks = await looksOf(gltf, shelf, (image) => readImage(gltf, image, buffers, resources));
  const document = await documentOf(gltf, buffers);
  const { collector, partsFound, otherPrimitives } = collect(document, looks);
  return {
    collected: collector.collected(),
    frame: { up: 'y', isApplied: false, isMetric: true },
    storeys: [],
    rooms: [],
    textures: shelf.textures,
    partsFound,
    leftOut:
      otherPrimitives > 0 ? [{ kind: '线与点', count: otherPrimitives, reason: '线与点没有面积，不绘制。' }] : [],
    notes: shelf.notes(),
  };
}

async function readBuffers(
  gltf: Gltf,
  binary: Uint8Array | undefined,
  resources: Resources,
): Promise<Array<Uint8Array | undefined>> {
  const buffers: Array<Uint8Array | undefined> = [];
  for (const [index, { uri, byteLength }] of gltf.buffers.entries()) {
    // One that is only declared stands in for packed views.
    const bytes = uri === undefined ? (index === 0 ? binary : undefined) : await readUri(uri, resources);
    if (uri !== undefined && !bytes)
      throw binary ? new BuildingFileRefused('glbOutside') : new BuildingFileRefused('gltfMissing', { name: uri });
    if (bytes && bytes.length < byteLength) throw new BuildingFileRefused('tooMuch');
    buffers.push(bytes);
  }
  return buffers;
}

async function readUri(uri: string, resources: Resources): Promise<Uint8Array | undefined> {
  if (!uri.startsWith('data:')) return resources.read(uri);
  const comma = uri.indexOf(',');
  const isBase64 = uri.slice(0, comma).endsWith(';base64');
  return comma > 0 && isBase64 ? new Uint8Array(Buffer.from(uri.slice(comma + 1), 'base64')) : undefined;
}

async function readImage(
  { images, bufferViews }: Gltf,
  index: number,
  buffers: ReadonlyArray<Uint8Array | undefined>,
  resources: Resources,
): Promise<Uint8Array | undefined> {
  const { uri, bufferView } = images[index]!;
  if (uri !== undefined) return readUri(uri, resources);
  const view = bufferView === undefined ? undefined : bufferViews[bufferView];
  return view && buffers[view.buffer]?.subarray(view.byteOffset, view.byteOffset + view.byteLength);
}

/** Numbers and nodes alone: the library follows no path, and meets no picture. */
async function documentOf(gltf: Gltf, buffers: ReadonlyArray<Uint8Array | undefined>): Promise<Document> {
  const kept = (names: readonly string[]) => names.filter((name) => geometryExtensions.includes(name));
  const json = {
    asset: { version: '2.0' },
    scene: gltf.scene,
    extensionsUsed: kept(gltf.extensionsUsed),
    extensionsRequired: kept(gltf.extensionsRequired),
    buffers: gltf.buffers.map((buffer, index) => ({
      byteLength: buffer.byteLength,
      ...(buffers[index] && { uri: `${index}.bin` }),
      ...(buffer.extensions && { extensions: buffer.extensions }),
    })),
    bufferViews: gltf.bufferViews,
    accessors: gltf.accessors,
    materials: gltf.materials.map((_, index) => ({ name: String(index) })),
    meshes: gltf.meshes.map(({ name, primitives }) => ({
      name,
      primitives: primitives.map(({ attributes, indices, material, mode, extensions }) => ({
        attributes: plainAttributes(attributes),
        indices,
        mode,
        ...(material !== undefined && material < gltf.materials.length && { material }),
        ...(extensions?.[draco] !== undefined && { extensions: { [draco]: extensions[draco] } }),
      })),
    })),
    nodes: gltf.nodes.map(({ name, mesh, children, matrix, translation, rotation, scale, extensions }) => ({
      ...{ name, mesh, children, matrix, translation, rotation, scale },
      ...(extensions?.EXT_mesh_gpu_instancing !== undefined && {
        extensions: { EXT_mesh_gpu_instancing: extensions.EXT_mesh_gpu_instancing },
      }),
    })),
    scenes: gltf.scenes,
  };
  const resources = Object.fromEntries(buffers.flatMap((bytes, index) => (bytes ? [[`${index}.bin`, bytes]] : [])));
  const io = new NodeIO()
    .setLogger(new Logger(Logger.Verbosity.SILENT))
    .registerExtensions([EXTMeshGPUInstancing, EXTMeshoptCompression, KHRDracoMeshCompression, KHRMeshQuantization]);
  if (gltf.extensionsUsed.includes(meshopt)) {
    await MeshoptDecoder.ready;
    io.registerDependencies({ 'meshopt.decoder': MeshoptDecoder });
  }
  if (gltf.extensionsUsed.includes(draco)) {
    const { default: decoder } = await import('draco3dgltf');
    io.registerDependencies({ 'draco3d.decoder': await decoder.createDecoderModule() });
  }
  try {
    return await io.readJSON({
      json: json as unknown as GLTF.IGLTF,
      resources: resources as Record<string, Uint8Array<ArrayBuffer>>,
    });
  } catch (error) {
    throw new BuildingFileRefused('damaged', {}, error);
  }
}

/** Skins and shapes to morph into are not drawn. */
function plainAttributes(attributes: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(attributes).filter(([name]) => /^(?:POSITION|NORMAL|COLOR_0|TEXCOORD_\d)$/.test(name)),
  );
}

interface Placed {
  primitive: Primitive;
  name: string;
  matrices: ReadonlyArray<ArrayLike<number>>;
  indices: ArrayLike<number> | undefined;
}

function collect(document: Document, looks: readonly GltfLook[]) {
  const root = document.getRoot();
  const scene: Scene | undefined = root.getDefaultScene() ?? root.listScenes()[0];
  const placed: Placed[][] = [];
  let [triangles, otherPrimitives] = [0, 0];
  scene?.traverse((node) => {
    const parts = partsOf(node);
    const drawn = parts.filter(({ primitive }) => primitive.getMode() >= 4);
    otherPrimitives += parts.length - drawn.length;
    if (drawn.length === 0) return;
    placed.push(drawn);
    for (const { primitive, matrices, indices } of drawn) {
      const corners = indices ? indices.length : (primitive.getAttribute('POSITION')?.getCount() ?? 0);
      triangles += Math.floor(corners / 3) * matrices.length;
      if (triangles > mostTriangles)
        throw new BuildingFileRefused('tooManyTriangles', { limit: mostTriangles / 10_000 });
    }
  });
  const collector = new MeshCollector(triangles);
  for (const parts of placed) {
    const object = collector.object({ name: parts[0]!.name, kind: '' });
    for (const part of parts) addPrimitive(collector, part, { object, looks });
  }
  return { collector, partsFound: placed.length, otherPrimitives };
}

function partsOf(node: Node): Placed[] {
  const mesh = node.getMesh();
  if (!mesh) return [];
  const instances = node.getExtension<InstancedMesh>('EXT_mesh_gpu_instancing');
  const world = node.getWorldMatrix();
  const matrices = instances ? instancesOf(instances, world) : [world];
  const name = tidyName(node.getName()) || tidyName(mesh.getName()) || tidyName(node.getParentNode()?.getName());
  return mesh.listPrimitives().map((primitive) => ({ primitive, name, matrices, indices: trianglesOf(primitive) }));
}

function addPrimitive(
  collector: MeshCollector,
  { primitive, matrices, indices }: Placed,
  { object, looks }: { object: number; looks: readonly GltfLook[] },
): void {
  const positions = numbersOf(primitive.getAttribute('POSITION'));
  if (!positions) return;
  const look = looks[Number(primitive.getMaterial()?.getName() ?? -1)] ?? plainLook;
  const normals = numbersOf(primitive.getAttribute('NORMAL'));
  const isPainted = look.material.texture !== undefined || look.material.relief !== undefined;
  const uvs = isPainted ? numbersOf(primitive.getAttribute(`TEXCOORD_${look.texCoord}`)) : undefined;
  const vertices = positions.length / 3;
  const areAllThere = !indices || allBelow(indices, vertices);
  if (!areAllThere) throw new BuildingFileRefused('damaged');
  const [r, g, b] = look.material.colour;
  const tint = meanColour(primitive);
  const colour = [r * tint[0], g * tint[1], b * tint[2]] as const;
  const material = collector.material({ ...look.material, colour });
  for (const matrix of matrices)
    collector.add({
      positions: { array: positions, stride: 3, offset: 0 },
      ...(normals && { normals: { array: normals, stride: 3, offset: 0 } }),
      ...(uvs && { uvs: { array: uvs, stride: 2, offset: 0 }, uvTransform: look.uvTransform }),
      indices,
      matrix,
      material,
      object,
    });
}

function allBelow(indices: ArrayLike<number>, count: number): boolean {
  for (let i = 0; i < indices.length; i++) if (!(indices[i]! < count)) return false;
  return true;
}

/** Colours of vertices become one of the whole: a triangle has one material. */
function meanColour(primitive: Primitive): [number, number, number] {
  const accessor = primitive.getAttribute('COLOR_0');
  const numbers = numbersOf(accessor);
  if (!accessor || !numbers || numbers.length === 0) return [1, 1, 1];
  const stride = accessor.getElementSize();
  const sum: [number, number, number] = [0, 0, 0];
  for (let at = 0; at + 2 < numbers.length; at += stride)
    for (let channel = 0; channel < 3; channel++) sum[channel]! += numbers[at + channel]!;
  const rounded = (value: number) => Math.min(1, Math.max(0, Math.round((value * stride * 64) / numbers.length) / 64));
  return [rounded(sum[0]), rounded(sum[1]), rounded(sum[2])];
}
