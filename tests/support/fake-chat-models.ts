import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

const key = 'sk-fake-0123456789abcdef';

/** Answer of the fake to a request of chat; the defaults are those of OpenAI. */
export interface ChatScript {
  /** Text of the model; the default names the last question. */
  text?: string;
  /** Characters of a chunk's content, 3. */
  step?: number;
  reasoning?: string;
  /** `tags` writes it as `<think>…</think>` before the text. */
  reasoningIn?: 'reasoning_content' | 'reasoning' | 'tags';
  /** `delta`s of their own, before the end. */
  deltas?: readonly object[];
  /** Null for none. */
  finish?: string | null;
  /** True when tokens are counted where `include_usage` asks for it. */
  hasUsage?: boolean;
  /** True when `[DONE]` is sent. */
  hasDone?: boolean;
  /** Bytes of a write. */
  writes?: number;
  newline?: '\n' | '\r\n' | '\r';
  /** Comments between the events and a first line without meaning. */
  hasComments?: boolean;
  /** Keys nobody knows, empty and missing `choices`, `usage: null`, a second choice. */
  isOdd?: boolean;
  /** Leaves out the empty line behind the last event. */
  isLastLineOpen?: boolean;
  /** Answers `stream` with one JSON. */
  isPlain?: boolean;
  /** After this many chunks of text … */
  after?: number;
  /** … this is sent as an event, the socket is cut, the answer ends, nothing comes for ever, or comments without end. */
  breaks?: { event: unknown } | 'cut' | 'end' | 'silence' | 'comments';
  /** Sent as the body, after the headers of a stream. */
  raw?: string | Buffer;
  /** Milliseconds between chunks. */
  pace?: number;
  /** An answer of HTTP instead. */
  status?: number;
  headers?: Record<string, string>;
  body?: string;
  /** No answer at all, or the socket is cut before one. */
  never?: 'silence' | 'cut';
}

interface Asked {
  path: string;
  headers: IncomingHttpHeaders;
  body: {
    model: string;
    messages: Array<{ role: string; content: unknown }>;
    stream?: boolean;
    stream_options?: { include_usage?: boolean };
    tools?: unknown[];
    input?: string[];
    [more: string]: unknown;
  };
}

/** Refusals of well-formed requests by the fake's services, in their words. */
export interface FakeTraits {
  refuses?: (body: Asked['body']) => string | undefined;
  /** Length of its vectors. */
  dimension?: (text: string) => number;
}

