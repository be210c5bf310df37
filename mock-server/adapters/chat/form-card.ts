import { z } from 'zod';
import { categoriesAtLevel, childrenOf, findCategory } from '#shared/domain/category-tree';
import { categories } from '#shared/tools/categories';
import type { DefinedTool } from '#shared/tools/define-tool';
import { type Field, type FieldValueKind, fieldEditors } from '#shared/tools/field-kind';
import type { ChatPart } from './port.ts';

type Card = Extract<ChatPart, { type: 'card' }>['card'];

/** Maximum number of fields read from one card, and maximum length of a number with its unit in characters. */
const mostParams = 200;
const longestNumber = 40;

/** True for kinds of values that words can say; pictures and what lies on them, seeds and engines stay with the person. */
const isSayable: Readonly<Record<FieldValueKind, boolean>> = {
  ...{ text: true, number: true, boolean: true, choice: true, choices: true, category: true, colour: true },
  ...{ picture: false, pictures: false, mask: false, points: false, rows: false, seed: false, engine: false },
};

/**
 * Returns true when a card may fill this field. Fields that are fixed, belong to a picture or need a right are left to
 * the person, publishing above all.
 */
export function isFillable({ editor, isFixed, access, visibleWhen }: Field): boolean {
  return isSayable[fieldEditors[editor]] && !isFixed && !access && visibleWhen?.is !== 'set';
}

/**
 * A card that fills a tool's form: choices by value or label, categories by id or name, numbers also as text. What the
 * tool does not know or would refuse is left out and said in the note. Undefined where nothing is left.
 */
export function formCard(tool: DefinedTool, given: Readonly<Record<string, unknown>>, note: string): Card | undefined {
  const params: Record<string, unknown> = {};
  const left: string[] = [];
  for (const [key, value] of Object.entries(given).slice(0, mostParams)) {
    const name = nameOf(tool, key);
    const field = name === undefined ? undefined : tool.fields[name];
    if (value === null || value === '') continue;
    const read =
      field && isFillable(field) ? field.schema.safeParse(wantedValue(field, value, given, params)) : undefined;
    if (name !== undefined && read?.success && read.data !== undefined) params[name] = read.data;
    else left.push(field?.label ?? key.slice(0, 20));
  }
  if (Object.keys(params).length === 0) return undefined;
  const taken = note.trim().slice(0, 300);
  const leftNote = left.length > 0 ? `没有填上：${[...new Set(left)].slice(0, 8).join('、')}。` : '';
  return { tool: tool.id, title: tool.title, params, note: [taken, leftNote].filter(Boolean).join(' ') };
}

function nameOf(tool: DefinedTool, key: string): string | undefined {
  if (Object.hasOwn(tool.fields, key)) return key;
  return Object.keys(tool.fields).find((name) => tool.fields[name]?.label === key);
}

function wantedValue(field: Field, value: unknown, given: Readonly<Record<string, unknown>>, filled: object): unknown {
  switch (fieldEditors[field.editor]) {
    case 'text':
      return typeof value === 'string' ? shortened(value.trim(), field.max ?? 500) : value;
    case 'number':
      return typeof value === 'string'
        ? Number(
            value
              .trim()
              .slice(0, longestNumber)
              .replace(/[%×px°\s]{1,8}$/, '') || Number.NaN,
          )
        : value;
    case 'boolean':
      return typeof value === 'string' ? z.stringbool().safeParse(value).data : value;
    case 'choice':
      return optionOf(field, value);
    case 'choices':
      return (Array.isArray(value) ? value : [value]).map((item) => optionOf(field, item));
    case 'category':
      return categoryOf(field, value, { ...given, ...filled });
    default:
      return value;
  }
}

/** Cut behind the last mark that fits, rather than in the middle of a thought. */
function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  const cut = text.slice(0, most);
  const mark = Math.max(...[...'，。；、,;'].map((sign) => cut.lastIndexOf(sign)));
  return mark > most / 2 ? cut.slice(0, mark) : cut;
}

function optionOf({ options = [] }: Field, value: unknown): unknown {
  const found = options.find((option) => option.value === value || option.label === value);
  return (found ?? options.find((option) => String(option.value) === String(value)))?.value ?? value;
}

/** A level-3 category is looked for under the type that is chosen beside it. */
function categoryOf(field: Field, value: unknown, beside: Readonly<Record<string, unknown>>): unknown {
  if (typeof value !== 'string' || !field.categoryRoot) return value;
  const root = findCategory(categories, field.categoryRoot);
  if (!root) return value;
  const types = categoriesAtLevel(root, 2);
  const isNamed = (wanted: unknown) => (node: { id: string; name: string }) =>
    node.id === wanted || node.name === wanted;
  if (field.categoryLevel !== 3) return types.find(isNamed(value))?.id ?? value;
  const type = types.find(isNamed(beside.classifyId2)) ?? types[0];
  return (type && childrenOf(type).find(isNamed(value))?.id) ?? value;
}
