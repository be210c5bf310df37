import type { z } from 'zod';
import type { AccessFlag } from '../contract/auth.ts';

/**
 * Form fields of the tools. A field knows its control (`editor`), its words and its check, so that the form, the
 * server's validation and the API description come from one place. Field names are those that other
 * programs use (`upload_img`, `promptTxt`, `cnStrength` …, docs/RULES.md R1).
 *
 * Every control with the kind of value it sets; forms, task facts and both assistants treat fields by that kind.
 */
export const fieldEditors = {
  image: 'picture',
  images: 'pictures',
  mask: 'mask',
  prompt: 'text',
  text: 'text',
  slider: 'number',
  number: 'number',
  stepper: 'number',
  switch: 'boolean',
  chips: 'choice',
  segmented: 'choice',
  multiChips: 'choices',
  preset: 'category',
  color: 'colour',
  seed: 'seed',
  engine: 'engine',
  points: 'points',
  rows: 'rows',
} as const;

export type FieldEditor = keyof typeof fieldEditors;

/**
 * `picture` and `mask` are one image id, `pictures` several; `choice` and `choices` are among `options`, `category` is an
 * id of the category tree, `colour` is `#RRGGBB`, `points` are `{ x, y }` in picture pixels, `rows` are objects.
 */
export type FieldValueKind = (typeof fieldEditors)[FieldEditor];

/** Kind of value that a control sets; undefined for a control this version does not know. */
export function valueKindOf(editor: string): FieldValueKind | undefined {
  return Object.hasOwn(fieldEditors, editor) ? fieldEditors[editor as FieldEditor] : undefined;
}

/** True when the value of the control is image ids: a picture, several, or a mask. */
export function holdsPictures(editor: string): boolean {
  const kind = valueKindOf(editor);
  return kind === 'picture' || kind === 'pictures' || kind === 'mask';
}

/**
 * Section of the form: pictures first, then required settings, the rest folded under 高级. `stage` has no row of its own:
 * it is offered where the picture is shown, by an editor that knows it.
 */
export type FieldPlace = 'picture' | 'main' | 'output' | 'advanced' | 'stage';

/** Layers of an outdoor picture that are found automatically. */
export const sceneLayers = ['sky', 'ground', 'window'] as const;
export type SceneLayer = (typeof sceneLayers)[number];

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
  /** Shown only to those who have this access flag; for the others the default holds. */
  access?: AccessFlag;
  /** Greyed while a switch of this name is on. */
  disabledBy?: string;
  /** Top-level category whose level 2 and 3 fill a preset field. */
  categoryRoot?: string;
  /** Level of the categories a preset field offers. */
  categoryLevel?: 2 | 3;
  /** The only categories a preset field offers, where it is not all of its root. */
  categoryIds?: readonly string[];
  /** The picture field that a mask or points lie on. */
  maskOf?: string;
  /** By how many picture pixels the editor of a mask grows what is painted, in sight, until the user sets another number. */
  grow?: number;
  /**
   * The mask corrects this layer of the picture `maskOf`: its editor starts from the automatic mask (`clickMask` with
   * `scene`), an absent value means that one, and an empty mask says that there is none of it.
   */
  scene?: SceneLayer;
  /** Shown, but cannot be changed. */
  isFixed?: true;
  /** Fields of each row of a `rows` field, by name. */
  columns?: Readonly<Record<string, Field>>;
  /** Things on the result that each row of a `rows` field corrects, chosen by a press on them. */
  corrects?: 'regions' | 'rooms';
  /** The `images` field whose pictures the rows of a `rows` field belong to, one row a picture. */
  rowsOf?: string;
}

/** Options of all fields besides their own limits. */
export type Extra = Partial<
  Pick<Field, 'help' | 'access' | 'visibleWhen' | 'disabledBy' | 'placeholder' | 'place' | 'unit'>
>;

/** Options from `{ value: 'label' }`, in that order. */
export function named<const T extends Readonly<Record<string, string>>>(
  labels: T,
): readonly { value: keyof T & string; label: string }[] {
  return Object.entries(labels).map(([value, label]) => ({ value, label }));
}
