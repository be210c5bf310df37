import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ChatCard, ChatModel, ChatSource } from '#shared/contract/chat';
import { messageLimit } from '#shared/domain/chat';
import { completed } from '#shared/tools/define-tool';
import { toolById, tools } from '#shared/tools/registry';
import {
  type AccountFacts,
  type ChatAdapter,
  ChatFault,
  type ChatPart,
  type ChatRequest,
  type ChatTurn,
} from './port.ts';

/** Parts that an adapter's tests supply to the suite. */
export interface ChatSubject {
  adapter: ChatAdapter;
  /** A question whose answer has at least 60 characters of text and comes in several parts. */
  question: string;
  /** Another one with another answer. */
  otherQuestion: string;
  close?(): Promise<void> | void;
}

/** An account that has nothing. */
const noFacts: AccountFacts = {
  tickets: async () => ({ normal: 0, live: 0, gpt: 0 }),
  membership: async () => null,
  tasks: async () => [],
  orders: async () => [],
};

/** A request with one question and nothing else. */
export function requestOf(model: string, question: string, more: Partial<ChatRequest> = {}): ChatRequest {
  const turns = [{ role: 'user' as const, text: question, pictures: [] }];
  return { model, turns, isDeep: false, continued: '', facts: noFacts, signal: new AbortController().signal, ...more };
}

export async function partsOf(answer: AsyncIterable<ChatPart>): Promise<ChatPart[]> {
  const parts: ChatPart[] = [];
  for await (const part of answer) parts.push(part);
  return parts;
}

export function textOf(parts: readonly ChatPart[]): string {
  return parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
}

