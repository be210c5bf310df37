import { describe, expect, it } from 'vitest';
import { ChatFault } from '../../mock-server/adapters/chat/port.ts';
import { openChatStream, refusedStream } from '../support/server-chat.ts';
import { eachWithModels, type Talk } from '../support/server-each.ts';

let { models, member } = {} as Talk;
eachWithModels((talk) => {
  ({ models, member } = talk);
});

describe('a question', () => {
  it('is answered in a stream: ids and what was stored, deltas, the whole, the end', async () => {
    const stream = await openChatStream(member, { message: '客厅用什么木地板？预算一般。', requestId: 'r1' });
    expect(stream.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(stream.response.headers.get('cache-control')).toBe('no-store, no-transform');
    expect(stream.response.headers.get('x-accel-buffering')).toBe('no');
    expect(stream.response.headers.get('content-encoding')).toBeNull();
    const answer = await models.nth(0);
    const first = await stream.until(() => true);
    expect(first).toMatchObject({
      delta: '',
      conversation: { title: '客厅用什么木地板？', isRunning: true, messages: 2 },
      question: { role: 'user', text: '客厅用什么木地板？预算一般。', state: 'done', parentId: null },
      answer: { role: 'assistant', text: '', state: 'queued', model: 'free', modelTitle: '免费模型', cost: 0 },
    });
    answer.say('橡木');
    await stream.untilText('橡木');
    answer.say('，', '哑光。');
    answer.end();
    await stream.ended;
    expect(stream.text).toBe('橡木，哑光。');
    expect(stream.events.at(-1)).toMatchObject({
      delta: '',
      answer: { text: '橡木，哑光。', state: 'done', error: null },
    });
    expect(stream.other.at(-1)).toBe('data: [DONE]');
    const { conversationId = '' } = first;
    const detail = await member.api.chatHistoryDetail({ conversationId });
    expect(detail.conversation).toMatchObject({ isRunning: false, messages: 2 });
    expect(detail.messages.map(({ text, state }) => [text, state])).toEqual([
      ['客厅用什么木地板？预算一般。', 'done'],
      ['橡木，哑光。', 'done'],
    ]);
  });

  it('goes on when its asker has left, and is whole for whoever comes back', async () => {
    const stream = await openChatStream(member, { message: '讲讲中式', requestId: 'r1' });
    const { conversationId } = await stream.until(() => true);
    const answer = await models.nth(0);
    answer.say('对称');
    await stream.untilText('对称');
    stream.leave();
    answer.say('与留白');
    await expect
      .poll(async () => (await member.api.chatHistoryDetail({ conversationId })).messages[1]?.text)
      .toBe('对称与留白');
    expect((await member.api.chatHistoryDetail({ conversationId })).messages[1]?.state).toBe('streaming');
    answer.end();
    await expect
      .poll(async () => (await member.api.chatHistoryDetail({ conversationId })).messages[1]?.state)
      .toBe('done');
  });

  it('keeps what had come when it is stopped, from any tab', async () => {
    const stream = await openChatStream(member, { message: '讲讲中式' });
    const { messageId } = await stream.until(() => true);
    (await models.nth(0)).say('对称');
    await stream.untilText('对称');
    const stopped = await member.api.chatStop({ messageId });
    expect(stopped).toMatchObject({ text: '对称', state: 'stopped', error: null, canContinue: true });
    await stream.ended;
    expect(stream.events.at(-1)).toMatchObject({ answer: { state: 'stopped', text: '对称' } });
    expect(stream.other.at(-1)).toBe('data: [DONE]');
    expect(models.asked[0]?.request.signal.aborted).toBe(true);
    expect(await member.api.chatStop({ messageId })).toEqual(stopped);
  });

  it('tells what went wrong after the first byte in the stream itself', async () => {
    const stream = await openChatStream(member, { message: '你好' });
    const answer = await models.nth(0);
    answer.say('你');
    await stream.untilText('你');
    answer.fail(new ChatFault('unavailable', 'gone'));
    await stream.ended;
    expect(stream.events.at(-1)).toMatchObject({
      error: { reason: 'chat.interrupted', code: 5415, message: '回答中断，内容可能不完整' },
      answer: { state: 'interrupted', text: '你', canContinue: true },
    });
    expect(stream.other).toEqual(['data: [DONE]']);
  });

  it('that cannot be taken is refused in the envelope, before any stream', async () => {
    const reasons = async (send: unknown) => {
      const { status, json } = await refusedStream(member, send);
      return [status, (json as { error: { reason: string } }).error.reason];
    };
    expect(await reasons({})).toEqual([422, 'chat.empty']);
    expect(await reasons({ message: ' \n ' })).toEqual([422, 'chat.empty']);
    expect(await reasons({ message: '你好', model: 'none' })).toEqual([422, 'chat.no_such_model']);
    expect(await reasons({ message: '你好', conversationId: 'none' })).toEqual([404, 'chat.not_found']);
    expect(await reasons({ message: '你好', parentId: 'none' })).toEqual([404, 'chat.message_not_found']);
    expect(await reasons({ message: '你好', attachments: ['none'] })).toEqual([422, 'chat.attachment']);
    expect(await reasons({ answerTo: 'none', message: '你好' })).toEqual([422, 'request.invalid']);
    expect(await reasons({ continues: 'none' })).toEqual([404, 'chat.message_not_found']);
    expect(await reasons({ message: '长'.repeat(4001) })).toEqual([422, 'request.invalid']);
    expect(models.asked).toEqual([]);
  });
});
