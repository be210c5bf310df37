import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import { contains } from '../../db/dialect.ts';
import type { ConversationTable } from '../../db/schema-chat.ts';
import type { Db } from '../base/store.ts';

export type ConversationRow = Selectable<ConversationTable>;

export async function insertConversation(db: Db, row: Insertable<ConversationTable>): Promise<void> {
  await db.insertInto('conversation').values(row).execute();
}

/** @param deletedSince also one that was deleted at or after this moment */
export async function findOwnConversation(
  db: Db,
  accountId: string,
  id: string,
  deletedSince?: number,
): Promise<ConversationRow | undefined> {
  return db
    .selectFrom('conversation')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where((where) =>
      deletedSince === undefined
        ? where('deleted_at', 'is', null)
        : where.or([where('deleted_at', 'is', null), where('deleted_at', '>', deletedSince)]),
    )
    .executeTakeFirst();
}

export async function changeConversation(
  db: Db,
  id: string,
  change: Updateable<ConversationTable>,
): Promise<ConversationRow> {
  return db.updateTable('conversation').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}

/** Pinned ones first, then what was last said in. Every term has to stand in the title or in a message. */
export async function pageOfConversations(
  db: Db,
  accountId: string,
  terms: readonly string[],
  paging: { page: number; size: number },
): Promise<{ rows: ConversationRow[]; total: number }> {
  let matching = db.selectFrom('conversation').where('account_id', '=', accountId).where('deleted_at', 'is', null);
  for (const term of terms)
    matching = matching.where((where) =>
      where.or([
        contains('conversation.title', term),
        where.exists(
          where
            .selectFrom('chat_message')
            .select('chat_message.id')
            .whereRef('chat_message.conversation_id', '=', 'conversation.id')
            .where(contains('chat_message.text', term)),
        ),
      ]),
    );
  const { total } = await matching
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await matching
    .selectAll()
    // The expression of the index.
    .orderBy(sql`(pinned_at is not null)`, 'desc')
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(paging.size)
    .offset((paging.page - 1) * paging.size)
    .execute();
  return { rows, total };
}

/** The newest message of a conversation with a term in it. */
export async function textWith(db: Db, conversationId: string, term: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('chat_message')
    .select('text')
    .where('conversation_id', '=', conversationId)
    .where(contains('text', term))
    .orderBy('created_at', 'desc')
    .executeTakeFirst();
  return row?.text;
}

/** Keeps the number of messages right while they go in batches, between which the server may stop. */
async function countDown(tx: Db, id: string, gone: number): Promise<void> {
  await tx
    .updateTable('conversation')
    .set((set) => ({ messages: set('messages', '-', gone) }))
    .where('id', '=', id)
    .execute();
}

/**
 * Permanently deletes a batch of messages of a conversation that was deleted before a moment, and the conversation with
 * its last messages. For use inside a transaction.
 * @returns true when more may be left
 */
export async function removeDeleted(tx: Db, before: number, most: number): Promise<boolean> {
  const [conversation] = await tx
    .selectFrom('conversation')
    .select('id')
    .where('deleted_at', '<', before)
    .limit(1)
    .execute();
  if (!conversation) return false;
  const { id } = conversation;
  const rows = await tx.selectFrom('chat_message').select('id').where('conversation_id', '=', id).limit(most).execute();
  const messageIds = rows.map((row) => row.id);
  if (messageIds.length > 0) {
    await tx.deleteFrom('chat_request').where('answer_id', 'in', messageIds).execute();
    await tx.deleteFrom('chat_message').where('id', 'in', messageIds).execute();
  }
  if (messageIds.length < most) await tx.deleteFrom('conversation').where('id', '=', id).execute();
  else await countDown(tx, id, messageIds.length);
  return true;
}
