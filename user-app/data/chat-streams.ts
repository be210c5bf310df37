import type { EventStreamOptions, StreamEnd } from '#shared/client/event-stream';
import type { ChatEvent, ChatMessage, ChatSend, Conversation } from '#shared/contract/chat';
import { isRunning } from '#shared/domain/chat';
import { Listeners } from '../lib/listeners';

export interface ConversationDetail {
  conversation: Conversation;
  /** A tree in the order it was written. */
  messages: readonly ChatMessage[];
}

/** Fault of an answer's stream in this tab, until the server has reported the state of the answer. */
export type AnswerFault = Extract<StreamEnd, 'network' | 'interrupted' | 'idle' | 'empty'>;

/** Outside dependencies of the streams; replaced in tests. */
export interface ChatPorts {
  post: (send: ChatSend, options: Pick<EventStreamOptions, 'onValue' | 'signal'>) => Promise<StreamEnd>;
  readDetail: (conversationId: string) => Promise<ConversationDetail>;
  stop: (messageId: string) => Promise<ChatMessage>;
  /** Resolves when the server can be reached. */
  whenReachable: () => Promise<void>;
  newKey: () => string;
  now: () => number;
  setTimer: (act: () => void, milliseconds: number) => () => void;
  /** The next frame; while the page is hidden, half a second. */
  nextFrame: (act: () => void) => () => void;
  /** An answer has begun or ended: tickets and lists may be different. */
  onChange: (conversationId: string) => void;
}

interface Stream {
  conversationId: string;
  /** The answer with all of its text that has come. */
  answer: ChatMessage;
  shownText: number;
  shownReasoning: number;
  /** Nothing more comes. */
  hasEnded: boolean;
  abort: () => void;
}

/** Milliseconds in which sending the same again is the same request. */
const sameSendFor = 60_000;
/** Milliseconds between looks at an answer that is written without a stream of this tab. */
const pollEvery = 2_000;
/** Characters from which on an answer is shown in larger steps, and milliseconds between them. */
const manyCharacters = 40_000;
const slowStep = 200;

/** The part of an answer that is shown by now. */
const shown = ({ answer, shownText, shownReasoning }: Stream): ChatMessage => ({
  ...answer,
  text: answer.text.slice(0, shownText),
  reasoning: answer.reasoning.slice(0, shownReasoning),
});

const isLong = ({ answer }: Stream) => answer.text.length > manyCharacters;

const isBehind = ({ answer, shownText, shownReasoning }: Stream) =>
  shownText < answer.text.length || shownReasoning < answer.reasoning.length;

/** Adds what an event brings to the answer of a stream. */
function extend(stream: Stream, { delta, reasoning = '', answer, error }: ChatEvent): void {
  const { answer: former } = stream;
  if (answer) stream.answer = answer;
  else {
    const state = delta === '' && former.state === 'queued' && reasoning === '' ? former.state : 'streaming';
    stream.answer = { ...former, state, text: former.text + delta, reasoning: former.reasoning + reasoning };
  }
  if (error) stream.answer = { ...stream.answer, error };
}

/**
 * Conversations that this tab has opened, with the answers that stream into them. Streams belong to no page: another
 * conversation, another screen and coming back leave them alone. Nothing is ever posted twice by itself.
 */
export class ChatStreams {
  readonly #ports: ChatPorts;
  readonly #details = new Map<string, ConversationDetail>();
  /** By the id of the answer. */
  readonly #streams = new Map<string, Stream>();
  readonly #faults = new Map<string, AnswerFault>();
  /** Number of viewers of each conversation. */
  readonly #watched = new Map<string, number>();
  readonly #polls = new Map<string, () => void>();
  readonly #listeners = new Listeners();
  readonly subscribe = this.#listeners.subscribe;
  #lastFailed: { content: string; requestId: string; at: number } | undefined;
  #frame: (() => void) | undefined;
  #lastStep = 0;

  constructor(ports: ChatPorts) {
    this.#ports = ports;
  }

  detail(conversationId: string): ConversationDetail | undefined {
    return this.#details.get(conversationId);
  }

  fault(messageId: string): AnswerFault | undefined {
    return this.#faults.get(messageId);
  }

