import type { ChatTurn, TurnPicture } from '../../adapters/chat/port.ts';
import type { UserCaller } from '../caller.ts';
import type { ImageService } from '../image/image.service.ts';
import type { Db } from '../store.ts';
import type { TaskService } from '../task/task.service.ts';
import { contextLimit } from './chat.rules.ts';
import type { MessageRow } from './message.repository.ts';
import { idsIn } from './message-view.ts';
import { jpegOf } from './picture-bytes.ts';

export interface ContextDeps {
  images: Pick<ImageService, 'ownAmong' | 'deliver'>;
  tasks: Pick<TaskService, 'makersOf'>;
}

export type AnswerContext = ReturnType<typeof createAnswerContext>;

/** What a model is given to read of a conversation. */
export function createAnswerContext({ images, tasks }: ContextDeps) {
  return {
    /**
     * The path up to its last question as turns, as many of the newest as the limit holds. A question without an
     * answer is left out but for the last.
     * @param path from the root to the question
     */
    async turnsOf(handle: Db, caller: UserCaller, path: readonly MessageRow[], signal: AbortSignal) {
      const kept = newestOf(path);
      const imageIds = kept.flatMap((row) => idsIn(row.attachments));
      const own = await images.ownAmong(handle, caller.accountId, imageIds);
      const makers = await tasks.makersOf(handle, caller.accountId, [...own.keys()]);
      const pictureOf = (imageId: string): TurnPicture[] => {
        const row = own.get(imageId);
        if (!row) return [];
        const maker = makers.get(imageId);
        const { width, height } = row;
        const madeBy = maker ? { tool: maker.tool, params: maker.params } : null;
        return [{ imageId, width, height, madeBy, jpeg: (side) => jpegOf(images, caller, imageId, side, signal) }];
      };
      return kept.map(
        (row): ChatTurn => ({
          role: row.role,
          text: row.text,
          pictures: row.role === 'user' ? idsIn(row.attachments).flatMap(pictureOf) : [],
        }),
      );
    },
  };
}

/** Whole pairs of question and answer, the newest first into the limit, then the last question. */
function newestOf(path: readonly MessageRow[]): MessageRow[] {
  const question = path.at(-1);
  if (!question) return [];
  const kept = [question];
  let left = contextLimit - question.text.length;
  for (let at = path.length - 2; at > 0; at -= 2) {
    const [asked, answer] = [path[at - 1], path[at]] as [MessageRow, MessageRow];
    if (answer.text === '') continue;
    left -= asked.text.length + answer.text.length;
    if (left >= 0) kept.unshift(asked, answer);
    // Of what was said last, at least the end is read.
    else if (kept.length === 1)
      kept.unshift(asked, { ...answer, text: answer.text.slice(-(answer.text.length + left)) });
    if (left < 0) break;
  }
  return kept;
}
