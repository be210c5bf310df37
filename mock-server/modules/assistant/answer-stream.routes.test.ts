import { Writable } from 'node:stream';
import type { Response } from 'express';
import { expect, it } from 'vitest';
import type { ChatMessage } from '#shared/contract/chat';
import { createTestTimers } from '../../../tests/support/server-chat.ts';
import { streamAnswer } from './answer-stream.routes.ts';
import type { Answering, Growth } from './chat.service.ts';

const caller = { kind: 'user', accountId: 'acc_1', sessionHash: 'hash' } as const;
const answer = { messageId: 'msg_2', text: '', reasoning: '', error: null } as ChatMessage;
const answering = {
  conversation: { conversationId: 'chat_1' },
  question: { messageId: 'msg_1' },
  answer,
} as unknown as Answering;

/** A reader that takes nothing until it is let: one write is under way, others wait in the buffer. */
function slowReader() {
  const taken: string[] = [];
  let isHeld = true;
  let go: (() => void) | undefined;
  const response = new Writable({
    highWaterMark: 1000,
    decodeStrings: false,
    write(chunk: string, _encoding, done) {
      taken.push(chunk);
      if (isHeld) go = done;
      else done();
    },
  });
  return {
    response: Object.assign(response, { writeHead: () => response }) as unknown as Response,
    taken,
    waiting: () => response.writableLength,
    isGone: () => response.destroyed,
    read() {
      isHeld = false;
      go?.();
    },
  };
}

function story() {
  const timers = createTestTimers();
  const growth: Growth = { text: '', reasoning: '', ended: null };
  let listener = () => {};
  const service = {
    growth: async () => ({ ...growth }),
    follow: (_id: string, tell: () => void) => {
      listener = tell;
      return () => {
        listener = () => {};
      };
    },
  };
  return {
    timers,
    growth,
    async grow(text: string) {
      growth.text += text;
      listener();
      await new Promise(setImmediate);
    },
    start: (response: Response) =>
      streamAnswer({ service, timers, isLive: async () => true }, caller, answering, response),
  };
}

const deltasIn = (taken: readonly string[]) =>
  taken
    .filter((line) => line.startsWith('data: {'))
    .map((line) => (JSON.parse(line.slice(6)) as { delta: string }).delta);

it('queues nothing for a slow reader, who gets what has come meanwhile in one delta', async () => {
  const { start, grow, growth } = story();
  const reader = slowReader();
  await start(reader.response);
  for (let parts = 0; parts < 300; parts++) await grow('字'.repeat(100));
  // The first message, and deltas up to the mark.
  expect(reader.waiting()).toBeLessThan(3000);
  reader.read();
  await expect.poll(() => deltasIn(reader.taken).join('').length).toBe(30_000);
  expect(deltasIn(reader.taken).length).toBeLessThan(15);
  growth.ended = { ...answer, text: growth.text };
  await grow('');
  await expect.poll(() => reader.taken.at(-1)).toBe('data: [DONE]\n\n');
});

it('lets a reader go who takes nothing for a minute, and does not ping him meanwhile', async () => {
  const { start, grow, timers } = story();
  const reader = slowReader();
  await start(reader.response);
  for (let parts = 0; parts < 20; parts++) await grow('字'.repeat(100));
  const waiting = reader.waiting();
  for (let quarters = 0; quarters < 3; quarters++) {
    timers.pass(15_000);
    await new Promise(setImmediate);
  }
  expect([reader.waiting(), reader.isGone()]).toEqual([waiting, false]);
  timers.pass(15_000);
  expect(reader.isGone()).toBe(true);
});
