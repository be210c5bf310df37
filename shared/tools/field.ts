import { z } from 'zod';

/**
 * Form fields of the tools. A field knows its control (`editor`), its words and its check, so that the form, the
 * server's validation and the API description come from one place. Field names are the specification's state names
 * where it has them (`upload_img`, `promptTxt`, `cnStrength` …).
 */
export type FieldEditor =
  | 'image'
  | 'images'
  | 'mask'
  | 'prompt'
  | 'text'
  | 'slider'
  | 'number'
  | 'stepper'
  | 'switch'
  | 'chips'
  | 'segmented'
  | 'multiChips'
  | 'preset'
  | 'color'
  | 'seed'
  | 'engine';

/** Where the field stands in the form: pictures first, then what the tool needs, the rest folded under 高级. */
export type FieldPlace = 'picture' | 'main' | 'output' | 'advanced';

export interface FieldOption {
  value: string | number;
  label: string;
}

/** A named stop of a slider. */
export interface SliderStop {
  value: number;
  label: string;
}

export interface Field<S extends z.ZodType = z.ZodType> {
  editor: FieldEditor;
  label: string;
  place: FieldPlace;
  /** Checks and completes the value; messages are Chinese sentences. */
  schema: S;
  isRequired: boolean;
  /** Value the form starts from; undefined when it starts empty. */
  default: unknown;
  min?: number;
  max?: number;
  step?: number;
  /** Shown behind numbers, e.g. `px`, `%`. */
  unit?: string;
  options?: readonly FieldOption[];
  stops?: readonly SliderStop[];
  placeholder?: string;
  /** One sentence under the control. */
  help?: string;
  /** Shown only while another field has one of these values (`true` for "is set"). */
  visibleWhen?: { field: string; is: readonly (string | number | boolean)[] | 'set' };
  /** Greyed while a switch of this name is on. */
  disabledBy?: string;
  /** Top-level category whose level 2 and 3 fill a preset field. */
  categoryRoot?: string;
  /** Which picture a mask belongs to. */
  maskOf?: string;
}

type Extra = Partial<Pick<Field, 'help' | 'visibleWhen' | 'disabledBy' | 'placeholder' | 'place' | 'unit'>>;

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
  return { editor: 'images', label, place: 'picture', schema, isRequired: true, default: undefined, min, max, ...extra } satisfies Field as Field<
    typeof schema
  >;
}

/** A mask as the image id of an 8-bit one-channel PNG of the picture's size; 255 = change. */
export function maskField<const R extends boolean = true>(
  label: string,
  options: Extra & { maskOf?: string; isRequired?: R } = {},
) {
  const { maskOf = 'upload_img', isRequired = true as R, ...extra } = options;
  const message = '请先涂抹要修改的区域';
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

/** Free text with a counter. */
export function textField(
  label: string,
  options: Extra & { max: number; isRequired?: boolean; default?: string; isLong?: boolean; message?: string },
) {
  const { max, isRequired = false, default: start = '', isLong = false, message = `请填写${label}`, ...extra } = options;
  const text = z.string().trim().max(max, `${label}最多${max}字`);
  const schema = (isRequired ? text.min(1, message) : text.default(start)) as z.ZodDefault<typeof text>;
  return { editor: isLong ? 'prompt' : 'text', label, place: 'main', schema, isRequired, default: start, max, ...extra } satisfies Field as Field<
    typeof schema
  >;
}

export function sliderField(
  label: string,
  options: Extra & { min: number; max: number; default: number; step?: number; stops?: readonly SliderStop[] },
) {
  const { min, max, step = 1, default: start, ...extra } = options;
  const sentence = `${label}应在${min}到${max}之间`;
  const schema = z.number(sentence).min(min, sentence).max(max, sentence).default(start);
  return { editor: 'slider', label, place: 'main', schema, isRequired: false, default: start, min, max, step, ...extra } satisfies Field as Field<
    typeof schema
  >;
}

/** A whole number typed in. */
export function numberField(label: string, options: Extra & { min: number; max: number; default: number; editor?: 'number' | 'stepper' }) {
  const { min, max, default: start, editor = 'number', ...extra } = options;
  const sentence = `${label}应在${min}到${max}之间`;
  const schema = z.int(sentence).min(min, sentence).max(max, sentence).default(start);
  return { editor, label, place: 'main', schema, isRequired: false, default: start, min, max, step: 1, ...extra } satisfies Field as Field<
    typeof schema
  >;
}

export function switchField(label: string, options: Extra & { default: boolean }) {
  const { default: start, ...extra } = options;
  const schema = z.boolean().default(start);
  return { editor: 'switch', label, place: 'main', schema, isRequired: false, default: start, ...extra } satisfies Field as Field<typeof schema>;
}

/** One of a few named values. */
export function choiceField<const O extends readonly FieldOption[]>(
  label: string,
  options: Extra & { options: O; default: O[number]['value']; editor?: 'chips' | 'segmented' },
) {
  const { options: choices, default: start, editor = 'chips', ...extra } = options;
  const values = choices.map((choice) => choice.value);
  const schema = z
    .union([z.string(), z.number()])
    .refine((value) => values.includes(value), `请选择${label}`)
    .default(start) as unknown as z.ZodDefault<z.ZodType<O[number]['value'], O[number]['value']>>;
  return { editor, label, place: 'main', schema, isRequired: false, default: start, options: choices, ...extra } satisfies Field as Field<
    typeof schema
  >;
}

/** Any number of named values. */
export function multiChoiceField<const O extends readonly FieldOption[]>(
  label: string,
  options: Extra & { options: O; default: readonly O[number]['value'][]; min?: number },
) {
  const { options: choices, default: start, min = 0, ...extra } = options;
  const values = choices.map((choice) => choice.value);
  const schema = z
    .array(z.union([z.string(), z.number()]).refine((value) => values.includes(value), `请选择${label}`))
    .min(min, `请至少选择${min}项${label}`)
    .max(values.length)
    .default([...start]) as unknown as z.ZodDefault<z.ZodType<O[number]['value'][], O[number]['value'][]>>;
  return { editor: 'multiChips', label, place: 'main', schema, isRequired: min > 0, default: start, options: choices, min, ...extra } satisfies Field as Field<
    typeof schema
  >;
}

/** A category of the tree under `categoryRoot`: level 2 for `classifyId2`, level 3 for `classifyId3`. */
export function presetField(label: string, options: Extra & { categoryRoot: string }) {
  const schema = z.string().max(64).optional();
  return { editor: 'preset', label, place: 'main', schema, isRequired: false, default: undefined, ...options } satisfies Field as Field<
    typeof schema
  >;
}

export function colorField(label: string, options: Extra & { default: string }) {
  const { default: start, ...extra } = options;
  const schema = z.string().regex(/^#[0-9a-fA-F]{6}$/, `${label}应为 #RRGGBB`).default(start);
  return { editor: 'color', label, place: 'main', schema, isRequired: false, default: start, ...extra } satisfies Field as Field<typeof schema>;
}

/** 0–999999; absent means random, decided by the server and told with the task. */
export function seedField() {
  const schema = z.int('种子应为0到999999的整数').min(0, '种子应为0到999999的整数').max(999_999, '种子应为0到999999的整数').optional();
  return { editor: 'seed', label: '种子', place: 'advanced', schema, isRequired: false, default: undefined, min: 0, max: 999_999 } satisfies Field as Field<
    typeof schema
  >;
}
