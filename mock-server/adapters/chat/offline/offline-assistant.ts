import { offlineModelId } from '#shared/domain/chat';
import {
  type ChatAdapter,
  ChatFault,
  type ChatPart,
  type ChatRequest,
  type Embedder,
  type Knowledge,
} from '../port.ts';
import { createExcerpts } from './excerpts.ts';
import { readEntries, type WrittenEntry } from './knowledge.ts';
import { knowledgeAnswer } from './knowledge-answer.ts';
import { questionsIn } from './questions.ts';
import { joined, partsOf, type Reply } from './reply.ts';
import { type Index, indexOf } from './search.ts';
import { smallTalk } from './small-talk.ts';

/**
 * The assistant without a language model: it finds entries of the repository's knowledge base, calculates, fills forms
 * and looks into the asker's account, all by rules. The same question gives the same answer, and none of it leaves the
 * house: `embedder` is for what models are given.
 */
export function createOfflineAssistant(embedder?: Embedder): ChatAdapter & Knowledge {
  let loading: Promise<Loaded> | undefined;
  const loaded = () => {
    loading ??= load();
    return loading;
  };
  const excerpts = createExcerpts(async () => (await loaded()).index, embedder);
  return {
    name: 'offline',
    models: () => [
      {
        id: offlineModelId,
        title: '离线助手',
        note: '在本站的知识库里检索并按规则计算，没有语言模型，看不见图片，不收券',
        isOffline: true,
        isPriced: false,
        canThinkDeeply: false,
        canSeePictures: false,
      },
    ],
    async *answer(request) {
      if (request.model !== offlineModelId) throw new ChatFault('unavailable', `no such model: ${request.model}`);
      yield* answerOf(request, await loaded());
    },
    find: async (entryId) => shown((await loaded()).byId.get(entryId)),
    excerptsFor: excerpts.excerptsFor,
    close: async () => excerpts.close(),
  };
}

interface Loaded {
  index: Index;
  byId: ReadonlyMap<string, WrittenEntry>;
}

async function load(): Promise<Loaded> {
  const entries = await readEntries();
  return { index: await indexOf(entries), byId: new Map(entries.map((entry) => [entry.id, entry])) };
}

function shown(entry: WrittenEntry | undefined) {
  if (!entry) return undefined;
  const { id, topic, title, text, links, sources } = entry;
  return { id, topic, title, text, links, sources };
}

async function* answerOf(request: ChatRequest, { index }: Loaded): AsyncGenerator<ChatPart> {
  const asked = request.turns.filter(({ role }) => role === 'user').map(({ text }) => text);
  const question = asked.pop() ?? '';
  const sections: { head: string; reply: Reply }[] = [];
  for (const head of questionsIn(question)) {
    request.signal.throwIfAborted();
    const reply = smallTalk(head) ?? knowledgeAnswer(index, head, asked.slice(-2));
    sections.push({ head, reply });
  }
  for (const part of partsOf(joined(sections), request.continued)) {
    request.signal.throwIfAborted();
    yield part;
  }
}
