import { describe, expect, it } from 'vitest';
import { minute } from '#shared/domain/time';
import { ChatFault } from '../../mock-server/adapters/chat/port.ts';
import { openChatStream } from '../support/server-chat.ts';
import { eachWithModels, type Talk } from '../support/server-each.ts';

let { server, models, member } = {} as Talk;
eachWithModels((talk) => {
  ({ server, models, member } = talk);
});

/** 20 given, 10 of the day and 20 at the registration. */
const given = 50;
const purse = async () => {
  const { purses } = await member.api.ticketSummary();
  const gpt = purses.find(({ kind }) => kind === 'gpt');
  return [gpt?.left, gpt?.held];
};

/** The same numbers each time. */
function dice(seed: number) {
  let state = seed;
  return (limit: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * limit);
  };
}

describe('whatever happens in whatever order', () => {
  it.each([1, 2, 3, 4])('tickets are taken once for each answer that said something (%i)', async (seed) => {
    const roll = dice(seed);
    let expected = 0;
    for (let round = 0; round < 25; round++) {
      const { length } = models.asked;
      const send = { message: `问 ${round}`, model: 'paid', deep: roll(3) === 0, requestId: `r ${round}` };
      const stream = await openChatStream(member, send);
      const { messageId } = await stream.until(() => true);
      const answer = await models.nth(length);
      const isSaying = roll(3) > 0;
      if (isSaying) answer.say('一', '二');
      if (isSaying && roll(2)) await stream.untilText('一二');
      const again = roll(2) ? await openChatStream(member, send) : undefined;
      if (roll(3) === 0) stream.leave();
      const ends = [
        () => answer.end(),
        () => answer.end('length'),
        () => answer.fail(new ChatFault('unavailable', 'down')),
        () => answer.fail(new Error('a fault of the program')),
      ];
      ends[roll(5)]?.();
      await Promise.all([member.api.chatStop({ messageId }), roll(2) ? member.api.chatStop({ messageId }) : undefined]);
      await again?.ended;
      const after = await openChatStream(member, send);
      await after.ended;
      const ended = after.events.at(-1)?.answer;
      const hasText = ended?.text !== '';
      expect(ended?.cost).toBe(hasText ? (send.deep ? 3 : 1) : 0);
      expected += ended?.cost ?? 0;
      if (hasText && ended?.canContinue) {
        const next = models.asked.length;
        const more = member.api.chat({ continues: messageId });
        (await models.nth(next)).end();
        await more;
      }
      expect(await purse()).toEqual([given - expected, 0]);
      if (given - expected < 3) break;
      server.clock.set({ advanceMs: minute });
    }
    expect(expected).toBeGreaterThan(0);
    expect(await server.faults()).toEqual([]);
  });
});
