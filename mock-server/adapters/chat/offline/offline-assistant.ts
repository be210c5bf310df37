import { offlineModelId } from '#shared/domain/chat';
import type { ChatAdapter, ChatPart, ChatRequest, Knowledge } from '../port.ts';
import { readEntries, type WrittenEntry } from './knowledge.ts';
import { knowledgeAnswer } from './knowledge-answer.ts';
import { questionsIn } from './questions.ts';
import { joined, partsOf, type Reply } from './reply.ts';
import { type Index, indexOf } from './search.ts';
import { smallTalk } from './small-talk.ts';

/**
 * The assistant without a language model: it finds entries of the repository's knowledge base, calculates, fills forms
 * and looks into the asker's account, all by rules. The same question gives the same answer.
 */
export function createOfflineAssistant(): ChatAdapter & Knowledge {
  let loading: Promise<Loaded> | undefined;
  const loaded = () => {
    loading ??= load();
    return loading;
  };
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
      yield* answerOf(request, await loaded());
    },
    find: async (entryId) => shown((await loaded()).byId.get(entryId)),
    close: async () => {},
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
  request.signal.throwIfAborted();
  yield* partsOf(joined(sections), request.continued);
}
