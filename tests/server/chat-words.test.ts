import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { refusal } from '../support/server.ts';
import { openChatStream } from '../support/server-chat.ts';
import { eachWithModels, type Talk } from '../support/server-each.ts';

let { server, models, member } = {} as Talk;
eachWithModels((talk) => {
  ({ server, models, member } = talk);
});

const list = (text: string) => writeFile(path.join(server.dataDir, 'moderation-words.txt'), text);
const refused = { reason: 'chat.refused_words', status: 422 };

describe('words that the operator does not allow', () => {
  it('refuse a question however they are written, as soon as they stand in the file', async () => {
    models.answerBy(async function* () {
      yield { type: 'text', text: '好' };
      yield { type: 'end', why: 'stop' };
    });
    await member.api.chat({ message: '我要坏词' });
    await list('# 说明：坏词二\n\n坏词\nBad Word\n');
    for (const message of ['我要坏词', '坏 词', '坏\n词', '坏\u200b词', 'ＢＡＤ　ｗｏｒｄ', 'a badword!'])
      expect(await refusal(member.api.chat({ message })), message).toMatchObject(refused);
    await member.api.chat({ message: '说明' });
    expect((await member.api.chatHistory()).total).toBe(2);
    await rm(path.join(server.dataDir, 'moderation-words.txt'));
    await member.api.chat({ message: '我要坏词' });
  });

  it('cut an answer before them, even where they come in pieces, and say so', async () => {
    await list('坏词');
    const stream = await openChatStream(member, { message: '说', model: 'paid' });
    const answer = await models.nth(0);
    answer.say('前文。坏');
    await stream.untilText('前文。坏');
    answer.say(' ', '词，后文');
    await stream.ended;
    expect(stream.events.at(-1)).toMatchObject({
      answer: { text: '前文。', state: 'interrupted', cost: 1, canContinue: false },
      error: { reason: 'chat.model_refused', message: '「付费模型」拒绝回答这个问题' },
    });
    expect(answer.request.signal.aborted).toBe(true);
    const { messageId } = stream.events[0] ?? {};
    expect(await refusal(member.api.chat({ continues: messageId ?? '' }))).toMatchObject({
      reason: 'chat.not_continuable',
    });
  });

  it('at its very beginning leave nothing, which costs nothing', async () => {
    await list('坏词');
    const answered = member.api.chat({ message: '说', model: 'paid' });
    (await models.nth(0)).say('坏词');
    expect((await answered).answer).toMatchObject({ text: '', state: 'failed', cost: 0 });
  });
});
