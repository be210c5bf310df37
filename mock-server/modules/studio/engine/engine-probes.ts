import type { EngineTest } from '#shared/contract/engine-desk';
import { minute } from '#shared/domain/time';
import type { ChatAdapter } from '../../../adapters/chat/port.ts';
import type { ProbeReport } from '../../../adapters/render/port.ts';

/** A test that answers with what it found, or throws; a sentence alone where everything works. */
export type Probe = (signal: AbortSignal) => Promise<string | ProbeReport>;

/** Result of a test; a failure is an answer. */
export async function tried(probe: Probe): Promise<EngineTest> {
  const startedAt = performance.now();
  const ended = () => Math.round(performance.now() - startedAt);
  try {
    const found = await probe(AbortSignal.timeout(probeMs));
    const report = typeof found === 'string' ? { sentence: found, isUsable: true, parts: [] } : found;
    const parts = report.parts.map((part) => ({ ...part, words: [...part.words] }));
    return { isOk: report.isUsable, ms: ended(), sentence: report.sentence, parts };
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    return { isOk: false, ms: ended(), sentence: `没有成功：${words.slice(0, 200)}`, parts: [] };
  }
}

const probeMs = minute;

const nobody = {
  tickets: async () => ({ normal: 0, live: 0, gpt: 0 }),
  membership: async () => null,
  tasks: async () => [],
  orders: async () => [],
};

/** Asks the first model for a word and hears the beginning of its answer. */
export function chatProbe(adapter: ChatAdapter): Probe {
  return async (signal) => {
    const [model] = adapter.models();
    if (!model) return '没有可用的模型';
    const turns = [{ role: 'user' as const, text: '你好', pictures: [] }];
    const asked = { model: model.id, turns, isDeep: false, continued: '', facts: nobody, signal };
    for await (const part of adapter.answer(asked)) {
      if (part.type === 'text' || part.type === 'reasoning' || part.type === 'end') break;
    }
    return `「${model.title}」有应答`;
  };
}
