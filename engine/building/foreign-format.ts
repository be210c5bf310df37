import { endingOf, foreignBuildingOf } from '#shared/domain/foreign-buildings';
import type { BuildingRefusal } from './refusals.ts';

/** First bytes of files that are told apart, in Latin letters. */
const byStart: ReadonlyArray<readonly [string, BuildingRefusal]> = [
  // SketchUp writes its name in UTF-16, after a mark of its own.
  ['\xff\xfe\xff\x0eS\0k\0e\0t\0c\0h\0U\0p\0', 'sketchup'],
  ['3D Geometry File Format ', 'rhino'],
  ['BLENDER', 'blender'],
  ['Kaydara FBX Binary', 'mesh'],
  ['; FBX ', 'mesh'],
  ['AC10', 'drawing'],
  ['Rar!', 'otherArchive'],
  ['7z\xbc\xaf', 'otherArchive'],
  ['\x1f\x8b', 'otherArchive'],
  ['\x89PNG', 'picture'],
  ['\xff\xd8\xff', 'picture'],
  ['GIF8', 'picture'],
  ['%PDF-', 'document'],
];
const byText: ReadonlyArray<readonly [RegExp, BuildingRefusal]> = [
  [/^\s{0,8}0\s{1,8}SECTION\s/, 'drawing'],
  [/^RIFF....WEBP/s, 'picture'],
  [/^<\?xml[\s\S]{0,2000}<(?:\w{1,20}:)?(?:ifcXML|iso_10303_28|uos)\b/i, 'otherIfc'],
];

/** Endings of files of which people may think that they hold a model. */
const byEnding: Readonly<Record<string, BuildingRefusal>> = { pdf: 'document', docx: 'document' };

/**
 * Reason for which a file is refused unread: it belongs to another program. Undefined for all others.
 *
 * @param start first bytes of the file, some thousands @param name name that the person's file has
 */
export function foreignFormat(start: Uint8Array, name: string): BuildingRefusal | undefined {
  const letters = Buffer.from(start.buffer, start.byteOffset, start.byteLength).toString('latin1');
  const [, found] =
    byStart.find(([magic]) => letters.startsWith(magic)) ?? byText.find(([text]) => text.test(letters)) ?? [];
  return found ?? foreignBuildingOf(name) ?? byEnding[endingOf(name)];
}