  /** Keeps a conversation current while somebody looks at it. @returns ends it. */
  watch(conversationId: string): () => void {
    this.#watched.set(conversationId, (this.#watched.get(conversationId) ?? 0) + 1);
    this.#schedulePoll(conversationId);
    return () => {
      const left = (this.#watched.get(conversationId) ?? 1) - 1;
      if (left > 0) this.#watched.set(conversationId, left);
      else this.#watched.delete(conversationId);
      this.#schedulePoll(conversationId);
    };
  }

  async load(conversationId: string): Promise<void> {
    this.#accept(conversationId, await this.#ports.readDetail(conversationId));
  }

  /** Puts messages where they belong by id; new ones come last. */
  put(conversationId: string, messages: readonly ChatMessage[], conversation?: Conversation): void {
    const former = this.#details.get(conversationId);
    const head = conversation ?? former?.conversation;
    if (!head) return;
    const byId = new Map(former?.messages.map((message) => [message.messageId, message]));
    for (const message of messages) byId.set(message.messageId, message);
    const all = [...byId.values()];
    this.#details.set(conversationId, {
      conversation: { ...head, isRunning: all.some(({ state }) => isRunning(state)) },
      messages: all,
    });
    this.#listeners.tell();
  }

  /**
   * Posts once, and resolves when the server has stored the question. Rejects where it has not, or where nobody knows:
   * sending the same again within a minute is then the same request.
   */
  send(send: ChatSend): Promise<{ conversationId: string; messageId: string }> {
    const { now, newKey, post } = this.#ports;
    const content = JSON.stringify(send);
    const failed = this.#lastFailed;
    const isAgain = failed?.content === content && now() - failed.at <= sameSendFor;
    const requestId = isAgain ? failed.requestId : newKey();
    const stop = new AbortController();
    let stream: Stream | undefined;
    return new Promise((resolve, reject) => {
      const fail = (error: unknown) => {
        this.#lastFailed = { content, requestId, at: now() };
        reject(error);
      };
      const onValue = (value: unknown) => {
        const event = value as ChatEvent;
        if (stream) return this.#take(stream, event);
        stream = this.#begin(event, () => stop.abort());
        if (!stream) return;
        this.#lastFailed = undefined;
        resolve({ conversationId: stream.conversationId, messageId: stream.answer.messageId });
        if (event.error) this.#take(stream, event);
      };
      post({ ...send, requestId }, { onValue, signal: stop.signal }).then(
        (end) => (stream ? this.#finish(stream, end) : fail(new Error('没有收到回答，请重试'))),
        (error: unknown) => (stream ? this.#finish(stream, 'network') : fail(error)),
      );
    });
  }

  /** Ends an answer on the server; what was written stays. */
  async stop(messageId: string): Promise<void> {
    const stream = this.#streams.get(messageId);
    const conversationId = stream?.conversationId ?? this.#conversationOf(messageId);
    const message = await this.#ports.stop(messageId);
    if (stream) {
      stream.answer = message;
      stream.hasEnded = true;
      stream.abort();
      this.#scheduleStep();
    } else if (conversationId) this.put(conversationId, [message]);
    if (conversationId) this.#ports.onChange(conversationId);
  }

  /** Everything of the account is let go, e.g. when somebody else logs in. */
  clear(): void {
    for (const { abort } of this.#streams.values()) abort();
    for (const stopPoll of this.#polls.values()) stopPoll();
    this.#frame?.();
    this.#frame = undefined;
    for (const map of [this.#details, this.#streams, this.#faults, this.#polls]) map.clear();
  }

  /** Takes what the server knows in place of what is known here, but for answers whose stream is ahead of it. */
  #accept(conversationId: string, detail: ConversationDetail): void {
    const former = this.#details.get(conversationId)?.messages ?? [];
    const told = new Set(detail.messages.map(({ messageId }) => messageId));
    // Messages sent after the server made its answer.
    const asked = new Set([...this.#streams.values()].flatMap(({ answer }) => [answer.messageId, answer.parentId]));
    const newer = former.filter(({ messageId }) => asked.has(messageId) && !told.has(messageId));
    const messages = [...detail.messages, ...newer].map((message) => {
      const stream = this.#streams.get(message.messageId);
      return stream ? shown(stream) : message;
    });
    for (const { messageId, state } of messages) if (!isRunning(state)) this.#faults.delete(messageId);
    this.#details.set(conversationId, { ...detail, messages });
    this.#listeners.tell();
    this.#schedulePoll(conversationId);
  }

  /** Looks again while an answer is written that no stream of this tab brings, and somebody watches. */
  #schedulePoll(conversationId: string): void {
    this.#polls.get(conversationId)?.();
    this.#polls.delete(conversationId);
    const isWritten = this.#details
      .get(conversationId)
      ?.messages.some(({ messageId, state }) => isRunning(state) && !this.#streams.has(messageId));
    if (!isWritten || !this.#watched.has(conversationId)) return;
    const look = () =>
      this.load(conversationId).catch(async () => {
        await this.#ports.whenReachable();
        this.#schedulePoll(conversationId);
      });
    this.#polls.set(
      conversationId,
      this.#ports.setTimer(() => void look(), pollEvery),
    );
  }

  #scheduleStep(): void {
    this.#frame ??= this.#ports.nextFrame(() => this.#step());
  }

  /** One step of showing per frame for all streams together. */
  #step(): void {
    this.#frame = undefined;
    const isSlow = [...this.#streams.values()].some(isLong);
    if (isSlow && this.#ports.now() - this.#lastStep < slowStep) {
      this.#scheduleStep();
      return;
    }
    this.#lastStep = this.#ports.now();
    for (const [messageId, stream] of this.#streams) {
      const { answer } = stream;
      const isAll = stream.hasEnded || isSlow;
      stream.shownText = shownLength(answer.text, stream.shownText, isAll);
      stream.shownReasoning = shownLength(answer.reasoning, stream.shownReasoning, isAll);
      this.put(stream.conversationId, [shown(stream)]);
      if (stream.hasEnded) this.#streams.delete(messageId);
    }
    if ([...this.#streams.values()].some(isBehind)) this.#scheduleStep();
  }

  #begin(event: ChatEvent, abort: () => void): Stream | undefined {
    const { conversationId, question, answer, conversation } = event;
    if (!answer) return undefined;
    const shownSoFar = { shownText: answer.text.length, shownReasoning: answer.reasoning.length };
    const stream: Stream = { conversationId, answer, ...shownSoFar, hasEnded: false, abort };
    this.#streams.set(answer.messageId, stream);
    this.#faults.delete(answer.messageId);
    this.put(conversationId, question ? [question, answer] : [answer], conversation);
    this.#ports.onChange(conversationId);
    return stream;
  }

  #take(stream: Stream, event: ChatEvent): void {
    extend(stream, event);
    this.#scheduleStep();
  }

  /** The stream is over; where it did not bring the answer's end, the server is asked how it stands. */
  #finish(stream: Stream, end: StreamEnd): void {
    const { conversationId } = stream;
    const { messageId, state } = stream.answer;
    stream.hasEnded = true;
    this.#scheduleStep();
    this.#ports.onChange(conversationId);
    if (!isRunning(state)) return;
    if (end !== 'done' && end !== 'stopped') this.#faults.set(messageId, end);
    const look = async () => {
      await this.#ports.whenReachable();
      this.#streams.delete(messageId);
      await this.load(conversationId);
    };
    // When it cannot be read now, the next opening of the conversation reads it.
    void look().catch(() => undefined);
  }

  #conversationOf(messageId: string): string | undefined {
    for (const [conversationId, { messages }] of this.#details)
      if (messages.some((message) => message.messageId === messageId)) return conversationId;
    return undefined;
  }
}

/** Part of what is behind that one frame shows: a burst is spread over about a dozen frames. */
const partPerFrame = 8;
/** Characters looked at past the wanted end, so that what is drawn as one is not cut. */
const longestCluster = 64;
const clusters = new Intl.Segmenter('zh', { granularity: 'grapheme' });

/**
 * Next length of a growing text: an eighth of the rest is added, all of it when nothing more comes; never half of a
 * unit that is drawn as one (surrogate pairs, flags, combined emoji).
 * @returns characters, at least `shown`
 */
export function shownLength(text: string, shown: number, isAll: boolean): number {
  const behind = text.length - shown;
  if (behind <= 0) return Math.max(0, Math.min(shown, text.length));
  if (isAll) return text.length;
  const wanted = shown + Math.ceil(behind / partPerFrame);
  let end = shown;
  for (const { segment } of clusters.segment(text.slice(shown, wanted + longestCluster))) {
    end += segment.length;
    if (end >= wanted) break;
  }
  return end;
}
