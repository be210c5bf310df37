import type { DefinedTool } from '#shared/tools/define-tool';
import { toolById } from '#shared/tools/registry';
import { englishOf, translate } from './english.ts';
import { formWords, type Params, type Said } from './form-words.ts';
import { instructionOf, keptOf, type Language, referenceOf, shownBy } from './task-words.ts';

/** Words for a generative model. */
export interface WrittenPrompt {
  prompt: string;
  /** Things that must not appear; empty where the model is told in the prompt. */
  negative: string;
  /** Clauses of the description that the model cannot read, as they were written. */
  unread: string[];
}

/** The model that reads the words, and what it gets beside them. */
export interface PromptReader {
  language: Language;
  /** `instruction`: about numbered pictures, of which the base is the first. `description`: of the result. */
  manner: 'instruction' | 'description';
  /** True when things that must not appear are told apart from the prompt. */
  hasNegative: boolean;
  /** Pictures that it gets beside the base: the reference is the second, the lines are the third. */
  pictures: ReadonlySet<'style' | 'line'>;
  /** Fields that are carried out by numbers and not by words. */
  carried: ReadonlySet<string>;
  /** Most characters of the prompt; the description is cut. */
  longest?: number;
  /** Names of categories that staff made, by field. */
  names?: Readonly<Record<string, string>> | undefined;
  /** The output that is meant, from 0, of tools that make different ones. */
  output?: number;
}

const flaws: Readonly<Record<Language, string[]>> = {
  zh: ['模糊', '低质量', '线条扭曲', '透视错误', '水印'],
  en: ['blurry', 'low quality', 'distorted lines', 'wrong perspective', 'watermark'],
};

/**
 * Words of a form: the task and what must stay, every choice about the picture, then the description as it was
 * written. Nothing that was chosen is left out: what graphs do not carry out by numbers is said, what must not appear
 * stands among the negative words or is forbidden in the prompt, and what the model cannot read is told apart.
 */
export function writePrompt(toolId: string, params: Params, reader: PromptReader): WrittenPrompt {
  const tool = toolById(toolId);
  if (!tool) return { prompt: '', negative: '', unread: [] };
  const { said, absent } = formWords(tool, params, reader);
  const own = params.ignoreWordAndImage === true ? ownWords('', reader) : ownWords(params.promptTxt, reader);
  const unwanted = ownWords(params.negTxt, reader);
  const left = absent.map((each) => labelOf(each, reader));
  const words = [
    ...taskWords(tool, params, reader),
    ...strengthWords(tool, params, reader),
    ...said.map((each) => saidWords(tool, each, reader)),
    ...(reader.hasNegative ? [] : bans(unique(unwanted.read), unique(left), reader.language)),
  ];
  const negative = reader.hasNegative ? unique([...unwanted.read, ...left, ...flaws[reader.language]]) : [];
  const comma = commaOf(reader);
  const prompt = cut(unique(words), unique(own.read), { comma, longest: reader.longest });
  return { prompt, negative: negative.join(comma), unread: [...own.unread, ...unwanted.unread] };
}

const commaOf = ({ language }: PromptReader) => (language === 'zh' ? '，' : ', ');
const unique = (words: readonly string[]) => [...new Set(words.filter((each) => each !== ''))];

/** The words that must be said, and as much of the description as there is room for. */
function cut(
  words: readonly string[],
  own: readonly string[],
  { comma, longest = Number.POSITIVE_INFINITY }: { comma: string; longest?: number | undefined },
): string {
  return [...words, ...own].join(comma).slice(0, longest);
}

/** A description in the language of the model. */
function ownWords(value: unknown, { language }: PromptReader): { read: string[]; unread: string[] } {
  const text = typeof value === 'string' ? value.trim() : '';
  return language === 'zh' ? { read: text === '' ? [] : [text], unread: [] } : translate(text);
}

function taskWords(tool: DefinedTool, params: Params, { manner, language, pictures }: PromptReader): string[] {
  if (manner === 'description') return [shownBy(tool, params, language)];
  const lines =
    language === 'zh'
      ? '图3是底图的结构线稿，轮廓与它重合'
      : 'picture 3 shows the lines of the base: outlines coincide with them';
  return [
    instructionOf(tool, params, language),
    ...(pictures.has('style') ? [referenceOf(tool, params, language)] : []),
    ...(pictures.has('line') ? [lines] : []),
    ...keptOf(tool, params, language),
  ];
}

/** Strengths that no number carries out. */
function strengthWords(tool: DefinedTool, params: Params, { carried, language }: PromptReader): string[] {
  return ['strength', 'creativity'].flatMap((field) => {
    const definition = tool.fields[field];
    const value = params[field];
    if (!definition || carried.has(field) || typeof value !== 'number') return [];
    const percent = definition.unit === '%' ? value : Math.round(100 * value);
    return [language === 'zh' ? `${definition.label}：${percent}%` : `${englishName(definition.label)}: ${percent}%`];
  });
}

/** A statement as 「label：values」. The view of a base is told of the base: it does not change. */
function saidWords({ fields }: DefinedTool, { field, label, values }: Said, { language }: PromptReader): string {
  const isOfBase = field === 'view' && fields.upload_img !== undefined;
  if (language === 'zh') return `${isOfBase ? '底图' : ''}${label}：${values.join('、')}`;
  return `${isOfBase ? 'base ' : ''}${englishName(label)}: ${values.map(englishName).join(' and ')}`;
}

const labelOf = ({ label }: Said, { language }: PromptReader) => (language === 'zh' ? label : englishName(label));

/** English for a name; names that staff gave stay as they are. */
const englishName = (name: string): string => englishOf(name) ?? name;

/** Things of which a form wants none are those of the base alone: they are not added. */
function bans(unwanted: readonly string[], left: readonly string[], language: Language): string[] {
  const [never, none] = language === 'zh' ? ['画面中不要出现', '不添加'] : ['do not show ', 'do not add '];
  const comma = language === 'zh' ? '、' : ' or ';
  return [
    ...(unwanted.length > 0 ? [`${never}${unwanted.join(comma)}`] : []),
    ...(left.length > 0 ? [`${none}${left.join(comma)}`] : []),
  ];
}
