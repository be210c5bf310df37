import type { BuildingMaterial } from '../../kernels/building/building-mesh.ts';
import type { UvTransform } from '../mesh-collector.ts';
import { tidyName } from '../texts.ts';
import type { TextureShelf } from '../textures.ts';
import type { Gltf, GltfMaterial, GltfTextureInfo } from './gltf-schema.ts';

/** Light that a clear pane keeps back. */
const clearest = 0.1;
/** Colour of primitives without a material, linear. */
const plain = [0.6, 0.6, 0.6] as const;

/** A material, and where its picture lies on a surface. */
export interface GltfLook {
  material: BuildingMaterial;
  /** Number of the set of coordinates. */
  texCoord: number;
  uvTransform?: UvTransform | undefined;
}

export const plainLook: GltfLook = { material: { name: '', colour: plain, opacity: 1 }, texCoord: 0 };

/** @param readImage bytes of a picture by its index; undefined when they are not there */
export async function looksOf(
  gltf: Gltf,
  shelf: TextureShelf,
  readImage: (image: number) => Promise<Uint8Array | undefined>,
): Promise<GltfLook[]> {
  const looks: GltfLook[] = [];
  for (const material of gltf.materials) {
    const take = async (info: GltfTextureInfo | undefined): Promise<number | undefined> => {
      const image = info && imageOf(gltf, info.index);
      return image === undefined ? undefined : shelf.take(imageName(gltf, image), () => readImage(image));
    };
    const colour = colourTextureOf(material);
    const lay = layOf(colour ?? material.normalTexture);
    const texture = await take(colour);
    const normals = sameLay(lay, layOf(material.normalTexture)) ? await take(material.normalTexture) : undefined;
    const strength = material.normalTexture?.scale ?? 1;
    looks.push({
      material: {
        ...materialOf(material),
        ...(texture !== undefined && { texture }),
        ...(normals !== undefined && { relief: { texture: normals, strength } }),
      },
      ...lay,
    });
  }
  return looks;
}

type Lay = Pick<GltfLook, 'texCoord' | 'uvTransform'>;

function layOf(info: GltfTextureInfo | undefined): Lay {
  const transform = info?.extensions?.KHR_texture_transform;
  return { texCoord: texCoordOf(transform) ?? info?.texCoord ?? 0, uvTransform: transformOf(transform) };
}

/** A triangle keeps one set of coordinates. */
const sameLay = (one: Lay, other: Lay): boolean => JSON.stringify(one) === JSON.stringify(other);

function colourTextureOf({ pbrMetallicRoughness, extensions }: GltfMaterial): GltfTextureInfo | undefined {
  return pbrMetallicRoughness?.baseColorTexture ?? extensions?.KHR_materials_pbrSpecularGlossiness?.diffuseTexture;
}

/** Picture of a texture, in whatever format; some formats stand in extensions. */
function imageOf({ textures, images }: Gltf, texture: number): number | undefined {
  const { source, extensions = {} } = textures[texture] ?? {};
  const others = Object.values(extensions).map((extension) => (extension as { source?: unknown } | null)?.source);
  const found = [source, ...others].find((index) => typeof index === 'number' && index < images.length);
  return found as number | undefined;
}

function imageName({ images }: Gltf, image: number): string {
  const { uri, name } = images[image]!;
  return uri && !uri.startsWith('data:') ? uri : `${tidyName(name) || '贴图'} ${image + 1}`;
}

function materialOf({ name, alphaMode, pbrMetallicRoughness: pbr, extensions }: GltfMaterial): BuildingMaterial {
  const glossy = extensions?.KHR_materials_pbrSpecularGlossiness;
  const [r, g, b, a] = (pbr?.baseColorFactor ?? glossy?.diffuseFactor ?? [1, 1, 1, 1]).map(share) as Four;
  const transmission = share(extensions?.KHR_materials_transmission?.transmissionFactor ?? 0);
  const roughness =
    pbr?.roughnessFactor ?? (glossy?.glossinessFactor === undefined ? undefined : 1 - glossy.glossinessFactor);
  // A picture of both multiplies the factors, which say little then.
  const isPainted = pbr?.metallicRoughnessTexture !== undefined;
  return {
    name: tidyName(name),
    colour: [r, g, b],
    opacity: Math.min(alphaMode === 'BLEND' ? a : 1, 1 - (1 - clearest) * transmission),
    ...(roughness !== undefined && !isPainted && { roughness: share(roughness) }),
    ...(pbr?.metallicFactor !== undefined && !isPainted && { metalness: share(pbr.metallicFactor) }),
  };
}

type Four = [number, number, number, number];
const share = (value: number): number => Math.min(1, Math.max(0, value));

function texCoordOf(transform: unknown): number | undefined {
  const { texCoord } = (transform ?? {}) as { texCoord?: unknown };
  return Number.isInteger(texCoord) ? (texCoord as number) : undefined;
}

/** KHR_texture_transform: scaled, turned, moved. */
function transformOf(transform: unknown): UvTransform | undefined {
  if (!transform || typeof transform !== 'object') return undefined;
  const { offset, rotation, scale } = transform as Record<string, unknown>;
  const pair = (value: unknown, usual: number): [number, number] => {
    const numbers = Array.isArray(value) ? value.map(Number) : [];
    return numbers.length === 2 && numbers.every(Number.isFinite) ? [numbers[0]!, numbers[1]!] : [usual, usual];
  };
  const [su, sv] = pair(scale, 1);
  const [ou, ov] = pair(offset, 0);
  const angle = Number.isFinite(rotation) ? (rotation as number) : 0;
  const [sine, cosine] = [Math.sin(angle), Math.cos(angle)];
  return [su * cosine, -su * sine, sv * sine, sv * cosine, ou, ov];
}
