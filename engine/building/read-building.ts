import { open, readFile, stat } from 'node:fs/promises';
import { endingOf } from '#shared/domain/foreign-buildings';
import { writeBuildingFile } from '../kernels/building/building-file.ts';
import type { BuildingFacts, BuildingModel } from '../kernels/building/building-mesh.ts';
import type { BuildingRead, ReadBuilding } from '../kernels/building/jobs.ts';
import { ModelArchive, noResources, type Resources } from './archive.ts';
import type { FileContent } from './file-content.ts';
import { foreignFormat } from './foreign-format.ts';
import { isGlb } from './gltf/glb-container.ts';
import { isStep } from './ifc/ifc-text.ts';
import { type Normalised, normalise } from './normalise.ts';
import { BuildingFileRefused } from './refusals.ts';
import { summaryOf } from './summary.ts';

type BuildingFormat = BuildingRead['format'];

/** First bytes by which formats are told. */
const startLength = 4096;

const isZip = (start: Uint8Array): boolean => Buffer.from(start.subarray(0, 2)).toString('latin1') === 'PK';

/**
 * Reads a model file and writes it as a building model to the job's target. Other files stay as they are.
 *
 * @throws BuildingFileRefused where the file is at fault
 */
export async function readBuilding(job: ReadBuilding): Promise<Omit<BuildingRead, 'views'> & { model: BuildingModel }> {
  const { format, content } = await contentOf(job.file, job.name);
  const { collected } = content;
  if (collected.count === 0) throw new BuildingFileRefused('noTriangles');
  const normalised = normalise(collected, content.frame, job.placement);
  const model = modelOf(content, normalised);
  await writeBuildingFile(job.target, model);
  return { format, facts: factsOf(model, content, normalised), model };
}

async function contentOf(file: string, name: string): Promise<{ format: BuildingFormat; content: FileContent }> {
  const { size } = await stat(file);
  if (size === 0) throw new BuildingFileRefused('empty');
  const start = await firstBytes(file);
  if (!isZip(start)) {
    const foreign = foreignFormat(start, name);
    if (foreign) throw new BuildingFileRefused(foreign);
    const bytes = await readFile(file);
    return read(new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length), name);
  }
  const archive = await ModelArchive.open(file);
  try {
    return await read(await archive.readModel(), archive.modelName, archive);
  } finally {
    archive.close();
  }
}

async function firstBytes(file: string): Promise<Uint8Array> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(new Uint8Array(startLength), 0, startLength, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** By its first bytes, and by its name where a format has none of its own. */
async function read(
  bytes: Uint8Array,
  name: string,
  archive?: Resources,
): Promise<{ format: BuildingFormat; content: FileContent }> {
  if (bytes.length === 0) throw new BuildingFileRefused('empty');
  if (isZip(bytes)) throw new BuildingFileRefused('zipNested');
  const foreign = foreignFormat(bytes.subarray(0, startLength), '');
  if (foreign) throw new BuildingFileRefused(foreign);
  const resources = archive ?? noResources;
  if (isStep(bytes)) {
    const { readIfc } = await import('./ifc/read-ifc.ts');
    return { format: 'ifc', content: await readIfc(bytes) };
  }
  const ending = endingOf(name);
  if (isGlb(bytes) || ending === 'gltf') {
    if (ending === 'gltf' && !archive && !isGlb(bytes)) throw new BuildingFileRefused('gltfAlone');
    const { readGltf } = await import('./gltf/read-gltf.ts');
    return { format: isGlb(bytes) ? 'glb' : 'gltf', content: await readGltf(bytes, resources) };
  }
  if (ending !== 'obj') throw new BuildingFileRefused('unknown');
  const { readObj } = await import('./obj/read-obj.ts');
  return { format: 'obj', content: await readObj(bytes, resources) };
}

function modelOf(content: FileContent, { heightOf, boxOf }: Normalised): BuildingModel {
  const { count, positions, normals, uvs, materialOf, objectOf, materials, objects } = content.collected;
  return {
    triangleCount: count,
    ...{ positions, normals, uvs, materialOf, objectOf, materials, objects },
    storeys: content.storeys.map(({ name, elevation }) => ({ name, elevation: heightOf(elevation) })),
    rooms: content.rooms.map(({ box, ...room }) => ({ ...room, ...(box && { box: boxOf(box) }) })),
    textures: content.textures,
  };
}

function factsOf(model: BuildingModel, content: FileContent, normalised: Normalised): BuildingFacts {
  const { degenerate, invalid } = content.collected;
  const { strays, parts, size, placement, isKnown } = normalised;
  const notes = [
    ...content.notes,
    ...(invalid > 0 ? [`${invalid} 个三角形的坐标无效，已略去。`] : []),
    ...(degenerate > 0 ? [`${degenerate} 个没有面积的三角形已略去。`] : []),
  ];
  return {
    triangles: model.triangleCount,
    partsFound: content.partsFound,
    partsDrawn: parts,
    leftOut: [
      ...content.leftOut,
      ...(strays > 0 ? [{ kind: '杂散构件', count: strays, reason: '离模型主体太远，不绘制。' }] : []),
    ],
    size,
    placement,
    isKnown,
    ...(content.position && { position: content.position }),
    storeys: model.storeys,
    rooms: model.rooms,
    materials: summaryOf(model),
    notes,
  };
}
