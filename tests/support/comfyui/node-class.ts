import type { JobScript } from './faults.ts';
import type { Files, Folder, SavedPicture } from './files.ts';
import type { Frame, Mask } from './frames.ts';

export type Graph = Record<string, { class_type?: string; inputs?: Record<string, unknown>; _meta?: unknown }>;

/** File names of models by the folder that they lie in, for example `{ checkpoints: ['sdxl_base.safetensors'] }`. */
export type Models = Record<string, string[]>;

/** One output of a node. Pictures travel in `frames`; models and words only by their type. */
export interface Value {
  type: string;
  frames?: Frame[];
  mask?: Mask;
  /** A latent without a picture. */
  isEmpty?: boolean;
  /** Picture that a latent without one follows, for example a depth picture. */
  guide?: Frame | undefined;
  /** Words or a file name that the value was made of. */
  words?: string;
}

/** One execution of a node. Readers throw for inputs that the graph does not give. */
export interface Call {
  /** Linked value, or undefined where nothing is linked. */
  value(name: string): Value | undefined;
  frames(name: string): Frame[];
  mask(name: string): Mask;
  number(name: string): number;
  text(name: string): string;
  flag(name: string): boolean;
  /** Tells that a step of several is done; throws when the run is interrupted. */
  progress(value: number, max: number, preview?: { format: 'JPEG' | 'PNG'; bytes: Buffer }): Promise<void>;
  save(frames: readonly Frame[], prefix: string, folder: Folder): Promise<SavedPicture[]>;
  files: Files;
  script: JobScript;
}

export interface Produced {
  values?: Value[];
  /** Pictures that `executed` and the history name. */
  images?: SavedPicture[];
}

/** Models and files, which choices depend on. */
export interface Holdings {
  models: Models;
  files: Files;
}

type Choices = readonly string[] | ((holdings: Holdings) => string[]);

/** Type or choices, and the options that `/object_info` shows. */
export type InputSpec = readonly [type: string | Choices, options?: Record<string, unknown>];

export interface NodeClass {
  title?: string;
  category: string;
  description?: string;
  module?: string;
  /** Described as newer nodes are: choices as `["COMBO", { options }]`. */
  isNewStyle?: boolean;
  isOutput?: boolean;
  isExperimental?: boolean;
  required?: Record<string, InputSpec>;
  optional?: Record<string, InputSpec>;
  hidden?: Record<string, string>;
  output: readonly string[];
  outputName?: readonly string[];
  /** Inputs that the node judges itself, by the sentence for a bad one; no other rule holds for them. */
  judges?: Record<string, (value: unknown, holdings: Holdings) => string | undefined>;
  /** Executed anew in every run. */
  isAlwaysNew?: boolean;
  work(call: Call): Produced | Promise<Produced>;
}

export type NodeClasses = Readonly<Record<string, NodeClass>>;

export const choicesOf = (choices: Choices, holdings: Holdings): string[] =>
  typeof choices === 'function' ? choices(holdings) : [...choices];

/** The input as `/object_info` and refusals show it. */
function shownInput({ isNewStyle }: NodeClass, [type, options]: InputSpec, holdings: Holdings): unknown[] {
  if (typeof type === 'string') return options || isNewStyle ? [type, options ?? {}] : [type];
  const choices = choicesOf(type, holdings);
  if (isNewStyle) return ['COMBO', { multiselect: false, options: choices, ...options }];
  return options ? [choices, options] : [choices];
}

/** Entry of `/object_info`. */
export function nodeInfo(name: string, node: NodeClass, holdings: Holdings): object {
  const groups = Object.entries({ required: node.required, optional: node.optional }).filter(([, inputs]) => inputs);
  const shown = groups.map(([group, inputs]) => [
    group,
    Object.fromEntries(Object.entries(inputs!).map(([input, spec]) => [input, shownInput(node, spec, holdings)])),
  ]);
  const order = groups.map(([group, inputs]) => [group, Object.keys(inputs!)]);
  const hidden = node.hidden ? [['hidden', node.hidden]] : [];
  const hiddenOrder = node.hidden ? [['hidden', Object.keys(node.hidden)]] : [];
  const info = {
    input: Object.fromEntries([...shown, ...hidden]),
    input_order: Object.fromEntries([...order, ...hiddenOrder]),
    output: node.output,
    output_is_list: node.output.map(() => false),
    output_name: node.outputName ?? node.output,
    name,
    display_name: node.title ?? name,
    description: node.description ?? '',
    python_module: node.module ?? 'nodes',
    category: node.category,
    output_node: node.isOutput ?? false,
  };
  const experimental = node.isExperimental ? { experimental: true } : {};
  if (!node.isNewStyle) return { ...info, ...experimental };
  const tooltips = node.output.map(() => null);
  return {
    ...info,
    output_tooltips: tooltips,
    deprecated: false,
    experimental: node.isExperimental ?? false,
    api_node: false,
  };
}
