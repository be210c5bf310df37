import { cp, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ChatSend } from '#shared/contract/chat';
import { ChatFault } from '../../mock-server/adapters/chat/port.ts';
import { refusal, startTestServer } from '../support/server.ts';
import { createTestModels, createTestTimers, openChatStream } from '../support/server-chat.ts';
import { eachWithModels, type Talk } from '../support/server-each.ts';
import { drawPicture } from '../support/server-pictures.ts';

let { server, models, timers, member } = {} as Talk;
eachWithModels((talk) => {
  ({ server, models, timers, member } = talk);
});

/** 20 given, 10 of the day and 20 at the registration. */
const given = 50;
const purse = async () => {
  const { purses } = await member.api.ticketSummary();
  const gpt = purses.find(({ kind }) => kind === 'gpt');
  return [gpt?.left, gpt?.held];
};

describe('tickets of a priced answer', () => {
  it('are held with the question, taken with the first word, and named in the statement', async () => {
    const stream = await openChatStream(member, { message: '你好', model: 'paid', requestId: 'r1' });
    expect((await stream.until(() => true)).answer?.cost).toBe(0);
    expect(await purse()).toEqual([given - 1, 1]);
    const answer = await models.nth(0);
    answer.put({ type: 'reasoning', text: '想' });
    await stream.until(({ reasoning }) => reasoning === '想');
    expect(await purse()).toEqual([given - 1, 1]);
    answer.say('你');
    await stream.untilText('你');
    expect(await purse()).toEqual([given - 1, 0]);
    answer.end();
    await stream.ended;
    expect(stream.events.at(-1)?.answer?.cost).toBe(1);
    const repeated = await openChatStream(member, { message: '你好', model: 'paid', requestId: 'r1' });
    await repeated.ended;
    expect(await purse()).toEqual([given - 1, 0]);
    const { list } = await member.api.ticketStatement({ type: 3 });
    expect(list.slice(0, 2).map(({ movement, reason, delta }) => [movement, reason, delta])).toEqual([
      ['spend', '助手回答', 0],
      ['hold', '助手 · 付费模型', -1],
    ]);
  });

  it('are three for deep thinking, one more for each picture, and none where the model has no price', async () => {
    const { imageId } = await member.upload(await drawPicture());
    const cost = async (send: ChatSend) => {
      const { length } = models.asked;
      const answered = member.api.chat({ message: '看看', ...send });
      const answer = await models.nth(length);
      answer.say('好');
      answer.end();
      return (await answered).answer;
    };
    expect(await cost({ model: 'paid', deep: true, attachments: [imageId] })).toMatchObject({ cost: 4, isDeep: true });
    expect(await cost({ model: 'free', deep: true, attachments: [imageId] })).toMatchObject({ cost: 0, isDeep: false });
    const { parentId } = await cost({ model: 'paid', attachments: [imageId] });
    expect(await cost({ model: 'paid', answerTo: parentId ?? '', message: undefined })).toMatchObject({ cost: 2 });
    expect(await purse()).toEqual([given - 8, 0]);
  });

  it('go back when nothing came: a failed model, a refusal, a stop, thoughts alone', async () => {
    const faults = [
      ['interrupted', 'chat.no_word', '「付费模型」没有开始回答就中断了，没有扣券，请重试', 'interrupted'],
      ['waited', 'chat.waited', '「付费模型」排队太久，一直没有开始回答，没有扣券，请稍后重试或改用离线助手', 'failed'],
      ['unavailable', 'chat.unavailable', '「付费模型」现在连不上，没有扣券，请稍后重试或改用离线助手', 'failed'],
      ['limit', 'chat.model_limit', '「付费模型」的调用次数或余额已用完，请稍后再试或改用离线助手', 'failed'],
      ['refused', 'chat.model_refused', '「付费模型」拒绝回答这个问题', 'failed'],
      ['context', 'chat.context', '内容超出了「付费模型」能读的长度，请删减或新建会话', 'failed'],
    ] as const;
    for (const [index, [kind, reason, message, state]] of faults.entries()) {
      const answered = member.api.chat({ message: '你好', model: 'paid' });
      const answer = await models.nth(index);
      answer.put({ type: 'reasoning', text: '想' });
      answer.fail(new ChatFault(kind, 'told to'));
      expect((await answered).answer).toMatchObject({ state, cost: 0, error: { reason, message } });
    }
    const stream = await openChatStream(member, { message: '你好', model: 'paid' });
    const { messageId } = await stream.until(() => true);
    await models.nth(faults.length);
    expect(await member.api.chatStop({ messageId })).toMatchObject({ state: 'stopped', canContinue: false, cost: 0 });
    expect(await purse()).toEqual([given, 0]);
  });

  it('stay spent when it breaks off in the middle, and going on is free', async () => {
    const answered = member.api.chat({ message: '你好', model: 'paid' });
    const answer = await models.nth(0);
    answer.say('你');
    answer.end('length');
    const { messageId, state } = (await answered).answer;
    expect(state).toBe('interrupted');
    const more = member.api.chat({ continues: messageId });
    const rest = await models.nth(1);
    rest.say('好');
    rest.end();
    expect((await more).answer).toMatchObject({ text: '你好', state: 'done', cost: 1 });
    expect(await purse()).toEqual([given - 1, 0]);
  });

  it('that are too few refuse the question, and nothing is left of it', async () => {
    const poor = await server.member();
    for (let times = 0; times < 10; times++) {
      const answered = poor.api.chat({ message: '你好', model: 'paid', deep: true });
      const answer = await models.nth(times);
      answer.say('好');
      answer.end();
      await answered;
    }
    const refused = await refusal(poor.api.chat({ message: '你好', model: 'paid', deep: true, requestId: 'r1' }));
    expect(refused).toMatchObject({ reason: 'ticket.short', values: { needed: 3, left: 0 } });
    expect((await poor.api.chatHistory()).total).toBe(10);
    expect(models.asked).toHaveLength(10);
  });
});

