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

/** One server that is killed and started again on the same data folder, and what its clients know of it. */
export type World = ReturnType<typeof createWorld>;

export function createWorld(dataDir: string) {
  let server: Awaited<ReturnType<typeof startServerProcess>> | undefined;
  let coming = Promise.withResolvers<string>();
  let life = 0;
  let cutOff = 0;

  return {
    /** How often it was started. */
    life: () => life,
    /** How many calls got no answer. */
    cutOff: () => cutOff,
    /** Where it is reached, once it is. */
    origin: () => coming.promise,

    async start(): Promise<void> {
      server = await startServerProcess(dataDir, settings);
      life++;
      coming.resolve(server.origin);
    },

    async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
      // Whoever calls from now on waits for the next start.
      coming = Promise.withResolvers();
      await server?.end(signal);
      server = undefined;
    },

    /** A browser with this session on the server as it runs now. */
    async visit(cookie: { name: 'sid' | 'staff_sid'; value: string }): Promise<Visitor> {
      const visitor = createVisitor(await coming.promise);
      visitor.cookies.set(cookie.name, cookie.value);
      return visitor;
    },

    /** Makes a call of the control plane, once. Throws where it fails. */
    async control(path: string, body: object): Promise<unknown> {
      const headers = { 'content-type': 'application/json' };
      const answer = await rawRequest(await coming.promise, 'POST', path, headers, JSON.stringify(body));
      if (answer.status >= 300) throw new Error(`${path} answered ${answer.status}: ${answer.text.slice(0, 200)}`);
      return answer.json;
    },

    /**
     * Makes a call until it is answered, however often the server is killed meanwhile.
     * @param call told whether an earlier try went without an answer, so that nobody knows what became of it
     */
    async answered<T>(call: (isAgain: boolean) => Promise<T>): Promise<T> {
      for (let isAgain = false; ; isAgain = true) {
        const { promise } = coming;
        try {
          return await call(isAgain);
        } catch (error) {
          // The server that was killed meanwhile comes back as another promise; one that runs on has answered.
          if (promise === coming.promise || error instanceof ApiError) throw error;
          cutOff++;
        }
      }
    },
  };
}

export const isRefusal = (error: unknown, reason: string) => error instanceof ApiError && error.reason === reason;
