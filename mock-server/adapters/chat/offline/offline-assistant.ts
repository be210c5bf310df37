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
import { createExcerpts } from './excerpts.ts';
import { knowledgeBase, type WrittenEntry } from './knowledge.ts';
import { lookAtAccount } from './own-account.ts';
import { type ChatReply, joined, partsOf } from './reply.ts';
import { createTextReader } from './text-reader.ts';

interface OfflineAssistantDeps {
  clock: Clock;
  embedder?: Embedder | undefined;
  /** Reading that several assistants share, and that whoever made it closes; one of its own when absent. */
  reading?: OfflineReading | undefined;
}

export type OfflineReading = ReturnType<typeof createOfflineReading>;

/** Reads questions and finds excerpts of the knowledge base; knows no clock and no account. */
export function createOfflineReading(embedder?: Embedder) {
  const reader = createTextReader();
  const excerpts = createExcerpts({ base: knowledgeBase, byWords: reader.entriesFor, embedder });
  return {
    reader,
    excerptsFor: excerpts.excerptsFor,
    async close(): Promise<void> {
      excerpts.close();
      await reader.close();
    },
  };
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

/** Reply when reading a question timed out or ended two threads. */
const tooHard: ChatReply = { blocks: ['这段话太长或太绕，没有读完。请拆成短句，一次问一件事。'] };

/**
 * The assistant without a language model: it finds entries of the repository's knowledge base, calculates, fills forms
 * and looks into the asker's account, all by rules. The same question gives the same answer. Answering sends nothing to
 * an external service: `embedder` only selects the excerpts that models receive. Questions are read in a separate
 * thread with a timeout.
 */
export function createOfflineAssistant(deps: OfflineAssistantDeps): ChatAdapter & Knowledge {
  const { clock, embedder, reading = createOfflineReading(embedder) } = deps;
  const { reader, excerptsFor } = reading;

  async function* answerOf(request: ChatRequest): AsyncGenerator<ChatPart> {
    const asked = request.turns.filter(({ role }) => role === 'user').map(({ text }) => text);
    const pictures = request.turns.at(-1)?.pictures ?? [];
    const read = await reader.sectionsOf(asked, pictures, request.signal);
    const sections: { head: string; reply: ChatReply }[] = [];
    for (const section of read ?? [{ head: '', reply: tooHard }]) {
      request.signal.throwIfAborted();
      const { head } = section;
      const reply =
        'look' in section ? await lookAtAccount(section.look, request.facts, head, clock.now()) : section.reply;
      sections.push({ head, reply });
    }
    for (const part of partsOf(joined(sections), request.continued)) {
      request.signal.throwIfAborted();
      yield part;
    }
  }

  return {
    name: 'offline',
    models: () => {
      // Whoever lists the models is about to ask: the base is read meanwhile. A failure is told with the answer.
      reader.warm();
      return [model];
    },
    async *answer(request) {
      if (request.model !== offlineModelId) throw new ChatFault('unavailable', `no such model: ${request.model}`);
      yield* answerOf(request);
    },
    find: async (entryId) => shown((await knowledgeBase()).byId.get(entryId)),
    excerptsFor,
    async close() {
      if (!deps.reading) await reading.close();
    },
  };
}

function shown(entry: WrittenEntry | undefined) {
  if (!entry) return undefined;
  const { id, topic, title, text, links, sources } = entry;
  return { id, topic, title, text, links, sources };
}
