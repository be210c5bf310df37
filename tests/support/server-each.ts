import { afterEach, beforeEach, expect } from 'vitest';
import { type Member, startTestServer, type TestServer } from './server.ts';
import { createTestModels, createTestTimers, type TestModels, type TestTimers } from './server-chat.ts';

/** A server of its own for each story, handed over at its start, for its set-up too. Whatever a story did, the books balance in the end. */
export function eachOnItsServer(hand: (server: TestServer) => void | Promise<void>): void {
  let server: TestServer;
  beforeEach(async () => {
    server = await startTestServer();
    await hand(server);
  });
  afterEach(async () => {
    expect(await server.faults()).toEqual([]);
    await server.close();
  });
}

/** The same with models that the test dictates and real time of conversations that it moves. */
export function eachWithModels(hand: (talk: Talk) => void | Promise<void>): void {
  let server: TestServer;
  beforeEach(async () => {
    const models = createTestModels();
    const timers = createTestTimers();
    server = await startTestServer({ chatAdapters: [models], chatTimers: timers });
    await hand({ server, models, timers, member: await server.member({ tickets: { gpt: 20 } }) });
  });
  afterEach(async () => {
    await server.deps.chatRuns.close();
    expect(await server.faults()).toEqual([]);
    await server.close();
  });
}

export interface Talk {
  server: TestServer;
  models: TestModels;
  timers: TestTimers;
  /** Somebody with 20 chat tickets beside the free ones of the day. */
  member: Member;
}
