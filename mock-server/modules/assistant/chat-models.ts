import type { ChatModel } from '#shared/contract/chat';
import { ProductError } from '#shared/errors';
import type { ChatAdapter } from '../../adapters/chat/port.ts';

export type ChatModels = ReturnType<typeof createChatModels>;

/** The models of every adapter; the first is the default. */
export function createChatModels(adapters: readonly ChatAdapter[]) {
  const list = (): ChatModel[] => adapters.flatMap((adapter) => [...adapter.models()]);

  return {
    list,

    /** Throws `chat.no_such_model`. */
    choose(id?: string): { adapter: ChatAdapter; model: ChatModel } {
      for (const adapter of adapters) {
        const model = adapter.models().find((each) => id === undefined || each.id === id);
        if (model) return { adapter, model };
      }
      throw new ProductError('chat.no_such_model', { fill: { model: id ?? '' } });
    },
  };
}
