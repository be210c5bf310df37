import { describe, expect, it } from 'vitest';
import type { ChatMessage } from '#shared/contract/chat';
import { continuationLimit } from '#shared/domain/chat';
import { hour, minute } from '#shared/domain/time';
import { ChatFault } from '../../mock-server/adapters/chat/port.ts';
import { enlargement, refusal } from '../support/server.ts';
import { openChatStream } from '../support/server-chat.ts';
import { eachWithModels, type Talk } from '../support/server-each.ts';
import { drawPicture } from '../support/server-pictures.ts';

let { server, models, member } = {} as Talk;
eachWithModels((talk) => {
  ({ server, models, member } = talk);
});

/** Asks, and has the model answer with one text. */
async function talk(send: Parameters<typeof member.api.chat>[0], text = '好') {
  const index = models.asked.length;
  const answered = member.api.chat(send);
  const answer = await models.nth(index);
  answer.say(text);
  answer.end();
  return answered;
}

const tree = async (conversationId: string) =>
  (await member.api.chatHistoryDetail({ conversationId })).messages.map(({ messageId, parentId, text }) => ({
    messageId,
    parentId,
    text,
  }));

describe('the same request', () => {
  it('while it is answered, is given what has come and then follows', async () => {
    const first = await openChatStream(member, { message: '讲讲木材', requestId: 'r1' });
    const answer = await models.nth(0);
    answer.say('橡木');
    await first.untilText('橡木');
    const second = await openChatStream(member, { message: '讲讲木材', requestId: 'r1' });
    await second.untilText('橡木');
    expect(second.events[0]).toMatchObject({ delta: '', answer: { text: '', state: 'streaming' } });
    expect(second.events[1]).toMatchObject({ delta: '橡木' });
    answer.say('耐磨');
    answer.end();
    await Promise.all([first.ended, second.ended]);
    expect([first.text, second.text]).toEqual(['橡木耐磨', '橡木耐磨']);
    expect(models.asked).toHaveLength(1);
    const late = await openChatStream(member, { message: '讲讲木材', requestId: 'r1' });
    await late.ended;
    expect(late.text).toBe('橡木耐磨');
    expect(late.events.at(-1)).toMatchObject({ answer: { state: 'done', text: '橡木耐磨' } });
    expect(await tree(late.events[0]?.conversationId ?? '')).toHaveLength(2);
  });

  it('sent twice at once is one question', async () => {
    const sends = [1, 2, 3].map(() => member.api.chat({ message: '你好', requestId: 'r1' }));
    const answer = await models.nth(0);
    answer.say('你好');
    answer.end();
    const answers = await Promise.all(sends);
    expect(new Set(answers.map(({ answer: { messageId } }) => messageId)).size).toBe(1);
    expect((await member.api.chatHistory()).list).toMatchObject([{ messages: 2 }]);
  });

  it('with other content is refused; of another account it is another request', async () => {
    await talk({ message: '你好', requestId: 'r1' });
    expect(await refusal(member.api.chat({ message: '您好', requestId: 'r1' }))).toMatchObject({
      reason: 'request.client_key_reused',
    });
    const other = await server.member();
    const stream = await openChatStream(other, { message: '您好', requestId: 'r1' });
    await stream.until(() => true);
    expect((await other.api.chatHistory()).total).toBe(1);
  });
});