describe('a server that is gone', () => {
  it('in an instant leaves what had been saved, and tickets that fit it', async () => {
    const spoken = await openChatStream(member, { message: '说', model: 'paid' });
    const silent = await openChatStream(member, { message: '不说', model: 'paid' });
    (await models.nth(0)).say('说了');
    await spoken.untilText('说了');
    (await models.nth(0)).say('一半');
    await spoken.untilText('说了一半');
    timers.pass(1000);
    const { db } = server.deps.store;
    const saved = () => db.selectFrom('chat_message').select('text').where('state', '=', 'streaming').execute();
    await expect.poll(saved).toEqual([{ text: '说了一半' }]);
    (await models.nth(0)).say('，没存下');
    await spoken.untilText('说了一半，没存下');
    const dataDir = await mkdtemp(path.join(tmpdir(), 'zhuhui-test-'));
    await cp(server.dataDir, dataDir, { recursive: true, filter: (file) => !/\.(lock|owner|pid)$/.test(file) });
    const next = await startTestServer({ dataDir, chatAdapters: [createTestModels()], chatTimers: createTestTimers() });
    try {
      const visitor = next.visitor();
      visitor.cookies.set('sid', member.cookies.get('sid') ?? '');
      const texts = async (conversationId = '') =>
        (await visitor.api.chatHistoryDetail({ conversationId })).messages[1];
      expect(await texts(spoken.events[0]?.conversationId)).toMatchObject({
        text: '说了一半',
        state: 'interrupted',
        cost: 1,
        canContinue: true,
        error: { reason: 'chat.interrupted' },
      });
      expect(await texts(silent.events[0]?.conversationId)).toMatchObject({
        ...{ text: '', state: 'interrupted', cost: 0 },
        error: { reason: 'chat.no_word' },
      });
      const gpt = (await visitor.api.ticketSummary()).purses.find(({ kind }) => kind === 'gpt');
      expect([gpt?.left, gpt?.held]).toEqual([given - 1, 0]);
      expect(await next.faults()).toEqual([]);
    } finally {
      await next.close();
    }
  });

  it('on purpose tells those who listen and writes what had come', async () => {
    const stream = await openChatStream(member, { message: '说', model: 'paid' });
    (await models.nth(0)).say('说了');
    await stream.untilText('说了');
    await server.deps.chatRuns.close();
    await stream.ended;
    expect(stream.events.at(-1)).toMatchObject({
      answer: { text: '说了', state: 'interrupted', cost: 1 },
      error: { reason: 'chat.interrupted' },
    });
    expect(stream.other).toEqual(['data: [DONE]']);
  });
});
