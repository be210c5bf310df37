import type { AccessFlag } from '#shared/contract/auth';
import { formOf, type Obstacle } from '#shared/domain/readiness';
import type { DefinedTool } from '#shared/tools/define-tool';
import type { Field, FieldPlace } from '#shared/tools/field';

export type Values = Readonly<Record<string, unknown>>;
export type Access = Readonly<Record<AccessFlag, boolean>>;
export type NamedField = readonly [name: string, field: Field];

export function isFieldDisabled(field: Field, values: Values): boolean {
  if (field.isFixed) return true;
  return field.disabledBy !== undefined && values[field.disabledBy] === true;
}

/** The fields of one part of the form that this person may use, in the tool's order. */
export function fieldsAt(tool: DefinedTool, place: FieldPlace, access?: Access): NamedField[] {
  const isGiven = ({ access: flag }: Field) => flag === undefined || access?.[flag] === true;
  return Object.entries(tool.fields).filter(([, field]) => field.place === place && isGiven(field));
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

/**
 * The form with one field changed. A mask or points belong to their picture: with another picture they go. Rows of
 * settings belong to the pictures of a list and move with them.
 */
export function withValue(tool: DefinedTool, values: Values, name: string, value: unknown): Values {
  const next: Record<string, unknown> = { ...values, [name]: value };
  if (values[name] === value) return next;
  for (const [other, field] of Object.entries(tool.fields)) {
    if (field.maskOf === name) next[other] = field.default;
    if (field.rowsOf === name) next[other] = rowsFollowing(field, values[other], values[name], value);
  }
  return next;
}

/** A row of a field as it is before anybody changed it. */
export function freshRow(field: Field): Record<string, unknown> {
  const columns = Object.entries(field.columns ?? {}).filter(([, column]) => column.default !== undefined);
  return Object.fromEntries(columns.map(([name, column]) => [name, column.default]));
}

/** The rows in the order of the list they belong to; a picture that is new there gets a fresh one. */
function rowsFollowing(field: Field, rows: unknown, before: unknown, after: unknown): unknown {
  if (!Array.isArray(rows) || rows.length === 0 || !Array.isArray(before) || !Array.isArray(after)) return rows;
  const left: unknown[] = [...before];
  return after.map((item) => {
    const place = left.indexOf(item);
    // The same picture may stand in the list twice.
    if (place >= 0) left[place] = undefined;
    return rows[place] ?? freshRow(field);
  });
}

const carriedNames = ['classifyId2', 'classifyId3', 'style_img'] as const;

/**
 * Type and style of a run, as far as another tool has them too and takes these values. Its words stay behind: what is to
 * be done to a wall says nothing of what lies beyond the picture's edge.
 */
export function carriedParams(tool: DefinedTool, params: Values): Record<string, unknown> {
  const isTaken = (name: string) => {
    const value = params[name];
    return value !== undefined && value !== '' && tool.fields[name]?.schema.safeParse(value).success === true;
  };
  return Object.fromEntries(carriedNames.filter(isTaken).map((name) => [name, params[name]]));
}

/** A run's parameters for another picture: without its own and what belongs to that, and by another seed. */
export function paramsForAnother(tool: DefinedTool, params: Values): Record<string, unknown> {
  const base = pictureFieldOf(tool)?.[0];
  const isOfPicture = (name: string) => {
    const { maskOf, rowsOf, corrects } = tool.fields[name] ?? {};
    return name === base || maskOf === base || rowsOf === base || corrects !== undefined;
  };
  return Object.fromEntries(Object.entries(params).filter(([name]) => name !== 'seed' && !isOfPicture(name)));
}

/** Tools a result can be sent to: those that can run and start from a single picture. */
export function sendTargets(
  tools: readonly DefinedTool[],
  from: DefinedTool,
  canRun: (id: string) => boolean,
): DefinedTool[] {
  return tools.filter((tool) => tool.id !== from.id && canRun(tool.id) && pictureFieldOf(tool)?.[1].editor === 'image');
}

/** The mask that a run was limited to, by image id; corrections of what was found in the picture limit nothing. */
export function maskOf(tool: DefinedTool, params: Values): string | undefined {
  const name = Object.keys(tool.fields).find((name) => {
    const field = tool.fields[name];
    return field?.editor === 'mask' && field.scene === undefined;
  });
  const value = name === undefined ? undefined : params[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The masks a person painted on the base picture; corrections of what was found in it are shown where they are made. */
export function chosenMasksOf(tool: DefinedTool, values: Values): (readonly [field: Field, imageId: string])[] {
  const base = pictureFieldOf(tool)?.[0];
  return Object.entries(tool.fields).flatMap(([name, field]) => {
    const value = values[name];
    const isChosen = field.editor === 'mask' && field.scene === undefined && field.maskOf === base;
    return isChosen && typeof value === 'string' && value !== '' ? [[field, value] as const] : [];
  });
}

/** Why points that were set cannot be used, by their field: coordinates do not show it. */
export function problemsOfPoints(
  tool: DefinedTool,
  values: Values,
  obstacles: readonly Obstacle[],
): Record<string, string> {
  const isOfPoints = ({ field = '' }: Obstacle) => {
    const value = values[field];
    return tool.fields[field]?.editor === 'points' && Array.isArray(value) && value.length > 0;
  };
  return Object.fromEntries(obstacles.filter(isOfPoints).map(({ field, message }) => [field, message]));
}

/** Parameters to send: the visible fields with a value; a disabled one falls back to its default. */
export function paramsOf(tool: DefinedTool, values: Values): Record<string, unknown> {
  const isUsed = ([name]: [string, unknown]) => {
    const field = tool.fields[name];
    return field !== undefined && (field.isFixed || !isFieldDisabled(field, values));
  };
  return formOf(tool, Object.fromEntries(Object.entries(values).filter(isUsed)));
}