describe('a conversation', () => {
  it('has one answer at a time, an account two', async () => {
    const stream = await openChatStream(member, { message: '一' });
    const { conversationId } = await stream.until(() => true);
    const busy = { reason: 'chat.still_answering', status: 409 };
    expect(await refusal(member.api.chat({ message: '二', conversationId }))).toMatchObject(busy);
    const elsewhere = await openChatStream(member, { message: '三' });
    await elsewhere.until(() => true);
    expect(await refusal(member.api.chat({ message: '四' }))).toMatchObject({ reason: 'chat.busy', status: 503 });
    const answer = await models.nth(0);
    answer.end();
    await stream.ended;
    await talk({ message: '二', conversationId });
    expect(await tree(conversationId)).toHaveLength(4);
  });

  it('branches where a question is edited, and gets further versions of an answer', async () => {
    const { conversation, question, answer } = await talk({ message: '一' }, 'A');
    const { conversationId } = conversation;
    const second = await talk({ message: '二', conversationId }, 'B');
    expect(second.question.parentId).toBe(answer.messageId);
    const again = await talk({ answerTo: second.question.messageId }, 'B2');
    expect(again.answer).toMatchObject({ parentId: second.question.messageId, text: 'B2' });
    const edited = await talk({ message: '二改', conversationId, parentId: answer.messageId }, 'C');
    expect(edited.question.parentId).toBe(answer.messageId);
    const first = await talk({ message: '一改', conversationId, parentId: null }, 'D');
    expect(first.question.parentId).toBeNull();
    // What is sent without a place follows what was last said.
    const last = await talk({ message: '三', conversationId }, 'E');
    expect(last.question.parentId).toBe(first.answer.messageId);
    expect(models.asked.at(-1)?.request.turns.map(({ text }) => text)).toEqual(['一改', 'D', '三']);
    const messages = await tree(conversationId);
    expect(messages.map(({ text }) => text)).toEqual(['一', 'A', '二', 'B', 'B2', '二改', 'C', '一改', 'D', '三', 'E']);
    expect(messages[0]?.messageId).toBe(question.messageId);
    const wrongPlaces = [{ parentId: question.messageId }, { parentId: 'none' }];
    for (const place of wrongPlaces)
      expect(await refusal(member.api.chat({ message: '四', conversationId, ...place }))).toMatchObject({
        reason: 'chat.message_not_found',
      });
    expect(await refusal(member.api.chat({ answerTo: answer.messageId }))).toMatchObject({
      reason: 'chat.message_not_found',
    });
  });

  it('is called after its first sentence until its owner names it', async () => {
    const { conversation } = await talk({
      message: '\n  帮我写一段新中式茶室的描述，要有竹影、宣纸灯笼和一整面旧木格栅！谢谢',
    });
    expect(conversation.title).toBe('帮我写一段新中式茶室的描述，要有竹影、宣纸灯笼…');
    const { conversationId } = conversation;
    const edited = await talk({ message: '换个问题。', conversationId, parentId: null });
    expect(edited.conversation.title).toBe('换个问题');
    await member.api.chatRename({ conversationId, title: '茶室' });
    const renamed = await talk({ message: '再换', conversationId, parentId: null });
    expect(renamed.conversation.title).toBe('茶室');
  });

  it('takes no more than a thousand messages', async () => {
    const { conversation } = await talk({ message: '一' });
    const { conversationId } = conversation;
    const { db } = server.deps.store;
    const [row] = await db.selectFrom('chat_message').selectAll().where('role', '=', 'user').execute();
    const rows = Array.from({ length: 997 }, (_, place) => ({ ...(row as never as object), id: `msg_${place}` }));
    for (let start = 0; start < rows.length; start += 100)
      await db
        .insertInto('chat_message')
        .values(rows.slice(start, start + 100) as never)
        .execute();
    await db.updateTable('conversation').set({ messages: 999 }).execute();
    expect(await refusal(member.api.chat({ message: '二', conversationId }))).toMatchObject({
      reason: 'chat.too_long',
      values: { limit: 1000 },
    });
  });
});

