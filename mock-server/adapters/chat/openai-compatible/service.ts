import type { Timers } from '../../../timers.ts';
import { ChatFault } from '../port.ts';
import { ServiceRefusal, saidIn, saidLimit, settingBehind } from './faults.ts';
import { postJson } from './http-post.ts';
import type { CompletionRun, Patience } from './run.ts';
import { createSecretMask } from './secret-mask.ts';

/** Bytes that are read of a refusal. */
const refusalLimit = 65_536;
/** Milliseconds that a service may ask to wait for a retry; beyond it the asker is told. */
const longestWait = 3000;

export interface ServiceSettings {
  /** E.g. `https://api.deepseek.com/v1`. */
  baseUrl: string;
  /** Empty where none is needed. */
  apiKey: string;
}

export interface ServiceDeps {
  log: { warn(fact: object, sentence: string): void };
  patience: Patience;
  timers: Timers;
}

/** A service that speaks OpenAI's protocol over HTTP. */
export function createService({ baseUrl, apiKey }: ServiceSettings, { log, patience, timers }: ServiceDeps) {
  const mask = createSecretMask(apiKey);

  async function send(path: string, body: object, signal: AbortSignal): Promise<Response> {
    // `postJson` follows no redirect: that would send the key to another address.
    return postJson(baseUrl + path, body, {
      signal,
      headers: {
        accept: 'text/event-stream, application/json',
        ...(apiKey && { authorization: `Bearer ${apiKey}` }),
      },
    });
  }

  /** Milliseconds until a second attempt; undefined where it would be of no use. */
  function pauseAfter(error: unknown): number | undefined {
    if (error instanceof ChatFault && !(error instanceof ServiceRefusal)) return undefined;
    if (!(error instanceof ServiceRefusal)) return patience.retry;
    const { status, pause, kind } = error;
    if (pause === false || (pause ?? 0) > longestWait) return undefined;
    if (status === 429) return pause;
    const mayPass = kind === 'unavailable' || kind === 'interrupted';
    return mayPass && (status >= 500 || status === 408) ? (pause ?? patience.retry) : undefined;
  }

  async function refusalOf(response: Response): Promise<ServiceRefusal> {
    const text = await beginningOf(response);
    const said = saidIn(jsonIn(text) ?? wordsOfPage(text), mask);
    return new ServiceRefusal(response.status, said, { pause: askedPause(response.headers) });
  }

  return {
    /** Masks the key in texts of the service, which may echo it. */
    mask,

    /** Throws {@link ServiceRefusal} or what the network says. */
    async post(path: string, body: object, run: CompletionRun): Promise<Response> {
      const response = await send(path, body, run.signal);
      if (response.ok) {
        run.opened();
        return response;
      }
      throw await refusalOf(response);
    },

    /**
     * Gives what `attempt` gives, and makes it once more where that may help and nothing has come of it yet: after a
     * fault of the network or the server, or a limit that ends within seconds. Throws what the run makes of the fault.
     */
    async *tryTwice<T>(run: CompletionRun, attempt: () => AsyncIterable<T>): AsyncGenerator<T, void, undefined> {
      for (let isFirst = true; ; isFirst = false) {
        try {
          for await (const part of attempt()) {
            run.partCame();
            yield part;
          }
          return;
        } catch (error) {
          const pause = isFirst && !run.hasPart() && !run.signal.aborted ? pauseAfter(error) : undefined;
          if (pause === undefined) throw run.faultOf(error);
          await run
            .within(new Promise<void>((resolve) => timers.after(pause, resolve)))
            .catch((aborted) => Promise.reject(run.faultOf(aborted)));
        }
      }
    },

    /** Tells the operator; the key does not get into the log. */
    report(fault: unknown, about: object): void {
      const status = fault instanceof ServiceRefusal ? fault.status : undefined;
      const setting = status === undefined ? undefined : settingBehind(status, apiKey !== '');
      const sentence = setting ? `模型服务没有接受请求，请检查 ${setting}` : '模型服务没有正常答复';
      log.warn({ ...about, status, reason: mask.whole((fault as Error).message).slice(0, saidLimit) }, sentence);
    },
  };
}

/** `false` where the service wants no retry, milliseconds where it names a pause. */
function askedPause(headers: Headers): number | false | undefined {
  if (headers.get('x-should-retry') === 'false') return false;
  const milliseconds = headers.get('retry-after-ms');
  if (milliseconds !== null && isNumber.test(milliseconds)) return Number(milliseconds);
  const after = headers.get('retry-after');
  if (after === null) return undefined;
  if (isNumber.test(after)) return Number(after) * 1000;
  const until = Date.parse(after);
  return Number.isNaN(until) ? undefined : Math.max(0, until - Date.now());
}

const isNumber = /^\d+(\.\d+)?$/;

async function beginningOf(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const part of response.body ?? []) {
      parts.push(part);
      length += part.length;
      if (length >= refusalLimit) break;
    }
  } catch {
    // The part before it broke off is enough.
  }
  return Buffer.concat(parts).toString('utf8', 0, refusalLimit);
}

/** Text of an HTML page without its tags. Text after an unclosed tag is ignored. */
function wordsOfPage(html: string): string {
  const words: string[] = [];
  for (let at = 0; at < html.length; ) {
    const mark = html.indexOf('<', at);
    words.push(html.slice(at, mark < 0 ? undefined : mark));
    const end = mark < 0 ? -1 : html.indexOf('>', mark);
    if (end < 0) break;
    at = end + 1;
  }
  return words.join(' ').split(/\s/).filter(Boolean).join(' ');
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
