import type { chatContract } from '#shared/contract/chat';
import { ProductError } from '#shared/errors';
import type { Knowledge } from '../../adapters/chat/port.ts';
import { whileConnected } from '../../http/connection.ts';
import type { Handlers } from '../../http/mount.ts';
import type { Timers } from '../../timers.ts';
import { type StreamDeps, streamAnswer } from './answer-stream.routes.ts';
import type { ChatService } from './chat.service.ts';
import type { ChatModels } from './chat-models.ts';
import type { ConversationService } from './conversation.service.ts';
import type { ConversationExport } from './conversation-export.ts';

export interface ChatRouteDeps {
  chat: ChatService;
  conversations: ConversationService;
  exports: ConversationExport;
  models: ChatModels;
  knowledge: Knowledge;
  timers: Timers;
  isLive: StreamDeps['isLive'];
}

export function chatRoutes(deps: ChatRouteDeps): Handlers<typeof chatContract> {
  const { chat, conversations, models, knowledge, exports, timers, isLive } = deps;
  return {
    chat: ({ caller, input }) => chat.sendAndWait(caller, input),
    chatStream: async ({ caller, input, response }) => {
      const answering = await chat.send(caller, input);
      await streamAnswer({ service: chat, timers, isLive }, caller, answering, response);
    },
    chatStop: ({ caller, input }) => chat.stop(caller, input.messageId),
    chatHistory: ({ caller, input }) => conversations.list(caller, input),
    chatHistoryDetail: ({ caller, input }) => conversations.detail(caller, input.conversationId),
    chatRename: ({ caller, input }) => conversations.rename(caller, input.conversationId, input.title),
    chatPin: ({ caller, input }) => conversations.pin(caller, input.conversationId, input.isPinned),
    chatDelete: async ({ caller, input }) => {
      await conversations.remove(caller, input.conversationId, input.isDeleted);
      return null;
    },
    chatExport: ({ caller, input, response }) =>
      whileConnected(response, async (signal) => {
        const { name, type, bytes } = await exports.make(caller, input, signal);
        response.attachment(name);
        response.set({ 'content-type': type, 'cache-control': 'private, no-store' });
        response.end(bytes);
      }),
    chatRate: ({ caller, input }) => chat.rate(caller, input.messageId, input.rating),
    chatCardRun: ({ caller, input }) => chat.noteCardRun(caller, input),
    chatModels: () => models.list(),
    knowledgeEntry: async ({ input }) => {
      const entry = await knowledge.find(input.entryId);
      if (!entry) throw new ProductError('chat.entry_not_found');
      return entry;
    },
  };
}
