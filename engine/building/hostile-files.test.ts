import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import JSZip from 'jszip';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { glbBytes, glbOf } from '../../scripts/buildings/glb-bytes.ts';
import { ifcText } from '../../scripts/buildings/ifc-text.ts';
import { room } from '../../scripts/buildings/room.ts';
import { answerBuildingJob } from './answer.ts';
import { buildingRefusals } from './refusals.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'hostile-buildings-'));
});
afterAll(() => rm(folder, { recursive: true }));

let files = 0;
async function refusalOf(name: string, bytes: string | Uint8Array): Promise<string> {
  const file = path.join(folder, String(files++));
  await writeFile(file, bytes);
  const answer = await answerBuildingJob({
    kind: 'read',
    file,
    name,
    target: `${file}.out`,
    viewerTarget: `${file}.glb`,
  });
  return 'refusal' in answer ? answer.refusal : JSON.stringify(answer);
}

async function zipOf(entries: Readonly<Record<string, string | Uint8Array>>): Promise<Buffer> {
  const zip = new JSZip();
  for (const [name, bytes] of Object.entries(entries)) zip.file(name, bytes, { createFolders: false });
  return zip.generateAsync({ type: 'nodebuffer', compression: 'DEFLATE' });
}

/** A triangle whose numbers are given. */
const triangleOf = (changes: object, numbers = Buffer.from(Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0).buffer)) =>
  glbOf(
    {
      asset: { version: '2.0' },
      scene: 0,
      scenes: [{ nodes: [0] }],
      nodes: [{ mesh: 0 }],
      meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
      buffers: [{ byteLength: numbers.length }],
      bufferViews: [{ buffer: 0, byteLength: numbers.length }],
      accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: 'VEC3' }],
      ...changes,
    },
    numbers,
  );

const { damaged, cut, tooMuch, unknown, noTriangles } = buildingRefusals;

test('every sentence is short enough to be shown', () => {
  for (const [reason, sentence] of Object.entries(buildingRefusals))
    expect([...sentence].length, reason).toBeLessThanOrEqual(120);
});

describe('a GLB is refused when', () => {
  const accessor = { componentType: 5126, type: 'VEC3' };
  const cases: Record<string, [Uint8Array, string]> = {
    'it claims 200 million corners that it has not': [
      triangleOf({ accessors: [{ ...accessor, bufferView: 0, count: 200_000_000 }] }),
      tooMuch,
    ],
    'it claims corners that stand nowhere': [triangleOf({ accessors: [{ ...accessor, count: 200_000_000 }] }), tooMuch],
    'a view reaches beyond its numbers': [triangleOf({ bufferViews: [{ buffer: 0, byteLength: 4000 }] }), tooMuch],
    'packed numbers claim to become too many': [
      triangleOf({
        extensionsUsed: ['EXT_meshopt_compression'],
        bufferViews: [
          {
            ...{ buffer: 0, byteLength: 36 },
            extensions: { EXT_meshopt_compression: { buffer: 0, byteLength: 36, byteStride: 256, count: 4e9 } },
          },
        ],
      }),
      tooMuch,
    ],
    'nodes contain each other': [triangleOf({ nodes: [{ mesh: 0, children: [1] }, { children: [0] }] }), damaged],
    'a node has two parents': [
      triangleOf({ scenes: [{ nodes: [0, 1] }], nodes: [{ children: [2] }, { children: [2] }, { mesh: 0 }] }),
      damaged,
    ],
    'it has no triangle': [
      triangleOf({ meshes: [{ primitives: [{ attributes: { POSITION: 0 }, mode: 1 }] }] }),
      noTriangles,
    ],
    'its corners are no numbers': [
      triangleOf({}, Buffer.from(Float32Array.from({ length: 9 }, () => Number.NaN).buffer)),
      noTriangles,
    ],
    'its text is none': [Buffer.concat([triangleOf({}).subarray(0, 24), Buffer.alloc(600, 1)]), damaged],
    'it is cut': [triangleOf({}).subarray(0, 200), cut],
    'it is of version 1': [triangleOf({ asset: { version: '1.0' } }), buildingRefusals.gltfVersion],
    'its numbers lie in a file of the machine': [
      triangleOf({ buffers: [{ byteLength: 36, uri: '/etc/hostname' }] }),
      buildingRefusals.glbOutside,
    ],
  };
  test.each(Object.entries(cases))('%s', async (_, [bytes, sentence]) => {
    expect(await refusalOf('a.glb', bytes)).toBe(sentence);
  });
});

