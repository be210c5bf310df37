import { z } from 'zod';
import { categoriesAtLevel, findCategory } from '#shared/domain/category-tree';
import { categories } from '#shared/tools/categories';
import { type Field, fieldEditors } from '#shared/tools/field-kind';
import { toolById, tools } from '#shared/tools/registry';
import { formCard, isFillable } from '../form-card.ts';
import type { ToolCall } from './tool-calls.ts';

const name = 'fill_form';

/** The only thing a model can do: offer a filled form. It starts nothing. */
export const createFormTool = () => ({
  type: 'function',
  function: {
    name,
    description: description(),
    parameters: {
      type: 'object',
      properties: {
        tool: { type: 'string', enum: tools.map(({ id }) => id), description: '工具 id' },
        params: { type: 'object', description: '字段名到值；只写需要改动的字段', additionalProperties: true },
        note: { type: 'string', description: '一句话：采纳了什么，什么没有对应的选项' },
      },
      required: ['tool', 'params'],
    },
  },
});

/** Every tool with its fields; what many tools have alike is told once. */
function description(): string {
  const told = tools.map((tool) => ({
    tool,
    fields: Object.entries(tool.fields)
      .filter(([, field]) => isFillable(field))
      .map(([key, field]) => ({ key, line: `${key} ${lineOf(field)}` })),
  }));
  const lines = told.flatMap(({ fields }) => fields.map(({ line }) => line));
  // Of each key the line that most tools have.
  const shared = new Map<string, string>();
  const times = (line: string) => lines.filter((other) => other === line).length;
  for (const { key, line } of told.flatMap(({ fields }) => fields))
    if (times(line) > 1 && times(line) > times(shared.get(key) ?? '')) shared.set(key, line);
  const roots = new Set(tools.flatMap(({ fields }) => Object.values(fields).map((field) => field.categoryRoot)));
  return [
    '为一个工具填好表单，给用户一张卡片；用户打开后自己确认、上传图片并开始。用户想出图、改图、要参数时用它。值写选项名或数字，带 ? 的写 true 或 false。',
    '共用字段：',
    ...shared.values(),
    '类型与风格（写名称）：',
    ...[...roots].map((id) => (id ? presetLine(id) : '')).filter(Boolean),
    '工具：',
    ...told.map(({ tool, fields }) => {
      const own = fields.map(({ key, line }) => (shared.get(key) === line ? key : line));
      return `${tool.id} ${tool.title}：${own.join('; ')}`;
    }),
  ].join('\n');
}

function lineOf(field: Field): string {
  const { label, options, editor, min, max, unit = '', categoryRoot, categoryLevel } = field;
  const kind = fieldEditors[editor];
  if (kind === 'category')
    return `${label}=${rootOf(categoryRoot)?.name ?? ''}${categoryLevel === 3 ? '的风格' : '的类型'}`;
  if (options)
    return `${label}${kind === 'choices' ? '(可多选)' : ''}=${options.map((option) => option.label).join('/')}`;
  if (kind === 'boolean') return `${label}?`;
  if (kind === 'colour') return `${label}=#RRGGBB`;
  if (kind === 'text') return `${label}(≤${max}字)`;
  return `${label}=${min}–${max}${unit}`;
}

function rootOf(id: string | undefined) {
  return id ? findCategory(categories, id) : undefined;
}

function presetLine(id: string): string {
  const root = rootOf(id);
  if (!root) return '';
  const namesAt = (level: number) => [...new Set(categoriesAtLevel(root, level).map((node) => node.name))].join('、');
  const styles = namesAt(3);
  return `${root.name}：类型 ${namesAt(2)}${styles ? `；风格 ${styles}` : ''}`;
}

const Arguments = z.object({
  tool: z.string(),
  params: z.record(z.string(), z.unknown()),
  note: z.string().catch(''),
});

/** The card that a call offers; undefined where it is none of ours or nothing of it can be used. */
export function cardOf(call: ToolCall): ReturnType<typeof formCard> {
  const read = call.name === name ? Arguments.safeParse(call.arguments) : undefined;
  const tool = read?.data && toolById(read.data.tool);
  return tool && formCard(tool, read.data.params, read.data.note);
}
