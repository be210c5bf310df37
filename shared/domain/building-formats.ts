/**
 * Formats of building models, recognised by their first bytes and, where these tell nothing, by the ending of the name.
 * Browser and server ask here, so both say the same.
 */
import { endingOf, foreignBuildingOf, foreignBuildings } from './foreign-buildings.ts';

export const buildingFormats = ['ifc', 'glb', 'gltf', 'obj'] as const;
/** Format of a building model; `gltf` and `obj` with their materials and pictures come as a ZIP archive. */
export type BuildingFormat = (typeof buildingFormats)[number];

/** Accepted files, as named in the refusal of an unknown one. */
export const buildingFormatsText = 'IFC、GLB、OBJ 模型，或装着 glTF、OBJ 及其材质和贴图的 ZIP';

/** For `accept=`; glTF has its geometry in files beside it, so that it comes in an archive. */
export const buildingAccept = [...buildingFormats.filter((format) => format !== 'gltf'), 'zip']
  .map((ending) => `.${ending}`)
  .join();

/** Number of first bytes that {@link recogniseBuilding} needs; fewer do when the file has no more. */
export const recognisedBuildingBytes = 1024;

/** Format of a file; absent for an archive, whose contents tell. `advice` is the sentence that refuses it. */
export type RecognisedBuilding = { format?: BuildingFormat } | { advice: string } | null;

/** Recognises a building model by its first {@link recognisedBuildingBytes} and its name; null for anything else. */
export function recogniseBuilding(head: Uint8Array, name = ''): RecognisedBuilding {
  const foreign = foreignBuildingOf(name);
  if (foreign) return { advice: foreignBuildings[foreign].advice };
  const bytes = head.subarray(0, recognisedBuildingBytes);
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  if (text.startsWith('glTF')) return { format: 'glb' };
  if (text.startsWith('PK\x03\x04')) return {};
  if (text.slice(0, 200).includes('ISO-10303-21')) return { format: 'ifc' };
  return endingOf(name) === 'obj' && bytes.length > 0 && !text.includes('\0') ? { format: 'obj' } : null;
}
