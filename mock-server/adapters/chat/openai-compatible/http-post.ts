import { request as requestPlain } from 'node:http';
import { request as requestSecurely } from 'node:https';
import { Readable } from 'node:stream';

/**
 * Posts JSON and resolves as soon as the response headers have arrived. Redirects are not followed. Replaces Node's
 * `fetch`, which aborts a response after five minutes without headers or body bytes: services with a queue may take
 * longer.
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
      // Later errors are reported to the reader of the body.
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
