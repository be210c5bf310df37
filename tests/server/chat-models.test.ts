import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '../../mock-server/config.ts';
import type { FakeChatModels } from '../support/chat-models.ts';
import { startFakeChatModels } from '../support/fake-chat-models.ts';
import { type Member, startTestServer, type TestServer } from '../support/server.ts';
import { openChatStream } from '../support/server-chat.ts';

const list = [
  { model: 'deepseek-chat', title: 'DeepSeek', isPriced: true, deep: { model: 'deepseek-reasoner' } },
  { model: 'qwen-vl', title: '通义千问', isPriced: false, canSeePictures: true },
];

describe('a server with models of an outside service', () => {
  let fake: FakeChatModels;
  let server: TestServer;
  let member: Member;
  beforeEach(async () => {
    fake = await startFakeChatModels();
    const { chatProvider, chatBaseUrl, chatApiKey, chatModels } = readConfig({
      CHAT_PROVIDER: 'openai-compatible',
      CHAT_BASE_URL: fake.baseUrl,
      CHAT_API_KEY: fake.key,
      CHAT_MODELS: JSON.stringify(list),
    });
    server = await startTestServer({ config: { chatProvider, chatBaseUrl, chatApiKey, chatModels } });
    member = await server.member();
  });
  afterEach(async () => {
    expect(await server.faults()).toEqual([]);
    await server.close();
    await fake.close();
  });
  const gptTickets = async () => (await member.api.ticketSummary()).purses.find(({ kind }) => kind === 'gpt')?.left;

  it('offers them first and the offline assistant last, and says that words go outside', async () => {
    const models = await member.api.chatModels();
    expect(models.map(({ id }) => id)).toEqual(['deepseek-chat', 'qwen-vl', 'offline']);
    expect(models.map(({ note }) => /外部服务/.test(note))).toEqual([true, true, false]);
  });

  it('streams an answer with its reasoning and card, and takes its tickets once', async () => {
    fake.next({
      text: '木格栅配暖光。',
      reasoning: '先看朝向',
      finish: 'tool_calls',
      deltas: [
        {
          tool_calls: [
            { index: 0, function: { name: 'fill_form', arguments: { tool: 'toline', params: { 线宽: 3 } } } },
          ],
        },
      ],
    });
    const stream = await openChatStream(member, { message: '酒店立面怎么做', deep: true });
    await stream.ended;
    expect(stream.text).toBe('木格栅配暖光。');
    expect(stream.events.at(-1)?.answer).toMatchObject({
      ...{ text: '木格栅配暖光。', reasoning: '先看朝向', state: 'done', model: 'deepseek-chat', cost: 3 },
      cards: [{ tool: 'toline', params: { lineWidth: 3 } }],
    });
    expect(fake.asked.at(-1)?.body.model).toBe('deepseek-reasoner');
    expect(await gptTickets()).toBe(27);
  });
});
