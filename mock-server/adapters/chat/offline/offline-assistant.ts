import type { ChatModel } from '#shared/contract/chat';
import { offlineModelId } from '#shared/domain/chat';
import type { Clock } from '../../clock/port.ts';
import {
  type ChatAdapter,
  ChatFault,
  type ChatPart,
  type ChatRequest,
  type Embedder,
  type Knowledge,
} from '../port.ts';
import { arithmeticAnswer, isLacking } from './arithmetic/arithmetic.ts';
import { attachmentsAnswer, wantsLook } from './attachments.ts';
import { createExcerpts } from './excerpts.ts';
import { formAnswer } from './form/form-answer.ts';
import { readEntries, type WrittenEntry } from './knowledge.ts';
import { knowledgeAnswer } from './knowledge-answer.ts';
import { accountAnswer } from './own-account.ts';
import { questionsIn } from './questions.ts';
import { joined, partsOf, type Reply } from './reply.ts';
import { type Index, indexOf } from './search.ts';
import { smallTalk } from './small-talk.ts';

interface OfflineAssistantDeps {
  clock: Clock;
  embedder?: Embedder | undefined;
}

const model: ChatModel = {
  id: offlineModelId,
  title: '离线助手',
  note: '在本站的知识库里检索并按规则计算，没有语言模型，看不见图片，不收券',
  isOffline: true,
  isPriced: false,
  canThinkDeeply: false,
  canSeePictures: false,
};

/**
 * The assistant without a language model: it finds entries of the repository's knowledge base, calculates, fills forms
 * and looks into the asker's account, all by rules. The same question gives the same answer, and none of it leaves the
 * house: `embedder` is for what models are given.
 */
export function createOfflineAssistant({ clock, embedder }: OfflineAssistantDeps): ChatAdapter & Knowledge {
  const excerpts = createExcerpts(async () => (await loaded()).index, embedder);
  return {
    name: 'offline',
    models: () => {
      // Whoever lists the models is about to ask: the base is read meanwhile. A failure is told with the answer.
      loaded().catch(() => undefined);
      return [model];
    },
    async *answer(request) {
      if (request.model !== offlineModelId) throw new ChatFault('unavailable', `no such model: ${request.model}`);
      yield* answerOf(request, await loaded(), clock.now());
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

let loading: Promise<Loaded> | undefined;

/** The base of the repository: read once a process, when it is first needed. */
function loaded(): Promise<Loaded> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
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

async function* answerOf(request: ChatRequest, { index }: Loaded, now: number): AsyncGenerator<ChatPart> {
  const asked = request.turns.filter(({ role }) => role === 'user').map(({ text }) => text);
  const question = asked.pop() ?? '';
  const pictures = request.turns.at(-1)?.pictures ?? [];
  const sections: { head: string; reply: Reply }[] = [];
  if (pictures.length > 0) sections.push({ head: '', reply: attachmentsAnswer(pictures) });
  if (pictures.length === 0 || !wantsLook(question)) {
    for (const head of questionsIn(question)) {
      request.signal.throwIfAborted();
      const account = await accountAnswer(request.facts, head, now);
      sections.push({ head, reply: account ?? replyTo(head, asked, index) });
    }
  }
  for (const part of partsOf(joined(sections), request.continued)) {
    request.signal.throwIfAborted();
    yield part;
  }
}

function replyTo(question: string, earlier: readonly string[], index: Index): Reply {
  return (
    smallTalk(question) ?? formAnswer(question) ?? sum(question, earlier) ?? knowledgeAnswer(index, question, earlier)
  );
}

/** A sum, also one whose missing part or other number comes after it: 「砖是 800×800」, 「那损耗 8% 呢」. */
function sum(question: string, earlier: readonly string[]): Reply | undefined {
  const alone = arithmeticAnswer(question);
  if (alone && !isLacking(alone)) return alone;
  const last = earlier.at(-1);
  // What is said now comes first: the first number of a name counts.
  const together =
    last && /\d|[一二两三四五六七八九十]/.test(question) && arithmeticAnswer(last)
      ? arithmeticAnswer(`${question}，${last}`)
      : undefined;
  return together && !isLacking(together) ? together : (alone ?? together);
}
