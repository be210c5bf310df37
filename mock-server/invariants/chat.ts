import { isNotErased } from './erased.ts';

/** Invariants of conversations, and of the tickets of their answers, as queries with one row per fault. */
export const chatChecks: Record<string, string> = {
  已结束的回答没有冻结: `SELECT m.id AS fault FROM chat_message m JOIN ticket_hold h ON h.reference = 'chat:' || m.id
    WHERE m.state NOT IN ('queued', 'streaming') AND h.state = 'held'`,
  回答的花费等于扣除的券: `SELECT m.id AS fault FROM chat_message m
    WHERE m.cost <> coalesce((SELECT h.spent FROM ticket_hold h WHERE h.reference = 'chat:' || m.id), 0)`,
  没有内容的回答不收券: `SELECT m.id AS fault FROM chat_message m WHERE m.cost > 0
    AND m.text = '' AND m.cards = '[]' AND m.pictures = '[]'`,
  会话的消息数与消息一致: `SELECT c.id AS fault FROM conversation c
    WHERE c.messages <> (SELECT count(*) FROM chat_message m WHERE m.conversation_id = c.id)
    AND ${isNotErased('c')}`,
  一个会话同时只写一个回答: `SELECT m.conversation_id AS fault FROM chat_message m
    WHERE m.state IN ('queued', 'streaming') GROUP BY m.conversation_id HAVING count(*) > 1`,
};