describe('going on', () => {
  it('lets the same answer grow where it broke off, five times', async () => {
    const { conversationId, messageId } = await breakOff('一半');
    for (let times = 1; times <= continuationLimit; times++) {
      const stream = await openChatStream(member, { continues: messageId, requestId: `go ${times}` });
      const { answer: found } = await stream.until(() => true);
      const answer = await models.nth(times);
      expect(answer.request.continued).toBe(found?.text);
      expect(answer.request.turns.map(({ text }) => text)).toEqual(['写一首诗']);
      answer.say(`又${times}`);
      await stream.untilText(`又${times}`);
      // A repeated request is told the same growth.
      const repeated = await openChatStream(member, { continues: messageId, requestId: `go ${times}` });
      await repeated.untilText(`又${times}`);
      answer.fail(new ChatFault('interrupted', 'again'));
      await Promise.all([stream.ended, repeated.ended]);
      expect(`${found?.text}${stream.text}`).toBe(stream.events.at(-1)?.answer?.text);
    }
    expect((await tree(conversationId))[1]?.text).toBe('一半又1又2又3又4又5');
    const message = (await member.api.chatHistoryDetail({ conversationId })).messages[1];
    expect(message).toMatchObject({ canContinue: false, state: 'interrupted' });
    expect(await refusal(member.api.chat({ continues: messageId }))).toMatchObject({ reason: 'chat.not_continuable' });
  });

  it('is not for what is whole, empty or asked', async () => {
    const { question, answer } = await talk({ message: '你好' });
    const refused = { reason: 'chat.not_continuable', status: 409 };
    expect(await refusal(member.api.chat({ continues: answer.messageId }))).toMatchObject(refused);
    expect(await refusal(member.api.chat({ continues: question.messageId }))).toMatchObject(refused);
    const { messageId } = await breakOff('');
    expect(await refusal(member.api.chat({ continues: messageId }))).toMatchObject(refused);
  });

  async function breakOff(text: string) {
    const index = models.asked.length;
    const answered = member.api.chat({ message: '写一首诗' });
    const answer = await models.nth(index);
    if (text) answer.say(text);
    answer.fail(new ChatFault('interrupted', 'cut'));
    const { conversation, answer: broken } = await answered;
    expect(broken.state).toBe('interrupted');
    return { conversationId: conversation.conversationId, messageId: broken.messageId };
  }
});

describe('what a model is given', () => {
  it('is whole pairs, the newest first, without questions that got no answer', async () => {
    const long = await talk({ message: '长'.repeat(3000) }, '文'.repeat(12_000));
    const { conversationId } = long.conversation;
    await talk({ message: '二' }, 'x');
    await talk({ message: '二', conversationId }, '答'.repeat(9000));
    const failed = member.api.chat({ message: '没答', conversationId });
    const { length } = models.asked;
    (await models.nth(length)).fail(new ChatFault('unavailable', 'down'));
    expect((await failed).answer).toMatchObject({ state: 'failed', text: '', error: { reason: 'chat.unavailable' } });
    await talk({ message: '三', conversationId });
    expect(models.asked.at(-1)?.request.turns.map(({ role, text }) => [role, text.length])).toEqual([
      ['user', 1],
      ['assistant', 9000],
      ['user', 1],
    ]);
  });

  it('has the pictures of its asker with what made them, and their bytes', async () => {
    const { imageId } = await member.upload(await drawPicture());
    const { taskId } = await member.api.startTask(enlargement(imageId));
    const made = (await server.settled(member, taskId)).images[0]?.imageId ?? '';
    const answered = member.api.chat({ message: '哪张好？', attachments: [imageId, made, made] });
    const answer = await models.nth(0);
    const [upload, result] = answer.request.turns[0]?.pictures ?? [];
    expect(upload).toMatchObject({ imageId, madeBy: null });
    expect(result).toMatchObject({ imageId: made, madeBy: { tool: 'upScaleImg', params: { upload_img: imageId } } });
    const bytes = await upload?.jpeg(160);
    expect([...(bytes ?? []).slice(0, 3)]).toEqual([0xff, 0xd8, 0xff]);
    answer.end();
    expect((await answered).question.attachments).toMatchObject([
      { imageId, taskId: null, title: '', url: `/api/images/${imageId}` },
      { imageId: made, taskId, title: '清晰度提升', url: `/api/images/${made}` },
    ]);
    const stranger = await server.member();
    expect(await refusal(stranger.api.chat({ message: '看', attachments: [imageId] }))).toMatchObject({
      reason: 'chat.attachment',
    });
  });

  it('may look into the account of its asker', async () => {
    const { imageId } = await member.upload(await drawPicture());
    const { taskId } = await member.api.startTask(enlargement(imageId));
    await server.settled(member, taskId);
    await talk({ message: '我有什么任务' });
    const facts = models.asked.at(-1)?.request.facts;
    expect(await facts?.tickets()).toMatchObject({ gpt: 50 });
    expect(await facts?.membership()).toBeNull();
    expect(await facts?.tasks({ limit: 5 })).toMatchObject([
      { taskId, tool: 'upScaleImg', status: '已完成', state: 'done' },
    ]);
    expect(await facts?.tasks({ limit: 5, state: 'running' })).toEqual([]);
    expect(await facts?.orders(5)).toEqual([]);
  });
});

