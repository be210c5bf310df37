import { z } from 'zod';
import type { PictureKind } from '../domain/picture-kind.ts';
import type { TicketKind } from '../domain/ticket-kind.ts';
import { type Field, holdsPictures, type SceneLayer } from './field-kind.ts';
import type { ToolGroup } from './groups.ts';

export type Fields = Readonly<Record<string, Field>>;
type ParamsShape<F extends Fields> = { [K in keyof F]: F[K]['schema'] };

export interface FieldProblem {
  field: string;
  message: string;
}

/** A function of a tool's parameters. Written as a method, so that a list can hold tools with different fields. */
type Reads<F extends Fields, T> = { read(params: ParamsOf<F>): T }['read'];

/** Slow changes of colour that results of connected engines take over from the base. */
export interface FollowedColours {
  /** `colours` leaves the light as it is. */
  what: 'colours' | 'colours and light';
  /** True where another sky was asked for, which keeps its own colours. */
  isSkyNew: boolean;
}

/**
 * Kinds of change that a wish asks for, by which is measured that it took effect: `surfaces` made anew, another `mood`
 * of the picture (time, weather, season), the same picture `clearer`.
 */
export type WishedChange = 'surfaces' | 'mood' | 'clearer';

/** Promises of a tool about the base picture in `upload_img`, by which results are judged. */
export interface Kept<F extends Fields = Fields> {
  /** `lines`: they stand where they were. `one piece`: the thing that is cut out of it. */
  what: 'lines' | 'one piece';
  /** The field with a mask: only what is chosen there changes. */
  outside?: Extract<keyof F, string>;
  /** True where things were asked for: lines that are new do not count. */
  expectsNew?: true | Reads<F, boolean>;
  /** Colours that are not the base's to compare: of drawings, and of results that are not to differ from it. */
  colours?: 'apart';
  /** Change that is asked for; undefined where none of these is, as in relighting, erasing and furnishing. */
  wish?: WishedChange | Reads<F, WishedChange | undefined>;
  /** Colours of the base that the result is to have; undefined where the wish may change all of them. */
  follows?: Reads<F, FollowedColours | undefined>;
  /** True when the result shows more than the base, in a frame of its own. */
  isExtended?: true;
  /** Two opposite corners of the part of the base that the result shows, pixels; the whole where there are none. */
  part?: Reads<F, readonly { x: number; y: number }[]>;
}

/** A tool as data: its routes, form, validation, price and place on the tool wall. */
export interface Tool<F extends Fields = Fields> {
  /** Route without the slash, e.g. `toline`. */
  id: string;
  paths: readonly `/${string}`[];
  title: string;
  /** One short sentence for cards and page descriptions. */
  summary: string;
  group: ToolGroup;
  ticket: {
    kind: TicketKind;
    /** Tickets per output at standard size; 0 = free. */
    cost: number;
    /** Outputs a day that cost nothing. */
    freeDaily?: number;
    /** The daily allowance covers only runs whose field has this value; without it, every run. */
    freeWhen?: { field: string; is: string | number | boolean };
  };
  fields: F;
  /** Outputs of a run: a fixed number, or what the parameters say. */
  outputs: number | Reads<F, number>;
  /** Tickets per output for these parameters, where it is not `ticket.cost` times the size multiplier. */
  price?: Reads<F, number>;
  /** True when the screen has no header, footer or menus (docs/RULES.md R16). */
  isFullScreen?: boolean;
  /** Promises about the base picture, by which results are judged; absent where there are none. */
  keeps?: Kept<F>;
  /** True when the result is the user's own picture in another file, which never gets the brand watermark. */
  isResultOwn?: boolean;
  /** A rule between fields: the field to show it at and a Chinese sentence, or nothing when it is kept. */
  check?: Reads<F, FieldProblem | undefined>;
  /**
   * The sample picture in `user-app/public/samples/` to try it with, by name; tools that start from words have none.
   */
  sample?: {
    before: string;
    /** Three to choose from before the first result, also from `samples/bases/`. */
    bases: readonly string[];
  };
  /** Pictures it can do something with, where they are not those of its group (groups.ts). */
  startsFrom?: readonly PictureKind[];
  /**
   * Absent where its base picture is not offered to be a view of a building model. `drawn`: it draws the model itself.
   * `read`: it works on the picture, and has what it looks for there (sky, glass, ground, edges) from the model.
   */
  takesBuilding?: 'drawn' | 'read';
  /** True when the home page opens with what it makes of its sample. */
  isShowpiece?: true;
  /** Further words people search it by. */
  keywords: readonly string[];
}

