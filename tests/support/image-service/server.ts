import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Asked {
  method: string;
  path: string;
  url: URL;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export interface Answer {
  status: number;
  headers?: Readonly<Record<string, string>>;
  body: string | Uint8Array;
}

/**
 * Faults of the network: `cut`, the connection breaks before anything was done; `cutAfter`, it breaks when all was done;
 * `half`, it breaks in the middle of the body. An answer takes the place of the usual one, and nothing is done.
 */
export type NetworkFault = 'cut' | 'cutAfter' | 'half' | Answer;

export const json = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Answer => ({
  ...{ status, body: JSON.stringify(body) },
  headers: { 'content-type': 'application/json', ...headers },
});

/** A server on a free port of this machine that plays a service of pictures and can be broken. */
export async function startImageServer(answer: (asked: Asked) => Answer | Promise<Answer>) {
  const asked: Asked[] = [];
  const faults: Array<{ route: string; fault: NetworkFault; times: number }> = [];

  function faultFor(request: Asked): NetworkFault | undefined {
    const route = `${request.method} ${request.path}`;
    const rule = faults.find((each) => each.times > 0 && route.startsWith(each.route));
    if (rule) rule.times -= 1;
    return rule?.fault;
  }

  async function serve(request: Asked, response: ServerResponse): Promise<void> {
    asked.push(request);
    const fault = faultFor(request);
    if (fault === 'cut') return void response.destroy();
    const made = typeof fault === 'object' ? fault : await answer(request);
    if (fault === 'cutAfter') return void response.destroy();
    const body = Buffer.from(made.body);
    response.writeHead(made.status, { ...made.headers, 'content-length': String(body.length) });
    if (fault !== 'half') return void response.end(body);
    response.write(body.subarray(0, Math.floor(body.length / 2)), () => response.destroy());
  }

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const url = new URL(request.url ?? '', 'http://service');
    const { method = '', headers } = request;
    await serve({ method, url, path: url.pathname, headers, body: Buffer.concat(chunks) }, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Requests in the order in which they came. */
    asked: asked as readonly Asked[],
    /** The next requests whose method and path begin like `route` meet a fault. */
    breakNext(route: string, fault: NetworkFault, times = 1): void {
      faults.push({ route, fault, times });
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/**
 * Courses of the requests at a fake, and the pictures that it has made.
 * @typeParam Script course of a request; what it does not name goes as usual
 */
export function createCourses<Script extends object, Made>() {
  const scripts: Script[] = [];
  let usual = {} as Script;
  const made: Made[] = [];
  const gate = createHold();
  return {
    /** Course of the request that has come. */
    take: (): Script => scripts.shift() ?? usual,
    /** Resolves when answers are not held. */
    pass: gate.pass,
    keep: (each: Made) => void made.push(each),
    /** For tests. */
    handles: {
      /** Pictures that were made, each of which costs. */
      made: made as readonly Made[],
      /** Courses of the next requests; afterwards the usual one. */
      next: (...courses: Script[]) => void scripts.push(...courses),
      always(course: Script): void {
        usual = course;
      },
      /** Holds answers with what was made. */
      hold: gate.hold,
    },
  };
}

/** A place where requests wait while it is held. */
function createHold() {
  let gate: { open: Promise<void>; release(): void; reached(): void } | undefined;
  return {
    /** Holds what comes until it is released. */
    hold(): { reached: Promise<void>; release(): void } {
      const open = Promise.withResolvers<void>();
      const arrival = Promise.withResolvers<void>();
      const held = { open: open.promise, release: open.resolve, reached: arrival.resolve };
      gate = held;
      const release = () => {
        if (gate === held) gate = undefined;
        held.release();
      };
      return { reached: arrival.promise, release };
    },
    async pass(): Promise<void> {
      gate?.reached();
      await gate?.open;
    },
  };
}
