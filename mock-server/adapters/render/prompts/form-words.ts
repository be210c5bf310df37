import { categories } from '#shared/tools/categories';
import { completed, type DefinedTool, isVisible } from '#shared/tools/define-tool';
import type { Field } from '#shared/tools/field';

export type Params = Readonly<Record<string, unknown>>;

/** A statement of a form: a field's name, and the Chinese names of what was chosen in it. */
export interface Said {
  field: string;
  label: string;
  values: string[];
}

/** Choices of a form about the picture. */
export interface FormWords {
  said: Said[];
  /** Fields of which nothing is wanted, by label. */
  absent: Said[];
}

/** Fields that say how a run is made, that graphs carry out without words, or that are said in other words. */
const unsaid: ReadonlySet<string> = new Set([
  ...(['engine', 'seed', 'num', 'quality', 'ratio', 'leastScore', 'pub', 'scale', 'mode', 'factor'] as const),
  ...(['top', 'right', 'bottom', 'left', 'isSourceKept', 'isOutsideKept', 'isPastedBack', 'feather'] as const),
  ...(['promptTxt', 'negTxt', 'ignoreWordAndImage', 'ipaPlus', 'lock', 'cnStrength', 'strength'] as const),
  ...(['creativity', 'perspective', 'isCutOutAutomatically', 'isRecoloured', 'isEyeHeightGiven'] as const),
]);
const wordEditors: ReadonlySet<string> = new Set(['preset', 'text', 'color']);
const saidEditors: ReadonlySet<string> = new Set(['chips', 'segmented', 'select', 'multiChips', 'slider', 'switch']);
/** Fields that are carried out by the way a run is made, or said in words of their own. */
const heeded: ReadonlySet<string> = new Set([
  ...([
    'engine',
    'seed',
    'num',
    'quality',
    'ratio',
    'leastScore',
    'pub',
    'promptTxt',
    'negTxt',
    'ignoreWordAndImage',
  ] as const),
  ...(['strength', 'creativity', 'isRecoloured', 'isEyeHeightGiven'] as const),
]);

/** True when the value of a tool's field goes into the words for every model, or says how a run is made. */
export const isInWords = (name: string, { editor }: Field): boolean =>
  heeded.has(name) || (!unsaid.has(name) && (saidEditors.has(editor) || wordEditors.has(editor)));

/** Names of choices that leave the matter open. */
const open: ReadonlySet<string> = new Set(['自动', '不变', '不指定', '保留原天空', '跟随底图']);

/** Fields of which a run makes one output each. */
const moods = ['time', 'weather', 'season', 'tone'] as const;

/**
 * Choices of a form that say something about the picture, in the order of the form. Fields that are not shown, and
 * choices that leave a matter open, are left out.
 *
 * @param names of categories that staff made, by field
 * @param output which of the outputs is meant, from 0
 */
export function formWords(
  tool: DefinedTool,
  params: Params,
  { names = {}, output = 0 }: { names?: Readonly<Record<string, string>> | undefined; output?: number } = {},
): FormWords {
  const values = { ...completed(tool, params), ...params };
  const words: FormWords = { said: [], absent: [] };
  for (const [field, definition] of Object.entries(tool.fields)) {
    if (unsaid.has(field) || !isVisible(definition, values) || isOtherMood(field, values, output)) continue;
    const chosen = field in names ? [names[field]!] : namesOf(definition, values[field]);
    const said = { field, label: definition.label, values: chosen.filter((name) => !open.has(name)) };
    if (said.values.length === 0) continue;
    if (said.values.every((name) => name === '无')) words.absent.push({ ...said, values: [] });
    else words.said.push(said);
  }
  return words;
}

function isOtherMood(field: string, values: Params, output: number): boolean {
  if (!moods.every((mood) => mood in values) || !moods.some((mood) => mood === field)) return false;
  return moods.filter((mood) => values[mood] !== 'none')[output] !== field;
}

/** Chinese names of what was chosen. */
function namesOf(field: Field, value: unknown): string[] {
  if (value === undefined || value === '') return [];
  if (field.editor === 'preset') return [nameOf(value)].filter((name) => name !== '');
  if (field.editor === 'text') return [`「${String(value)}」`];
  if (field.editor === 'color') return [String(value)];
  if (!saidEditors.has(field.editor)) return [];
  if (field.editor === 'switch') return [value === true ? '是' : '否'];
  if (field.editor === 'slider') return [`${String(value)}${field.unit ?? ''}`];
  const chosen = Array.isArray(value) ? value : [value];
  return (field.options ?? []).filter((option) => chosen.includes(option.value)).map(({ label }) => label);
}

function nameOf(id: unknown, nodes = categories): string {
  for (const node of nodes) {
    if (node.id === id) return node.name;
    const below = node.children ? nameOf(id, node.children) : '';
    if (below !== '') return below;
  }
  return '';
}
