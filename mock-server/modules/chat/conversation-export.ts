import type { ChatMessage } from '#shared/contract/chat';
import type { ChatExportFormat } from '#shared/domain/chat';
import { ProductError } from '#shared/errors';
import type { Clock } from '../../adapters/clock/port.ts';
import type { UserCaller } from '../caller.ts';
import type { ConversationService } from './conversation.service.ts';
import { toMarkdown } from './export-markdown.ts';

export interface ExportDeps {
  clock: Clock;
  conversations: Pick<ConversationService, 'path'>;
}

export type ConversationExport = ReturnType<typeof createConversationExport>;

interface ExportedFile {
  name: string;
  type: string;
  bytes: Buffer;
}

/** Conversations as files to keep: the version that is shown, or the one that a message stands in. */
export function createConversationExport({ clock, conversations }: ExportDeps) {
  return {
    /** Throws `chat.not_found`, for a leaf of another conversation as well. */
    async make(
      caller: UserCaller,
      asked: { conversationId: string; format: ChatExportFormat; leafId?: string | undefined },
      _signal: AbortSignal,
    ): Promise<ExportedFile> {
      const { title, messages } = await conversations.path(caller, asked.conversationId, asked.leafId);
      if (asked.format === 'docx') throw new ProductError('not_built');
      return markdownFile(title, messages, clock.now());
    },
  };
}

function markdownFile(title: string, messages: readonly ChatMessage[], at: number): ExportedFile {
  const bytes = Buffer.from(toMarkdown(title, messages, at), 'utf8');
  return { name: `${fileStem(title)}.md`, type: 'text/markdown; charset=utf-8', bytes };
}

/** A title as a file may be called on every system. */
export function fileStem(title: string): string {
  const stem = title.replace(/[\\/:*?"<>|\p{Cc}\p{Cf}]/gu, '_').replace(/^[.\s]+|[.\s]+$/g, '');
  return stem === '' ? '会话' : stem;
}
