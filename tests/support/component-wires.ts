import type { Task } from '#shared/contract/task';
import { answeringFetch } from './component-answers.ts';

/** Sends what does not go through `fetch`, uploads and the console's calls, to the answers of the contract. */
class AnsweringRequest extends XMLHttpRequest {
  #call = { method: 'GET', address: '' };
  #headers = new Headers();
  #stop = new AbortController();

  override open(method: string, address: string | URL): void {
    this.#call = { method, address: String(address) };
    super.open(method, address);
  }

  override setRequestHeader(name: string, value: string): void {
    this.#headers.set(name, value);
  }

  override send(body?: Document | XMLHttpRequestBodyInit | null): void {
    void this.#answer(body as BodyInit | null);
  }

  override abort(): void {
    this.#stop.abort();
    this.dispatchEvent(new ProgressEvent('abort'));
  }

  async #answer(body: BodyInit | null): Promise<void> {
    const { method, address } = this.#call;
    const request = { method, headers: this.#headers, signal: this.#stop.signal, ...(body && { body }) };
    try {
      const answer = await answeringFetch(new URL(address, location.href), request);
      const text = await answer.text();
      if (this.#stop.signal.aborted) return;
      const isJson = this.responseType === 'json';
      const response = isJson ? JSON.parse(text) : text;
      const headers = [...answer.headers].map((entry) => entry.join(': ')).join('\r\n');
      Object.defineProperties(this, {
        ...{ status: { value: answer.status }, readyState: { value: 4 }, responseURL: { value: answer.url } },
        ...{ response: { value: response }, ...(!isJson && { responseText: { value: text } }) },
        getAllResponseHeaders: { value: () => headers },
      });
      this.dispatchEvent(new ProgressEvent('load'));
      this.dispatchEvent(new ProgressEvent('loadend'));
    } catch {
      if (!this.#stop.signal.aborted) this.dispatchEvent(new ProgressEvent('error'));
    }
  }
}

const streams = new Set<SilentEvents>();

/** A stream of events that says what the test tells it. */
class SilentEvents extends EventTarget {
  static readonly CLOSED = 2;
  readyState = 1;

  constructor() {
    super();
    streams.add(this);
    queueMicrotask(() => this.dispatchEvent(new Event('open')));
  }

  close(): void {
    this.readyState = SilentEvents.CLOSED;
    streams.delete(this);
  }
}

/** Tells the page of a task, as the events of the server do. */
export function tellOf(task: Task): void {
  for (const stream of streams) stream.dispatchEvent(new MessageEvent('task', { data: JSON.stringify(task) }));
}

/** Starts workers as modules, which they are where no bundler has made one file of them. */
class ModuleWorker extends Worker {
  constructor(address: string | URL, options?: WorkerOptions) {
    super(String(address).replace('type=classic', 'type=module'), { ...options, type: 'module' });
  }
}

/** Leads every way on which an app reaches the server to the answers of the test, and starts its workers. */
export function connectWires(): void {
  globalThis.fetch = answeringFetch;
  Object.assign(globalThis, { XMLHttpRequest: AnsweringRequest, EventSource: SilentEvents, Worker: ModuleWorker });
}
