import { linearOf } from '../../base/srgb.ts';
import type { BuildingMaterial } from '../../kernels/building/building-mesh.ts';
import type { Resources } from '../archive.ts';
import type { FileContent } from '../file-content.ts';
import { MeshCollector, type UvTransform } from '../mesh-collector.ts';
import { BuildingFileRefused } from '../refusals.ts';
import { TextureShelf } from '../textures.ts';
import { type MtlMaterial, parseMtl } from './parse-mtl.ts';
import { type ObjText, parseObj, type Run } from './parse-obj.ts';
import { smoothNormals } from './smooth-normals.ts';

/** Colour of what has none, sRGB. */
const plain = [0.8, 0.8, 0.8] as const;
const none = 0xffffffff;

/** Reads an OBJ file with its materials and pictures. */
export async function readObj(bytes: Uint8Array, resources: Resources): Promise<FileContent> {
  if (bytes.subarray(0, 4096).includes(0)) throw new BuildingFileRefused('unknown');
  const text = parseObj(bytes);
  if (text.corners.length === 0) throw new BuildingFileRefused(text.positions.length > 0 ? 'noTriangles' : 'unknown');
  const notes: string[] = [];
  const library = await readLibraries(text, resources, notes);
  const shelf = new TextureShelf();
  const collector = new MeshCollector(text.corners.length / 3);
  const objects = new Map<string, number>();
  const looks = new Map<string, { material: number; transform?: UvTransform | undefined }>();
  const normals = normalsOf(text);
  for (const run of text.runs) {
    const object = objects.get(run.object) ?? collector.object({ name: run.object, kind: '' });
    objects.set(run.object, object);
    const look =
      looks.get(run.material) ??
      (await lookOf(run.material, library.get(run.material), collector, { shelf, resources }));
    looks.set(run.material, look);
    addRun(collector, text, run, { object, ...look, normals });
  }
  if (text.otherElements > 0) notes.push(`${text.otherElements} 条线、点或曲线不绘制。`);
  return {
    collected: collector.collected(),
    frame: { metresPerUnit: text.metresPerUnit, isApplied: false, isMetric: false },
    storeys: [],
    rooms: [],
    textures: shelf.textures,
    partsFound: objects.size,
    leftOut: [],
    notes: [...notes, ...shelf.notes()],
  };
}

async function readLibraries(text: ObjText, resources: Resources, notes: string[]): Promise<Map<string, MtlMaterial>> {
  const library = new Map<string, MtlMaterial>();
  for (const name of text.libraries) {
    const bytes = await resources.read(name);
    if (bytes) for (const [key, material] of parseMtl(bytes)) library.set(key, material);
    else
      notes.push(
        `材质文件「${[...name].slice(-40).join('')}」没有随模型上传，材质只保留名称。把它和贴图一起打包成 ZIP 可得到颜色。`,
      );
  }
  return library;
}

async function lookOf(
  name: string,
  mtl: MtlMaterial | undefined,
  collector: MeshCollector,
  { shelf, resources }: { shelf: TextureShelf; resources: Resources },
): Promise<{ material: number; transform?: UvTransform | undefined }> {
  const picture = mtl?.picture;
  const texture = picture && (await shelf.take(picture.file, () => resources.read(picture.file)));
  // Programs write all kinds of colours beside a picture that replaces them.
  const [r, g, b] = texture === undefined ? (mtl?.colour ?? plain) : [1, 1, 1];
  const material: BuildingMaterial = {
    name,
    colour: [linearOf(r), linearOf(g), linearOf(b)],
    opacity: mtl?.opacity ?? 1,
    ...(mtl?.roughness !== undefined && { roughness: mtl.roughness }),
    ...(mtl?.metalness !== undefined && { metalness: mtl.metalness }),
    ...(texture !== undefined && { texture }),
  };
  return { material: collector.material(material), transform: texture === undefined ? undefined : picture?.transform };
}

interface CornerNormals {
  array: Float64Array | Float32Array;
  indices: Uint32Array;
}

/** The file's own, or smooth ones where it has none at all. */
function normalsOf(text: ObjText): CornerNormals {
  if (text.normals.length > 0) return { array: text.normals, indices: text.normalCorners };
  return {
    array: smoothNormals(text.positions, text.corners),
    indices: Uint32Array.from({ length: text.corners.length }, (_, corner) => corner),
  };
}

function addRun(
  collector: MeshCollector,
  text: ObjText,
  { from, to }: Run,
  {
    normals,
    transform,
    ...ids
  }: { object: number; material: number; transform?: UvTransform | undefined; normals: CornerNormals },
): void {
  const range = [from * 3, to * 3] as const;
  const uvIndices = text.uvCorners.subarray(...range);
  collector.add({
    ...ids,
    positions: { array: text.positions, stride: 3, offset: 0 },
    indices: text.corners.subarray(...range),
    // Corners without a normal read beyond the array, and keep their face's.
    normals: { array: normals.array, stride: 3, offset: 0 },
    normalIndices: normals.indices.subarray(...range),
    ...(transform &&
      uvIndices.some((index) => index !== none) && {
        uvs: { array: text.uvs, stride: 2, offset: 0 },
        uvIndices,
        uvTransform: transform,
      }),
  });
}
