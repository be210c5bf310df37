import { z } from 'zod';
import { ChatFault, type ChatFaultKind } from '../port.ts';
import type { SecretMask } from './secret-mask.ts';

/** The service refused a request. `said` is for the log: its code and the beginning of its sentence. */
export class ServiceRefusal extends ChatFault {
  readonly status: number;
  readonly said: string;
  /** Milliseconds after which it wants to be asked again; false for never, undefined where it does not say. */
  readonly pause: number | false | undefined;
  constructor(
    status: number,
    said: string,
    { pause, isInStream }: { pause?: number | false | undefined; isInStream?: boolean } = {},
  ) {
    const kind = kindOf(status, said);
    super(kind === 'unavailable' && isInStream ? 'interrupted' : kind, `${status || 'in the stream'}: ${said}`);
    this.status = status;
    this.said = said;
    this.pause = pause;
  }
}

// The words with which services refuse; they agree on no code. Read in the answers of OpenAI, DeepSeek, DashScope,
// vLLM, Ollama, llama.cpp and Zhipu.
const contextWords =
  /context[_ ](length|window|size)|maximum context|max(imum)? (input|sequence|model) length|input length|prompt is too long|too many tokens|exceeds? the (available|maximum) (context|number of tokens)|string_above_max_length/i;
const refusalWords =
  /content[_ ]?(filter|policy|exists risk)|data_?inspection_?failed|inappropriate content|moderation|responsible.?ai|sensitive|敏感|内容安全|违规/i;
const limitWords = /insufficient[_ ](quota|balance)|arrearage|overdue|rate.?limit|余额不足|欠费/i;

/** Kind of a refusal. `status` is 0 for errors within a stream that name none. */
function kindOf(status: number, said: string): ChatFaultKind {
  if (status === 401 || status === 403) return refusalWords.test(said) ? 'refused' : 'unavailable';
  if (status === 402 || status === 429) return 'limit';
  if (status === 413 || contextWords.test(said)) return 'context';
  if (refusalWords.test(said)) return 'refused';
  if (limitWords.test(said)) return 'limit';
  return 'unavailable';
}

/** The setting that an operator should look at after this status; undefined where it is none of theirs. */
export function settingBehind(status: number, hasKey: boolean): string | undefined {
  if (status === 401 || status === 403) return hasKey ? 'CHAT_API_KEY' : 'CHAT_API_KEY（没有填写）';
  if (status === 404 || status === 405) return 'CHAT_BASE_URL、CHAT_MODELS';
  if (status >= 300 && status < 400) return 'CHAT_BASE_URL（接口转到了别的地址，密钥不会跟去）';
  return undefined;
}

const plain = z.union([z.string(), z.number()]).nullish().catch(null);
const Fault = z.object({ message: plain, code: plain, type: plain, detail: plain });

/**
 * Returns code, type and message of a service's error, joined, masked and at most 300 characters long.
 * @param body a string, `{message, code, type}`, or either of them in `error`; a string may have any length
 */
export function saidIn(body: unknown, mask: SecretMask, depth = 0): string {
  // The text is masked before it is cut: a cut key would not be recognised.
  if (typeof body === 'string') return mask.whole(body.slice(0, readLimit)).slice(0, saidLimit);
  const read = Fault.safeParse(body);
  if (!read.success) return '';
  const { error } = body as { error?: unknown };
  const own = [read.data.code, read.data.type, read.data.message ?? read.data.detail].filter((part) => part != null);
  const inner = error && depth < deepestError ? [saidIn(error, mask, depth + 1)] : [];
  return [...own.map((part) => saidIn(String(part), mask)), ...inner].join(' ').slice(0, saidLimit);
}

export const saidLimit = 300;
/** Maximum number of characters read from a message, and maximum depth of nested errors. */
const readLimit = 10_000;
const deepestError = 3;
