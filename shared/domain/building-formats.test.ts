import { expect, it } from 'vitest';
import { buildingAccept, recogniseBuilding } from './building-formats.ts';

const begins: Readonly<Record<string, Buffer>> = {
  '.ifc': Buffer.from('ISO-10303-21;\nHEADER;'),
  '.glb': Buffer.from('glTF\x02\0\0\0', 'latin1'),
  '.obj': Buffer.from('# Blender\nmtllib a.mtl\nv 0 0 0\n'),
  '.zip': Buffer.from('PK\x03\x04', 'latin1'),
};

it('recognises every accepted ending by its first bytes, whatever case its name has', () => {
  const found = buildingAccept.split(',').map((ending) => {
    return [ending, recogniseBuilding(begins[ending] ?? Buffer.alloc(0), `A${ending.toUpperCase()}`)];
  });
  expect(Object.fromEntries(found)).toEqual({
    '.ifc': { format: 'ifc' },
    '.glb': { format: 'glb' },
    '.obj': { format: 'obj' },
    '.zip': {},
  });
});

it.each(['a.skp', 'a.rvt', 'a.3dm', 'a.blend', 'a.dwg', 'a.fbx', 'a.gltf', 'a.7z', 'a.ifczip'])(
  'advises on the export instead of %s',
  (name) => {
    expect(recogniseBuilding(Buffer.from('PK\x03\x04'), name)).toEqual({
      advice: expect.stringMatching(/再上传|底图$/),
    });
  },
);

it.each([
  ['a picture', Buffer.from('\x89PNG\r\n', 'latin1'), 'a.png'],
  ['a binary file that is called OBJ', Buffer.from('\0\x01\x02'), 'a.obj'],
  ['a text that is called IFC', Buffer.from('hello'), 'a.ifc'],
  ['nothing', Buffer.alloc(0), 'a.obj'],
])('takes %s for no model', (_what, bytes, name) => {
  expect(recogniseBuilding(bytes, name)).toBeNull();
});
