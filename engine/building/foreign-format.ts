import path from 'node:path';
import type { BuildingRefusal } from './refusals.ts';

/** First bytes of files that are told apart, in Latin letters. */
const byStart: ReadonlyArray<readonly [string, BuildingRefusal]> = [
  // SketchUp writes its name in UTF-16, after a mark of its own.
  ['\xff\xfe\xff\x0eS\0k\0e\0t\0c\0h\0U\0p\0', 'sketchup'],
  ['3D Geometry File Format ', 'rhino'],
  ['BLENDER', 'blender'],
  ['Kaydara FBX Binary', 'fbx'],
  ['; FBX ', 'fbx'],
  ['AC10', 'autocad'],
  ['Rar!', 'otherArchive'],
  ['7z\xbc\xaf', 'otherArchive'],
  ['\x1f\x8b', 'otherArchive'],
  ['\x89PNG', 'picture'],
  ['\xff\xd8\xff', 'picture'],
  ['GIF8', 'picture'],
  ['%PDF-', 'document'],
];
const byText: ReadonlyArray<readonly [RegExp, BuildingRefusal]> = [
  [/^\s{0,8}0\s{1,8}SECTION\s/, 'autocad'],
  [/^RIFF....WEBP/s, 'picture'],
  [/^<\?xml[\s\S]{0,2000}<(?:\w{1,20}:)?(?:ifcXML|iso_10303_28|uos)\b/i, 'ifcXml'],
];

/** Endings of files that say more than their first bytes, several programs of the same container among them. */
const byEnding: Readonly<Record<string, BuildingRefusal>> = {
  skp: 'sketchup',
  rvt: 'revit',
  rfa: 'revit',
  rte: 'revit',
  '3dm': 'rhino',
  gh: 'rhino',
  pln: 'archicad',
  pla: 'archicad',
  tpl: 'archicad',
  gsm: 'archicad',
  max: 'max',
  blend: 'blender',
  dwg: 'autocad',
  dxf: 'autocad',
  fbx: 'fbx',
  stl: 'mesh',
  ply: 'mesh',
  '3ds': 'mesh',
  dae: 'mesh',
  usdz: 'mesh',
  c4d: 'mesh',
  ifcxml: 'ifcXml',
  rar: 'otherArchive',
  '7z': 'otherArchive',
  pdf: 'document',
  docx: 'document',
};

export const endingOf = (name: string): string => path.extname(name).slice(1).toLowerCase();

/**
 * Reason for which a file is refused unread: it belongs to another program. Undefined for all others.
 *
 * @param start first bytes of the file, some thousands @param name name that the person's file has
 */
export function foreignFormat(start: Uint8Array, name: string): BuildingRefusal | undefined {
  const letters = Buffer.from(start.buffer, start.byteOffset, start.byteLength).toString('latin1');
  const [, found] =
    byStart.find(([magic]) => letters.startsWith(magic)) ?? byText.find(([text]) => text.test(letters)) ?? [];
  return found ?? byEnding[endingOf(name)];
}
