import type { Field } from '#shared/tools/field';
import { toolById } from '#shared/tools/registry';
import { isInWords } from '../prompts/form-words.ts';

/** Fields that a service carries out by its pictures, or that it is told of in words of their own. */
const heeded: ReadonlySet<string> = new Set([
  ...(['upload_img', 'style_img', 'texture_img', 'sky_img', 'ipaPlus', 'mask', 'cnStrength', 'lock'] as const),
]);

/** Names of a tool's fields that change nothing in a run of a service. */
export function unheededFields(toolId: string): string[] {
  const isHeeded = ([name, field]: [string, Field]) => heeded.has(name) || isInWords(name, field);
  return Object.entries(toolById(toolId)?.fields ?? {})
    .filter((entry) => !isHeeded(entry))
    .map(([name]) => name);
}
