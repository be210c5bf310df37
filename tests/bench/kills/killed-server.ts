import path from 'node:path';
import { ApiError } from '#shared/client/create-client';
import { startServerProcess } from '../../support/server-process.ts';
import { createVisitor, rawRequest, type Visitor } from '../../support/server-visitor.ts';

const settings = {
  TEST_ENGINE: 'fast',
  MODEL_RUNTIME: 'off',
  ENGINE_THREADS: '1',
  GALLERY_MORE: 'false',
  GIFT_CEILING: '1000000',
  REFUND_CEILING: '1000000000',
  LOG_LEVEL: 'error',
  NODE_COMPILE_CACHE: path.resolve(import.meta.dirname, '../../../node_modules/.cache/compiled'),
};

/** A server process that is killed and restarted on the same data folder. */
export type KilledServer = ReturnType<typeof createKilledServer>;

export function createKilledServer(dataDir: string) {
  let child: Awaited<ReturnType<typeof startServerProcess>> | undefined;
  let origin = Promise.withResolvers<string>();
  let starts = 0;
  let unansweredCalls = 0;

  return {
    /** Number of starts. */
    starts: () => starts,
    /** Number of calls that got no answer. */
    unansweredCalls: () => unansweredCalls,
    /** Origin of the running process; resolves when it has started. */
    origin: () => origin.promise,

    async start(): Promise<void> {
      child = await startServerProcess(dataDir, settings);
      starts++;
      origin.resolve(child.origin);
    },

    async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
      // Further calls wait for the next start.
      origin = Promise.withResolvers();
      await child?.end(signal);
      child = undefined;
    },

    /** Returns a client with this session cookie. */
    async visit(cookie: { name: 'sid' | 'staff_sid'; value: string }): Promise<Visitor> {
      const visitor = createVisitor(await origin.promise);
      visitor.cookies.set(cookie.name, cookie.value);
      return visitor;
    },

    /** Calls the control plane once. Throws when the call fails. */
    async control(path: string, body: object): Promise<unknown> {
      const headers = { 'content-type': 'application/json' };
      const answer = await rawRequest(await origin.promise, 'POST', path, headers, JSON.stringify(body));
      if (answer.status >= 300)
        throw new Error(`${path} retryUntilAnswered ${answer.status}: ${answer.text.slice(0, 200)}`);
      return answer.json;
    },

    /**
     * Repeats a call until it is answered, also when the server is killed meanwhile.
     * @param call receives true after an attempt without an answer, which may or may not have taken effect
     */
    async retryUntilAnswered<T>(call: (isRetry: boolean) => Promise<T>): Promise<T> {
      for (let isRetry = false; ; isRetry = true) {
        const { promise } = origin;
        try {
          return await call(isRetry);
        } catch (error) {
          // A restart replaces the promise; without one the failure is not due to a kill.
          if (promise === origin.promise || error instanceof ApiError) throw error;
          unansweredCalls++;
        }
      }
    },
  };
}

export const isRefusal = (error: unknown, reason: string) => error instanceof ApiError && error.reason === reason;