describe('limits', () => {
  it('let an account ask twenty times a minute and three hundred an hour', async () => {
    models.answerBy(async function* () {
      yield { type: 'text', text: '好' };
      yield { type: 'end', why: 'stop' };
    });
    let asked = 0;
    const ask = () => member.api.chat({ message: `问 ${++asked}`, requestId: `r ${asked}` });
    for (let minutes = 0; minutes < 15; minutes++) {
      for (let times = 0; times < 20; times++) await ask();
      expect(await refusal(ask())).toMatchObject({ reason: 'request.too_often', status: 429 });
      // What was sent before costs nothing to repeat.
      await member.api.chat({ message: '问 1', requestId: 'r 1' });
      server.clock.set({ advanceMs: minute });
    }
    expect(await refusal(ask())).toMatchObject({ reason: 'request.too_often' });
    server.clock.set({ advanceMs: hour });
    await ask();
  });
});

describe('an answer', () => {
  it('carries thoughts, sources, cards and own pictures only, and leads nowhere else', async () => {
    const { imageId } = await member.upload(await drawPicture());
    const foreign = await (await server.member()).upload(await drawPicture());
    const answered = member.api.chat({ message: '帮我', model: 'paid', deep: true });
    const answer = await models.nth(0);
    expect(answer.request).toMatchObject({ model: 'paid', isDeep: true });
    const none = { entryId: null, to: null, url: null };
    answer.put(
      { type: 'reasoning', text: '想一想' },
      {
        type: 'sources',
        sources: [
          { ...none, title: '站内', to: '/changeMaterial' },
          { ...none, title: '坏', to: '//evil.example', url: 'javascript:alert(1)' },
        ],
      },
      { type: 'card', card: { tool: 'text2Img', title: '文生图', params: { promptTxt: '别墅' }, note: '已填描述' } },
      { type: 'pictures', imageIds: [imageId, foreign.imageId, 'none'] },
      { type: 'usage', usage: { prompt: 10, completion: 5 } },
    );
    answer.say('好');
    answer.end();
    const told: ChatMessage = (await answered).answer;
    expect(told).toMatchObject({ reasoning: '想一想', isDeep: true, cost: 3, text: '好' });
    expect(told.sources).toEqual([
      { ...none, title: '站内', to: '/changeMaterial' },
      { ...none, title: '坏' },
    ]);
    expect(told.cards).toMatchObject([{ id: 'card_1', tool: 'text2Img', taskIds: [] }]);
    expect(told.pictures.map((picture) => picture.imageId)).toEqual([imageId]);
    const { taskId } = await member.api.startTask(enlargement(imageId));
    const noted = await member.api.chatCardRun({ messageId: told.messageId, cardId: 'card_1', taskId });
    expect(noted.cards).toMatchObject([{ taskIds: [taskId] }]);
    await server.deps.runner.idle();
  });

  it('longer than an answer may be is cut', async () => {
    const answered = member.api.chat({ message: '写长点' });
    const answer = await models.nth(0);
    answer.say('长'.repeat(150_000), '长'.repeat(150_000));
    const { answer: told } = await answered;
    expect(told).toMatchObject({ state: 'interrupted', canContinue: false, error: { reason: 'chat.interrupted' } });
    expect(told.text.length).toBe(200_000);
  });
});