test('an archive is refused when its model, a path or its size is not right', async () => {
  const glb = glbBytes(room);
  const gltf = JSON.stringify({
    asset: { version: '2.0' },
    buffers: [{ byteLength: 9, uri: '../../../etc/hostname' }],
  });
  const encrypted = await zipOf({ 'a.glb': glb });
  for (const mark of ['PK\x01\x02', 'PK\x03\x04'])
    encrypted[encrypted.indexOf(mark, 0, 'latin1') + (mark[2] === '\x01' ? 8 : 6)]! |= 1;
  const zeros = new Uint8Array(40 * 1024 ** 2);
  const cases: Array<[Uint8Array, string]> = [
    [encrypted, buildingRefusals.zipEncrypted],
    [await zipOf({ 'a.zip': await zipOf({ 'a.glb': glb }) }), buildingRefusals.zipNested],
    [await zipOf({ 'a.glb': await zipOf({ 'b.glb': glb }) }), buildingRefusals.zipNested],
    [await zipOf({ 'a.txt': 'x' }), buildingRefusals.zipEmpty],
    [await zipOf({ 'a.skp': 'x' }), buildingRefusals.sketchup],
    [await zipOf({ '../a.glb': glb }), buildingRefusals.zipPath],
    [await zipOf({ 'a.obj': zeros }), buildingRefusals.zipTooLarge],
    [encrypted.subarray(0, 400), buildingRefusals.zipDamaged],
    [await zipOf({ 'a.gltf': gltf }), buildingRefusals.gltfMissing.replace('[name]', '../../../etc/hostname')],
  ];
  for (const [index, [bytes, sentence]] of cases.entries())
    expect(await refusalOf('a.zip', bytes), String(index)).toBe(sentence);
  expect(await refusalOf('a.zip', await zipOf({ 'a.glb': glb, 'b.obj': 'v 0 0 0' }))).toContain('「a.glb」「b.obj」');
});

test('other programs’ files, texts, cut and empty files are refused with what to do', async () => {
  const ifc = ifcText(room);
  const cases: Array<[string, string | Uint8Array, string]> = [
    ['a.ifc', '', buildingRefusals.empty],
    ['a.ifc', ifc.slice(0, 9000), cut],
    ['a.ifc', 'hello', unknown],
    ['a.obj', 'hello there', unknown],
    ['a.obj', 'v 0 0 0\nv 1 0 0\nl 1 2', noTriangles],
    ['a.obj', 'v 0 0 0\nf 1 2 3', buildingRefusals.objReference.replace('[line]', '2')],
    ['a.obj', 'v 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3', noTriangles],
    ['a.obj', 'v nan 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3', noTriangles],
    ['a.obj', 'v 0 0 0\nv 1e9 0 0\nv 0 1e9 0\nf 1 2 3', buildingRefusals.tooLarge],
    ['a.gltf', '{"asset":{"version":"2.0"}}', buildingRefusals.gltfAlone],
    ['a.ifc', ifc.replace("'IFC4'", "'IFC2X_FINAL'"), buildingRefusals.ifcSchema.replace('[schema]', 'IFC2X_FINAL')],
    ['a.ifc', ifc.replace("'IFC4'", "'AUTOMOTIVE_DESIGN'"), buildingRefusals.step],
    ['a.glb', Buffer.from('BLENDER-v300'), buildingRefusals.blender],
    ['a.ifc', Buffer.from('AC1032\0\0'), buildingRefusals.drawing],
    ['a.rvt', Buffer.from('\xd0\xcf\x11\xe0', 'latin1'), buildingRefusals.revit],
    ['a.max', Buffer.from('\xd0\xcf\x11\xe0', 'latin1'), buildingRefusals.max],
    ['a.bin', Buffer.from('\xff\xfe\xff\x0eS\0k\0e\0t\0c\0h\0U\0p\0', 'latin1'), buildingRefusals.sketchup],
    ['a.3dm', Buffer.from('3D Geometry File Format        70'), buildingRefusals.rhino],
    ['a.pln', Buffer.from('x'), buildingRefusals.archicad],
  ];
  for (const [name, bytes, sentence] of cases)
    expect(await refusalOf(name, bytes), `${name} ${String(bytes).slice(0, 30)}`).toBe(sentence);
});
