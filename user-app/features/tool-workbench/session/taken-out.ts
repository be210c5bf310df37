import type { DefinedTool } from '#shared/tools/define-tool';
import type { Values } from '../field-rules';

const listed = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Says what a change takes out of the form: a picture, or a row of a list; undefined where nothing goes. */
export function takenOut(tool: DefinedTool, values: Values, name: string, value: unknown): string | undefined {
  const field = tool.fields[name];
  const was = values[name];
  if (!field || field.editor === 'multiChips') return undefined;
  if (Array.isArray(was)) {
    const count = was.length - listed(value).length;
    return count > 0 ? `「${field.label}」已移除 ${count} ${field.editor === 'images' ? '张' : '项'}` : undefined;
  }
  const isPicture = field.editor === 'image' || field.editor === 'mask';
  return isPicture && was && !value ? `已移除「${field.label}」` : undefined;
}

/** Values of a field and of those that belong to its picture. */
export function fieldsThatGo(tool: DefinedTool, values: Values, name: string): Values {
  const dependent = Object.keys(tool.fields).filter((other) => tool.fields[other]?.maskOf === name);
  return Object.fromEntries([name, ...dependent].map((field) => [field, values[field]]));
}
