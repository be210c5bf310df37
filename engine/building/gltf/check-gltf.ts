import { BuildingFileRefused } from '../refusals.ts';
import { Gltf, type GltfAccessor } from './gltf-schema.ts';

/** Bytes that packed numbers become, all together. */
const mostUnpacked = 1024 ** 3;
/** Bytes of accessors that name no numbers and are all zero. */
const mostZeros = 64 * 1024 ** 2;
const deepest = 500;

const componentBytes: Readonly<Record<number, number>> = { 5120: 1, 5121: 1, 5122: 2, 5123: 2, 5125: 4, 5126: 4 };
const elementLengths = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT2: 4, MAT3: 9, MAT4: 16 } as const;

export const meshopt = 'EXT_meshopt_compression';
export const draco = 'KHR_draco_mesh_compression';

/**
 * A glTF text by its schema; refuses other versions.
 */
export function gltfOf(json: unknown): Gltf {
  const version = (json as { asset?: { version?: unknown } } | null)?.asset?.version;
  if (typeof version === 'string' && !version.startsWith('2.')) throw new BuildingFileRefused('gltfVersion');
  const parsed = Gltf.safeParse(json);
  if (!parsed.success) throw new BuildingFileRefused('damaged', {}, parsed.error);
  return parsed.data;
}

/**
 * Refuses a text that claims more numbers than its buffers have, so that nobody takes memory for them, and nodes that
 * contain each other.
 *
 * @param bufferBytes length of each buffer; undefined for those that are only declared
 */
export function checkGltf(gltf: Gltf, bufferBytes: ReadonlyArray<number | undefined>): void {
  const viewBytes = gltf.bufferViews.map((view) => checkView(view, bufferBytes));
  checkAccessors(gltf, viewBytes);
  for (const mesh of gltf.meshes)
    for (const { attributes, indices } of mesh.primitives)
      for (const accessor of [...Object.values(attributes), ...(indices === undefined ? [] : [indices])])
        if (accessor >= gltf.accessors.length) throw new BuildingFileRefused('damaged');
  checkNodes(gltf);
}

/** Bytes of a view once it is unpacked. */
function checkView(view: Gltf['bufferViews'][number], bufferBytes: ReadonlyArray<number | undefined>): number {
  const packed = view.extensions?.[meshopt] as
    | { buffer?: unknown; byteOffset?: unknown; byteLength?: unknown; byteStride?: unknown; count?: unknown }
    | undefined;
  const { buffer, byteOffset, byteLength } = { ...view, ...packed };
  const available = bufferBytes[Number(buffer)];
  if (available === undefined || !(Number(byteOffset ?? 0) + Number(byteLength) <= available))
    throw new BuildingFileRefused('tooMuch');
  if (!packed) return view.byteLength;
  const unpacked = Number(packed.count) * Number(packed.byteStride);
  if (!(unpacked <= mostUnpacked)) throw new BuildingFileRefused('tooMuch');
  return unpacked;
}

function checkAccessors({ accessors, bufferViews, extensionsUsed }: Gltf, viewBytes: readonly number[]): void {
  let zeros = 0;
  let unpacked = 0;
  for (const accessor of accessors) {
    const element = componentBytes[accessor.componentType]! * elementLengths[accessor.type];
    if (accessor.bufferView === undefined) zeros += accessor.count * element;
    else {
      const stride = bufferViews[accessor.bufferView]?.byteStride || element;
      const bytes = accessor.count > 0 ? accessor.byteOffset + (accessor.count - 1) * stride + element : 0;
      if (!(bytes <= viewBytes[accessor.bufferView]!)) throw new BuildingFileRefused('tooMuch');
    }
    unpacked += accessor.count * element;
    if (accessor.sparse) checkSparse(accessor, accessor.sparse, viewBytes);
  }
  if (zeros > (extensionsUsed.includes(draco) ? mostUnpacked : mostZeros) || unpacked > mostUnpacked)
    throw new BuildingFileRefused('tooMuch');
}

function checkSparse(
  accessor: GltfAccessor,
  { count, indices, values }: NonNullable<GltfAccessor['sparse']>,
  viewBytes: readonly number[],
): void {
  const element = componentBytes[accessor.componentType]! * elementLengths[accessor.type];
  const indexBytes = indices.byteOffset + count * componentBytes[indices.componentType]!;
  const areThere =
    count <= accessor.count &&
    indexBytes <= viewBytes[indices.bufferView]! &&
    values.byteOffset + count * element <= viewBytes[values.bufferView]!;
  if (!areThere) throw new BuildingFileRefused('tooMuch');
}

/** Each node has one parent at most, and none stands too deep. */
function checkNodes({ nodes, scenes, meshes }: Gltf): void {
  const depth = new Int32Array(nodes.length).fill(-1);
  const isChild = new Uint8Array(nodes.length);
  for (const { children, mesh } of nodes) {
    if (mesh !== undefined && mesh >= meshes.length) throw new BuildingFileRefused('damaged');
    for (const child of children) {
      if (child >= nodes.length || isChild[child]) throw new BuildingFileRefused('damaged');
      isChild[child] = 1;
    }
  }
  const waiting = nodes.flatMap((_, node) => (isChild[node] ? [] : [node]));
  for (const root of waiting) depth[root] = 0;
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop())
    for (const child of nodes[node]!.children) {
      depth[child] = depth[node]! + 1;
      if (depth[child]! > deepest) throw new BuildingFileRefused('damaged');
      waiting.push(child);
    }
  const areRoots = scenes.every((scene) => scene.nodes.every((node) => node < nodes.length && !isChild[node]));
  // A node that was not reached from a root is its own ancestor.
  if (depth.includes(-1) || !areRoots) throw new BuildingFileRefused('damaged');
}
