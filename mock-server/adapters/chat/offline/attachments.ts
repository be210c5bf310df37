import { isVisible } from '#shared/tools/define-tool';
import { valueKindOf } from '#shared/tools/field-kind';
import { toolGroupLabels } from '#shared/tools/groups';
import { toolById, tools } from '#shared/tools/registry';
import type { TurnPicture } from '../port.ts';
import type { ChatReply } from './reply.ts';

/** Characters of a description that are quoted. */
const longestQuote = 160;

/** Metadata of an attached picture, without its pixels. */
export type KnownPicture = Omit<TurnPicture, 'jpeg'>;

/** Answer with the facts of attached pictures, without their pixels. */
export function attachmentsAnswer(pictures: readonly KnownPicture[]): ChatReply {
  const lines = pictures.map(
    (picture, at) =>
      `- ${pictures.length > 1 ? `第 ${at + 1} 张` : '这张图'}：${sizeOf(picture)}；${originOf(picture)}`,
  );
  return {
    blocks: ['我看不见图片里画的是什么，只读得到尺寸和出图记录：', lines.join('\n'), ...fitting(pictures)],
  };
}

/** Returns true when a question wants nothing but that the picture is looked at. */
export function wantsLook(question: string): boolean {
  if (!/[\p{L}\p{N}]/u.test(question)) return true;
  return looking.test(question);
}

const looking =
  /(?:看|评价|点评|分析|识别|描述|认|瞧)(?:一?下|看|出|得出)?.{0,8}(?:图|片|这张|这个|它|怎么样|如何)|(?:图|片|这张|这)(?:里|上|中)?.{0,6}(?:是什么|有什么|什么风格|好不好|怎么样|哪里不好|有啥问题|什么材质)/;

function sizeOf({ width, height }: KnownPicture): string {
  const shape = width === height ? '方图' : width > height ? '横图' : '竖图';
  const small = Math.min(width, height) < 768 ? '，偏小，放大出图会糊' : '';
  return `${width}×${height} 像素，${((width * height) / 1e6).toFixed(1)} 百万像素，${shape} ${proportion(width, height)}${small}`;
}

const known = [
  [1, 1],
  [4, 3],
  [3, 2],
  [16, 9],
  [21, 9],
  [2, 1],
  [5, 4],
] as const;

/** `16:9` for what is nearly that. */
function proportion(width: number, height: number): string {
  const [long, short] = [Math.max(width, height), Math.min(width, height)];
  const near = known.find(([one, other]) => Math.abs(long / short / (one / other) - 1) < 0.02);
  const [one, other] = near ?? [long / short, 1];
  const parts = [one, other].map((part) => (Number.isInteger(part) ? String(part) : part.toFixed(2)));
  return (width >= height ? parts : parts.toReversed()).join(':');
}

function originOf({ madeBy }: KnownPicture): string {
  if (!madeBy) return '自己上传的，没有出图记录';
  const tool = toolById(madeBy.tool);
  if (!tool) return '由已经没有的工具做的';
  const said: string[] = [];
  for (const [name, field] of Object.entries(tool.fields)) {
    const value = madeBy.params[name];
    if (value === undefined || value === '' || value === field.default || !isVisible(field, madeBy.params)) continue;
    if (field.options) {
      const label = field.options.find((option) => option.value === value)?.label;
      if (label) said.push(`${field.label} ${label}`);
    } else if (valueKindOf(field.editor) === 'text') said.push(`${field.label} ${quoted(String(value))}`);
  }
  return `用“${tool.title}”做的${said.length > 0 ? `，参数：${said.join('，')}` : ''}`;
}

/** Somebody's words as data: in a code span, where nothing is Markdown and nothing is asked of anybody. */
function quoted(text: string): string {
  const line = text.replace(/\s+/g, ' ').replaceAll('`', 'ˋ').trim();
  return `\`${line.length > longestQuote ? `${line.slice(0, longestQuote)}…` : line}\``;
}

function fitting(pictures: readonly KnownPicture[]): string[] {
  const groups = new Set(pictures.flatMap(({ madeBy }) => (madeBy ? (toolById(madeBy.tool)?.group ?? []) : [])));
  const shown = [...groups].filter((group) => group !== 'video');
  if (shown.length === 0)
    return [
      '图里是照片、白模、线稿还是平面图，要你告诉我；说出来想做成什么（例如“把这张毛坯做成侘寂风客厅”），我帮你选工具、填表单。',
    ];
  const names = shown.map((group) => {
    const some = tools.filter((tool) => tool.group === group && tool.sample).slice(0, 4);
    return `${toolGroupLabels[group]}（${some.map(({ title }) => title).join('、')}）`;
  });
  const edits = tools.filter((tool) => tool.group === 'edit').slice(0, 5);
  return [
    `接着可以用：${[...names, `${toolGroupLabels.edit}（${edits.map(({ title }) => title).join('、')}）`].join('；')}。`,
  ];
}
