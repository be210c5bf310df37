import { createHash } from 'node:crypto';
import type { ChatSend } from '#shared/contract/chat';
import { answerLimit, continuationLimit } from '#shared/domain/chat';
import { hour, minute } from '#shared/domain/time';
import { ProductError } from '#shared/errors';
import type { MessageRow } from './message.repository.ts';

/** Questions of one account. */
export const sendLimits = [
  { windowMs: minute, most: 20 },
  { windowMs: hour, most: 300 },
] as const;
/** Answers that are written at once, for one account and in all. */
export const runLimits = { own: 2, all: 600 } as const;
/** Characters of a title made from a question. */
const madeTitle = 24;
/** Characters of a conversation that a model is given to read. */
export const contextLimit = 24_000;
/** Messages of a conversation that are looked at for it. */
export const contextMessages = 101;
/** Tasks that one card remembers. */
export const tasksPerCard = 20;
/** Words of one search. */
const termLimit = 5;
/** Characters of an excerpt before and after the words that were searched. */
const excerptSides = { before: 16, after: 48 } as const;

/** Id of an answer's hold in the ledger. */
export const holdOf = (answerId: string) => `chat:${answerId}`;

/** Request of a send: a question with a first answer, a further version of an answer, or the continuation of one. */
export type ChatRequest =
  | { kind: 'question'; text: string; attachments: string[]; parentId: string | null | undefined }
  | { kind: 'version'; questionId: string }
  | { kind: 'continuation'; answerId: string };

/** Throws `chat.empty`, and `request.invalid` for what fits none of the three. */
export function wishOf(send: ChatSend): ChatRequest {
  const { message, attachments = [], parentId, answerTo, continues } = send;
  const others = { message, attachments: send.attachments, parentId };
  const misplaced = Object.keys(others).filter((name) => others[name as keyof typeof others] !== undefined);
  if (answerTo !== undefined || continues !== undefined) {
    if (answerTo !== undefined && continues !== undefined) misplaced.push('continues');
    if (misplaced.length > 0)
      throw new ProductError('request.invalid', {
        fields: Object.fromEntries(misplaced.map((name) => [name, ['重新生成与接着写时不能填写']])),
      });
    if (answerTo !== undefined) return { kind: 'version', questionId: answerTo };
    return { kind: 'continuation', answerId: continues as string };
  }
  const text = message?.trim() ?? '';
  if (text === '') throw new ProductError('chat.empty');
  return { kind: 'question', text, attachments: [...new Set(attachments)], parentId };
}

/** The same for the same content, however its fields stand. */
export function fingerprintOf({ requestId: _requestId, ...send }: ChatSend): string {
  const sorted = Object.entries(send)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(sorted)).digest('hex');
}

/** The first sentence of a question, cut to a title's length between whole characters. */
export function titleOf(question: string): string {
  const line = question.replace(/\s+/g, ' ').trim();
  const [sentence = ''] = line.split(/(?<=[。！？!?；;])|\n/u);
  const characters = [...sentence.replace(/[。；;]$/u, '').trim()];
  if (characters.length === 0) return [...line].slice(0, madeTitle).join('');
  if (characters.length <= madeTitle) return characters.join('');
  return `${characters.slice(0, madeTitle - 1).join('')}…`;
}

export function canContinue(row: MessageRow): boolean {
  const isBroken = row.state === 'stopped' || row.state === 'interrupted';
  const hasRoom = row.continuations < continuationLimit && row.text.length + row.reasoning.length < answerLimit;
  return (
    row.role === 'assistant' && isBroken && hasRoom && row.text !== '' && row.error_reason !== 'chat.model_refused'
  );
}

/** The words of a search, all of which have to be found. */
export function termsOf(keyword: string): string[] {
  return [...new Set(keyword.split(/\s+/).filter(Boolean))].slice(0, termLimit);
}

/** The stretch of a text around the first place of a term, on one line. */
export function excerptOf(text: string, term: string): string {
  const at = text.toLowerCase().indexOf(term.toLowerCase());
  if (at < 0) return '';
  const from = Math.max(0, at - excerptSides.before);
  const to = Math.min(text.length, at + term.length + excerptSides.after);
  // Halves of a surrogate pair at the edges are left out.
  const cut = text.slice(from, to).replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '');
  return `${from > 0 ? '…' : ''}${cut.replace(/\s+/g, ' ').trim()}${to < text.length ? '…' : ''}`;
}

/** Length of a growing text that can be sent without splitting a surrogate pair. */
export function wholeEnd(text: string): number {
  const last = text.charCodeAt(text.length - 1);
  return last >= 0xd800 && last <= 0xdbff ? text.length - 1 : text.length;
}

/** Messages from the root to one of them. */
export function pathTo<T extends Pick<MessageRow, 'id' | 'parent_id'>>(rows: readonly T[], leafId: string): T[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const path: T[] = [];
  for (let row = byId.get(leafId); row; row = row.parent_id === null ? undefined : byId.get(row.parent_id)) {
    path.push(row);
    byId.delete(row.id);
  }
  return path.reverse();
}
