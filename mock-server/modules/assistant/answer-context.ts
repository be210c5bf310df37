import type { ChatTurn, TurnPicture } from '../../adapters/chat/port.ts';
import type { UserCaller } from '../base/caller.ts';
import type { Db } from '../base/store.ts';
import type { ImageService } from '../studio/image/image.service.ts';
import type { TaskService } from '../studio/task/task.service.ts';
import { contextLimit, contextMessages, pathTo } from './chat.rules.ts';
import * as messages from './message.repository.ts';
import { idsIn } from './message-view.ts';
import { jpegOf } from './picture-bytes.ts';

export interface ContextDeps {
  images: Pick<ImageService, 'ownAmong' | 'deliver'>;
  tasks: Pick<TaskService, 'makersOf'>;
}

export type AnswerContext = ReturnType<typeof createAnswerContext>;

/** Messages of a conversation that a model gets. */
export function createAnswerContext({ images, tasks }: ContextDeps) {
  return {
    /**
     * The path up to the question of an answer as turns, as many of the newest as the limit holds. A question without
     * an answer is left out but for the last.
     */
    async turnsOf(handle: Db, caller: UserCaller, answer: messages.MessageRow, signal: AbortSignal) {
      const kept = newestOf(await pathOf(handle, answer));
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

/** The end of the path to the question of an answer; a conversation can be far longer than what is read of it. */
async function pathOf(handle: Db, answer: messages.MessageRow): Promise<messages.MessageRow[]> {
  const tree = await messages.treeOf(handle, answer.conversation_id);
  const ids = pathTo(tree, answer.parent_id ?? '').map(({ id }) => id);
  const newest = ids.slice(-contextMessages);
  const byId = await messages.messagesAt(handle, newest);
  return newest.flatMap((id) => byId.get(id) ?? []);
}

/** Whole pairs of question and answer, the newest first into the limit, then the last question. */
function newestOf(path: readonly messages.MessageRow[]): messages.MessageRow[] {
  const question = path.at(-1);
  if (!question) return [];
  const kept = [question];
  let left = contextLimit - question.text.length;
  for (let at = path.length - 2; at > 0; at -= 2) {
    const [asked, answer] = [path[at - 1], path[at]] as [messages.MessageRow, messages.MessageRow];
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
