/** Values of a query; lists are repeated, what is undefined is left out. */
export type Query = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;

/** Server and world that a session asks. */
export interface Target {
  /** Address of the server, such as `http://localhost:8000`. */
  baseUrl: string;
  /** Token of the control plane, which the server prints at its start; not needed on the machine it runs on. */
  token?: string | undefined;
  /** Name of the world; absent for the unnamed one. */
  world?: string | undefined;
}

/** A task of the product, as far as tests look at it. */
export interface Task {
  taskId: string;
  status: 'queued' | 'running' | 'succeeded' | 'failed' | 'canceled';
  seed: number;
  images: Array<{ imageId: string; url: string; width: number; height: number }>;
  error?: { reason: string; message: string };
}

/** An answer of 400 and more, or no answer at all. The message has the call, the sentence and the request id. */
export class KitError extends Error {
  /** 0 where the connection broke before the answer was there. */
  readonly status: number;
  /** The sentence of the server, in Chinese. */
  readonly sentence: string;
  /** Stable name of the failure such as `order.not_found`; empty where there is none. */
  readonly reason: string;
  /** Sentences for each field at fault. */
  readonly fields: Readonly<Record<string, readonly string[]>>;
  /** As the server logs it; empty where the connection broke. */
  readonly requestId: string;

  constructor(call: string, failure: Pick<KitError, 'status' | 'sentence' | 'reason' | 'fields' | 'requestId'>) {
    const details = Object.entries(failure.fields).map(([field, sentences]) => `${field} ${sentences.join('、')}`);
    const words = [failure.sentence, ...details].join('；');
    super(`${call} 答复 ${failure.status || '中断'}：${words}${failure.requestId && `（请求 ${failure.requestId}）`}`);
    this.name = 'KitError';
    this.status = failure.status;
    this.sentence = failure.sentence;
    this.reason = failure.reason;
    this.fields = failure.fields;
    this.requestId = failure.requestId;
  }
}

export type Session = ReturnType<typeof createSession>;

/** One browser: it keeps its cookies, and asks in one world. Calls throw {@link KitError}. */
export function createSession(target: Target) {
  const cookies = new Map<string, string>();

  async function fetchAnswer(method: string, path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    if (target.world !== undefined) headers.set('x-mock-space', target.world);
    if (target.token !== undefined) headers.set('authorization', `Bearer ${target.token}`);
    if (cookies.size > 0) headers.set('cookie', [...cookies].map((pair) => pair.join('=')).join('; '));
    const address = new URL(path, target.baseUrl);
    const response = await fetch(address, { ...init, method, headers, redirect: 'manual' }).catch((error: Error) => {
      throw broken(`${method} ${path}`, error);
    });
    keepCookies(response, cookies);
    if (response.status >= 400) throw await failureOf(`${method} ${path}`, response);
    return response;
  }

  async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const json = { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
    const response = await fetchAnswer(method, path, body === undefined ? {} : json);
    const text = await response.text().catch((error: Error) => {
      throw broken(`${method} ${path}`, error);
    });
    return dataOf(text, response.headers.get('content-type') ?? '') as T;
  }

  /** Starts a task and follows its events until it has ended, well or not. */
  async function run(tool: string, params: object, clientKey: string = crypto.randomUUID()): Promise<Task> {
    const leaving = new AbortController();
    const stream = await fetchAnswer('GET', '/api/ai/taskEvents', { signal: leaving.signal });
    const { taskId } = await call<Task>('POST', '/api/ai/startTask', { tool, params, clientKey });
    for await (const { event, data } of eventsOf(stream)) {
      const task = event === 'task' ? (JSON.parse(data) as Task) : undefined;
      if (task?.taskId !== taskId || task.status === 'queued' || task.status === 'running') continue;
      leaving.abort();
      return task;
    }
    throw new Error(`the stream of events ended before task ${taskId}`);
  }

  return {
    /** Cookies by their names. */
    cookies,
    get: <T>(path: string, query: Query = {}) => call<T>('GET', withQuery(path, query)),
    post: <T>(path: string, body: object = {}) => call<T>('POST', path, body),
    put: <T>(path: string, body: object) => call<T>('PUT', path, body),
    delete: <T>(path: string) => call<T>('DELETE', path),
    /** The whole answer, for streams and files. */
    fetch: fetchAnswer,
    async bytes(path: string): Promise<Uint8Array> {
      return new Uint8Array(await (await fetchAnswer('GET', path)).arrayBuffer());
    },
    /** Uploads a picture. */
    async upload(picture: Uint8Array, name = 'picture.png'): Promise<{ imageId: string }> {
      const form = new FormData();
      form.set('file', new File([new Uint8Array(picture)], name));
      const response = await fetchAnswer('POST', '/api/upload/image', { body: form });
      return dataOf(await response.text(), 'application/json') as { imageId: string };
    },
    run,
  };
}

function withQuery(path: string, query: Query): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value ?? []].flat().map((each): [string, string] => [name, String(each)]),
  );
  return pairs.length === 0 ? path : `${path}?${new URLSearchParams(pairs)}`;
}

function keepCookies(response: Response, cookies: Map<string, string>): void {
  for (const line of response.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (value === '') cookies.delete(name);
    else cookies.set(name, value);
  }
}

/** Calls of the product answer `{ error, data }`, those of the console and of the control plane without it. */
function dataOf(text: string, type: string): unknown {
  if (!type.includes('json')) return text;
  const answer: unknown = JSON.parse(text);
  const isEnvelope = typeof answer === 'object' && answer !== null && 'error' in answer && 'data' in answer;
  return isEnvelope ? answer.data : answer;
}

async function failureOf(call: string, response: Response): Promise<KitError> {
  const text = await response.text().catch(() => '');
  const { message = text.slice(0, 200), reason = '', fields, errors = {} } = failureIn(text);
  return new KitError(call, {
    status: response.status,
    sentence: message,
    reason,
    fields: fields ?? errors,
    requestId: response.headers.get('x-request-id') ?? '',
  });
}

function broken(call: string, error: Error): Error {
  if (error.name === 'AbortError') return error;
  return new KitError(call, { status: 0, sentence: '连接中断，没有完整的答复', reason: '', fields: {}, requestId: '' });
}

interface Failure {
  message?: string;
  reason?: string;
  /** Of the product's calls. */
  fields?: Record<string, string[]>;
  /** Of the console's. */
  errors?: Record<string, string[]>;
}

/** Failures of the product lie in `error`, those of the console do not; a fault rule may answer anything. */
function failureIn(text: string): Failure {
  try {
    const answer = JSON.parse(text) as Failure & { error?: Failure };
    return answer.error ?? answer;
  } catch {
    return {};
  }
}

/** Events of a stream; those without a name are called `message`. */
async function* eventsOf({ body }: Response): AsyncGenerator<{ event: string; data: string }> {
  const reader = body?.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader();
  let text = '';
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    const blocks = (text + part.value).split('\n\n');
    text = blocks.pop() ?? '';
    for (const lines of blocks.map((block) => block.split('\n'))) {
      const valuesOf = (field: string) =>
        lines.filter((line) => line.startsWith(`${field}: `)).map((line) => line.slice(field.length + 2));
      const data = valuesOf('data');
      if (data.length > 0) yield { event: valuesOf('event')[0] ?? 'message', data: data.join('\n') };
    }
  }
}