/** An HTTP server on a free port that speaks OpenAI's chat completions and embeddings, and can be broken. */
export async function startFakeChatModels(traits: FakeTraits = {}) {
  const asked: Asked[] = [];
  const scripts: ChatScript[] = [];
  let usual: ChatScript | ((question: string) => ChatScript) = {};
  let hangUps = 0;
  let onHangUp: () => void = () => undefined;

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    response.on('close', () => {
      if (response.writableFinished) return;
      hangUps += 1;
      onHangUp();
    });
    const path = new URL(request.url ?? '', 'http://fake').pathname;
    const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Asked['body'];
    asked.push({ path, headers: request.headers, body });
    if (request.method !== 'POST' || !path.startsWith('/v1/'))
      return sendError(response, 404, 'not found', 'invalid_request_error');
    if (request.headers.authorization !== `Bearer ${key}`)
      return sendError(response, 401, 'Incorrect API key provided', 'invalid_request_error', 'invalid_api_key');
    const refusal = traits.refuses?.(body) ?? faultOf(path, body);
    if (refusal) return sendError(response, 400, refusal, 'invalid_request_error');
    if (path === '/v1/embeddings') return embed(response, body);
    if (body.model === 'no-such-model')
      return sendError(
        response,
        404,
        'The model `no-such-model` does not exist',
        'invalid_request_error',
        'model_not_found',
      );
    const question = textOf(body.messages.findLast(({ role }) => role === 'user')?.content);
    const script = scripts.shift() ?? (typeof usual === 'function' ? usual(question) : usual);
    await play(response, body, { text: `你问的是：${question}`, ...script });
  });
  let connections = 0;
  server.on('connection', () => (connections += 1));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  function embed(response: ServerResponse, { input = [], model }: Asked['body']): void {
    const length = (text: string) => traits.dimension?.(text) ?? 8;
    const data = input.map((text, index) => ({
      object: 'embedding',
      index,
      embedding: Array.from(
        { length: length(text) },
        (_, place) => 3 * Math.cos(place * [...text].length + (text.codePointAt(0) ?? 0)),
      ),
    }));
    // The protocol promises no order.
    sendJson(response, 200, {
      object: 'list',
      data: data.toReversed(),
      model,
      usage: { prompt_tokens: 1, total_tokens: 1 },
    });
  }

  return {
    key,
    baseUrl: `http://127.0.0.1:${port}/v1`,
    /** Every request, oldest first. */
    asked,
    /** The answers to the next requests of chat, one after the other. */
    next: (...following: ChatScript[]) => void scripts.push(...following),
    /** The answer to every request that has none of its own. */
    always(script: typeof usual): void {
      usual = script;
    },
    /** Connections that were made so far. */
    connections: () => connections,
    /** Requests whose client went before they were answered. */
    hangUps: () => hangUps,
    /** Resolves when the next client hangs up. */
    hangUp: () => new Promise<void>((resolve) => (onHangUp = resolve)),
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Refusal by a strict service; undefined when it accepts. */
function faultOf(path: string, body: Asked['body']): string | undefined {
  if (path === '/v1/embeddings') {
    if (!Array.isArray(body.input) || body.input.length === 0) return "'input' must be a list";
    return body.input.length > 10 ? 'batch size is invalid, it should not be larger than 10' : undefined;
  }
  if (path !== '/v1/chat/completions') return `unknown path ${path}`;
  const [first, ...turns] = body.messages;
  if (first?.role !== 'system') return "the first of 'messages' must be of the system";
  if (turns.some(({ role }, place) => role !== (place % 2 === 0 ? 'user' : 'assistant')))
    return 'Conversation roles must alternate user/assistant/user/assistant/...';
  if (turns.length % 2 === 0) return 'the last message must be of the user';
  return turns.some(({ content }) => textOf(content) === '' && !Array.isArray(content)) ? 'empty content' : undefined;
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  const parts = (content ?? []) as Array<{ type: string; text?: string }>;
  return parts.map((part) => part.text ?? '').join('');
}

async function play(response: ServerResponse, body: Asked['body'], script: ChatScript): Promise<void> {
  if (script.never === 'cut') return void response.socket?.destroy();
  if (script.never) return;
  if (script.status)
    return void response
      .writeHead(script.status, { 'content-type': 'application/json', ...script.headers })
      .end(script.body ?? '');
  if (script.isPlain || !body.stream) return sendJson(response, 200, wholeAnswer(body, script));
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', ...script.headers });
  response.flushHeaders();
  const write = writerFor(response, script);
  if (script.raw !== undefined) {
    await write(script.raw);
    return void response.end();
  }
  let count = 0;
  for (const chunk of chunksOf(body, script)) {
    if (script.breaks && count++ >= (script.after ?? 0)) return fail(response, script.breaks, write);
    await write(eventOf(chunk, script));
    if (script.pace) await wait(script.pace);
    if (response.destroyed) return;
  }
  if (script.hasDone !== false) await write(`data: [DONE]${script.isLastLineOpen ? '' : eventEnd(script)}`);
  response.end();
}

async function fail(
  response: ServerResponse,
  how: NonNullable<ChatScript['breaks']>,
  write: (text: string) => Promise<void>,
) {
  // What was written still arrives.
  if (how === 'cut') return void response.socket?.end();
  if (how === 'end') return void response.end();
  if (how === 'comments') while (!response.destroyed) await write(': keep-alive\n\n').then(() => wait(10));
  if (typeof how === 'string') return;
  await write(`data: ${JSON.stringify(how.event)}\n\n`);
  response.end();
}

const newlineOf = ({ newline = '\n' }: ChatScript) => newline;
const eventEnd = (script: ChatScript) => newlineOf(script).repeat(2);

function eventOf(chunk: object, script: ChatScript): string {
  const comment = script.hasComments
    ? `: keep-alive${newlineOf(script)}${newlineOf(script)}retry: 10${newlineOf(script)}`
    : '';
  return `${comment}data: ${JSON.stringify(chunk)}${eventEnd(script)}`;
}

/** Writes in pieces of `writes` bytes, each on its own way to the client. */
function writerFor(response: ServerResponse, { writes }: ChatScript) {
  return async (text: string | Buffer): Promise<void> => {
    const bytes = Buffer.from(text as string);
    for (let from = 0; from < bytes.length && !response.destroyed; from += writes ?? bytes.length) {
      response.write(bytes.subarray(from, from + (writes ?? bytes.length)));
      if (writes) await new Promise(setImmediate);
    }
  };
}

function* chunksOf(body: Asked['body'], script: ChatScript): Generator<object> {
  const { reasoning = '', reasoningIn = 'reasoning_content', step = 3, finish = 'stop', isOdd } = script;
  const frame = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: body.model };
  const more = isOdd ? { system_fingerprint: 'fp_1', obfuscation: 'xY', moderation: null, usage: null } : {};
  const chunk = (delta: object, finish_reason: string | null = null) => {
    const choice = { index: 0, delta, finish_reason, ...(isOdd && { logprobs: null, stop_reason: null }) };
    return { ...frame, choices: [choice], ...more };
  };
  yield chunk({ role: 'assistant', content: isOdd ? null : '' });
  if (isOdd) {
    yield { ...frame, choices: [], prompt_filter_results: [] };
    yield { ...frame, choices: null };
    yield frame;
    yield { ...frame, choices: [{ index: 1, delta: { content: '另一个版本' }, finish_reason: null }] };
  }
  if (reasoningIn !== 'tags')
    for (const piece of pieces(reasoning, step)) yield chunk({ [reasoningIn]: piece, content: isOdd ? null : '' });
  for (const piece of pieces(contentOf(script), step)) yield chunk({ content: piece });
  for (const delta of script.deltas ?? []) yield chunk(delta);
  if (finish !== null) yield chunk({}, finish);
  if (script.hasUsage !== false && body.stream_options?.include_usage)
    yield { ...frame, choices: [], usage: usageOf(script) };
}

