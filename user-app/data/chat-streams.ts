import type { EventStreamOptions, StreamEnd } from '#shared/client/event-stream';
import type { ChatEvent, ChatMessage, ChatSend, Conversation } from '#shared/contract/chat';
import { isRunning } from '#shared/domain/chat';
import { shownLength } from './chat-reveal';

export interface ConversationDetail {
  conversation: Conversation;
  /** A tree in the order it was written. */
  messages: readonly ChatMessage[];
}

/** What this tab saw happen to the stream of an answer, until the server has said how the answer stands. */
export type AnswerFault = Extract<StreamEnd, 'network' | 'interrupted' | 'idle' | 'empty'>;

/** What the streams need of the outside; replaced in tests. */
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

/**
 * Conversations that this tab has opened, with the answers that stream into them. Streams belong to no page: another
 * conversation, another screen and coming back leave them alone. Nothing is ever posted twice by itself.
 */
export function createChatStreams(ports: ChatPorts) {
  const details = new Map<string, ConversationDetail>();
  const streams = new Map<string, Stream>();
  const faults = new Map<string, AnswerFault>();
  const listeners = new Set<() => void>();
  const watched = new Map<string, number>();
  const polls = new Map<string, () => void>();
  let lastFailed: { content: string; requestId: string; at: number } | undefined;
  let frame: (() => void) | undefined;
  let lastStep = 0;

  function tell() {
    for (const listener of listeners) listener();
  }

  /** Puts messages where they belong by id; new ones come last. */
  function put(conversationId: string, messages: readonly ChatMessage[], conversation?: Conversation) {
    const known = details.get(conversationId);
    const head = conversation ?? known?.conversation;
    if (!head) return;
    const byId = new Map(known?.messages.map((message) => [message.messageId, message]));
    for (const message of messages) byId.set(message.messageId, message);
    const all = [...byId.values()];
    details.set(conversationId, {
      conversation: { ...head, isRunning: all.some(({ state }) => isRunning(state)) },
      messages: all,
    });
    tell();
  }

  /** What the server knows replaces what is known here, but for answers whose stream is ahead of it. */
  function accept(conversationId: string, detail: ConversationDetail) {
    const known = details.get(conversationId)?.messages ?? [];
    const told = new Set(detail.messages.map(({ messageId }) => messageId));
    // What was sent after the server had looked.
    const asked = new Set([...streams.values()].flatMap(({ answer }) => [answer.messageId, answer.parentId]));
    const newer = known.filter(({ messageId }) => asked.has(messageId) && !told.has(messageId));
    const messages = [...detail.messages, ...newer].map((message) => {
      const stream = streams.get(message.messageId);
      return stream ? shown(stream) : message;
    });
    for (const { messageId, state } of messages) if (!isRunning(state)) faults.delete(messageId);
    details.set(conversationId, { ...detail, messages });
    tell();
    schedulePoll(conversationId);
  }

  async function load(conversationId: string): Promise<void> {
    accept(conversationId, await ports.readDetail(conversationId));
  }

  /** Looks again while an answer is written that no stream of this tab brings, and somebody watches. */
  function schedulePoll(conversationId: string) {
    polls.get(conversationId)?.();
    polls.delete(conversationId);
    const isWritten = details
      .get(conversationId)
      ?.messages.some(({ messageId, state }) => isRunning(state) && !streams.has(messageId));
    if (!isWritten || !watched.has(conversationId)) return;
    const look = () =>
      load(conversationId).catch(async () => {
        await ports.whenReachable();
        schedulePoll(conversationId);
      });
    polls.set(
      conversationId,
      ports.setTimer(() => void look(), pollEvery),
    );
  }

  const shown = ({ answer, shownText, shownReasoning }: Stream): ChatMessage => ({
    ...answer,
    text: answer.text.slice(0, shownText),
    reasoning: answer.reasoning.slice(0, shownReasoning),
  });

  /** One step of showing per frame for all streams together. */
  function step() {
    frame = undefined;
    const isLong = [...streams.values()].some(({ answer }) => answer.text.length > manyCharacters);
    const isDue = !isLong || ports.now() - lastStep >= slowStep;
    let isBehind = false;
    if (isDue) {
      lastStep = ports.now();
      for (const [messageId, stream] of streams) {
        const { answer } = stream;
        stream.shownText = shownLength(answer.text, stream.shownText, stream.hasEnded || isLong);
        stream.shownReasoning = shownLength(answer.reasoning, stream.shownReasoning, stream.hasEnded || isLong);
        const conversationId = homes.get(messageId);
        if (conversationId) put(conversationId, [shown(stream)]);
        if (stream.hasEnded) forget(messageId);
        else if (stream.shownText < answer.text.length || stream.shownReasoning < answer.reasoning.length)
          isBehind = true;
      }
    }
    if (isBehind || !isDue) schedule();
  }

  const homes = new Map<string, string>();
  function schedule() {
    frame ??= ports.nextFrame(step);
  }

  function forget(messageId: string) {
    streams.delete(messageId);
    homes.delete(messageId);
  }

  function begin(event: ChatEvent, abort: () => void): Stream | undefined {
    const { conversationId, question, answer, conversation } = event;
    if (!answer) return undefined;
    const stream: Stream = {
      answer,
      shownText: answer.text.length,
      shownReasoning: answer.reasoning.length,
      hasEnded: false,
      abort,
    };
    streams.set(answer.messageId, stream);
    homes.set(answer.messageId, conversationId);
    faults.delete(answer.messageId);
    put(conversationId, question ? [question, answer] : [answer], conversation);
    ports.onChange(conversationId);
    return stream;
  }

  function take(stream: Stream, { delta, reasoning = '', answer, error }: ChatEvent) {
    const { answer: known } = stream;
    if (answer) stream.answer = answer;
    else {
      const state = delta === '' && known.state === 'queued' && reasoning === '' ? known.state : 'streaming';
      stream.answer = { ...known, state, text: known.text + delta, reasoning: known.reasoning + reasoning };
    }
    if (error) stream.answer = { ...stream.answer, error };
    schedule();
  }

  /** The stream is over; where it did not bring the answer's end, the server is asked how it stands. */
  function finish(conversationId: string, stream: Stream, end: StreamEnd) {
    const { messageId, state } = stream.answer;
    stream.hasEnded = true;
    schedule();
    ports.onChange(conversationId);
    if (!isRunning(state)) return;
    if (end !== 'done' && end !== 'stopped') faults.set(messageId, end);
    const look = async () => {
      await ports.whenReachable();
      forget(messageId);
      await load(conversationId);
    };
    // Where it cannot be read now, the next look at the conversation reads it.
    void look().catch(() => undefined);
  }

  return {
    detail: (conversationId: string) => details.get(conversationId),
    fault: (messageId: string) => faults.get(messageId),
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },

    /** Keeps a conversation current while somebody looks at it. @returns ends it. */
    watch(conversationId: string): () => void {
      watched.set(conversationId, (watched.get(conversationId) ?? 0) + 1);
      schedulePoll(conversationId);
      return () => {
        const left = (watched.get(conversationId) ?? 1) - 1;
        if (left > 0) watched.set(conversationId, left);
        else watched.delete(conversationId);
        schedulePoll(conversationId);
      };
    },

    load,
    put,

    /**
     * Posts once, and resolves when the server has stored the question. Rejects where it has not, or where nobody knows:
     * sending the same again within a minute is then the same request.
     */
    send(send: ChatSend): Promise<{ conversationId: string; messageId: string }> {
      const content = JSON.stringify(send);
      const isAgain = lastFailed?.content === content && ports.now() - lastFailed.at <= sameSendFor;
      const requestId = isAgain && lastFailed ? lastFailed.requestId : ports.newKey();
      const stop = new AbortController();
      let stream: Stream | undefined;
      let conversationId = '';
      return new Promise((resolve, reject) => {
        const fail = (error: unknown) => {
          lastFailed = { content, requestId, at: ports.now() };
          reject(error);
        };
        const onValue = (value: unknown) => {
          const event = value as ChatEvent;
          if (stream) return take(stream, event);
          stream = begin(event, () => stop.abort());
          if (!stream) return;
          conversationId = event.conversationId;
          lastFailed = undefined;
          resolve({ conversationId, messageId: stream.answer.messageId });
          if (event.error) take(stream, event);
        };
        ports.post({ ...send, requestId }, { onValue, signal: stop.signal }).then(
          (end) => (stream ? finish(conversationId, stream, end) : fail(new Error('没有收到回答，请重试'))),
          (error: unknown) => (stream ? finish(conversationId, stream, 'network') : fail(error)),
        );
      });
    },

    /** Ends an answer on the server; what was written stays. */
    async stop(messageId: string): Promise<void> {
      const stream = streams.get(messageId);
      const conversationId = homes.get(messageId) ?? homeOf(messageId);
      const message = await ports.stop(messageId);
      if (stream) {
        stream.answer = message;
        stream.hasEnded = true;
        stream.abort();
        schedule();
      } else if (conversationId) put(conversationId, [message]);
      if (conversationId) ports.onChange(conversationId);
    },

    /** Everything of the account is let go, e.g. when somebody else logs in. */
    clear() {
      for (const { abort } of streams.values()) abort();
      for (const stopPoll of polls.values()) stopPoll();
      frame?.();
      frame = undefined;
      for (const map of [details, streams, homes, faults, polls]) map.clear();
    },
  };

  function homeOf(messageId: string): string | undefined {
    for (const [conversationId, { messages }] of details)
      if (messages.some((message) => message.messageId === messageId)) return conversationId;
    return undefined;
  }
}