export type ParamsOf<F extends Fields> = z.output<z.ZodObject<ParamsShape<F>>>;

export interface DefinedTool<F extends Fields = Fields> extends Tool<F> {
  /** Validates and completes parameters; unknown names are refused. */
  params: z.ZodObject<ParamsShape<F>>;
}

export function defineTool<const F extends Fields>(tool: Tool<F>): DefinedTool<F> {
  let params: z.ZodObject<ParamsShape<F>> | undefined;
  return {
    ...tool,
    // Made when it is first asked for: pages need one tool's or none, not those of all.
    get params() {
      params ??= paramsOf(tool);
      return params;
    },
  };
}

function paramsOf<F extends Fields>(tool: Tool<F>): z.ZodObject<ParamsShape<F>> {
  const shape = Object.fromEntries(Object.entries(tool.fields).map(([name, field]) => [name, field.schema]));
  const params = z.strictObject(shape, { error: refusalOf }).superRefine((values, context) => {
    const problem = tool.check?.(values as ParamsOf<F>);
    if (problem) context.addIssue({ code: 'custom', path: [problem.field], message: problem.message });
  });
  return params as unknown as z.ZodObject<ParamsShape<F>>;
}

function refusalOf(issue: { code?: string; keys?: unknown }): string {
  return issue.code === 'unrecognized_keys' && Array.isArray(issue.keys)
    ? `没有这个参数：${issue.keys.join('、')}`
    : '参数格式不正确';
}

/** Initial values of the form. */
export function defaultsOf(tool: DefinedTool): Record<string, unknown> {
  const entries = Object.entries(tool.fields).filter(([, field]) => field.default !== undefined);
  return Object.fromEntries(entries.map(([name, field]) => [name, field.default]));
}

/**
 * The parameters of a form that is still being filled in: a missing or refused value becomes the field's default,
 * unknown names are dropped. Never throws.
 */
export function completed(tool: DefinedTool, params: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const values = defaultsOf(tool);
  for (const [name, field] of Object.entries(tool.fields)) {
    const read = field.schema.safeParse(params[name]);
    if (read.success && read.data !== undefined) values[name] = read.data;
  }
  return values;
}

/** Returns true when a field is shown for these values: its `visibleWhen` holds. */
export function isVisible(field: Field, values: Readonly<Record<string, unknown>>): boolean {
  const { visibleWhen } = field;
  if (!visibleWhen) return true;
  const value = values[visibleWhen.field];
  if (visibleWhen.is === 'set') return value !== undefined && value !== null && value !== '';
  return visibleWhen.is.some((wanted) => wanted === value);
}

/** Names of the fields that hold pictures: single ones, lists and masks. */
export function pictureFieldsOf(tool: DefinedTool): string[] {
  return Object.keys(tool.fields).filter((name) => holdsPictures((tool.fields[name] as Field).editor));
}

/** Ids of all pictures the parameters name, each once; what is no id is left out. */
export function pictureIdsOf(tool: DefinedTool, params: Readonly<Record<string, unknown>>): string[] {
  const ids = pictureFieldsOf(tool).flatMap((name) => params[name]);
  return [...new Set(ids.filter((id): id is string => typeof id === 'string' && id !== ''))];
}

/**
 * Returns the pixels by which a mask for this tool is expanded, in its mask editor and in `clickMask`. 0 when the tool
 * has no such mask field.
 * @param scene the scene layer that the mask corrects, if any
 */
export function growthFor(tool: DefinedTool, scene?: SceneLayer): number {
  const masks = Object.values(tool.fields).filter((field) => field.editor === 'mask');
  const painted =
    masks.find((field) => scene !== undefined && field.scene === scene) ?? masks.find((field) => !field.scene);
  return painted?.grow ?? 0;
}
