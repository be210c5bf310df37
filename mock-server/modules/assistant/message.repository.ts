import type { Insertable, Selectable, Updateable } from 'kysely';
import type { ChatMessageTable, ChatRequestTable } from '../../db/schema-chat.ts';
import type { Db } from '../base/store.ts';

export type MessageRow = Selectable<ChatMessageTable>;
export type RequestRow = Selectable<ChatRequestTable>;

const running = ['queued', 'streaming'] as const;

export async function insertMessages(db: Db, rows: Array<Insertable<ChatMessageTable>>): Promise<void> {
  await db.insertInto('chat_message').values(rows).execute();
}

/** A message of a conversation that is not deleted. */
export async function findOwnMessage(db: Db, accountId: string, id: string): Promise<MessageRow | undefined> {
  return db
    .selectFrom('chat_message')
    .innerJoin('conversation', 'conversation.id', 'chat_message.conversation_id')
    .selectAll('chat_message')
    .where('chat_message.id', '=', id)
    .where('chat_message.account_id', '=', accountId)
    .where('conversation.deleted_at', 'is', null)
    .executeTakeFirst();
}

export async function findMessage(db: Db, id: string): Promise<MessageRow | undefined> {
  return db.selectFrom('chat_message').selectAll().where('id', '=', id).executeTakeFirst();
}

/** All versions, what was said first standing first. */
export async function messagesOf(db: Db, conversationId: string): Promise<MessageRow[]> {
  return db
    .selectFrom('chat_message')
    .selectAll()
    .where('conversation_id', '=', conversationId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** Which message follows which, without what they say. */
export async function treeOf(db: Db, conversationId: string): Promise<Array<Pick<MessageRow, 'id' | 'parent_id'>>> {
  return db
    .selectFrom('chat_message')
    .select(['id', 'parent_id'])
    .where('conversation_id', '=', conversationId)
    .execute();
}

export async function messagesAt(db: Db, ids: readonly string[]): Promise<Map<string, MessageRow>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('chat_message')
    .selectAll()
    .where('id', 'in', [...ids])
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Number of messages of a conversation, and the time of the newest. */
export async function sizeOf(db: Db, conversationId: string): Promise<{ count: number; newest: number }> {
  const { count, newest } = await db
    .selectFrom('chat_message')
    .select((select) => [select.fn.countAll<number>().as('count'), select.fn.max('created_at').as('newest')])
    .where('conversation_id', '=', conversationId)
    .executeTakeFirstOrThrow();
  return { count, newest: newest ?? 0 };
}

/** Answers that are being written: in all, and of one account by conversation. */
export async function countRunning(db: Db, accountId: string): Promise<{ all: number; own: string[] }> {
  const rows = await db
    .selectFrom('chat_message')
    .select(['account_id', 'conversation_id'])
    .where('state', 'in', running)
    .execute();
  const own = rows.filter((row) => row.account_id === accountId).map((row) => row.conversation_id);
  return { all: rows.length, own };
}

/** Which of these conversations an answer is being written in. */
export async function runningIn(db: Db, conversationIds: readonly string[]): Promise<MessageRow[]> {
  if (conversationIds.length === 0) return [];
  return db
    .selectFrom('chat_message')
    .selectAll()
    .where('state', 'in', running)
    .where('conversation_id', 'in', [...conversationIds])
    .execute();
}

/** Answers being generated with ids after `after`, by id. */
export async function runningAfter(db: Db, after: string, most: number): Promise<MessageRow[]> {
  return db
    .selectFrom('chat_message')
    .selectAll()
    .where('state', 'in', running)
    .where('id', '>', after)
    .orderBy('id')
    .limit(most)
    .execute();
}

/** False when the answer has ended meanwhile, or is gone. */
export async function changeRunning(db: Db, id: string, change: Updateable<ChatMessageTable>): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('chat_message')
    .set(change)
    .where('id', '=', id)
    .where('state', 'in', running)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

export async function changeMessage(db: Db, id: string, change: Updateable<ChatMessageTable>): Promise<void> {
  await db.updateTable('chat_message').set(change).where('id', '=', id).execute();
}

export async function findRequest(db: Db, accountId: string, requestId: string): Promise<RequestRow | undefined> {
  return db
    .selectFrom('chat_request')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('request_id', '=', requestId)
    .executeTakeFirst();
}

export async function insertRequest(db: Db, row: Insertable<ChatRequestTable>): Promise<void> {
  await db.insertInto('chat_request').values(row).execute();
}
