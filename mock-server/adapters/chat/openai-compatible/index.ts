import type { ChatModel } from '#shared/contract/chat';
import { answerLimit } from '#shared/domain/chat';
import type { OfferedModel } from '../../../chat-settings.ts';
import type { Timers } from '../../../timers.ts';
import { createTurns } from '../../../turns.ts';
import { type ChatAdapter, ChatFault, type ChatPart, type ChatRequest, type KnowledgeExcerpt } from '../port.ts';
import { createAnswerReader } from './answer-reader.ts';
import { ServiceRefusal } from './faults.ts';
import { createFormTool } from './form-tool.ts';
import { messagesFor } from './messages.ts';
import { type CompletionRun, type Patience, patience, startRun } from './run.ts';
import { createService, type ServiceDeps, type ServiceSettings } from './service.ts';
import { readMessages } from './stream.ts';

/** Milliseconds to wait for the count of tokens and `[DONE]` once a model has said that it ended. */
const epilogue = 5000;

export interface OpenAiCompatibleSettings extends ServiceSettings {
  models: readonly OfferedModel[];
}

export interface OpenAiCompatibleDeps {
  log: ServiceDeps['log'];
  patience?: Partial<Patience>;
  timers: Timers;
  /** Entries that fit a question; they are sent with it and told as sources of the answer. */
  knowledge?(question: string, signal: AbortSignal): Promise<readonly KnowledgeExcerpt[]>;
}

/** Parts of a request without which a service that does not know them can answer as well. */
const optionalParts = ['stream_options', 'tools'] as const;

/**
 * Models behind `POST {baseUrl}/chat/completions` with `stream`: DeepSeek, Qwen (DashScope), Ollama, vLLM, OpenAI and
 * their like.
 */
export function createOpenAiCompatible(settings: OpenAiCompatibleSettings, deps: OpenAiCompatibleDeps): ChatAdapter {
  const times = { ...patience, ...deps.patience };
  const service = createService(settings, { log: deps.log, timers: deps.timers, patience: times });
  const host = new URL(settings.baseUrl).host;
  const offered = settings.models.map((model) => chatModelOf(model, host));
  const formTool = createFormTool();
  const running = new Set<(reason: unknown) => void>();
  /** Optional parts that the service has refused, by model; further requests omit them. */
  const leftOut = new Map<string, Set<string>>();
  const closed = new ChatFault('interrupted', 'closed');

  function bodyOf(model: OfferedModel, isDeep: boolean, messages: object[]): Record<string, unknown> {
    return {
      model: model.model,
      ...(isDeep && model.deep ? model.deep : model.plain),
      messages,
      stream: true,
      stream_options: { include_usage: true },
      ...(model.canFillForms && { tools: [formTool] }),
    };
  }

  /** Posts, and again without the optional parts that the service does not take. */
  async function open(model: OfferedModel, whole: Record<string, unknown>, run: CompletionRun): Promise<Response> {
    for (;;) {
      const without = leftOut.get(model.id) ?? new Set<string>();
      const body = Object.fromEntries(Object.entries(whole).filter(([name]) => !without.has(name)));
      try {
        return await service.post('/chat/completions', body, run);
      } catch (fault) {
        const part = optionalParts.find((name) => name in body && isRefused(name, fault));
        if (!part) throw fault;
        deps.log.warn({ model: model.id, part }, '模型服务不接受请求的一部分，以后不再带上');
        leftOut.set(model.id, new Set([...without, part]));
      }
    }
  }

  async function* attempt(model: OfferedModel, request: ChatRequest, run: CompletionRun): AsyncGenerator<ChatPart> {
    const question = request.turns.at(-1)?.text ?? '';
    const knowledge = deps.knowledge ? await run.within(deps.knowledge(question, run.signal)) : [];
    const messages = await messagesFor(model, request, knowledge, run);
    const response = await open(model, bodyOf(model, request.isDeep, messages), run);
    const reader = createAnswerReader({ continued: request.continued, limit: answerLimit, mask: service.mask });
    const turns = createTurns();
    let pieces = 0;
    try {
      for await (const batch of readMessages(bodyIn(response), service.mask)) {
        yield* reader.take(batch);
        if (reader.pieces() > pieces) run.contentCame();
        pieces = reader.pieces();
        if (reader.hasEnded()) run.endSoon(Math.min(epilogue, times.pause));
        // A service that sends without a pause would otherwise block the event loop.
        if (turns.isOver()) await turns.give();
      }
    } catch (error) {
      // Errors after the end of an answer are ignored.
      if (!reader.hasEnded() || request.signal.aborted) throw error;
    }
    yield* reader.end(knowledge.map(({ source }) => source));
  }

  return {
    name: 'openai-compatible',
    models: () => offered,

    async *answer(request) {
      const model = settings.models.find(({ id }) => id === request.model);
      if (!model) throw new ChatFault('unavailable', `no such model: ${request.model}`);
      const run = startRun(request.signal, { times, timers: deps.timers, closers: running });
      try {
        for await (const part of service.tryTwice(run, () => attempt(model, request, run))) {
          // All of it may have arrived before its asker went.
          request.signal.throwIfAborted();
          yield part;
        }
      } catch (error) {
        if (error instanceof ChatFault && error !== closed) service.report(error, { model: model.id });
        throw error;
      } finally {
        run.end();
      }
    },

    async close() {
      for (const stop of running) stop(closed);
    },
  };
}

function bodyIn({ body }: Response): ReadableStream<Uint8Array> {
  if (!body) throw new Error('an answer without a body');
  return body;
}

/** Returns true when the service refused the request for this part of it: it names it, or what comes of it. */
function isRefused(part: (typeof optionalParts)[number], fault: unknown): boolean {
  if (!(fault instanceof ServiceRefusal) || ![400, 404, 422, 501].includes(fault.status)) return false;
  return part === 'tools'
    ? /\btools?\b|tool[_ -](choice|call)|function.?call/i.test(fault.said)
    : /stream_?options|include_usage/i.test(fault.said);
}

function chatModelOf(model: OfferedModel, host: string): ChatModel {
  const sent = model.canSeePictures ? '对话和附图' : '对话（附图只发尺寸和参数）';
  return {
    id: model.id,
    title: model.title,
    note: `${model.note ? `${model.note.replace(/。$/, '')}。` : ''}由外部服务 ${host} 回答，${sent}会发送到那里`,
    isOffline: false,
    isPriced: model.isPriced,
    canThinkDeeply: model.deep !== undefined,
    canSeePictures: model.canSeePictures,
  };
}
