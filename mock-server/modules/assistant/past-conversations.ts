import type { AnswerState } from '#shared/domain/chat';
import type { Clock } from '../../adapters/clock/port.ts';
import type { Ids } from '../../ids.ts';
import type { Store } from '../base/store.ts';
import { type Ending, endingOf } from './answer-parts.ts';
import { titleOf } from './chat.rules.ts';
import type { ChatModels } from './chat-models.ts';
import { newRow } from './chat-sends.ts';
import * as conversations from './conversation.repository.ts';
import * as messages from './message.repository.ts';

export interface PastConversationDeps {
  store: Store;
  clock: Clock;
  ids: Ids;
  models: ChatModels;
}

/** A question and its answer, which has ended. */
export interface Turn {
  question: string;
  answer: string;
  state: Exclude<AnswerState, 'queued' | 'streaming'>;
}

export type PastConversations = ReturnType<typeof createPastConversations>;

/** Milliseconds between a question and the end of its answer. */
const answerMs = 4000;

/** Conversations that have taken place: their answers are given, cost nothing, and count as the default model's. */
export function createPastConversations({ store, clock, ids, models }: PastConversationDeps) {
  return {
    /** Writes one down that began now; returns its id. @param turns one at least */
    write: (
      accountId: string,
      { title, turns }: { title?: string | undefined; turns: readonly Turn[] },
    ): Promise<string> =>
      store.transact(async (tx) => {
        const { model } = models.choose();
        const conversationId = ids.next('chat');
        const base = { account_id: accountId, conversation_id: conversationId };
        const rows: messages.MessageRow[] = [];
        for (const { question, answer, state } of turns) {
          const at = clock.now() + rows.length * answerMs;
          const ends = { created_at: at, finished_at: at } as const;
          const parent_id = rows.at(-1)?.id ?? null;
          const asked = newRow({
            ...base,
            ...ends,
            id: ids.next('msg'),
            parent_id,
            role: 'user',
            text: question,
            state: 'done',
          });
          const said = { text: state === 'failed' ? '' : answer, state, ...errorOf(state, model.title) };
          const by = { role: 'assistant', model: model.id, model_title: model.title } as const;
          const answered = { created_at: at + 1, finished_at: at + answerMs };
          rows.push(asked, newRow({ ...base, ...by, ...said, ...answered, id: ids.next('msg'), parent_id: asked.id }));
        }
        const last = rows.at(-1);
        const times = { created_at: clock.now(), updated_at: last?.finished_at ?? clock.now(), deleted_at: null };
        await conversations.insertConversation(tx, {
          ...{ id: conversationId, account_id: accountId, title: title ?? titleOf(turns[0]?.question ?? '') },
          ...{ is_named: title === undefined ? 0 : 1, pinned_at: null, leaf_id: last?.id ?? null, ...times },
          messages: rows.length,
        });
        await messages.insertMessages(tx, rows);
        return conversationId;
      }),
  };
}

/** The reason of an answer that broke off, as a run of it would have left it. */
function errorOf(state: Turn['state'], model: string) {
  const isBroken = state === 'interrupted' || state === 'failed';
  const { error }: Ending = isBroken ? endingOf('length', state === 'interrupted', model) : { state, error: null };
  return { error_reason: error?.reason ?? null, error_message: error?.message ?? null };
}
