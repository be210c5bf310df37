import { type DefinedTool, defaultsOf } from '#shared/tools/define-tool';
import type { Field } from '#shared/tools/field';
import type { ToolSession } from '@/lib/tool-sessions';
import type { Values } from '../field-rules';

const freeText = new Set<Field['editor']>(['text', 'prompt']);

/**
 * Values of a kept form that the tool still accepts. A form is kept while it is filled in, so texts and lists need not
 * be complete; every other value has to be one the field takes today. The rest falls back to the defaults.
 */
export function keptValues(tool: DefinedTool, values: Values): Record<string, unknown> {
  const known = Object.entries(tool.fields).filter(([name, field]) => name in values && isKept(field, values[name]));
  return Object.fromEntries(known.map(([name]) => [name, values[name]]));
}

function isKept(field: Field, value: unknown): boolean {
  const { max = Number.POSITIVE_INFINITY } = field;
  if (freeText.has(field.editor)) return typeof value === 'string' && value.length <= max;
  if (field.editor === 'images')
    return Array.isArray(value) && value.length <= max && value.every((item) => typeof item === 'string');
  if (field.editor === 'rows') {
    const columns = new Set(Object.keys(field.columns ?? {}));
    return Array.isArray(value) && value.length <= max && value.every((row) => isRowOf(columns, row));
  }
  return value === undefined ? !field.isRequired : field.schema.safeParse(value).success;
}

function isRowOf(columns: ReadonlySet<string>, row: unknown): boolean {
  return typeof row === 'object' && row !== null && Object.keys(row).every((name) => columns.has(name));
}

/** Returns true when a session is that of a tool nobody has touched. */
export function isUntouched(tool: DefinedTool, { values, uploads, taskId, batch }: ToolSession): boolean {
  const defaults = defaultsOf(tool);
  const isDefault = Object.keys(tool.fields).every(
    (name) => JSON.stringify(values[name]) === JSON.stringify(defaults[name]),
  );
  return isDefault && uploads.length === 0 && taskId === undefined && batch === undefined;
}