/** Conformance suite of chat adapters, in vitest. `setUp` is called for each test. */
export function describeChatAdapter(name: string, setUp: () => Promise<ChatSubject> | ChatSubject): void {
  describe(`${name} as a chat adapter`, () => {
    let subject: ChatSubject;
    let model: string;
    const ask = (question: string, more: Partial<ChatRequest> = {}) =>
      subject.adapter.answer(requestOf(model, question, more));

    beforeEach(async () => {
      subject = await setUp();
      model = subject.adapter.models()[0]?.id ?? '';
    });
    afterEach(async () => {
      await subject.adapter.close();
      await subject.close?.();
    });

    it('offers models with ids of their own, titles and what they are', () => {
      const models = subject.adapter.models();
      expect(models.length).toBeGreaterThan(0);
      for (const offered of models) {
        expect(ChatModel.parse(offered)).toEqual(offered);
        expect(offered.id).toMatch(/^\S{1,60}$/);
        expect(offered.title.trim()).not.toBe('');
        expect(offered.note).toMatch(/[\u4e00-\u9fff]{4}/);
      }
      expect(new Set(models.map(({ id }) => id)).size).toBe(models.length);
      expect(subject.adapter.models()).toEqual(models);
      expect(subject.adapter.name).toMatch(/^[a-z-]+$/);
    });

    it('answers with text and ends exactly once, whatever the model and however deep', async () => {
      for (const offered of subject.adapter.models())
        for (const isDeep of [false, true]) {
          const parts = await partsOf(subject.adapter.answer(requestOf(offered.id, subject.question, { isDeep })));
          expect(textOf(parts).length).toBeGreaterThan(60);
          expect(parts.filter(({ type }) => type === 'end')).toEqual([{ type: 'end', why: 'stop' }]);
          expect(parts.at(-1)?.type).toBe('end');
          for (const part of parts) expectSound(part);
        }
    });

    it('says nothing to somebody who has gone before', async () => {
      const reason = new Error('gone');
      const parts: ChatPart[] = [];
      const answer = collect(ask(subject.question, { signal: AbortSignal.abort(reason) }), parts);
      await expect(answer).rejects.toBe(reason);
      expect(parts).toEqual([]);
    });

    it('stops within a second in the middle of an answer', async () => {
      const controller = new AbortController();
      const reason = new Error('enough');
      const answer = ask(subject.question, { signal: controller.signal })[Symbol.asyncIterator]();
      expect((await answer.next()).done).toBe(false);
      controller.abort(reason);
      const started = performance.now();
      await expect(rest(answer)).rejects.toBe(reason);
      expect(performance.now() - started).toBeLessThan(1000);
    });

    it('lets go of an answer that nobody reads to its end', async () => {
      for await (const part of ask(subject.question)) {
        expectSound(part);
        break;
      }
      expect(textOf(await partsOf(ask(subject.question)))).not.toBe('');
    });

    it('keeps answers that are written at once apart', async () => {
      const questions = [subject.question, subject.otherQuestion, subject.question, subject.otherQuestion];
      const alone: string[] = [];
      for (const question of questions) alone.push(textOf(await partsOf(ask(question))));
      const together = await Promise.all(questions.map(async (question) => textOf(await partsOf(ask(question)))));
      expect(together).toEqual(alone);
      expect(together[0]).not.toBe(together[1]);
    });

    it('goes on where a broken answer ended and does not repeat it', async () => {
      const whole = textOf(await partsOf(ask(subject.question)));
      const continued = whole.slice(0, Math.floor(whole.length / 2));
      const parts = await partsOf(ask(subject.question, { continued }));
      expect(continued + textOf(parts)).toBe(whole);
      expect(parts.at(-1)?.type).toBe('end');
    });

    it('takes the longest question', async () => {
      const filler = '这个项目在江边，';
      const question = (subject.question + filler.repeat(messageLimit)).slice(0, messageLimit);
      const parts = await partsOf(ask(question));
      expect(textOf(parts)).not.toBe('');
      expect(parts.at(-1)?.type).toBe('end');
    });

    it.each<[string, ChatTurn[]]>([
      [
        'answers without a word',
        [turn('user', '一'), turn('assistant', ''), turn('user', '二'), turn('assistant', ' \n')],
      ],
      ['questions one after the other', [turn('user', '一'), turn('user', '二'), turn('user', '二')]],
      ['an answer at the beginning', [turn('assistant', '你好'), turn('assistant', '请说')]],
      [
        'characters of all sorts',
        [turn('user', '\u0000\uD83D</资料>🏠\r\n\u202e%s{x}'), turn('assistant', '```\n<b>')],
      ],
      [
        'two hundred turns',
        Array.from({ length: 200 }, (_, place) => turn(place % 2 ? 'assistant' : 'user', `第${place}句`.repeat(50))),
      ],
    ])('makes do with a history of %s', async (_what, history) => {
      const turns = [...history, turn('user', subject.question)];
      const parts = await partsOf(ask('', { turns }));
      expect(textOf(parts)).not.toBe('');
      expect(parts.at(-1)?.type).toBe('end');
    });

    it('answers beside pictures, also where one cannot be read any more', async () => {
      const picture = (imageId: string, jpeg: () => Promise<Uint8Array>) => ({
        ...{ imageId, width: 1200, height: 800, jpeg },
        madeBy: { tool: tools[0]!.id, params: { upload_img: 'secret-image-id', num: 2, unknown: [{ a: null }] } },
      });
      const pictures = [
        picture('one', async () => Uint8Array.of(0xff, 0xd8, 0xff, 0xd9)),
        picture('two', () => Promise.reject(new Error('gone'))),
      ];
      const turns = [{ ...turn('user', subject.question), pictures }];
      for (const { id } of subject.adapter.models()) {
        const parts = await partsOf(subject.adapter.answer(requestOf(id, '', { turns })));
        expect(textOf(parts)).not.toBe('');
      }
    });

    it('knows its own models only', async () => {
      const asked = partsOf(subject.adapter.answer(requestOf('somebody-elses', subject.question)));
      await expect(asked).rejects.toBeInstanceOf(ChatFault);
    });

    it('ends what is under way when it closes, and closes twice', async () => {
      const answer = ask(subject.question)[Symbol.asyncIterator]();
      await answer.next();
      await subject.adapter.close();
      const started = performance.now();
      await rest(answer).catch((error: unknown) => expect(error).toBeInstanceOf(ChatFault));
      expect(performance.now() - started).toBeLessThan(1000);
      await subject.adapter.close();
    });
  });
}

const turn = (role: ChatTurn['role'], text: string): ChatTurn => ({ role, text, pictures: [] });

async function collect(answer: AsyncIterable<ChatPart>, into: ChatPart[]): Promise<void> {
  for await (const part of answer) into.push(part);
}

async function rest(answer: AsyncIterator<ChatPart>): Promise<void> {
  while (!(await answer.next()).done);
}

function expectSound(part: ChatPart): void {
  if (part.type === 'text' || part.type === 'reasoning') expect(part.text).not.toBe('');
  if (part.type === 'sources') for (const source of part.sources) expect(ChatSource.parse(source)).toEqual(source);
  if (part.type === 'card') {
    const tool = toolById(part.card.tool);
    expect(tool?.title).toBe(part.card.title);
    expect(ChatCard.omit({ id: true, taskIds: true }).parse(part.card)).toEqual(part.card);
    expect(tool && completed(tool, part.card.params)).toMatchObject(part.card.params);
  }
}
