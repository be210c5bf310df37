import type { Field } from '#shared/tools/field';
import { toolById } from '#shared/tools/registry';
import { isInWords } from '../prompts/form-words.ts';
import type { GraphFile, SlotName } from './graph-file.ts';

const strengths = ['lineStrength', 'depthStrength', 'segmentationStrength'] as const;

/** Slots by the fields that fill one of them. */
const slotsOf: Readonly<Record<string, readonly SlotName[]>> = {
  upload_img: ['base', 'line', 'depth', 'segmentation'],
  style_img: ['style'],
  texture_img: ['style'],
  sky_img: ['style'],
  ipaPlus: ['style'],
  mask: ['mask'],
  cnStrength: strengths,
  lock: strengths,
};

/** Fields that models of instructions are told in words where no slot takes them. */
const told: ReadonlySet<string> = new Set(['cnStrength', 'lock']);

/** Fields that the way of making a result carries out. */
const carriedByScope: Readonly<Record<GraphFile['scope'], readonly string[]>> = {
  whole: ['crop', 'isPastedBack'],
  masked: ['feather', 'isOutsideKept', 'mode'],
  extended: ['mode', 'factor', 'top', 'right', 'bottom', 'left', 'isSourceKept'],
  tiled: ['scale'],
};

/** Names of a tool's fields that change nothing in a run of the graph. */
export function unheededFields({ slots, manner, scope }: GraphFile, toolId: string): string[] {
  const isHeeded = ([name, field]: [string, Field]) => {
    if (carriedByScope[scope].includes(name) || (manner === 'instruction' && told.has(name))) return true;
    const wanted = slotsOf[name];
    return wanted ? wanted.some((slot) => slots[slot] !== undefined) : isInWords(name, field);
  };
  return Object.entries(toolById(toolId)?.fields ?? {})
    .filter((entry) => !isHeeded(entry))
    .map(([name]) => name);
}
