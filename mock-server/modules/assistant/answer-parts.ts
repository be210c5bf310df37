import type { ChatCard, ChatSource } from '#shared/contract/chat';
import type { AnswerState } from '#shared/domain/chat';
import { type ErrorReason, ProductError } from '#shared/errors';
import { ChatFault, type ChatPart } from '../../adapters/chat/port.ts';
import type { MessageRow } from './message.repository.ts';
import { cardsIn, idsIn, sourcesIn } from './message-view.ts';
import type { RefusedWords } from './refused-words.ts';

/** Largest numbers of parts of one answer beside its text. */
const most = { sources: 30, cards: 8, pictures: 12 } as const;

export interface PartDeps {
  words: Pick<RefusedWords, 'findAfter'>;
  /** Those of some pictures that are the asker's own. */
  own: (imageIds: readonly string[]) => Promise<string[]>;
}

/** Adds a part to an answer. Throws {@link WordRefused} after cutting the text before a word that is not allowed. */
export async function takePart(row: MessageRow, part: ChatPart, { words, own }: PartDeps): Promise<void> {
  switch (part.type) {
    case 'text': {
      const from = row.text.length;
      row.text += part.text;
      const word = words.findAfter(row.text, from);
      if (!word) return;
      row.text = row.text.slice(0, word.start).trimEnd();
      throw new WordRefused();
    }
    case 'reasoning': {
      const from = row.reasoning.length;
      row.reasoning += part.text;
      const word = words.findAfter(row.reasoning, from);
      if (!word) return;
      row.reasoning = row.reasoning.slice(0, word.start).trimEnd();
      throw new WordRefused();
    }
    case 'sources': {
      row.sources = JSON.stringify([...sourcesIn(row), ...part.sources.map(safe)].slice(0, most.sources));
      return;
    }
    case 'card': {
      const cards = cardsIn(row);
      if (cards.length >= most.cards) return;
      const card: ChatCard = { ...part.card, id: `card_${cards.length + 1}`, taskIds: [] };
      row.cards = JSON.stringify([...cards, card]);
      return;
    }
    case 'pictures': {
      const shown = idsIn(row.pictures);
      const added = await own(part.imageIds);
      row.pictures = JSON.stringify([...new Set([...shown, ...added])].slice(0, most.pictures));
      return;
    }
    case 'usage':
      row.usage = JSON.stringify(part.usage);
      return;
    case 'end':
      return;
  }
}

/** Leads to pages of the product and of the web only. */
function safe({ title, entryId, to, url }: ChatSource): ChatSource {
  return {
    title,
    entryId,
    to: to !== null && /^\/(?![/\\])/.test(to) ? to : null,
    url: url !== null && /^https?:\/\//i.test(url) ? url : null,
  };
}

/** Why an answer is not written any further. */
export class AnswerStopped extends Error {
  override readonly name = 'AnswerStopped';
  readonly by: 'asker' | 'shutdown';
  constructor(by: 'asker' | 'shutdown') {
    super(`stopped by ${by}`);
    this.by = by;
  }
}

/** The answer said a word that the operator does not allow, and was cut before it. */
export class WordRefused extends Error {
  override readonly name = 'WordRefused';
}

export interface Ending {
  state: AnswerState;
  error: ProductError | null;
}

/** Ending of an answer that its adapter has finished. */
export function endingOf(why: 'stop' | 'length' | 'filter', hasContent: boolean, model: string): Ending {
  if (why === 'stop' && hasContent) return { state: 'done', error: null };
  if (why === 'filter') return broken('chat.model_refused', hasContent, model);
  return broken(hasContent ? 'chat.interrupted' : 'chat.unavailable', hasContent, model);
}

/** Ending of an answer that broke off. The text so far is paid for, so its sentence promises no refund. */
export function endingOfFault(error: unknown, hasContent: boolean, model: string): Ending {
  if (error instanceof AnswerStopped && error.by === 'asker') return { state: 'stopped', error: null };
  if (error instanceof AnswerStopped) return cutOff(hasContent, model);
  if (error instanceof WordRefused) return broken('chat.model_refused', hasContent, model);
  if (!(error instanceof ChatFault))
    return broken(hasContent ? 'chat.interrupted' : 'chat.unavailable', hasContent, model);
  if (error.kind === 'refused') return broken('chat.model_refused', hasContent, model);
  if (hasContent || error.kind === 'interrupted') return cutOff(hasContent, model);
  return broken(reasons[error.kind], hasContent, model);
}

const reasons = {
  unavailable: 'chat.unavailable',
  waited: 'chat.waited',
  limit: 'chat.model_limit',
  refused: 'chat.model_refused',
  context: 'chat.context',
} as const satisfies Record<Exclude<ChatFault['kind'], 'interrupted'>, ErrorReason>;

/** Ending of an answer that was interrupted after the model had started, possibly before any text. */
function cutOff(hasContent: boolean, model: string): Ending {
  const reason = hasContent ? 'chat.interrupted' : 'chat.no_word';
  return { state: 'interrupted', error: new ProductError(reason, { fill: { model } }) };
}

function broken(reason: ErrorReason, hasContent: boolean, model: string): Ending {
  return { state: hasContent ? 'interrupted' : 'failed', error: new ProductError(reason, { fill: { model } }) };
}
