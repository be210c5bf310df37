import type { ChatSource } from '#shared/contract/chat';
import type { WrittenEntry } from './knowledge.ts';
import type { ChatReply } from './reply.ts';
import { type Found, type Index, isEmptyQuery, queryOf, search } from './search.ts';

/** Least coverage of a question by an entry, 0–1, to be the answer, and to be offered. */
const certain = 0.56;
export const possible = 0.36;
/** Entries beside the answer that come at least this near to it. */
const related = 0.45;

/** Abilities of the assistant, told when it has no answer. */
export const whatItCan =
  '我能答的是：平台怎么用、描述怎么写、材料、风格、光线、构图、图纸与构造、指标用语，还能算面积和用量、填工具的表单、查你自己的券、任务和订单。';

export function knowledgeAnswer(index: Index, question: string, earlier: readonly string[] = []): ChatReply {
  const found = findEntries(index, question, earlier);
  const best = found[0];
  if (!best || best.coverage < possible) return unknown();
  const near = found.slice(1, 3).filter((other) => other.score >= best.score * related);
  if (best.coverage < certain) return offered([best, ...near].map(({ entry }) => entry));
  return answered(
    best.entry,
    near.map(({ entry }) => entry),
    question,
  );
}

/**
 * Entries for a question, the best first. What goes on from earlier questions (「那夜景呢」) is read together with the
 * last of them, but an entry must still know something of what is asked now.
 */
export function findEntries(index: Index, question: string, earlier: readonly string[] = []): Found[] {
  const query = queryOf(index, question);
  const alone = isEmptyQuery(query) ? [] : search(index, query);
  const last = earlier.at(-1);
  if (!last || !goesOn(question) || (alone[0]?.coverage ?? 0) >= certain) return alone;
  const together = search(index, { runs: [...queryOf(index, last).runs, ...query.runs] });
  if (isEmptyQuery(query)) return together;
  const own = new Map(alone.map(({ entry, coverage }) => [entry.id, coverage]));
  const both = together.filter(({ entry }) => (own.get(entry.id) ?? 0) >= echoed);
  return both.length > 0 ? both : alone;
}

/** Least coverage of a follow-up question by an entry itself, 0–1. */
const echoed = 0.25;

function goesOn(question: string): boolean {
  return question.length <= 14 || /^(?:那|如果|要是|假如|换成|改成|它|这|还有|再|可是|但|为什么|为啥)/.test(question);
}

function answered(entry: WrittenEntry, near: readonly WrittenEntry[], question: string): ChatReply {
  const blocks = [`**${entry.title}**`, entry.text];
  if (asksForValue(question) && !hasValue(entry)) {
    blocks.unshift(
      '你问的具体数值，知识库里没有查证过，我不能报一个数给你。与它有关的说明如下，数值请查项目所在地的现行规范。',
    );
  }
  if (near.length > 0)
    blocks.push('相关：', near.map((other) => `- **${other.title}**：${firstSentence(other.text)}`).join('\n'));
  return { blocks, sources: [...sourcesOf(entry), ...near.map(entrySource)] };
}

function offered(entries: readonly WrittenEntry[]): ChatReply {
  return {
    blocks: [
      '没有完全对得上的条目，最接近的是：',
      entries.map((entry) => `- **${entry.title}**：${firstSentence(entry.text)}`).join('\n'),
      '如果问的不是这些，换个说法，或者把材料、部位、工具的名字说出来。',
    ],
    sources: entries.map(entrySource),
  };
}

function unknown(): ChatReply {
  return { blocks: ['这个我不知道，知识库里没有这方面的内容。', whatItCan], isUnknown: true };
}

export const entrySource = (entry: WrittenEntry): ChatSource => ({
  title: entry.title,
  entryId: entry.id,
  to: null,
  url: null,
});

function sourcesOf(entry: WrittenEntry): ChatSource[] {
  return [
    entrySource(entry),
    ...entry.links.map(({ title, to }) => ({ title, entryId: null, to, url: null })),
    ...entry.sources.map(({ title, url }) => ({ title, entryId: null, to: null, url })),
  ];
}

/** The first sentence of a text without its marks, of at most 60 characters. */
function firstSentence(text: string): string {
  const plain = text
    .replace(/[*`#>|]/g, '')
    .replace(/^\s*[-\d]+[.、]?\s+/gm, '')
    .trim();
  const sentence = plain.match(/^[^。！？；\n]+[。！？；]?/)?.[0] ?? plain;
  return sentence.length > 60 ? `${sentence.slice(0, 59)}…` : sentence;
}

/** Returns true when a question wants a required value of a regulation rather than what a word means. */
function asksForValue(question: string): boolean {
  return (
    /(?:不(?:得|应|能)?(?:小于|低于|大于|超过)|最(?:小|大|低|高|少|多)|限值|上限|下限|规定|规范|标准|要求|至少|要留|得留)/.test(
      question,
    ) && /多少|几(?!何)|多(?:宽|高|长|大|远|厚)|数值|是啥|是什么/.test(question)
  );
}

function hasValue(entry: WrittenEntry): boolean {
  return entry.topic !== 'terms' || entry.sources.length > 0;
}
