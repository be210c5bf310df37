import { linearOf } from '../../engine/base/srgb.ts';
import { trianglesOf } from './mesh.ts';
import type { Part, Point, SampleBuilding } from './solid.ts';

const align = (length: number): number => Math.ceil(length / 4) * 4;
/** From z up to y up. */
const turned = ([x, y, z]: Point): Point => [x, z, -y];

/** A building as GLB: a node a part, a primitive a material. */
export function glbBytes(building: SampleBuilding): Buffer {
  const numbers: Buffer[] = [];
  const bufferViews: object[] = [];
  const accessors: object[] = [];
  let length = 0;
  const accessor = (points: readonly Point[], bounds: boolean) => {
    const bytes = Buffer.from(Float32Array.from(points.flat()).buffer);
    numbers.push(bytes);
    bufferViews.push({ buffer: 0, byteOffset: length, byteLength: bytes.length });
    length += bytes.length;
    const of = (pick: (...values: number[]) => number) =>
      [0, 1, 2].map((i) => pick(...points.map((point) => point[i]!)));
    accessors.push({
      bufferView: bufferViews.length - 1,
      componentType: 5126,
      count: points.length,
      type: 'VEC3',
      ...(bounds && { min: of(Math.min), max: of(Math.max) }),
    });
    return accessors.length - 1;
  };
  const keys = Object.keys(building.materials);
  const meshes = building.parts.map(({ name, solids }: Part) => {
    const used = [...new Set(solids.map(({ material }) => material))];
    const primitives = used.map((material) => {
      const triangles = solids.filter((solid) => solid.material === material).flatMap(trianglesOf);
      return {
        attributes: {
          POSITION: accessor(
            triangles.flatMap(({ corners }) => corners.map(turned)),
            true,
          ),
          NORMAL: accessor(
            triangles.flatMap(({ normal }) => [normal, normal, normal].map(turned)),
            false,
          ),
        },
        material: keys.indexOf(material),
      };
    });
    return { name, primitives };
  });
  const json = {
    asset: { version: '2.0', generator: 'zhuhui' },
    scene: 0,
    scenes: [{ nodes: meshes.map((_, i) => i) }],
    nodes: meshes.map(({ name }, mesh) => ({ name, mesh })),
    meshes,
    materials: keys.map((key) => {
      const { name, colour, opacity = 1, roughness = 0.8, metalness = 0 } = building.materials[key]!;
      return {
        name,
        pbrMetallicRoughness: {
          baseColorFactor: [...colour.map(linearOf), opacity],
          metallicFactor: metalness,
          roughnessFactor: roughness,
        },
        ...(opacity < 1 && { alphaMode: 'BLEND' }),
      };
    }),
    buffers: [{ byteLength: length }],
    bufferViews,
    accessors,
  };
  return glbOf(json, Buffer.concat(numbers));
}

/** A GLB of a text and numbers. */
export function glbOf(json: unknown, numbers: Buffer): Buffer {
  const text = Buffer.from(JSON.stringify(json));
  const words = Buffer.concat([text, Buffer.alloc(align(text.length) - text.length, ' ')]);
  const padded = Buffer.concat([numbers, Buffer.alloc(align(numbers.length) - numbers.length)]);
  const head = Buffer.alloc(20);
  head.write('glTF');
  head.writeUInt32LE(2, 4);
  head.writeUInt32LE(28 + words.length + padded.length, 8);
  head.writeUInt32LE(words.length, 12);
  head.write('JSON', 16);
  const chunk = Buffer.alloc(8);
  chunk.writeUInt32LE(padded.length, 0);
  chunk.write('BIN\0', 4);
  return Buffer.concat([head, words, chunk, padded]);
}
