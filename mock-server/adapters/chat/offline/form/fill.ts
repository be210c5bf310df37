import { categoriesAtLevel } from '#shared/domain/category-tree';
import { categories } from '#shared/tools/categories';
import { type DefinedTool, pictureFieldsOf } from '#shared/tools/define-tool';
import type { Field } from '#shared/tools/field-kind';
import { plainNumbers } from '../arithmetic/plain-numbers.ts';
import type { Heard } from './heard.ts';

export interface Filled {
  params: Record<string, unknown>;
  /** Understood values, as Chinese words: `风格 侘寂`. */
  said: string[];
  /** Wishes that cannot be met, as Chinese words. */
  cannot: string[];
}

/** Fields of a tool's form that a sentence says, valid each by itself. Pictures and descriptions are left alone. */
export function fill(tool: DefinedTool, heard: Heard): Filled {
  const filled: Filled = { params: {}, said: [], cannot: [] };
  for (const [name, field] of Object.entries(tool.fields)) {
    const value = readField(tool, name, heard, filled);
    if (value === undefined || !field.schema.safeParse(value.value).success) continue;
    filled.params[name] = value.value;
    filled.said.push(`${field.label} ${value.label}`);
  }
  return filled;
}

interface Value {
  value: unknown;
  label: string;
}

function readField(tool: DefinedTool, name: string, heard: Heard, filled: Filled): Value | undefined {
  const field = tool.fields[name]!;
  if (field.access) return undefined;
  switch (field.editor) {
    case 'preset':
      return presetOf(field, heard, filled.params.classifyId2 ?? tool.fields.classifyId2?.default);
    case 'chips':
    case 'segmented':
      return name === 'ratio' ? ratioOf(field, heard) : choiceOf(field, heard);
    case 'multiChips':
      return choicesOf(field, heard);
    case 'stepper':
      return countOf(field, heard, filled);
    case 'prompt':
      return name === 'negTxt' ? refusedOf(heard) : undefined;
    case 'text':
      return quotedOf(field, heard);
    default:
      return undefined;
  }
}

/** Categories of a preset, the longest names first, so that 酒店大堂 is not read as 酒店; `type` is the one chosen above. */
export function presetNames(field: Field, type?: unknown): { id: string; name: string }[] {
  const root = categories.find(({ id }) => id === field.categoryRoot);
  const types = root ? categoriesAtLevel(root, 2) : [];
  const chosen = types.find(({ id }) => id === type) ?? types[0];
  const nodes = field.categoryLevel === 3 ? (chosen?.children ?? []) : types;
  return nodes
    .filter(({ id }) => field.categoryLevel === 3 || !field.categoryIds || field.categoryIds.includes(id))
    .toSorted((one, other) => other.name.length - one.name.length);
}

function presetOf(field: Field, heard: Heard, type: unknown): Value | undefined {
  const found = presetNames(field, type)
    .map(({ id, name }) => ({ id, name, place: heard.find(name) }))
    .filter(({ place }) => place)
    .sort((one, other) => lengthOf(other.place!) - lengthOf(one.place!))[0];
  if (!found) return undefined;
  heard.take(found.place!);
  return { value: found.id, label: found.name };
}

const lengthOf = ({ from, to }: { from: number; to: number }) => to - from;

/** Options of one character or of mere amount count only beside the name of their field. */
const amounts = /^(?:无|少|中|多|满|空|低|高|弱|强|适中|茂盛|自动|不变|保持|没有|经济|中等|高端|保留|换新)$/;

function choiceOf(field: Field, heard: Heard): Value | undefined {
  const found = (field.options ?? [])
    .map((option) => ({ ...option, place: placeOf(field, option.label, heard) }))
    .filter(({ place }) => place)
    .sort((one, other) => lengthOf(other.place!) - lengthOf(one.place!))[0];
  if (!found || found.value === 'auto') return undefined;
  heard.take(found.place!);
  return { value: found.value, label: found.label };
}

function choicesOf(field: Field, heard: Heard): Value | undefined {
  const found = (field.options ?? []).filter(({ value, label }) => {
    const place = value !== 'auto' && placeOf(field, label, heard);
    if (place) heard.take(place);
    return place;
  });
  const kept = found.slice(0, field.max ?? found.length);
  return kept.length > 0
    ? { value: kept.map(({ value }) => value), label: kept.map(({ label }) => label).join('、') }
    : undefined;
}

function placeOf(field: Field, label: string, heard: Heard) {
  if (/^\d+ 秒$/.test(label)) return heard.findWay(new RegExp(`(?<!\\d)${Number.parseInt(label, 10)}\\s*秒`, 'g'));
  if (/^\d(?:\.\d+)?×$/.test(label)) return heard.findWay(new RegExp(`(?<![\\d.])${label.slice(0, -1)}\\s*倍`, 'g'));
  const names = [field.label, ...(fieldNames[field.label] ?? [])].join('|');
  const beside = heard.findWay(
    new RegExp(`(?:${names})(?:要|很|多?一?点|尽量|稍微|的?程度|选|用|为|是|丰富)?${label}(?:一?点|些)?`, 'g'),
  );
  if (beside || amounts.test(label)) return beside ?? amountBeside(names, label, heard);
  return heard.find(label);
}