function contentOf({ text = '', reasoning = '', reasoningIn }: ChatScript): string {
  return reasoningIn === 'tags' ? `<think>\n${reasoning}\n</think>\n\n${text}` : text;
}

const usageOf = (script: ChatScript) => {
  const completion = contentOf(script).length;
  return {
    prompt_tokens: 11,
    completion_tokens: completion,
    total_tokens: 11 + completion,
    prompt_tokens_details: null,
  };
};

/** By UTF-16 units, as services that count bytes or tokens also cut characters in two. */
const pieces = (text: string, step: number) =>
  Array.from({ length: Math.ceil(text.length / step) }, (_, place) => text.slice(place * step, (place + 1) * step));

function wholeAnswer(body: Asked['body'], script: ChatScript): object {
  const message = { role: 'assistant', content: contentOf(script), ...Object.assign({}, ...(script.deltas ?? [])) };
  if (script.reasoning && script.reasoningIn !== 'tags')
    message[script.reasoningIn ?? 'reasoning_content'] = script.reasoning;
  const choices = [{ index: 0, message, finish_reason: script.finish === undefined ? 'stop' : script.finish }];
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1,
    model: body.model,
    choices,
    usage: usageOf(script),
  };
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function sendError(
  response: ServerResponse,
  status: number,
  message: string,
  type: string,
  code: string | null = null,
): void {
  sendJson(response, status, { error: { message, type, param: null, code } });
}
