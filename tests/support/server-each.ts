import { afterEach, beforeEach, expect } from 'vitest';
import { startTestServer, type TestServer } from './server.ts';

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
