import { z } from 'zod';
import { toolById } from '#shared/tools/registry';
import { choicesOf, type ObjectInfo } from './wire.ts';

/** Values that the adapter writes into a graph. */
export const slotNames = [
  ...(['prompt', 'negative', 'seed', 'width', 'height', 'count', 'denoise', 'prefix'] as const),
  ...(['base', 'style', 'mask', 'line', 'depth', 'segmentation'] as const),
  ...(['lineStrength', 'lineEnd', 'depthStrength', 'segmentationStrength', 'styleStrength'] as const),
  ...(['left', 'top', 'right', 'bottom'] as const),
] as const;
export type SlotName = (typeof slotNames)[number];

/** Slots that hold the name of an uploaded picture. */
export const pictureSlots = ['base', 'style', 'mask', 'line', 'depth', 'segmentation'] as const;
export type PictureSlot = (typeof pictureSlots)[number];

/** Pictures that are made from the base before a run. */
export const controlSlots = ['line', 'depth', 'segmentation'] as const satisfies readonly PictureSlot[];

/** Licences that forbid what operators usually do, by id, as sentences for the operator. */
export const licences = {
  'flux-1-dev': 'FLUX.1 [dev] 的许可不允许商用，除非与 Black Forest Labs 另有合同',
} as const;
export const licenceIds = Object.keys(licences) as [keyof typeof licences, ...Array<keyof typeof licences>];
export type LicenceId = keyof typeof licences;

const NodeInput = z.tuple([z.string(), z.string()]);

/** A picture that a graph can run without. */
const Optional = z.strictObject({
  /** Nodes that are left out without it; inputs that they fed are left out too, unless something takes their place. */
  remove: z.array(z.string()).min(1),
  /** Outputs that take the place of removed ones: by node, one for each of its outputs. */
  instead: z.record(z.string(), z.array(z.tuple([z.string(), z.int().min(0)]))).default({}),
  /** Nodes that it needs beside those of the graph; a server without them runs the graph without the picture. */
  nodes: z.array(z.string()).default([]),
});

const ModelNeed = z.strictObject({
  /** Class of the node that loads it, and its input. */
  loader: z.string(),
  input: z.string(),
  name: z.string(),
  /** Folder of the server's `models`. */
  folder: z.string(),
  licence: z.string(),
  gigabytes: z.number().positive(),
});

/**
 * A graph as a file: an export in the API format with the places that the adapter fills. Operators may bring their own.
 */
export const GraphFile = z
  .strictObject({
    id: z.string().regex(/^[a-z0-9][a-z0-9-]{0,40}$/, '只能用小写字母、数字和连字符'),
    title: z.string().min(1).max(40),
    /** Method, as users read it. */
    algorithm: z.string().min(1).max(80),
    tools: z.array(z.string().refine((id) => toolById(id) !== undefined, '没有这个工具')).min(1),
    /** Language of the words it reads. */
    language: z.enum(['zh', 'en']),
    /** Words it reads: an instruction about numbered pictures, or a description of the result. */
    manner: z.enum(['instruction', 'description']).default('description'),
    /**
     * Part of a picture that one job makes: the whole, the surroundings of a mask, which are pasted back, the picture
     * with margins around it, or one tile of an enlargement.
     */
    scope: z.enum(['whole', 'masked', 'extended', 'tiled']).default('whole'),
    /** Licence that the operator has to confirm before it runs, by its id among `licences`. */
    licence: z.enum(licenceIds).optional(),
    /** Pixels of a run, millions, and the number that divides its sides. */
    megapixels: z.number().min(0.2).max(5),
    multiple: z.int().min(1).max(64),
    needs: z.strictObject({ nodes: z.array(z.string()), models: z.array(ModelNeed) }),
    /** Gigabytes of graphics memory. */
    minVram: z.number().positive(),
    graph: z.record(z.string(), z.object({ class_type: z.string(), inputs: z.record(z.string(), z.unknown()) })),
    /** Inputs that take each value, as node and name of the input. */
    slots: z.partialRecord(z.enum(slotNames), z.array(NodeInput).min(1)),
    /** Pictures that it can run without; all others of `slots` have to be there. */
    optional: z.partialRecord(z.enum(pictureSlots), Optional).default({}),
    /** The node whose pictures are the result. */
    output: z.string(),
    /** Outputs of a run that one job makes; further ones are jobs of their own. */
    batch: z.boolean(),
  })
  .superRefine(({ graph, slots, optional, output }, context) => {
    for (const [slot, { remove, instead }] of Object.entries(optional))
      for (const node of [
        ...remove,
        ...Object.keys(instead),
        ...Object.values(instead)
          .flat()
          .map(([from]) => from),
      ])
        if (!graph[node])
          context.addIssue({ code: 'custom', path: ['optional', slot], message: `图中没有节点 ${node}` });
    for (const [slot, places] of Object.entries(slots))
      for (const [node, input] of places)
        if (!Object.hasOwn(graph[node]?.inputs ?? {}, input))
          context.addIssue({ code: 'custom', path: ['slots', slot], message: `图中没有 ${node}.${input}` });
    if (!graph[output]) context.addIssue({ code: 'custom', path: ['output'], message: `图中没有节点 ${output}` });
  });
