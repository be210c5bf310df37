import sharp from 'sharp';
import { expect, test } from 'vitest';
import { TextureShelf } from '../textures.ts';
import { gltfOf } from './check-gltf.ts';
import { looksOf } from './gltf-materials.ts';

const picture = sharp({ create: { width: 8, height: 8, channels: 3, background: '#8080ff' } })
  .png()
  .toBuffer();

async function looks(...materials: object[]) {
  const gltf = gltfOf({
    asset: { version: '2.0' },
    materials,
    textures: [{ source: 0 }, { source: 1 }],
    images: [{ name: 'colours' }, { name: 'normals' }],
  });
  const shelf = new TextureShelf();
  return { looks: await looksOf(gltf, shelf, async () => new Uint8Array(await picture)), shelf };
}

const moved = { extensions: { KHR_texture_transform: { scale: [2, 2] } } };

test('normals come with the colours where both lie alike, and alone where there are no colours', async () => {
  const pbrMetallicRoughness = { baseColorTexture: { index: 0 } };
  const { looks: found, shelf } = await looks(
    { pbrMetallicRoughness, normalTexture: { index: 1, scale: 0.5 } },
    { pbrMetallicRoughness, normalTexture: { index: 1, ...moved } },
    { normalTexture: { index: 1, texCoord: 1, ...moved } },
  );
  expect(shelf.textures).toHaveLength(2);
  expect(found[0]!.material).toMatchObject({ texture: 0, relief: { texture: 1, strength: 0.5 } });
  expect(found[1]!.material.relief).toBeUndefined();
  expect(found[2]!.material).toMatchObject({ relief: { texture: 1, strength: 1 } });
  expect(found[2]).toMatchObject({ texCoord: 1, uvTransform: [2, -0, 0, 2, 0, 0] });
});
