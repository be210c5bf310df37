import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { NodeIO, type Primitive } from '@gltf-transform/core';
import { EXTMeshoptCompression, KHRMeshQuantization } from '@gltf-transform/extensions';
import { MeshoptDecoder } from 'meshoptimizer';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ViewerBuilding } from '#shared/domain/viewer-building';
import { boxModel, roomModel } from '../../../tests/support/building-model.ts';
import type { BuildingModel } from '../../kernels/building/building-mesh.ts';
import { prepareBuilding } from '../../kernels/building/prepared-building.ts';
import { writeViewerFile } from './write-viewer-file.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'viewer-file-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function written(model: BuildingModel) {
  const file = path.join(folder, 'viewer.glb');
  await writeViewerFile(file, await prepareBuilding(model));
  const io = new NodeIO()
    .registerExtensions([EXTMeshoptCompression, KHRMeshQuantization])
    .registerDependencies({ 'meshopt.decoder': MeshoptDecoder });
  const bytes = new Uint8Array(await readFile(file));
  const root = (await io.readBinary(bytes)).getRoot();
  const primitives = root.listMeshes().map((mesh) => mesh.listPrimitives()[0]!);
  return { bytes, root, primitives, contents: root.listScenes()[0]!.getExtras().building as ViewerBuilding };
}

/** Triangles of a file as texts: part, and corners in thousandths of a metre. */
function trianglesOf(primitives: readonly Primitive[]): string[] {
  return primitives.flatMap((primitive) => {
    const indices = primitive.getIndices()!.getArray()!;
    const positions = primitive.getAttribute('POSITION')!.getArray()!;
    const objects = primitive.getAttribute('_OBJECT')!.getArray()!;
    return Array.from({ length: indices.length / 3 }, (_, i) =>
      textOf(
        objects[indices[i * 3]!]!,
        [0, 1, 2].map((corner) => [...positions.slice(indices[i * 3 + corner]! * 3, indices[i * 3 + corner]! * 3 + 3)]),
      ),
    );
  });
}

const textOf = (object: number, corners: number[][]): string => {
  const texts = corners.map((corner) => corner.map((value) => Math.round(value * 1e3)).join(','));
  const first = texts.indexOf([...texts].sort()[0]!);
  return `${object}: ${[...texts.slice(first), ...texts.slice(0, first)].join(' ')}`;
};

function trianglesIn({ positions, objectOf, triangleCount }: BuildingModel): string[] {
  return Array.from({ length: triangleCount }, (_, i) =>
    textOf(
      objectOf[i]!,
      [0, 1, 2].map((corner) => [...positions.slice(i * 9 + corner * 3, i * 9 + corner * 3 + 3)]),
    ),
  );
}

test('all triangles are there with their parts, in few calls, and corners that are alike are shared', async () => {
  const model = roomModel();
  const { root, primitives, contents } = await written(model);
  expect(trianglesOf(primitives).sort()).toEqual(trianglesIn(model).sort());
  expect(root.listMeshes().map((mesh) => mesh.getName())).toEqual(['matte', 'gloss', 'glass']);
  const corners = primitives.reduce((sum, primitive) => sum + primitive.getAttribute('POSITION')!.getCount(), 0);
  // Four corners for each of the six faces of a box, and a few more where the halves of a face differ in their look.
  expect(corners).toBeGreaterThanOrEqual((model.triangleCount / 12) * 24);
  expect(corners).toBeLessThan((model.triangleCount / 12) * 26);
  expect(contents).toEqual({
    ground: expect.any(Number),
    hasOwnGround: false,
    kinds: ['IfcSlab', 'IfcWall', 'IfcWindow', 'IfcDoor'],
    parts: model.objects.map(({ kind }) => ['', contents.kinds.indexOf(kind)]),
  });
});

test('five hundred parts in two hundred paints and fifty pictures take at most forty calls', async () => {
  const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#a33' } })
    .png()
    .toBuffer();
  const parts = Array.from({ length: 500 }, (_, i) => ({
    from: [i, 0, 0] as const,
    to: [i + 0.5, 1, 1] as const,
    name: `Box ${i}`,
    material: {
      name: `paint ${i}`,
      colour: [((i * 7) % 97) / 97, ((i * 13) % 89) / 89, 0.4] as const,
      ...(i % 4 === 0 && { texture: (i / 4) % 50 }),
    },
  }));
  const model = boxModel(parts, {
    uvs: new Float32Array(parts.length * 12 * 6).map((_, i) => (i % 5) / 5),
    textures: Array.from({ length: 50 }, () => ({ format: 'png' as const, bytes: new Uint8Array(picture) })),
  });
  const { root, primitives, bytes } = await written(model);
  expect(root.listMeshes().length).toBeLessThanOrEqual(40);
  expect(root.listTextures()).toHaveLength(30);
  expect(trianglesOf(primitives)).toHaveLength(model.triangleCount);
  expect(bytes.length / model.triangleCount).toBeLessThan(40);
});
