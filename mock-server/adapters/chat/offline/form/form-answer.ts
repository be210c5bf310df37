import { type DefinedTool, pictureFieldsOf } from '#shared/tools/define-tool';
import { wordGroupsOf } from '#shared/tools/prompt-words';
import { writePrompt } from '#shared/tools/prompt-writer';
import type { Card, ChatReply } from '../reply.ts';
import { fill, keepValid, refusalsIn } from './fill.ts';
import { Heard, longestSentence } from './heard.ts';
import { isOpen, ownWords } from './own-words.ts';
import { chooseTool, pictureWords, type ToolChoice } from './tool-choice.ts';

const wantsWords =
  /(?:写|编|拟|来|整|给|出|生成|润色|组织|想)(?:一?下|一?[段条个句份组些]|点)?.{0,24}(?:描述|提示词|prompt|关键词|咒语|文案)/i;
const wantsPicture =
  /(?:把|将|想|要|帮我|给我|请|用|拿|给|让|在|来一?[张个段])[^?？]{0,40}(?:做成|变成|改成|换成|转成?|渲成|渲染成?|渲一|弄成|布置|生成|(?:出|来)(?:[一二两三四五六七八九十]|\d{1,3})?[张个段图]|画[一二两三四个张]|做[一二两三四个]|做个|放大|抠|去掉|消除|擦掉|删掉|抹掉|移除|压缩|扩[成展图宽到]|摆|填色|上色|铺|动起来|放[一个张盏]|加[一个点些]|拼成|合成|搬到|套到|迁移|换一?[个张种]|一个.{2,}|一[间套座栋])|^(?:生成|画|渲染?|出|做|来)(?:出|一下)?(?:[一两二三四\d]|个).{2,}|(?:参考图|毛坯|空房|白模|草图|线稿|体块|模型|照片|效果图|户型图?|总平图?|这张图?|图片?).{0,14}(?:做成|变成|改成|换成|转成?|渲成|布置|上色|填色|抠|放大|去掉|扩|拼成|合成|搬到|套到|压缩)/i;
const asked = /描述|提示词|prompt|关键词|咒语|文案/gi;
const asksHow =
  /怎么|怎样|如何|咋|为什么|为啥|什么是|是什么|哪个工具|哪个好|用哪|区别|多少钱|几张券|会不会|是不是|什么意思|收费|要券|费券|有没有|恢复|(?:能|可以|会).{1,14}[不没么]$/;
/** Around a request that sounds like a question: 能不能帮我把…吗. */
const politely =
  /^(?:你?(?:能不能|可不可以|可以|能)(?=.{0,3}(?:帮|给|把|将|写|画|做|生成)))|(?:(?:可以吗|行吗|好吗|吗)[?？]*|(?<![?？])[?？]+)$/g;
/** Least score of a tool before its form is offered. */
const enough = 2;

/**
 * Returns a form filled from a sentence, or a prompt text for one; undefined when the question asks for neither or is
 * longer than 1,000 characters.
 */
export function formAnswer(question: string): ChatReply | undefined {
  if (question.length > longestSentence) return undefined;
  const sentence = question.replace(politely, '').trim();
  const isWriting = wantsWords.test(sentence);
  if (asksHow.test(sentence) || !(isWriting || wantsPicture.test(sentence))) return undefined;
  const choices = chooseTool(isWriting ? sentence.replace(asked, '') : sentence);
  const best = isWriting ? wordsChoice(choices, sentence) : choices[0];
  if (!best || best.score < enough) return isWriting ? tellMore() : undefined;
  const { tool } = best;
  const heard = new Heard(sentence);
  const { params, said, cannot } = fill(tool, heard);
  const words = wordsFor(tool, params, heard, isWriting);
  const valid = keepValid(tool, { ...params, ...(words ? { promptTxt: words.text } : {}) });
  if (isWriting && said.length === 0 && !words?.own) return tellMore();
  for (const way of spokenFor(tool)) {
    const place = heard.findWay(way);
    if (place) heard.take(place);
  }
  const missed = heard.rest().filter((phrase) => !words?.text.includes(phrase));
  const card: Card = {
    tool: tool.id,
    title: tool.title,
    params: valid,
    note: noteOf(tool, said, cannot, missed, words),
  };
  const blocks = blocksOf(tool, words, isWriting);
  const other = otherTool(choices, best);
  if (other) blocks.push(`也可以看看“${other.title}”：${other.summary}。`);
  return {
    blocks,
    cards: [card],
    sources: [{ title: tool.title, entryId: null, to: tool.paths[0] ?? null, url: null }],
  };
}

function blocksOf(tool: DefinedTool, words: Words | undefined, isWriting: boolean): string[] {
  const opening = isWriting
    ? `给“${tool.title}”用的描述，你说的照原话在前：`
    : `用“${tool.title}”：${tool.summary}。表单按你的话填好了，打开后核对、选图，再开始。`;
  if (!words) return [opening];
  const blocks = [opening, `> ${words.text}`];
  if (words.added.length > 0)
    blocks.push(`其中${words.added.map((word) => `“${word}”`).join('')}是我补的，不合适就换掉。`);
  return blocks;
}

