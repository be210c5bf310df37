import { type DefinedTool, defaultsOf } from '#shared/tools/define-tool';
import type { FormPicture } from '@/lib/tool-sessions';
import { pictureFieldOf, type Values, withValue } from './field-rules';

/**
 * A form with one or several base pictures. `values` is the form of the picture that is looked at; with several,
 * `pictures` names all of them in order, this one included. With one or none it is empty.
 */
export interface PicturedForm {
  values: Values;
  pictures: readonly FormPicture[];
}

/** Returns true when every base picture of the tool is a run of its own, so that several can be started in one go. */
export function takesSeveral(tool: DefinedTool): boolean {
  const field = pictureFieldOf(tool)?.[1];
  return field?.editor === 'image' && field.isRequired && tool.ticket.kind !== 'live';
}

/** Name of the field of the base pictures, where there may be several. */
export function severalName(tool: DefinedTool): string | undefined {
  return takesSeveral(tool) ? pictureFieldOf(tool)?.[0] : undefined;
}

/** Image ids of the base pictures, in order. */
export function picturesOf(tool: DefinedTool, { values, pictures }: PicturedForm): string[] {
  if (pictures.length > 0) return pictures.map(({ imageId }) => imageId);
  const name = severalName(tool);
  const only = name && values[name];
  return typeof only === 'string' && only !== '' ? [only] : [];
}

/** Values that belong to one picture and are removed with it: masks, points, places on its result. */
function marksOf(tool: DefinedTool, name: string, values: Values): Record<string, unknown> {
  const names = Object.keys(tool.fields).filter((other) => {
    const field = tool.fields[other];
    return field?.maskOf === name || field?.corrects !== undefined;
  });
  return Object.fromEntries(names.map((other) => [other, values[other]]));
}

/** The form with further base pictures behind those that are there; one that is there already stays where it is. */
export function withPictures(tool: DefinedTool, form: PicturedForm, imageIds: readonly string[]): PicturedForm {
  const name = severalName(tool);
  const there = picturesOf(tool, form);
  const added = [...new Set(imageIds)].filter((imageId) => !there.includes(imageId));
  const [first] = [...there, ...added];
  if (name === undefined || first === undefined || added.length === 0) return form;
  const values = there.length > 0 ? form.values : withValue(tool, form.values, name, first);
  const known = form.pictures.length > 0 ? form.pictures : [{ imageId: first, marks: {} }];
  const rest = added.filter((imageId) => imageId !== first).map((imageId) => ({ imageId, marks: {} }));
  return several({ values, pictures: [...known, ...rest] });
}

/** The form of another of its pictures, with what was drawn on that one. */
export function lookingAt(tool: DefinedTool, form: PicturedForm, imageId: string): PicturedForm {
  const name = severalName(tool);
  const wanted = form.pictures.find((picture) => picture.imageId === imageId);
  if (name === undefined || !wanted || form.values[name] === imageId) return form;
  const left = marksOf(tool, name, form.values);
  const pictures = form.pictures.map((picture) =>
    picture.imageId === form.values[name] ? { ...picture, marks: left } : picture,
  );
  return { values: valuesOf(tool, name, form.values, wanted), pictures };
}

function valuesOf(tool: DefinedTool, name: string, values: Values, { imageId, marks }: FormPicture): Values {
  const defaults = defaultsOf(tool);
  const own = Object.fromEntries(
    Object.keys(marksOf(tool, name, values)).map((other) => [other, marks[other] ?? defaults[other]]),
  );
  return { ...values, ...own, [name]: imageId };
}

/** The form without one of its pictures; the next one is looked at in its place. */
export function withoutPicture(tool: DefinedTool, form: PicturedForm, imageId: string): PicturedForm {
  const name = severalName(tool);
  if (name === undefined) return form;
  const place = form.pictures.findIndex((picture) => picture.imageId === imageId);
  if (place < 0)
    return form.values[name] === imageId ? { ...form, values: withValue(tool, form.values, name, undefined) } : form;
  const isLookedAt = form.values[name] === imageId;
  const next = form.pictures[place + 1] ?? form.pictures[place - 1];
  const { values, pictures } = isLookedAt && next ? lookingAt(tool, form, next.imageId) : form;
  return several({ values, pictures: pictures.toSpliced(place, 1) });
}

/** The form with another value. A new base picture takes the place of the one that is looked at. */
export function withField(tool: DefinedTool, form: PicturedForm, name: string, value: unknown): PicturedForm {
  const current = form.values[name];
  if (name !== severalName(tool) || form.pictures.length === 0 || value === current)
    return { ...form, values: withValue(tool, form.values, name, value) };
  if (typeof value !== 'string' || value === '') return withoutPicture(tool, form, String(current));
  if (form.pictures.some(({ imageId }) => imageId === value)) return lookingAt(tool, form, value);
  const pictures = form.pictures.map((picture) =>
    picture.imageId === current ? { imageId: value, marks: {} } : picture,
  );
  return { values: withValue(tool, form.values, name, value), pictures };
}

/** The forms that are started, one a picture, in order. */
export function formsOf(tool: DefinedTool, form: PicturedForm): Values[] {
  const name = severalName(tool);
  if (name === undefined || form.pictures.length === 0) return [form.values];
  return form.pictures.map((picture) =>
    picture.imageId === form.values[name] ? form.values : valuesOf(tool, name, form.values, picture),
  );
}

function several(form: PicturedForm): PicturedForm {
  return form.pictures.length > 1 ? form : { ...form, pictures: [] };
}
