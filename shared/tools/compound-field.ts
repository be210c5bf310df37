import { z } from 'zod';
import { categoriesAtLevel } from '../domain/category-tree.ts';
import { categories, isOwnCategoryId } from './categories.ts';
import type { Extra, Field } from './field-kind.ts';

/** Ids of the presets a field offers; with an id that staff made the engines are given one of these. */
export function presetIdsOf({ categoryRoot, categoryLevel, categoryIds }: Field): readonly string[] {
  const root = categories.find((node) => node.id === categoryRoot);
  return categoryIds ?? (root && categoryLevel ? categoriesAtLevel(root, categoryLevel).map((node) => node.id) : []);
}

/**
 * A category of the tree under `categoryRoot`: level 2 for `classifyId2`, level 3 for `classifyId3`. Where all of them
 * are offered, so are those that staff make; the server looks whether such a one lies there.
 */
export function presetField<const R extends boolean = false>(
  label: string,
  options: Extra & {
    categoryRoot: string;
    categoryLevel: 2 | 3;
    categoryIds?: readonly string[];
    /** A required field starts with its first category. */
    isRequired?: R;
  },
) {
  const { categoryRoot, categoryLevel, isRequired = false as R, ...extra } = options;
  const ids = presetIdsOf(options as unknown as Field);
  const message = `请选择${label}`;
  const isOffered = (id: string) => ids.includes(id) || (!options.categoryIds && isOwnCategoryId(id));
  const required = z.string(message).refine(isOffered, message);
  type S = R extends true ? z.ZodDefault<typeof required> : z.ZodOptional<typeof required>;
  const start = isRequired ? ids[0] : undefined;
  return {
    editor: 'preset',
    label,
    place: 'main',
    schema: (start === undefined ? required.optional() : required.default(start)) as S,
    isRequired,
    default: start,
    categoryRoot,
    categoryLevel,
    ...extra,
  } satisfies Field as Field<S>;
}

/** Points on a picture in its pixels, in the order they were set; either none or exactly `count`. */
export function pointsField(label: string, options: Extra & { count: number; maskOf?: string }) {
  const { count, maskOf = 'upload_img', ...extra } = options;
  const sentence = `${label}应为${count}个点`;
  const place = z.number(sentence).min(0, sentence).max(8192, sentence);
  const schema = z
    .array(z.strictObject({ x: place, y: place }, sentence), sentence)
    .refine((points) => points.length === 0 || points.length === count, sentence)
    .default([]);
  return {
    editor: 'points',
    label,
    place: 'main',
    schema,
    isRequired: false,
    default: [],
    min: count,
    max: count,
    maskOf,
    ...extra,
  } satisfies Field as Field<typeof schema>;
}

/** An editable list whose rows have the same few fields. */
export function rowsField<const C extends Readonly<Record<string, Field>>>(
  label: string,
  options: Extra & { columns: C; max: number; default?: readonly Readonly<Record<string, unknown>>[] } & Pick<
      Field,
      'rowsOf' | 'corrects'
    >,
) {
  const { columns, max, default: start = [], ...extra } = options;
  const shape = Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, column.schema]));
  const row = z.strictObject(shape, `${label}的内容不正确`) as unknown as z.ZodObject<{
    [K in keyof C]: C[K]['schema'];
  }>;
  const schema = z
    .array(row, `${label}的内容不正确`)
    .max(max, `${label}最多${max}行`)
    .default([...start] as never);
  return {
    editor: 'rows',
    label,
    place: 'main',
    schema,
    isRequired: false,
    default: start,
    columns,
    max,
    ...extra,
  } satisfies Field as Field<typeof schema>;
}
