import { BuildingFileRefused } from '../refusals.ts';

/** Bytes in which the first and the last words of a file stand. */
const headLength = 64 * 1024;
const tailLength = 4096;

const latin = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');

export const isStep = (start: Uint8Array): boolean => latin(start.subarray(0, 2048)).includes('ISO-10303-21');

/** Refuses what is no whole IFC file of a schema that is read; a parser would take it and find nothing. */
export function checkIfcText(bytes: Uint8Array): void {
  const head = latin(bytes.subarray(0, headLength));
  if (!isStep(bytes)) throw new BuildingFileRefused('unknown');
  if (!latin(bytes.subarray(-tailLength)).includes('END-ISO-10303-21')) throw new BuildingFileRefused('cut');
  const schema = /FILE_SCHEMA\s*\(\s*\(\s*'([^']{0,200})'/i.exec(head)?.[1]?.toUpperCase() ?? '';
  if (/^IFC(?:2X3|4)/.test(schema)) return;
  throw schema.startsWith('IFC') ? new BuildingFileRefused('ifcSchema', { schema }) : new BuildingFileRefused('step');
}
