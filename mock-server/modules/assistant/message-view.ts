import type { ChatCard, ChatMessage, ChatPicture, ChatSource, Conversation } from '#shared/contract/chat';
import { toolById } from '#shared/tools/registry';
import type { Db } from '../base/store.ts';
import { type ImageService, imageUrl } from '../studio/image/image.service.ts';
import type { TaskService } from '../studio/task/task.service.ts';
import { canContinue } from './chat.rules.ts';
import type { ConversationRow } from './conversation.repository.ts';
import type { MessageRow } from './message.repository.ts';

export type MessageView = ReturnType<typeof createMessageView>;

export interface MessageViewDeps {
  images: Pick<ImageService, 'ownAmong'>;
  tasks: Pick<TaskService, 'makersOf'>;
}

export const idsIn = (json: string) => JSON.parse(json) as string[];
export const cardsIn = (row: MessageRow) => JSON.parse(row.cards) as ChatCard[];
export const sourcesIn = (row: MessageRow) => JSON.parse(row.sources) as ChatSource[];

/** Rows as clients see them. */
export function createMessageView({ images, tasks }: MessageViewDeps) {
  async function picturesOf(
    handle: Db,
    accountId: string,
    imageIds: readonly string[],
  ): Promise<(imageId: string) => ChatPicture> {
    const wanted = [...new Set(imageIds)];
    const own = await images.ownAmong(handle, accountId, wanted);
    const makers = await tasks.makersOf(handle, accountId, [...own.keys()]);
    return (imageId) => {
      const row = own.get(imageId);
      if (!row) return { imageId, taskId: null, title: '', width: 0, height: 0, url: null };
      const maker = makers.get(imageId);
      const title = maker ? maker.title || (toolById(maker.tool)?.title ?? '') : '';
      const { width, height } = row;
      return { imageId, taskId: maker?.taskId ?? null, title, width, height, url: imageUrl(imageId) };
    };
  }

  return {
    /** @param rows of one account */
    async describe(handle: Db, rows: readonly MessageRow[]): Promise<ChatMessage[]> {
      const [first] = rows;
      if (!first) return [];
      const imageIds = rows.flatMap((row) => [...idsIn(row.attachments), ...idsIn(row.pictures)]);
      const picture = await picturesOf(handle, first.account_id, imageIds);
      return rows.map((row) => ({
        messageId: row.id,
        parentId: row.parent_id,
        role: row.role,
        text: row.text,
        reasoning: row.reasoning,
        state: row.state,
        error: row.error_reason === null ? null : { reason: row.error_reason, message: row.error_message ?? '' },
        model: row.model,
        modelTitle: row.model_title,
        isDeep: row.is_deep === 1,
        attachments: idsIn(row.attachments).map(picture),
        pictures: idsIn(row.pictures).map(picture),
        sources: sourcesIn(row),
        cards: cardsIn(row),
        rating: row.rating,
        cost: row.cost,
        canContinue: canContinue(row),
        createdAt: row.created_at,
        finishedAt: row.finished_at,
      }));
    },
  };
}

export function toConversation(row: ConversationRow, isRunning: boolean, excerpt = ''): Conversation {
  return {
    conversationId: row.id,
    title: row.title,
    isPinned: row.pinned_at !== null,
    isRunning,
    messages: row.messages,
    excerpt,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
