import type { ChatCard, ChatEvent, ChatMessage, ChatModel, ChatSend, Conversation } from '#shared/contract/chat';
import { answerWith, asked } from './component-answers.ts';
import { openStudio, startOfTests } from './component-studio.ts';

const model = (id: string, title: string, part: Partial<ChatModel> = {}): ChatModel => ({
  ...{ id, title, note: '', isOffline: false, isPriced: false, canThinkDeeply: false, canSeePictures: true },
  ...part,
});

const models = [
  model('free', '免费模型'),
  model('paid', '付费模型', { isPriced: true, canThinkDeeply: true }),
  model('offline', '离线助手', { isOffline: true }),
];

function messageOf(messageId: string, role: 'user' | 'assistant', part: Partial<ChatMessage>): ChatMessage {
  return {
    ...{ messageId, parentId: null, role, text: '', reasoning: '', state: 'done', error: null, model: 'free' },
    ...{ modelTitle: '免费模型', isDeep: false, attachments: [], pictures: [], sources: [], cards: [] },
    ...{ rating: null, cost: 0, canContinue: false, createdAt: startOfTests, finishedAt: null },
    ...part,
  };
}

/** An answer that the test writes. */
interface Dictation {
  /** Input of the call that sent the question. */
  sent: ChatSend;
  messageId: string;
  say: (...texts: string[]) => void;
  think: (text: string) => void;
  /** Ends it, with what comes with the whole answer. */
  end: (part?: Partial<ChatMessage>) => void;
  /** Breaks it off, as the server tells of it. */
  breakOff: (error: ChatMessage['error']) => void;
}

/** A card that offers to fill the form of line drawings. */
export const lineCard = (params: ChatCard['params'] = {}): ChatCard => ({
  ...{ id: 'card-1', tool: 'toline', title: '转线稿', params, note: '底图请自己选。', taskIds: [] },
});

let numbered = 0;

/** Answers what the page of the assistant asks; the answers of its models are written by the test. */
export function openChat(tickets: { gpt?: number } = {}) {
  const messages = new Map<string, ChatMessage[]>();
  const talks = new Map<string, Conversation>();
  const dictations: Dictation[] = [];
  openStudio({ tickets });
  const put = (talk: string, ...changed: ChatMessage[]) => {
    const byId = new Map((messages.get(talk) ?? []).map((message) => [message.messageId, message]));
    for (const message of changed) byId.set(message.messageId, message);
    messages.set(talk, [...byId.values()]);
  };
  const parentOf = (send: ChatSend, talk: string) => {
    if (send.answerTo) return send.answerTo;
    return send.parentId === undefined ? (messages.get(talk)?.at(-1)?.messageId ?? null) : send.parentId;
  };
  const stream = (send: ChatSend): Response => {
    numbered += 1;
    const conversationId = send.conversationId ?? `talk-${numbered}`;
    const parentId = parentOf(send, conversationId);
    const question = send.answerTo
      ? undefined
      : messageOf(`question-${numbered}`, 'user', {
          ...{ parentId, text: send.message ?? '' },
          attachments: (send.attachments ?? []).map((imageId) => ({
            ...{ imageId, taskId: null, title: '图片', width: 400, height: 300, url: `/api/images/${imageId}` },
          })),
        });
    const answer = messageOf(`answer-${numbered}`, 'assistant', {
      ...{ parentId: question?.messageId ?? parentId, state: 'queued' },
    });
    const conversation = talks.get(conversationId) ?? {
      ...{ conversationId, title: send.message ?? '', isPinned: false, isRunning: true, messages: 2, excerpt: '' },
      ...{ createdAt: startOfTests, updatedAt: startOfTests },
    };
    talks.set(conversationId, conversation);
    put(conversationId, ...(question ? [question] : []), answer);
    const { body, tell, close } = bodyOf({ conversationId, messageId: answer.messageId });
    tell({ delta: '', ...(question && { question }), answer, conversation });
    const change = (part: Partial<ChatMessage>) => {
      Object.assign(answer, part);
      put(conversationId, { ...answer });
    };
    dictations.push({
      sent: send,
      messageId: answer.messageId,
      say(...texts) {
        for (const text of texts) {
          change({ state: 'streaming', text: answer.text + text });
          tell({ delta: text });
        }
      },
      think(text) {
        change({ state: 'streaming', reasoning: answer.reasoning + text });
        tell({ delta: '', reasoning: text });
      },
      end(part = {}) {
        change({ state: 'done', finishedAt: startOfTests, ...part });
        changeTalk(conversationId, { isRunning: false });
        tell({ delta: '', answer: { ...answer } });
        close();
      },
      breakOff(error) {
        const state = answer.text ? 'interrupted' : 'failed';
        change({ state, error, finishedAt: startOfTests, canContinue: answer.text !== '' });
        changeTalk(conversationId, { isRunning: false });
        tell({ delta: '', answer: { ...answer } });
        close();
      },
    });
    return new Response(body, { headers: { 'content-type': 'text/event-stream; charset=utf-8' } });
  };
  const listOf = (rows: Conversation[]) => ({ list: rows, total: rows.length, page: 1, size: 30 });
  const changeTalk = (id: unknown, part: Partial<Conversation>) => {
    const changed = { ...(talks.get(String(id)) as Conversation), ...part };
    talks.set(changed.conversationId, changed);
    return changed;
  };
  const removed = new Set<string>();
  answerWith({
    chatModels: models,
    chatStream: (sent) => stream(sent as ChatSend),
    chatHistory: ({ keyword }) =>
      listOf(
        [...talks.values()]
          .filter(({ conversationId, title }) => !removed.has(conversationId) && title.includes(String(keyword ?? '')))
          .toSorted((one, other) => Number(other.isPinned) - Number(one.isPinned)),
      ),
    chatHistoryDetail: ({ conversationId }) => ({
      conversation: talks.get(String(conversationId)) as Conversation,
      messages: messages.get(String(conversationId)) ?? [],
    }),
    chatRename: ({ conversationId, title }) => changeTalk(conversationId, { title: String(title) }),
    chatPin: ({ conversationId, isPinned }) => changeTalk(conversationId, { isPinned: Boolean(isPinned) }),
    chatDelete({ conversationId, isDeleted }) {
      if (isDeleted) removed.add(String(conversationId));
      else removed.delete(String(conversationId));
      return null as never;
    },
  });
  let taken = 0;
  return {
    sends: () => asked.filter(({ name }) => name === 'chatStream').length,
    /** The answer that is asked for next, now or later. */
    async nextAnswer(): Promise<Dictation> {
      const index = taken++;
      while (!dictations[index]) await new Promise((done) => requestAnimationFrame(done));
      return dictations[index];
    },
  };
}

function bodyOf(ids: Pick<ChatEvent, 'conversationId' | 'messageId'>) {
  const utf8 = new TextEncoder();
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start: (made) => {
      controller = made;
    },
  });
  const write = (text: string) => controller?.enqueue(utf8.encode(`data: ${text}\n\n`));
  return {
    body,
    tell: (event: Omit<ChatEvent, keyof typeof ids>) => write(JSON.stringify({ ...ids, ...event })),
    close() {
      write('[DONE]');
      controller?.close();
    },
  };
}
