import { categories } from '#shared/tools/categories';
import type { DefinedTool } from '#shared/tools/define-tool';
import { groupStartsFrom, type ToolGroup, toolGroupLabels, toolGroups } from '#shared/tools/groups';
import { tools } from '#shared/tools/registry';
import { presetNames } from './fill.ts';
import { Heard } from './heard.ts';

export interface ToolChoice {
  tool: DefinedTool;
  score: number;
}

const worth = { title: 6, keyword: 2, kindOfPicture: 1.5, level2: 2.2, level3: 1, option: 1, group: 0.6 } as const;

/** Words for what a picture is, by the kinds of `groupStartsFrom`. */
export const pictureWords = {
  photo: /照片|实景|实拍|效果图|渲染图|现场|图片|这张图/,
  model: /白模|体块|模型|su|sketchup|犀牛|素模/i,
  lines: /线稿|草图|手绘|线框/,
  plan: /平面图?|户型|总平|总图|cad图?/i,
} as const;

/** Tools by how much of a sentence speaks for them, the best first; only those that something speaks for. */
export function chooseTool(sentence: string): ToolChoice[] {
  const heard = new Heard(sentence);
  const text = heard.text.toLowerCase();
  const groups = groupsIn(heard, text);
  return tools
    .map((tool) => ({ tool, score: scoreOf(tool, heard, text) }))
    .map(({ tool, score }) => ({ tool, score: score > 0 && groups.has(tool.group) ? score + worth.group : score }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score);
}

/** Groups of tools that have what is said to be drawn: 客厅 is indoors, whatever is done to it. */
function groupsIn(heard: Heard, text: string): Set<ToolGroup> {
  const said = tools.filter((tool) =>
    Object.values(tool.fields).some(
      (field) =>
        field.editor === 'preset' &&
        field.categoryLevel === 2 &&
        presetNames(field).some(({ name }) => heard.find(name)),
    ),
  );
  const called = toolGroups.filter((group) => text.includes(toolGroupLabels[group]));
  return new Set([...said.map(({ group }) => group), ...called]);
}

function scoreOf(tool: DefinedTool, heard: Heard, text: string): number {
  let score = 0;
  if (text.includes(tool.title.replace(/（[^（）]*）/, ''))) score += worth.title;
  const presets = Object.values(tool.fields).filter(({ editor }) => editor === 'preset');
  const own = tool.keywords
    .map((word) => word.toLowerCase())
    .filter((word) => text.includes(word) && !isPartOfLonger(word, text))
    .filter((word) => !presets.some((field) => presetNames(field).some(({ name }) => name === word)));
  score += own.reduce(
    (sum, word) => sum + (worth.keyword + Math.min(1, Math.max(0, word.length - 2) * 0.3)) / Math.sqrt(sharers(word)),
    0,
  );
  const kinds = tool.startsFrom ?? groupStartsFrom[tool.group];
  if (tool.sample) {
    for (const [kind, words] of Object.entries(pictureWords)) {
      if (words.test(text) && (kinds as readonly string[]).includes(kind))
        score += worth.kindOfPicture / Math.sqrt(kinds.length);
    }
  }
  for (const field of Object.values(tool.fields)) score += scoreOfField(field, heard);
  return score;
}

function scoreOfField(field: DefinedTool['fields'][string], heard: Heard): number {
  if (field.editor === 'preset') {
    const isSaid = presetNames(field).some(({ name }) => heard.find(name));
    if (!isSaid) return 0;
    return field.categoryLevel === 2 ? worth.level2 : worth.level3;
  }
  if (!field.options || field.place !== 'main') return 0;
  const isSaid = field.options.some(({ label, value }) => value !== 'auto' && label.length > 1 && heard.find(label));
  return isSaid ? worth.option : 0;
}

/** Words by which tools and categories are called. */
const names = [
  ...new Set([
    ...tools.flatMap(({ keywords }) => keywords),
    ...categories.flatMap(({ children }) => children.map(({ name }) => name)),
  ]),
].map((name) => name.toLowerCase());

/** 办公 in 办公楼 says nothing of offices: the longer word has said all. */
function isPartOfLonger(word: string, text: string): boolean {
  const longer = names.filter((name) => name !== word && name.includes(word) && text.includes(name));
  return longer.reduce((left, name) => left.replaceAll(name, ' '), text).includes(word) === false;
}

/** Number of tools with a keyword: 效果图 belongs to many, so it hardly favours any. */
function sharers(word: string): number {
  return tools.filter(({ keywords }) => keywords.some((keyword) => keyword.toLowerCase() === word)).length;
}
