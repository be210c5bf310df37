import { z } from 'zod';
import type { Extra, Field, FieldOption, SceneLayer, SliderStop } from './field-kind.ts';

export * from './compound-field.ts';
export * from './field-kind.ts';

const imageId = z.string('请先上传图片').min(1, '请先上传图片').max(64);

/** One picture by image id. */
export function imageField<const R extends boolean = true>(
  label: string,
  options: Extra & { isRequired?: R; message?: string } = {},
) {
  const { isRequired = true as R, message = `请先上传${label}`, ...extra } = options;
  const required = z.string(message).min(1, message).max(64, message);
  type S = R extends true ? typeof required : z.ZodOptional<typeof required>;
  return {
    editor: 'image',
    label,
    place: 'picture',
    schema: (isRequired ? required : required.optional()) as S,
    isRequired,
    default: undefined,
    ...extra,
  } satisfies Field as Field<S>;
}

/** Several pictures in order, by image id. */
export function imagesField(label: string, options: Extra & { min: number; max: number; message?: string }) {
  const { min, max, message = `请上传${min}–${max}张图片`, ...extra } = options;
  const schema = z.array(imageId, message).min(min, message).max(max, `最多${max}张图片`);
  return {
    editor: 'images',
    label,
    place: 'picture',
    schema,
    isRequired: true,
    default: undefined,
    min,
    max,
    ...extra,
  } satisfies Field as Field<typeof schema>;
}

/** A mask as the image id of an 8-bit one-channel PNG of the picture's size; 255 = change. */
export function maskField<const R extends boolean = true>(
  label: string,
  options: Extra & { maskOf?: string; grow?: number; isRequired?: R; message?: string } = {},
) {
  const { maskOf = 'upload_img', isRequired = true as R, message = '请先涂抹要修改的区域', ...extra } = options;
  const required = z.string(message).min(1, message).max(64, message);
  type S = R extends true ? typeof required : z.ZodOptional<typeof required>;
  return {
    editor: 'mask',
    label,
    place: 'picture',
    schema: (isRequired ? required : required.optional()) as S,
    isRequired,
    default: undefined,
    maskOf,
    ...extra,
  } satisfies Field as Field<S>;
}

/** A correction of what was found in the picture by itself; see `Field.scene`. Never needed. */
export function sceneMaskField(label: string, scene: SceneLayer, options: Extra & { maskOf?: string } = {}) {
  return { ...maskField(label, { isRequired: false, place: 'stage', ...options }), scene };
}

/** Free text with a counter. */
export function textField(
  label: string,
  options: Extra & { max: number; isRequired?: boolean; default?: string; isLong?: boolean; message?: string },
) {
  const {
    max,
    isRequired = false,
    default: start = '',
    isLong = false,
    message = `请填写${label}`,
    ...extra
  } = options;
  const text = z.string(message).trim().max(max, `${label}最多${max}字`);
  const schema = (isRequired ? text.min(1, message) : text.default(start)) as z.ZodDefault<typeof text>;
  return {
    editor: isLong ? 'prompt' : 'text',
    label,
    place: 'main',
    schema,
    isRequired,
    default: start,
    max,
    ...extra,
  } satisfies Field as Field<typeof schema>;
}

export function sliderField(
  label: string,
  options: Extra & { min: number; max: number; default: number; step?: number; stops?: readonly SliderStop[] },
) {
  const { min, max, step = 1, default: start, ...extra } = options;
  const sentence = `${label}应在${min}到${max}之间`;
  const schema = z.number(sentence).min(min, sentence).max(max, sentence).default(start);
  return {
    editor: 'slider',
    label,
    place: 'main',
    schema,
    isRequired: false,
    default: start,
    min,
    max,
    step,
    ...extra,
  } satisfies Field as Field<typeof schema>;
}

/** A whole number typed in. */
export function numberField(
  label: string,
  options: Extra & { min: number; max: number; default: number; editor?: 'number' | 'stepper' },
) {
  const { min, max, default: start, editor = 'number', ...extra } = options;
  const sentence = `${label}应在${min}到${max}之间`;
  const schema = z.int(sentence).min(min, sentence).max(max, sentence).default(start);
  return {
    editor,
    label,
    place: 'main',
    schema,
    isRequired: false,
    default: start,
    min,
    max,
    step: 1,
    ...extra,
  } satisfies Field as Field<typeof schema>;
}

