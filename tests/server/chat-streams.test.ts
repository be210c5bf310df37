import { describe, expect, it } from 'vitest';
import { openChatStream, refusedStream } from '../support/server-chat.ts';
import { eachWithModels, type Talk } from '../support/server-each.ts';

let { server, models, timers, member } = {} as Talk;
eachWithModels((talk) => {
  ({ server, models, timers, member } = talk);
});

describe('a stream of an answer', () => {
  it('puts what comes in one turn into one delta, and never splits a character', async () => {
    const stream = await openChatStream(member, { message: '你好' });
    const answer = await models.nth(0);
    const [high, low] = ['😀'.charAt(0), '😀'.charAt(1)];
    answer.say(...Array.from({ length: 500 }, () => '字'), high);
    await stream.untilText('字'.repeat(500));
    const before = stream.events.length;
    expect(before).toBeLessThan(50);
    answer.say(low);
    await stream.untilText(`${'字'.repeat(500)}😀`);
    // A half that never gets its other half comes with the end.
    answer.say('完', high);
    answer.end();
    await stream.ended;
    expect(stream.text.slice(0, -1)).toBe(`${'字'.repeat(500)}😀完`);
    for (const { delta } of stream.events.slice(0, -2)) expect(delta.isWellFormed()).toBe(true);
  });

  it('is kept alive by a comment each fifteen seconds, and ended where the session is', async () => {
    const stream = await openChatStream(member, { message: '你好' });
    await stream.until(() => true);
    timers.pass(14_999);
    timers.pass(1);
    await expect.poll(() => stream.other).toEqual([': ping']);
    timers.pass(15_000);
    await expect.poll(() => stream.other).toEqual([': ping', ': ping']);
    const visitor = server.visitor();
    visitor.cookies.set('sid', member.cookies.get('sid') ?? '');
    await visitor.api.logout();
    timers.pass(15_000);
    await expect(stream.ended).rejects.toThrow('terminated');
  });

  it('is no stream for who is not logged in, comes from elsewhere, or only looks', async () => {
    const { status, json } = await refusedStream(server.visitor(), { message: '你好' });
    expect([status, json]).toMatchObject([401, { error: { reason: 'auth.required' } }]);
    const body = JSON.stringify({ message: '你好' });
    const headers = { 'content-type': 'application/json', origin: 'https://evil.example' };
    expect((await member.raw('POST', '/api/ai/gptTalkStream', headers, body)).status).toBe(403);
    expect((await member.raw('HEAD', '/api/ai/gptTalkStream')).status).toBe(405);
    expect(models.asked).toEqual([]);
  });
});
