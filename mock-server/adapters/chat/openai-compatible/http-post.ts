import { request as requestPlain } from 'node:http';
import { request as requestSecurely } from 'node:https';
import { Readable } from 'node:stream';

/**
 * Posts JSON and gives the answer as soon as its head has come; redirects are not followed. `fetch` of Node ends what
 * has sent no head or no byte for five minutes, which a service with a queue may take.
 */
export function postJson(
  url: string,
  body: object,
  { headers, signal }: { headers: Readonly<Record<string, string>>; signal: AbortSignal },
): Promise<Response> {
  const request = url.startsWith('https:') ? requestSecurely : requestPlain;
  const bytes = Buffer.from(JSON.stringify(body));
  return new Promise((resolve, reject) => {
    const sent = request(url, {
      method: 'POST',
      signal,
      headers: { ...headers, 'content-type': 'application/json', 'content-length': bytes.length },
    });
    sent.once('error', reject);
    sent.once('response', (answer) => {
      // What breaks later is told to whoever reads the body.
      sent.on('error', () => undefined);
      const { statusCode = 0, rawHeaders } = answer;
      if (statusCode < 200) return void answer.destroy(new Error(`status ${statusCode}`));
      const pairs = Array.from({ length: rawHeaders.length / 2 }, (_, at) => rawHeaders.slice(at * 2, at * 2 + 2));
      const isEmpty = [204, 205, 304].includes(statusCode);
      if (isEmpty) answer.resume();
      const stream = isEmpty ? null : (Readable.toWeb(answer) as ReadableStream<Uint8Array>);
      resolve(new Response(stream, { status: Math.min(statusCode, 599), headers: pairs as [string, string][] }));
    });
    sent.end(bytes);
  });
}
