import type { ChatSource } from '#shared/contract/chat';
import { ChatFault, type ChatPart, type ChatUsage } from '../port.ts';
import { readChunk } from './chunk.ts';
import { cardOf } from './form-tool.ts';
import { createOverlapFilter } from './overlap.ts';
import { createReasoningSplitter } from './reasoning.ts';
import { EndedEarly } from './run.ts';
import type { SecretMask } from './secret-mask.ts';
import { createToolCallCollector } from './tool-calls.ts';

/** Cards of one answer. */
const cardLimit = 3;
/** Maximum length in characters of a `finish_reason` in error messages and parts. */
const finishLimit = 200;

type Ending = Extract<ChatPart, { type: 'end' }>['why'];

/** Why models end, where it is not `stop` or a name of the service's own. */
const endings: Readonly<Record<string, Ending | 'broken'>> = {
  length: 'length',
  max_tokens: 'length',
  model_length: 'length',
  content_filter: 'filter',
  sensitive: 'filter',
  insufficient_system_resource: 'broken',
  network_error: 'broken',
  error: 'broken',
  abort: 'broken',
};

export interface AnswerReaderOptions {
  /** Text of the unfinished answer that this one continues; empty for a new answer. */
  continued: string;
  /** Maximum length of text and reasoning together in characters; a longer answer is cut off. */
  limit: number;
  mask: SecretMask;
}

/** Converts the stream messages of one answer into chat parts. */
export function createAnswerReader({ continued, limit, mask }: AnswerReaderOptions) {
  const maskedText = mask.pieces();
  const maskedReasoning = mask.pieces();
  const splitter = createReasoningSplitter();
  const overlap = createOverlapFilter(continued);
  const calls = createToolCallCollector();
  const wholeText = createPairKeeper();
  const wholeReasoning = createPairKeeper();
  let usage: ChatUsage | null = null;
  let finish: string | null = null;
  let length = 0;
  let hasText = false;
  let pieces = 0;

  function* parts(reasoning: string, text: string): Generator<ChatPart> {
    const room = Math.max(0, limit - length);
    length += reasoning.length + text.length;
    if (reasoning !== '' && room > 0) yield { type: 'reasoning', text: reasoning.slice(0, room) };
    const shown = text.slice(0, Math.max(0, room - reasoning.length));
    hasText ||= shown.trim() !== '';
    if (shown !== '') yield { type: 'text', text: shown };
    if (length > limit) throw new ChatFault('interrupted', `longer than ${limit} characters`);
  }

  return {
    *take(messages: readonly unknown[]): Generator<ChatPart> {
      let reasoning = '';
      let text = '';
      for (const chunk of messages.map(readChunk)) {
        if (chunk.text !== '' || chunk.reasoning !== '' || chunk.toolCalls.length > 0) pieces++;
        const split = splitter.take(maskedText(chunk.text));
        reasoning += maskedReasoning(chunk.reasoning) + split.reasoning;
        text += overlap.take(split.text);
        for (const piece of chunk.toolCalls) calls.take(piece);
        usage = chunk.usage ?? usage;
        finish = chunk.finish ?? finish;
      }
      yield* parts(wholeReasoning(reasoning), wholeText(text));
    },

    /** Number of messages that contained text, reasoning or tool calls. */
    pieces: () => pieces,

    /** The model has said that it ended; what may follow is the count of tokens. */
    hasEnded: () => finish !== null,

    /** Remaining parts at the end of the stream. Throws when the answer broke off, or is none. */
    *end(sources: readonly ChatSource[]): Generator<ChatPart> {
      const held = splitter.take(maskedText('', true));
      const last = splitter.rest();
      yield* parts(
        wholeReasoning(maskedReasoning('', true) + held.reasoning + last.reasoning, true),
        wholeText(overlap.take(held.text + last.text) + overlap.rest(), true),
      );
      if (finish === null) throw new EndedEarly('the stream ended without an end of the answer');
      const why = endings[finish] ?? 'stop';
      const named = mask.whole(finish.slice(0, finishLimit));
      if (why === 'broken') throw new ChatFault('interrupted', `ended with ${named}`);

      const offered = calls
        .calls()
        .flatMap((call) => cardOf({ ...call, arguments: mask.within(call.arguments) }) ?? [])
        .slice(0, cardLimit);
      if (offered.length > 0 && !hasText)
        yield {
          type: 'text',
          text: `按你的要求填好了${offered.map((card) => `“${card.title}”`).join('、')}的表单，打开后请检查再开始。`,
        };
      for (const card of offered) yield { type: 'card', card };
      const isEmpty = !hasText && offered.length === 0 && continued === '';
      if (isEmpty && why === 'filter') throw new ChatFault('refused', 'filtered before a word');
      if (isEmpty) throw new ChatFault('unavailable', `ended with ${named} without an answer`);
      if (sources.length > 0) yield { type: 'sources', sources };
      if (usage) yield { type: 'usage', usage };
      yield { type: 'end', why };
    },
  };
}

/** Services cut by UTF-16 units at times: the first half of a character waits for the second. */
function createPairKeeper() {
  let half = '';
  return (piece: string, isLast = false): string => {
    const text = half + piece;
    half = !isLast && /[\uD800-\uDBFF]$/.test(text) ? text.slice(-1) : '';
    return text.slice(0, text.length - half.length);
  };
}
