import { partsOf, requestOf } from '../../mock-server/adapters/chat/conformance.ts';
import {
  createOpenAiCompatible,
  type OpenAiCompatibleDeps,
} from '../../mock-server/adapters/chat/openai-compatible/index.ts';
import { ChatFault, type ChatFaultKind } from '../../mock-server/adapters/chat/port.ts';
import { readConfig } from '../../mock-server/config.ts';
import { realTimers } from '../../mock-server/timers.ts';
import type { ChatScript, startFakeChatModels } from './fake-chat-models.ts';

const modelList = [
  { model: 'deepseek-chat', title: 'DeepSeek', isPriced: true, deep: { model: 'deepseek-reasoner' } },
  {
    ...{ model: 'qwen-vl', title: '通义千问', note: '看得懂图。', isPriced: true, canSeePictures: true },
    ...{ plain: { enable_thinking: false }, deep: { enable_thinking: true } },
  },
  { model: 'qwen3:8b', id: 'local', title: '本机', isPriced: false, canFillForms: false, historyCharacters: 500 },
];

export type FakeChatModels = Awaited<ReturnType<typeof startFakeChatModels>>;
const models = readConfig({ CHAT_MODELS: JSON.stringify(modelList) }).chatModels ?? [];

export type ConnectionChanges = { apiKey?: string; baseUrl?: string } & Partial<OpenAiCompatibleDeps>;

/** The adapter of three models at a fake service, and what it has logged. */
export function connectChatModels(fake: FakeChatModels, changes: ConnectionChanges = {}) {
  const { apiKey = fake.key, baseUrl = fake.baseUrl, ...deps } = changes;
  const warnings: string[] = [];
  const log = { warn: (fact: object, sentence: string) => void warnings.push(`${sentence} ${JSON.stringify(fact)}`) };
  const adapter = createOpenAiCompatible(
    { baseUrl, apiKey, models },
    { log, timers: realTimers, patience: { retry: 1 }, ...deps },
  );
  return { adapter, warnings };
}

/** Greets the fake service's first model, which then keeps to a script. */
export function askFake(fake: FakeChatModels, script: ChatScript, changes?: ConnectionChanges) {
  fake.next(script);
  const { adapter, warnings } = connectChatModels(fake, changes);
  return { warnings, parts: partsOf(adapter.answer(requestOf('deepseek-chat', '你好'))) };
}

/** The kind of fault that an answer ends with; what else it was rejected with, as it is. */
export async function faultOf(answer: Promise<unknown>): Promise<ChatFaultKind | unknown> {
  const fault = await answer.then(
    () => 'no fault',
    (error: unknown) => error,
  );
  return fault instanceof ChatFault ? fault.kind : fault;
}