export function switchField(label: string, options: Extra & { default: boolean }) {
  const { default: start, ...extra } = options;
  const schema = z.boolean(`${label}应为开或关`).default(start);
  return {
    editor: 'switch',
    label,
    place: 'main',
    schema,
    isRequired: false,
    default: start,
    ...extra,
  } satisfies Field as Field<typeof schema>;
}

/** One of a few named values. */
export function choiceField<const O extends readonly FieldOption[]>(
  label: string,
  options: Extra & { options: O; default: O[number]['value']; editor?: 'chips' | 'segmented' },
) {
  const { options: choices, default: start, editor = 'chips', ...extra } = options;
  const values = choices.map((choice) => choice.value);
  const schema = z.literal(values, `请选择${label}`).default(start) as unknown as z.ZodDefault<
    z.ZodType<O[number]['value'], O[number]['value']>
  >;
  return {
    editor,
    label,
    place: 'main',
    schema,
    isRequired: false,
    default: start,
    options: choices,
    ...extra,
  } satisfies Field as Field<typeof schema>;
}

/** Any number of named values. */
export function multiChoiceField<const O extends readonly FieldOption[]>(
  label: string,
  options: Extra & { options: O; default: readonly O[number]['value'][]; min?: number; max?: number },
) {
  const { options: choices, default: start, min = 0, max = choices.length, ...extra } = options;
  const values = choices.map((choice) => choice.value);
  const schema = z
    .array(z.literal(values, `请选择${label}`), `请选择${label}`)
    .min(min, `请至少选择${min}项${label}`)
    .max(max, `${label}最多选${max}项`)
    .refine((chosen) => new Set(chosen).size === chosen.length, `${label}不能重复选择`)
    .default([...start]) as unknown as z.ZodDefault<z.ZodType<O[number]['value'][], O[number]['value'][]>>;
  return {
    editor: 'multiChips',
    label,
    place: 'main',
    schema,
    isRequired: min > 0,
    default: start,
    options: choices,
    min,
    max,
    ...extra,
  } satisfies Field as Field<typeof schema>;
}

/** A switch that shows what the tool always does. */
export function fixedSwitchField(label: string, options: Extra = {}) {
  const message = `${label}不能关闭`;
  const schema = z
    .boolean(message)
    .refine((isOn) => isOn, message)
    .default(true);
  return {
    editor: 'switch',
    label,
    place: 'main',
    schema,
    isRequired: false,
    default: true,
    isFixed: true,
    ...options,
  } satisfies Field as Field<typeof schema>;
}

/** Name of a render engine; absent means the operator's default. */
export function engineField() {
  const message = '没有这个出图引擎';
  const schema = z.string(message).max(64, message).optional();
  return {
    editor: 'engine',
    label: '出图引擎',
    place: 'advanced',
    schema,
    isRequired: false,
    default: undefined,
  } satisfies Field as Field<typeof schema>;
}

export function colorField(label: string, options: Extra & { default: string }) {
  const { default: start, ...extra } = options;
  const message = `${label}应为 #RRGGBB`;
  const schema = z
    .string(message)
    .regex(/^#[0-9a-fA-F]{6}$/, message)
    .default(start);
  return {
    editor: 'color',
    label,
    place: 'main',
    schema,
    isRequired: false,
    default: start,
    ...extra,
  } satisfies Field as Field<typeof schema>;
}

/** 0–999999; absent means random, decided by the server and told with the task. */
export function seedField() {
  const schema = z
    .int('种子应为0到999999的整数')
    .min(0, '种子应为0到999999的整数')
    .max(999_999, '种子应为0到999999的整数')
    .optional();
  return {
    editor: 'seed',
    label: '种子',
    place: 'advanced',
    schema,
    isRequired: false,
    default: undefined,
    min: 0,
    max: 999_999,
    step: 1,
  } satisfies Field as Field<typeof schema>;
}
