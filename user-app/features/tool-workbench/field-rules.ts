import { formOf } from '#shared/domain/readiness';
import type { DefinedTool } from '#shared/tools/define-tool';
import type { Field, FieldPlace } from '#shared/tools/field';

export type Values = Readonly<Record<string, unknown>>;
export type NamedField = readonly [name: string, field: Field];

export function isFieldDisabled(field: Field, values: Values): boolean {
  if (field.isFixed) return true;
  return field.disabledBy !== undefined && values[field.disabledBy] === true;
}

/** The fields of one part of the form, in the tool's order. */
export function fieldsAt(tool: DefinedTool, place: FieldPlace): NamedField[] {
  return Object.entries(tool.fields).filter(([, field]) => field.place === place);
}

/** The first field that takes pictures: what paste, drop, samples and 设为底图 fill. */
export function pictureFieldOf(tool: DefinedTool): NamedField | undefined {
  return Object.entries(tool.fields).find(([, field]) => field.editor === 'image' || field.editor === 'images');
}

/** The pictures a run starts from, by image id. */
export function basePicturesOf(tool: DefinedTool, values: Values): string[] {
  const entry = pictureFieldOf(tool);
  if (!entry) return [];
  const value = values[entry[0]];
  if (typeof value === 'string' && value !== '') return [value];
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
}

/** What is sent: the fields that are shown and given; a greyed one falls back to its default. */
export function paramsOf(tool: DefinedTool, values: Values): Record<string, unknown> {
  const isUsed = ([name]: [string, unknown]) => {
    const field = tool.fields[name];
    return field !== undefined && (field.isFixed || !isFieldDisabled(field, values));
  };
  return formOf(tool, Object.fromEntries(Object.entries(values).filter(isUsed)));
}