const fieldNames: Readonly<Record<string, readonly string[]>> = {
  人物: ['行人', '人'],
  人流: ['人'],
  车辆: ['车'],
  绿化: ['植物', '树'],
  植被: ['植物', '树'],
  绿植: ['植物'],
  软装密度: ['软装', '家具'],
  预算感: ['预算'],
  水体: ['水面', '水'],
};
const amountWords: Readonly<Record<string, string>> = {
  多: '(?:多一?些|多一?点|很多|热闹)',
  少: '(?:少一?些|少一?点|几个|少量)',
  无: '(?:都?不要|没有)',
  茂盛: '(?:茂密|茂盛|浓密|多一?点)',
  高端: '(?:高|高一?点|豪华)',
  经济: '(?:低|便宜|省钱)',
};

/** 多来点行人, 车少一点. */
function amountBeside(names: string, label: string, heard: Heard) {
  const amount = amountWords[label];
  if (!amount) return undefined;
  return heard.findWay(
    new RegExp(
      `(?:${names})(?:要)?${amount}|${label === '多' ? `(?:很多|许多|多(?:来|加)?一?点?)(?:${names})` : label === '无' ? `(?:不要|没有|别有)(?:${names})` : '(?!)'}`,
      'g',
    ),
  );
}

function ratioOf(field: Field, heard: Heard): Value | undefined {
  const place = heard.findWay(/(?<!\d)\d{1,2}\s*[:：比]\s*\d{1,2}(?!\d)/g);
  if (!place) return undefined;
  const said = heard.text.slice(place.from, place.to).replace(/(?<!\s)\s*[:：比]\s*/, ':');
  const option = field.options?.find(({ value }) => value === said);
  if (!option) return undefined;
  heard.take(place);
  return { value: option.value, label: option.label };
}

function countOf(field: Field, heard: Heard, filled: Filled): Value | undefined {
  const place = heard.findWay(
    /(?:出|来|生成|要|做|给我|画|渲)\s*(?:\d{1,3}|[一二两三四五六七八九十])\s*[张幅](?!图?(?:照片|底图))/g,
  );
  if (!place) return undefined;
  const count = Number(/\d+/.exec(plainNumbers(heard.text.slice(place.from, place.to).replace(/[幅个]$/, '张')))?.[0]);
  if (!(count >= 1)) return undefined;
  heard.take(place);
  const most = field.max ?? count;
  if (count > most) filled.cannot.push(`一次最多出 ${most} 张`);
  return { value: Math.min(count, most), label: `${Math.min(count, most)} 张` };
}

/** 不要行人和车: what the form calls 不想出现. */
function refusedOf(heard: Heard): Value | undefined {
  const found = refusalsIn(heard.text);
  if (found.length === 0) return undefined;
  for (const place of found) heard.take(place);
  const words = found.map(({ words }) => words);
  return { value: words.join('，'), label: words.join('、') };
}

/** Things that a sentence does not want in the picture, with their positions. */
export function refusalsIn(text: string): { words: string; from: number; to: number }[] {
  return [...text.matchAll(/(?:不要有?|不想(?:要|出现|有)|别出现|别有|别加)([^,，。；;！!？?]{1,20})/g)]
    .map(({ 0: all, 1: words = '', index }) => ({
      words: words.replace(/(?<![了吧的])[了吧的]+$/, '').trim(),
      from: index,
      to: index + all.length,
    }))
    .filter(({ words }) => words !== '' && !/^(?:改|动|变|太|超过)/.test(words));
}

/** Short texts that stand on the picture, in quotes. */
function quotedOf(field: Field, heard: Heard): Value | undefined {
  const names =
    field.label === '标识文字' ? '标识|招牌|店名|写着|写上|名字叫?|公司名|logo|字样' : field.label.replace(/字$/, '');
  const found = new RegExp(`(?:${names})[^“"「『]{0,4}[“"「『]([^”"」』]{1,20})[”"」』]`).exec(heard.text);
  if (!found) return undefined;
  heard.take({ from: found.index, to: found.index + found[0].length });
  return { value: found[1], label: `“${found[1]}”` };
}

/**
 * Leaves out what the tool as a whole refuses, so that the form opens with valid values. Pictures are the person's to
 * choose and are not held against it.
 */
export function keepValid(tool: DefinedTool, params: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const pictures = Object.fromEntries(
    pictureFieldsOf(tool).map((name) => [name, tool.fields[name]?.editor === 'images' ? ['a', 'b'] : 'a']),
  );
  const kept = { ...params };
  for (let round = 0; round < 5; round += 1) {
    const read = tool.params.safeParse({ ...pictures, ...kept });
    if (read.success) break;
    const refused = read.error.issues.map(({ path: [name] }) => String(name)).filter((name) => name in kept);
    if (refused.length === 0) break;
    for (const name of refused) delete kept[name];
  }
  return kept;
}