/**
 * Choice when only a description is wanted: a tool that starts from words fits as well as one that has the room or the
 * building.
 */
function wordsChoice(choices: readonly ToolChoice[], sentence: string): ToolChoice | undefined {
  const withWords = choices.filter(({ tool }) => 'promptTxt' in tool.fields);
  const [first] = withWords;
  if (!first || Object.values(pictureWords).some((words) => words.test(sentence))) return first;
  return withWords.find(({ tool, score }) => tool.fields.promptTxt?.isRequired && score >= first.score * 0.6) ?? first;
}

const tellMore = (): ChatReply => ({
  blocks: [
    '没听出要画的是什么。说一下类型、风格、时间或材质，例如：「帮我写一段湖边现代别墅黄昏的描述」「写一段侘寂客厅的描述」。',
  ],
});

interface Words {
  text: string;
  /** True when any of it is the person's. */
  own: boolean;
  added: string[];
}

/**
 * A description: the person's words where words are wanted, else those of them that the tool's engine reads. Words of
 * the engine are added for what the person leaves open.
 */
function wordsFor(
  tool: DefinedTool,
  params: Readonly<Record<string, unknown>>,
  heard: Heard,
  isWriting: boolean,
): Words | undefined {
  const field = tool.fields.promptTxt;
  if (!field) return undefined;
  // The form decides these as soon as it is filled; a mode that hides the description has none.
  const groups = wordGroupsOf(tool, params);
  const own: string[] = [];
  const heardKinds = new Set<string>();
  for (const { label, words } of groups) {
    if (label === '风格' && params.classifyId3) continue;
    const found = words
      .map((word) => ({ word, place: heard.find(word) }))
      .filter(({ place }) => place)
      .sort((one, other) => one.place!.from - other.place!.from);
    for (const { word, place } of found) {
      heard.take(place!);
      if (!own.includes(word)) own.push(word);
      heardKinds.add(label);
    }
  }
  // The person's own words stay unchanged when a description is wanted or the tool draws from it.
  const subject = isWriting || field.isRequired ? ownWords(tool, heard.text) : [];
  const isNeeded = isWriting || (field.isRequired && subject.length === 0);
  const offered = isNeeded ? writePrompt(tool, params, numberOf(heard.text)).split('，') : [];
  const refused = refusalsIn(heard.text).map(({ words }) => new Heard(words));
  const added = offered.filter((word) => {
    if (refused.some((words) => words.text.includes(word) || words.find(word))) return false;
    const kind = groups.find(({ words }) => words.includes(word))?.label;
    return kind && !heardKinds.has(kind) && isOpen(kind, subject.join('，'));
  });
  const order = (word: string) => groups.findIndex(({ words }) => words.includes(word));
  const read = [...(subject.length > 0 ? [] : own), ...added].sort((one, other) => order(one) - order(other));
  const text = [...new Set([...subject, ...read])].join('，').slice(0, field.max ?? 500);
  return text === '' ? undefined : { text, own: own.length + subject.length > 0, added };
}

function noteOf(
  tool: DefinedTool,
  said: readonly string[],
  cannot: readonly string[],
  missed: readonly string[],
  words: Words | undefined,
): string {
  const parts = [
    said.length > 0 ? `已填：${said.join('，')}` : words ? '已填：创意描述' : '没有可填的项，其余用默认值',
  ];
  if (said.length > 0 && words) parts.push('描述已写好');
  if (missed.length > 0) parts.push(`表单里没有对应项：${missed.slice(0, 4).join('、')}`);
  parts.push(...cannot);
  if (pictureFieldsOf(tool).some((name) => tool.fields[name]?.isRequired)) parts.push('图片要你自己选');
  return `${parts.join('；')}。`;
}

function otherTool(choices: readonly ToolChoice[], best: ToolChoice): DefinedTool | undefined {
  const second = choices.find(({ tool }) => tool !== best.tool);
  return second && second.score >= best.score * 0.8 && second.score >= enough ? second.tool : undefined;
}

/** Patterns of the words that chose the tool; they count as understood even without a field for them. */
function spokenFor(tool: DefinedTool): RegExp[] {
  const escaped = tool.keywords.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const pictures = Object.values(pictureWords).map((words) => new RegExp(words.source, 'gi'));
  const longestFirst = escaped.sort((one, other) => other.length - one.length);
  return [
    new RegExp(tool.title.replace(/（[^（）]*）/, ''), 'g'),
    ...longestFirst.map((word) => new RegExp(word, 'gi')),
    ...pictures,
    doing,
  ];
}

const doing =
  /去掉|消除|擦掉|删掉|放大|上色|填色|压缩|布置|视频|镜头|抠出?|动起来|导出|毛坯房?|空房间?|扩[成到图]?|拼成?|合成|换上?|加上?/g;

/** The same sentence gives the same words. */
function numberOf(text: string): number {
  let number = 0;
  for (const sign of text) number = (number * 31 + sign.codePointAt(0)!) % 100_003;
  return number;
}
