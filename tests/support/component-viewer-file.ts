import { Document, WebIO } from '@gltf-transform/core';
import type { ViewerBuilding } from '#shared/domain/viewer-building';
import { boxModel } from './building-model.ts';

/** Walls of a house of 12 × 6.2 × 9 m on two storeys, a roof, a window and a lawn, as a viewer file without packing. */
export async function houseViewerFile(): Promise<Uint8Array<ArrayBuffer>> {
  const contents: ViewerBuilding = {
    ground: 0,
    hasOwnGround: true,
    kinds: ['IfcWall', 'IfcRoof', 'IfcWindow', 'IfcSite'],
    parts: [
      ['一层外墙', 0, 0],
      ['二层外墙', 0, 1],
      ['屋面', 1, 1],
      ['南窗', 2, 0],
      ['草地', 3],
    ],
  };
  const paint = { material: { name: 'paint' } };
  const { positions, normals, objectOf } = boxModel([
    { from: [-6, 0, -4.5], to: [6, 3.1, 4.5], ...paint },
    { from: [-6, 3.1, -4.5], to: [6, 6, 4.5], ...paint },
    { from: [-6.5, 6, -5], to: [6.5, 6.2, 5], ...paint },
    { from: [-2, 0.9, 4.5], to: [2, 2.4, 4.6], ...paint },
    { from: [-20, -0.1, -20], to: [20, 0, 20], ...paint },
  ]);
  const tones = [0.7, 0.55, 0.2, 0.35, 0.3];
  const document = new Document();
  const buffer = document.createBuffer();
  const accessor = (type: 'SCALAR' | 'VEC3' | 'VEC4', array: Float32Array | Uint32Array) =>
    document
      .createAccessor()
      .setType(type)
      .setArray(array as never)
      .setBuffer(buffer);
  const ofCorners = (of: (object: number) => number[]) =>
    Float32Array.from([...objectOf].flatMap((object) => [object, object, object]).flatMap(of));
  const primitive = document
    .createPrimitive()
    .setIndices(
      accessor(
        'SCALAR',
        Uint32Array.from({ length: objectOf.length * 3 }, (_, i) => i),
      ),
    )
    .setAttribute('POSITION', accessor('VEC3', positions))
    .setAttribute('NORMAL', accessor('VEC3', normals))
    .setAttribute(
      'COLOR_0',
      accessor(
        'VEC4',
        ofCorners((object) => [tones[object]!, tones[object]!, tones[object]!, 1]),
      ),
    )
    .setAttribute(
      '_OBJECT',
      accessor(
        'SCALAR',
        ofCorners((object) => [object]),
      ),
    )
    .setMaterial(document.createMaterial('matte').setMetallicFactor(0).setDoubleSided(true));
  const node = document.createNode('matte').setMesh(document.createMesh('matte').addPrimitive(primitive));
  document.createScene().setExtras({ building: contents }).addChild(node);
  return new Uint8Array(await new WebIO().writeBinary(document));
}
