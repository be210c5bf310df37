import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** See `NetworkFault` of the payment conformance suite. */
type Fault = 'down' | 'slow' | 'error' | 'half' | 'unsigned' | 'forged';

export interface Exchange {
  method: string;
  url: URL;
  headers: IncomingHttpHeaders;
  body: string;
  /** Signature of the answer. */
  signing: 'right' | 'unsigned' | 'forged';
}

interface FakeAnswer {
  status: number;
  headers?: Record<string, string>;
  body: string | Buffer;
}

/** An HTTP server on a free port that plays an outside service and can be broken. */
export async function startFakeProviderServer(answer: (exchange: Exchange) => FakeAnswer | Promise<FakeAnswer>) {
  let fault: Fault | undefined;
  let port = 0;
  let last: FakeAnswer | undefined;
  let isParrot = false;

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (fault === 'slow') return;
    if (fault === 'error') return void response.writeHead(500, { 'content-type': 'text/html' }).end('<h1>500</h1>');
    const replayed = isParrot ? last : undefined;
    const made =
      replayed ??
      (await answer({
        method: request.method ?? '',
        url: new URL(request.url ?? '', origin()),
        headers: request.headers,
        body: Buffer.concat(chunks).toString('utf8'),
        signing: fault === 'unsigned' || fault === 'forged' ? fault : 'right',
      }));
    last = made;
    const body = Buffer.from(made.body);
    if (fault === 'half' && body.length === 0) return void request.socket.destroy();
    response.writeHead(made.status, { ...made.headers, ...(made.status !== 204 && { 'content-length': body.length }) });
    if (fault !== 'half') return void response.end(body);
    response.write(body.subarray(0, body.length / 2), () => request.socket.destroy());
  });
  await listen();

  const origin = () => `http://127.0.0.1:${port}`;

  async function listen(): Promise<void> {
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    port = (server.address() as AddressInfo).port;
  }

  async function stop(): Promise<void> {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }

  return {
    origin: origin(),
    async breakNetwork(next: Fault): Promise<void> {
      fault = next;
      if (next === 'down') await stop();
    },
    async mendNetwork(): Promise<void> {
      if (fault === 'down') await listen();
      fault = undefined;
      isParrot = false;
    },
    /** Somebody in the middle answers everything with the last answer, which has a valid signature. */
    replayLastAnswer(): void {
      isParrot = true;
    },
    close: stop,
  };
}
