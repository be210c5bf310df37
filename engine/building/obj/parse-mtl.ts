import type { UvTransform } from '../mesh-collector.ts';
import { textOf, tidyName } from '../texts.ts';
import { LineReader } from './line-reader.ts';

const mostMaterials = 70_000;

export interface MtlMaterial {
  /** sRGB, 0–1. */
  colour?: [number, number, number];
  opacity?: number;
  roughness?: number;
  metalness?: number;
  picture?: { file: string; transform: UvTransform };
}

/** Numbers that follow the options of a picture. */
const optionLengths: Readonly<Record<string, number>> = {
  '-blendu': 1,
  '-blendv': 1,
  '-boost': 1,
  '-bm': 1,
  '-cc': 1,
  '-clamp': 1,
  '-imfchan': 1,
  '-mm': 2,
  '-texres': 1,
  '-type': 1,
};

/** Materials of an MTL file by their names. */
export function parseMtl(bytes: Uint8Array): Map<string, MtlMaterial> {
  const materials = new Map<string, MtlMaterial>();
  let material: MtlMaterial = {};
  const lines = new LineReader(bytes);
  const share = () => Math.min(1, Math.max(0, lines.number() || 0));
  while (lines.next()) {
    switch (lines.word().toLowerCase()) {
      case 'newmtl':
        if (materials.size >= mostMaterials) return materials;
        material = {};
        materials.set(tidyName(textOf(lines.rest())), material);
        break;
      case 'kd': {
        const colour: [number, number, number] = [lines.number(), lines.number(), lines.number()];
        if (colour.every(Number.isFinite)) material.colour = colour;
        break;
      }
      case 'd':
        material.opacity = share();
        break;
      case 'tr':
        // Programs that write both mean `d`.
        material.opacity ??= 1 - share();
        break;
      case 'pr':
        material.roughness = share();
        break;
      case 'pm':
        material.metalness = share();
        break;
      case 'map_kd':
        material.picture = pictureOf(textOf(lines.rest()));
        break;
    }
  }
  return materials;
}

/** Options of a picture, then its file, whose name may contain spaces. */
function pictureOf(text: string): { file: string; transform: UvTransform } {
  const words = text.split(/\s+/);
  let [su, sv, ou, ov] = [1, 1, 0, 0];
  let at = 0;
  while (at < words.length - 1 && words[at]!.startsWith('-')) {
    const option = words[at]!.toLowerCase();
    const numbers = words.slice(at + 1, at + 4).map(Number);
    const firstOther = numbers.findIndex((value) => !Number.isFinite(value));
    const given = optionLengths[option] ?? (firstOther < 0 ? numbers.length : firstOther);
    if (option === '-s') [su, sv] = [numbers[0] || 1, numbers[1] || 1];
    if (option === '-o') [ou, ov] = [numbers[0] || 0, numbers[1] || 0];
    at += 1 + given;
  }
  return { file: words.slice(at).join(' '), transform: [su, 0, 0, -sv, ou, 1 - ov] };
}
