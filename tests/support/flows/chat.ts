import { day } from '#shared/domain/time';
import { type Flow, sidOf, userOf } from './flow.ts';

interface Facts {
  sid: string;
  conversationId: string;
  questionId: string;
  answerId: string;
}

/** A conversation with a priced model: asked, answered again, rated, renamed, deleted, and gone for good. */
export const chat: Flow<Facts> = {
  name: 'chat',
  async prepare(server) {
    return { sid: sidOf(await server.member({ tickets: { gpt: 20 } })) };
  },
  steps: [
    [
      'a question is asked',
      async (server, { sid }) => {
        const sent = { message: '南立面用什么材料', requestId: 'flow-question' };
        const { conversation, question, answer } = await userOf(server, sid).api.chat(sent);
        const { conversationId } = conversation;
        return { conversationId, questionId: question.messageId, answerId: answer.messageId };
      },
    ],
    [
      'another answer is wanted',
      async (server, { sid, conversationId, questionId }) => {
        const sent = { conversationId, answerTo: questionId, requestId: 'flow-again' };
        await userOf(server, sid).api.chat(sent);
      },
    ],
    [
      'it is rated',
      async (server, { sid, answerId }) => {
        await userOf(server, sid).api.chatRate({ messageId: answerId, rating: 'up' });
      },
    ],
    [
      'it is renamed and pinned',
      async (server, { sid, conversationId }) => {
        const { api } = userOf(server, sid);
        await api.chatRename({ conversationId, title: '立面' });
        await api.chatPin({ conversationId, isPinned: true });
      },
    ],
    [
      'a second conversation begins',
      async (server, { sid }) => {
        await userOf(server, sid).api.chat({ message: '北立面呢', requestId: 'flow-second' });
      },
    ],
    [
      'the first is deleted',
      async (server, { sid, conversationId }) => {
        await userOf(server, sid).api.chatDelete({ conversationId });
      },
    ],
    [
      'it is gone for good',
      async (server) => {
        await server.pass(2 * day);
        await server.deps.sweep();
      },
    ],
  ],
  varying: {
    'gpt spent': { may: 'be less', because: 'an answer that was cut off before its first word costs nothing' },
    'gpt expired': { may: 'be more', because: 'tickets that came back expire with the others' },
    'gpt available': { may: 'be more', because: 'so do those of today that are there still' },
    ledger_transaction: { may: 'be less', because: 'nothing expires where all was spent' },
    ledger_entry: { may: 'be less', because: 'an answer that costs nothing is settled in fewer movements' },
  },
  async outcome(server, { sid }) {
    const { api } = userOf(server, sid);
    const { list, total } = await api.chatHistory({});
    const kept = await Promise.all(list.map(({ conversationId }) => api.chatHistoryDetail({ conversationId })));
    return {
      total,
      messages: kept.map(({ messages }) => messages.map(({ role }) => role)),
    };
  },
};
