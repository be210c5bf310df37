import { toolById } from '#shared/tools/registry';
import type { BaseKind } from '../../control/port.ts';
import type { RenderRequest } from '../port.ts';
import { type WrittenPrompt, writePrompt } from '../prompts/index.ts';
import type { Frame } from './frame.ts';
import type { GraphFile, PictureSlot, SlotName, SlotValues } from './graph-file.ts';

/** Parts of a job that its values follow from, beside graph and request. */
export interface JobSetting {
  frame: Frame;
  /** Pictures that the graph gets. */
  pictures: ReadonlySet<PictureSlot>;
  /** Kind of the base picture, where the graph starts from it. */
  base?: BaseKind | undefined;
  /** Which of the outputs the job makes first, from 0, and how many. */
  index: number;
  count: number;
  prefix: string;
}

/** Similarity at which the graph's own strengths hold. */
const balanced = 0.75;

/** Share of noise by the kind of base: a photograph is kept more than a model, and of strokes nothing is kept. */
const noise: Readonly<Record<BaseKind, number>> = { drawing: 1, view: 0.85, model: 0.85, photo: 0.55 };

/** Noise of an enlargement, from creativity 0 to 100. */
const [leastNoise, mostNoise] = [0.15, 0.45];

/** Fields of a form that a graph carries out by numbers. */
export function carriedBy({ slots }: Pick<GraphFile, 'slots'>): ReadonlySet<string> {
  return new Set([
    ...(slots.denoise ? ['strength', 'creativity'] : []),
    ...(slots.lineStrength || slots.depthStrength ? ['cnStrength', 'lock'] : []),
  ]);
}

/** Words of a request for a graph, for one of its outputs. */
export function promptFor(
  graph: GraphFile,
  { tool, params, names }: RenderRequest,
  { pictures, index }: Pick<JobSetting, 'pictures' | 'index'>,
): WrittenPrompt {
  return writePrompt(tool, params, {
    ...{ language: graph.language, manner: graph.manner, hasNegative: graph.slots.negative !== undefined },
    pictures: new Set((['style', 'line'] as const).filter((slot) => pictures.has(slot))),
    ...{ carried: carriedBy(graph), names, output: index },
  });
}

/** Values of a request for a graph, apart from its pictures. */
export function valuesFor(graph: GraphFile, request: RenderRequest, setting: JobSetting): SlotValues {
  const { prompt, negative } = promptFor(graph, request, setting);
  const { frame, count, prefix, index } = setting;
  return {
    ...{ prompt, count, prefix, width: frame.run.width, height: frame.run.height, seed: request.seed + index },
    ...(graph.slots.negative && { negative }),
    ...(graph.slots.left && frame.margins),
    ...structureValues(graph, request),
    ...noiseValue(graph, request, setting.base),
    ...(graph.slots.styleStrength && { styleStrength: scaled(graph, 'styleStrength', styleScale(request)) }),
  };
}

const styleScale = ({ params }: RenderRequest): number => (params.ipaPlus === false ? 0.6 : 1);

/** The graph's own value of a slot times a factor, at most 1. */
function scaled({ graph, slots }: GraphFile, slot: SlotName, factor: number): number {
  const [node, input] = slots[slot]![0]!;
  const usual = Number(graph[node]!.inputs[input]);
  return Math.max(0, Math.min(1, Math.round(usual * factor * 100) / 100));
}

/** Strengths of the control pictures. A lock holds the lines fully and to the end, the rest at least strictly. */
function structureValues(graph: GraphFile, { params }: RenderRequest): SlotValues {
  const isLocked = params.lock === true;
  const similarity = typeof params.cnStrength === 'number' ? params.cnStrength : balanced;
  const factor = (isLocked ? Math.max(similarity, 0.9) : similarity) / balanced;
  const values: SlotValues = {};
  for (const slot of ['lineStrength', 'depthStrength', 'segmentationStrength'] as const)
    if (graph.slots[slot]) values[slot] = isLocked && slot === 'lineStrength' ? 1 : scaled(graph, slot, factor);
  return { ...values, ...(isLocked && graph.slots.lineEnd && { lineEnd: 1 }) };
}

function noiseValue(graph: GraphFile, { tool, params }: RenderRequest, base: BaseKind | undefined): SlotValues {
  if (!graph.slots.denoise) return {};
  const fields = toolById(tool)?.fields ?? {};
  if (fields.creativity && typeof params.creativity === 'number')
    return { denoise: Math.round((leastNoise + ((mostNoise - leastNoise) * params.creativity) / 100) * 100) / 100 };
  if (fields.strength && typeof params.strength === 'number')
    return { denoise: fields.strength.unit === '%' ? params.strength / 100 : params.strength };
  return base ? { denoise: noise[base] } : {};
}
