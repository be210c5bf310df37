import type { Field } from '#shared/tools/field';
import { toolById } from '#shared/tools/registry';
import { isInWords } from '../prompts/index.ts';
import type { GraphFile, SlotName } from './graph-file.ts';

/** Slots by the fields that fill one of them. */
const slotsOf: Readonly<Record<string, readonly SlotName[]>> = {
  upload_img: ['base'],
  style_img: ['style'],
  mask: ['mask'],
  negTxt: ['negative'],
  cnStrength: ['lineStrength', 'depthStrength', 'segmentationStrength'],
  lock: ['lineStrength', 'depthStrength', 'segmentationStrength'],
};

/** Names of a tool's fields that change nothing in a run of the graph. */
export function unheededFields({ slots }: GraphFile, toolId: string): string[] {
  const isHeeded = ([name, field]: [string, Field]) => {
    const wanted = slotsOf[name];
    return wanted ? wanted.some((slot) => slots[slot] !== undefined) : isInWords(name, field);
  };
  return Object.entries(toolById(toolId)?.fields ?? {})
    .filter((entry) => !isHeeded(entry))
    .map(([name]) => name);
}
