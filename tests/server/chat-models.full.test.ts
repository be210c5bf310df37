import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '../../mock-server/config.ts';
import type { FakeChatModels } from '../support/chat-models.ts';
import { startFakeChatModels } from '../support/fake-chat-models.ts';
import { type Member, startTestServer, type TestServer } from '../support/server.ts';
import { openChatStream } from '../support/server-chat.ts';
import { drawPicture } from '../support/server-pictures.ts';

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

  it('sends the picture to a model that sees, and of the others only what made it', async () => {
    const { imageId } = await member.upload(await drawPicture('png', { width: 1600, height: 900 }));
    await member.api.chat({ message: '看看这张', attachments: [imageId], model: 'qwen-vl' });
    const content = fake.asked.at(-1)?.body.messages[1]?.content as Array<{ image_url?: { url: string } }>;
    const bytes = Buffer.from(content[0]?.image_url?.url.split(',')[1] ?? '', 'base64');
    const { format, width, height } = await sharp(bytes).metadata();
    expect({ format, width, height }).toEqual({ format: 'jpeg', width: 960, height: 540 });
    await member.api.chat({ message: '看看这张', attachments: [imageId], model: 'deepseek-chat' });
    expect(fake.asked.at(-1)?.body.messages[1]?.content).toMatch(/^<资料>.*1600×900.*上传.*<\/资料>/);
    expect(JSON.stringify(fake.asked)).not.toContain(imageId);
    expect(await gptTickets()).toBe(28);
  });

  it('returns the tickets where the service fails before a word, and keeps what it broke off', async () => {
    fake.next({ status: 401, body: '{"error":{"message":"bad key"}}' });
    const failed = await openChatStream(member, { message: '你好' });
    await failed.ended;
    expect(failed.events.at(-1)?.error?.reason).toBe('chat.unavailable');
    expect(await gptTickets()).toBe(30);
    fake.next({ text: '先看场地与朝向。', breaks: 'cut', after: 2 });
    const broken = await openChatStream(member, { message: '你好' });
    await broken.ended;
    expect(broken.events.at(-1)).toMatchObject({
      ...{ error: { reason: 'chat.interrupted' } },
      answer: { state: 'interrupted', text: '先看场', canContinue: true, cost: 1 },
    });
    fake.next({ text: '先看场地与朝向。' });
    const { messageId } = broken.events[0] ?? {};
    const resumed = await openChatStream(member, { continues: messageId ?? '' });
    await resumed.ended;
    expect(resumed.events.at(-1)?.answer).toMatchObject({ state: 'done', cost: 1 });
    expect(fake.asked.at(-1)?.body.messages.slice(-2)[0]).toEqual({ role: 'assistant', content: '先看场' });
    expect(await gptTickets()).toBe(29);
  });

  it('has a stream that ends before any byte interrupted, its ticket back, and asks again when it is told to', async () => {
    fake.next({ raw: '' }, { raw: '' });
    const stream = await openChatStream(member, { message: '你好' });
    await stream.ended;
    expect(stream.events.at(-1)).toMatchObject({
      ...{
        delta: '',
        error: { reason: 'chat.no_word', message: '「DeepSeek」没有开始回答就中断了，没有扣券，请重试' },
      },
      answer: { state: 'interrupted', text: '', cost: 0, canContinue: false },
    });
    expect(await gptTickets()).toBe(30);
    fake.next({ text: '先看场地与朝向。' });
    const { question } = stream.events[0] ?? {};
    const again = await openChatStream(member, { answerTo: question?.messageId ?? '' });
    await again.ended;
    expect(again.events.at(-1)?.answer).toMatchObject({ state: 'done', text: '先看场地与朝向。', cost: 1 });
  });

  it('hangs up at the service when the answer is stopped', async () => {
    fake.next({ text: '先看场地与朝向。', breaks: 'silence', after: 2 });
    const hangUp = fake.hangUp();
    const stream = await openChatStream(member, { message: '你好' });
    await stream.untilText('先看场');
    await member.api.chatStop({ messageId: stream.events[0]?.messageId ?? '' });
    await hangUp;
    await stream.ended;
    expect(stream.events.at(-1)?.answer).toMatchObject({ state: 'stopped', text: '先看场' });
  });
});
