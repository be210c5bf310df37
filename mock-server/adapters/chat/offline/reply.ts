import type { ChatCard, ChatSource } from '#shared/contract/chat';
import type { ChatPart } from '../port.ts';

export type Card = Omit<ChatCard, 'id' | 'taskIds'>;

/** An answer, or one section of it. */
export interface ChatReply {
  /** Markdown blocks, to be separated by empty lines. */
  blocks: readonly string[];
  sources?: readonly ChatSource[];
  cards?: readonly Card[];
  imageIds?: readonly string[];
  /** Says that it does not know. */
  isUnknown?: true;
}

/** One answer of several sections, each under what it answers. */
export function joined(sections: readonly { head: string; reply: ChatReply }[]): ChatReply {
  if (sections.length === 1) return sections[0]!.reply;
  const questions = sections.filter(({ head }) => head !== '').length;
  return {
    blocks: sections.flatMap(({ head, reply }) => [
      ...(head !== '' && questions > 1 ? [`### ${head}`] : []),
      ...reply.blocks,
    ]),
    sources: sections.flatMap(({ reply }) => reply.sources ?? []),
    cards: sections.flatMap(({ reply }) => reply.cards ?? []),
    imageIds: sections.flatMap(({ reply }) => reply.imageIds ?? []),
    ...(sections.every(({ reply }) => reply.isUnknown) ? { isUnknown: true } : {}),
  };
}

/** The parts of a reply; of its text only what follows `continued`. */
export function* partsOf(reply: ChatReply, continued: string): Generator<ChatPart> {
  const text = reply.blocks.join('\n\n');
  for (const piece of piecesOf(restOf(text, continued))) yield { type: 'text', text: piece };
  const imageIds = [...new Set(reply.imageIds)];
  if (imageIds.length > 0) yield { type: 'pictures', imageIds };
  for (const card of reply.cards ?? []) yield { type: 'card', card };
  const sources = distinct(reply.sources ?? []);
  if (sources.length > 0) yield { type: 'sources', sources };
  yield { type: 'end', why: 'stop' };
}

function restOf(text: string, continued: string): string {
  if (continued === '') return text;
  if (text.startsWith(continued)) return text.slice(continued.length);
  // The account may have changed in between: continue behind the last words that are still the same.
  const tail = continued.slice(-30);
  const at = text.indexOf(tail);
  return at >= 0 ? text.slice(at + tail.length) : `\n\n${text}`;
}

/** Lines, so that a page draws whole ones. */
function piecesOf(text: string): string[] {
  return text.match(/[^\n]*\n+|[^\n]+$/g) ?? [];
}

function distinct(sources: readonly ChatSource[]): ChatSource[] {
  const byPlace = new Map(sources.map((source) => [source.entryId ?? source.to ?? source.url ?? source.title, source]));
  return [...byPlace.values()];
}
