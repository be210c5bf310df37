import { categories } from '#shared/tools/categories';
import type { DefinedTool } from '#shared/tools/define-tool';
import type { Field } from '#shared/tools/field';
import { toolById } from '#shared/tools/registry';

/** Words for a generative model. */
export interface WrittenPrompt {
  prompt: string;
  /** Things that must not appear; empty where nothing was said. */
  negative: string;
}

type Params = Readonly<Record<string, unknown>>;

/** Values of choices that leave the matter open. */
const openValues: ReadonlySet<unknown> = new Set(['auto', 'none', 'keep', 'follow', '']);

/** Fields that say how a run is made and nothing about the picture. */
const technical: ReadonlySet<string> = new Set([
  ...(['engine', 'seed', 'num', 'quality', 'ratio', 'outputMode', 'isPastedBack', 'ipaPlus'] as const),
  ...(['ignoreWordAndImage', 'pub', 'promptTxt', 'negTxt', 'crop', 'classifyId2', 'classifyId3', 'lock'] as const),
]);

/** Returns true when the value of a tool's field goes into the words, or says how a run is made. */
export const isInWords = (name: string, { options }: Field): boolean =>
  options !== undefined || (technical.has(name) && name !== 'negTxt' && name !== 'lock' && name !== 'ipaPlus');

const geometryWords = '保持相机、轮廓、门窗洞口的位置和比例不变，不增加也不减少构件';

/**
 * Words of a form for a model that reads Chinese: the task, what must stay, type and style, every choice that was made,
 * then the description as it was written. At most 800 characters; the description is cut last.
 */
export function writePrompt(toolId: string, params: Params): WrittenPrompt {
  const tool = toolById(toolId);
  if (!tool) return { prompt: '', negative: '' };
  const isPresetOnly = params.ignoreWordAndImage === true;
  const own = isPresetOnly ? '' : textOf(params.promptTxt);
  const parts = [...taskWords(tool, params), presetWords(params), ...choiceWords(tool, params), own];
  const prompt = parts
    .filter((words) => words !== '')
    .join('，')
    .slice(0, longestPrompt);
  return { prompt, negative: textOf(params.negTxt) };
}

const longestPrompt = 800;

/** The task on the base picture, and where there is none, nothing. */
function taskWords({ fields, title, summary }: DefinedTool, { style_img }: Params): string[] {
  if (!fields.upload_img) return [];
  const reference = fields.style_img && style_img ? ['图2是参考图'] : [];
  return [`图1是底图，任务是${title}：${summary}`, ...reference, geometryWords];
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** Names of type and style. */
function presetWords({ classifyId2, classifyId3 }: Params): string {
  return [classifyId2, classifyId3]
    .map((id) => nameOf(id))
    .filter((name) => name !== '')
    .join('，');
}

function nameOf(id: unknown, nodes = categories): string {
  for (const node of nodes) {
    if (node.id === id) return node.name;
    const below = node.children ? nameOf(id, node.children) : '';
    if (below !== '') return below;
  }
  return '';
}

/** 「label：value」 for every choice that says something about the picture. */
function choiceWords(tool: DefinedTool, params: Params): string[] {
  return Object.entries(tool.fields).flatMap(([name, field]) => {
    if (technical.has(name)) return [];
    const words = valueWords(field, params[name]);
    return words === '' ? [] : [`${field.label}：${words}`];
  });
}

function valueWords({ options, default: start }: Field, value: unknown): string {
  if (!options || value === undefined || openValues.has(value)) return '';
  const chosen = Array.isArray(value) ? value : [value];
  if (Array.isArray(start) && JSON.stringify(start) === JSON.stringify(value)) return '';
  return options
    .filter((option) => chosen.includes(option.value))
    .map(({ label }) => label)
    .join('、');
}
