import type { ChatMessage } from '#shared/contract/chat';
import type { ChatExportFormat } from '#shared/domain/chat';
import { minute } from '#shared/domain/time';
import type { Clock } from '../../adapters/clock/port.ts';
import type { Timers } from '../../timers.ts';
import type { UserCaller } from '../base/caller.ts';
import { createCounter } from '../base/limits.ts';
import { createLocks } from '../base/locks.ts';
import type { Emptied } from '../base/store.ts';
import type { ImageService } from '../studio/image/image.service.ts';
import type { ConversationService } from './conversation.service.ts';
import { toMarkdown } from './export-markdown.ts';
import { jpegOf } from './picture-bytes.ts';
import { createWordFiles } from './word-file.ts';

export interface ExportDeps {
  store: Emptied;
  clock: Clock;
  conversations: Pick<ConversationService, 'path'>;
  images: Pick<ImageService, 'deliver'>;
  timers: Timers;
}

export type ConversationExport = ReturnType<typeof createConversationExport>;

interface ExportedFile {
  name: string;
  type: string;
  bytes: Buffer;
}

/** Pictures of a Word document; further ones are named. */
const mostPictures = 40;
/** The longer side of a picture's file, pixels. */
const pictureSide = 960;
/** Word documents of one account. */
const exportLimit = { windowMs: minute, most: 10 } as const;
const wordType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

/** Conversations as files to keep: the version that is shown, or the one that a message stands in. */
export function createConversationExport({ store, clock, conversations, images, timers }: ExportDeps) {
  const exports = createCounter({ store, clock, ...exportLimit });
  const words = createWordFiles(timers);
  // One document at a time: each takes a core.
  const locks = createLocks();

  async function picturesOf(
    caller: UserCaller,
    messages: readonly ChatMessage[],
    signal: AbortSignal,
  ): Promise<Map<string, Uint8Array>> {
    const pictures = messages.flatMap((message) => [...message.attachments, ...message.pictures]);
    const ids = [...new Set(pictures.filter(({ url }) => url !== null).map(({ imageId }) => imageId))];
    const found = new Map<string, Uint8Array>();
    for (const imageId of ids.slice(0, mostPictures)) {
      // A picture that cannot be had does not keep the rest.
      const bytes = await jpegOf(images, caller, imageId, pictureSide, signal).catch(() => undefined);
      signal.throwIfAborted();
      if (bytes) found.set(imageId, bytes);
    }
    return found;
  }

  return {
    /** Throws `chat.not_found`, for a leaf of another conversation as well, and `request.too_often`. */
    async make(
      caller: UserCaller,
      asked: { conversationId: string; format: ChatExportFormat; leafId?: string | undefined },
      signal: AbortSignal,
    ): Promise<ExportedFile> {
      const { title, messages } = await conversations.path(caller, asked.conversationId, asked.leafId);
      const name = `${fileStem(title)}.${asked.format}`;
      if (asked.format === 'md') {
        const bytes = Buffer.from(toMarkdown(title, messages, clock.now()), 'utf8');
        return { name, type: 'text/markdown; charset=utf-8', bytes };
      }
      exports.count(caller.accountId);
      const pictures = await picturesOf(caller, messages, signal);
      const job = { title, messages, at: clock.now(), pictures };
      const bytes = await locks.run('word', () => words.make(job, signal));
      return { name, type: wordType, bytes };
    },

    close: words.close,
  };
}

/** A title as a file may be called on every system. */
function fileStem(title: string): string {
  const stem = title.replace(/[\\/:*?"<>|\p{Cc}\p{Cf}]/gu, '_').replace(/^[.\s]+|[.\s]+$/g, '');
  return stem === '' ? '会话' : stem;
}
