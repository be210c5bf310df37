import { z } from 'zod';

/** The parts of a glTF 2.0 text that are read; numbers that give sizes and places are whole and not negative. */

const count = z.int().min(0).max(0xffffffff);
const mostEntries = 1_000_000;
const list = <T extends z.ZodType>(entry: T) => z.array(entry).max(mostEntries).default([]);
const extensions = z.record(z.string(), z.unknown()).optional();

const Buffer = z.looseObject({ byteLength: count, uri: z.string().optional(), extensions });
const BufferView = z.looseObject({
  buffer: count,
  byteOffset: count.default(0),
  byteLength: count,
  byteStride: count.optional(),
  extensions,
});
const componentTypes = [5120, 5121, 5122, 5123, 5125, 5126] as const;
const elementTypes = ['SCALAR', 'VEC2', 'VEC3', 'VEC4', 'MAT2', 'MAT3', 'MAT4'] as const;
const Sparse = z.looseObject({
  count,
  indices: z.looseObject({ bufferView: count, byteOffset: count.default(0), componentType: z.literal(componentTypes) }),
  values: z.looseObject({ bufferView: count, byteOffset: count.default(0) }),
});
const Accessor = z.looseObject({
  bufferView: count.optional(),
  byteOffset: count.default(0),
  componentType: z.literal(componentTypes),
  count,
  type: z.enum(elementTypes),
  sparse: Sparse.optional(),
});
export type GltfAccessor = z.infer<typeof Accessor>;

const TextureInfo = z.looseObject({ index: count, texCoord: count.default(0), extensions });
export type GltfTextureInfo = z.infer<typeof TextureInfo>;
const colour = (length: number) => z.array(z.number()).length(length);
const Material = z.looseObject({
  name: z.string().optional(),
  alphaMode: z.string().optional(),
  normalTexture: TextureInfo.extend({ scale: z.number().optional() }).optional(),
  pbrMetallicRoughness: z
    .looseObject({
      baseColorFactor: colour(4).optional(),
      metallicFactor: z.number().optional(),
      roughnessFactor: z.number().optional(),
      baseColorTexture: TextureInfo.optional(),
      metallicRoughnessTexture: TextureInfo.optional(),
    })
    .optional(),
  extensions: z
    .looseObject({
      KHR_materials_transmission: z.looseObject({ transmissionFactor: z.number().default(0) }).optional(),
      KHR_materials_pbrSpecularGlossiness: z
        .looseObject({
          diffuseFactor: colour(4).optional(),
          diffuseTexture: TextureInfo.optional(),
          glossinessFactor: z.number().optional(),
        })
        .optional(),
    })
    .optional(),
});
export type GltfMaterial = z.infer<typeof Material>;

const Texture = z.looseObject({ source: count.optional(), extensions });
const Image = z.looseObject({
  name: z.string().optional(),
  uri: z.string().optional(),
  bufferView: count.optional(),
});
const Primitive = z.looseObject({
  attributes: z.record(z.string(), count),
  indices: count.optional(),
  material: count.optional(),
  mode: z.int().default(4),
  extensions,
});
const Mesh = z.looseObject({ name: z.string().optional(), primitives: list(Primitive) });
const Node = z.looseObject({
  name: z.string().optional(),
  mesh: count.optional(),
  children: list(count),
  matrix: z.array(z.number()).length(16).optional(),
  translation: colour(3).optional(),
  rotation: colour(4).optional(),
  scale: colour(3).optional(),
  extensions,
});
const Scene = z.looseObject({ nodes: list(count) });

export const Gltf = z.looseObject({
  asset: z.looseObject({ version: z.string(), generator: z.string().optional() }),
  scene: count.optional(),
  extensionsRequired: list(z.string()),
  extensionsUsed: list(z.string()),
  buffers: list(Buffer),
  bufferViews: list(BufferView),
  accessors: list(Accessor),
  materials: list(Material),
  textures: list(Texture),
  images: list(Image),
  meshes: list(Mesh),
  nodes: list(Node),
  scenes: list(Scene),
});
export type Gltf = z.infer<typeof Gltf>;