export type GraphFile = z.infer<typeof GraphFile>;

export type SlotValues = Partial<Record<SlotName, string | number>>;

/** Names of the operator's model files by the names that graphs have. */
export type ModelNames = Readonly<Record<string, string>>;

/** The graph with its slots filled and the operator's model names; slots without a value keep the file's own. */
export function filledGraph(file: GraphFile, values: SlotValues, models: ModelNames): GraphFile['graph'] {
  const graph = structuredClone(file.graph);
  for (const { loader, input, name } of file.needs.models)
    for (const node of Object.values(graph))
      if (node.class_type === loader && node.inputs[input] === name) node.inputs[input] = models[name] ?? name;
  for (const [slot, places] of Object.entries(file.slots)) {
    const value = values[slot as SlotName];
    if (value === undefined) continue;
    for (const [node, input] of places) graph[node]!.inputs[input] = value;
  }
  return withoutUnfilled(graph, file, values);
}

type Link = readonly [string, number];

const isLink = (value: unknown): value is Link => Array.isArray(value) && value.length === 2;

/** Leaves out the parts of optional pictures that were not given. */
function withoutUnfilled(graph: GraphFile['graph'], { optional }: GraphFile, values: SlotValues): GraphFile['graph'] {
  const absent = Object.entries(optional).filter(([slot]) => values[slot as SlotName] === undefined);
  const removed = new Set(absent.flatMap(([, { remove }]) => remove));
  const instead = Object.assign({}, ...absent.map(([, each]) => each.instead)) as Record<string, Link[]>;
  /** Output in the place of a removed one; undefined where there is none. */
  const standing = ([node, output]: Link): Link | undefined => {
    if (!removed.has(node)) return [node, output];
    const next = instead[node]?.[output];
    return next && standing(next);
  };
  for (const node of removed) delete graph[node];
  for (const { inputs } of Object.values(graph))
    for (const [name, value] of Object.entries(inputs)) {
      if (!isLink(value) || !removed.has(value[0])) continue;
      const link = standing(value);
      if (link) inputs[name] = link;
      else delete inputs[name];
    }
  return graph;
}

/** The graph as a server can run it: without the slots of optional pictures whose nodes it does not have. */
export function withoutForeignNodes(file: GraphFile, has: (node: string) => boolean): GraphFile {
  const lost = Object.entries(file.optional).filter(([, { nodes }]) => !nodes.every(has));
  if (lost.length === 0) return file;
  const slots = { ...file.slots };
  for (const [slot] of lost) delete slots[slot as SlotName];
  return { ...file, slots };
}

/** Why the operator has to confirm the licence of a graph before it runs, as Chinese sentences; empty when it may run. */
export function unconfirmed({ licence }: GraphFile, confirmed: readonly LicenceId[]): string[] {
  if (licence === undefined || confirmed.includes(licence)) return [];
  return [
    `${licences[licence]}；确认可以使用后，在控制台的这个引擎里确认，或在引擎文件里写 "confirmedLicences": ["${licence}"]`,
  ];
}

/** Parts that a server lacks for a graph, as Chinese sentences for the operator; empty when it has everything. */
export function lackingFor(file: GraphFile, info: ObjectInfo, vramGigabytes: number, models: ModelNames): string[] {
  const nodes = file.needs.nodes.filter((node) => !info[node]).map((node) => `缺少节点 ${node}，请更新 ComfyUI`);
  const files = file.needs.models
    .filter(
      ({ loader, input, name }) => info[loader] && !choicesOf(info, loader, input)?.includes(models[name] ?? name),
    )
    .map(
      ({ name, folder, gigabytes }) =>
        `缺少模型 ${models[name] ?? name}（约 ${gigabytes} GB），请放进 models/${folder}`,
    );
  const memory =
    vramGigabytes > 0 && vramGigabytes < file.minVram ? [`需要 ${file.minVram} GB 显存，现有 ${vramGigabytes} GB`] : [];
  return [...nodes, ...files, ...memory];
}
