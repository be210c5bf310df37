import type { IncomingHttpHeaders } from 'node:http';
import { EngineFailure, OperationLost, RenderRefused } from '../port.ts';

/**
 * Kinds of refusals, as in the port: `lost`, the service knows nothing of a task; `unknown`, it cannot be told whether
 * the work is being done.
 */
export type FaultKind = 'input' | 'moderation' | 'config' | 'quota' | 'busy' | 'lost' | 'engine' | 'unknown';

/** Refusals of a service by kind. */
export interface FaultTable {
  /** By a code of the service; a name that ends with `*` stands for all that begin like it. The first that fits counts. */
  codes: ReadonlyArray<readonly [code: string, kind: FaultKind]>;
  /** By status, for answers whose codes are not listed; all others are `config` below 500 and `engine` from there on. */
  statuses: Readonly<Record<number, FaultKind>>;
}

/** A refusal as the service words it. */
export interface Refusal {
  /** HTTP status; 0 for a task that has failed. */
  status: number;
  /** Codes of the answer, the most telling one first. */
  codes: readonly string[];
  headers?: IncomingHttpHeaders;
}

/** It is unknown whether the service does the work. */
export class Uncertain extends Error {
  override readonly name = 'Uncertain';
}

const moderated = '描述或图片没有通过服务的内容审核，请修改描述或换一张图片';
const unsuited = '服务不能处理这张图片，请换一张';

/** Error for a refusal. It holds status and codes alone: messages of services may repeat keys and words of users. */
export function failureOf(table: FaultTable, refusal: Refusal): Error {
  const { status, codes, headers = {} } = refusal;
  const words = ['the service answered', status || 'with a failed task', ...codes.map(plain)].join(' ').trim();
  switch (kindOf(table, refusal)) {
    case 'moderation':
      return new RenderRefused(moderated, 'moderation');
    case 'input':
      return new RenderRefused(unsuited, 'unsuitable picture');
    case 'lost':
      return new OperationLost(words);
    case 'unknown':
      return new Uncertain(words);
    case 'config':
      return new EngineFailure('config', words);
    case 'quota':
      return new EngineFailure('quota', words);
    case 'busy': {
      const retryAfterMs = askedPause(headers);
      return new EngineFailure('busy', words, retryAfterMs === undefined ? {} : { retryAfterMs });
    }
    case 'engine':
      return new EngineFailure('engine', words);
  }
}

function kindOf({ codes: listed, statuses }: FaultTable, { status, codes }: Refusal): FaultKind {
  for (const code of codes) {
    const found = listed.find(([name]) => (name.endsWith('*') ? code.startsWith(name.slice(0, -1)) : code === name));
    if (found) return found[1];
  }
  return statuses[status] ?? (status >= 500 || status === 0 ? 'engine' : 'config');
}

const plain = (code: string) => code.replace(/[^\w.-]/g, '').slice(0, 60);

/** Longest pause that is kept to, milliseconds. */
const longestPause = 60 * 60 * 1000;

/** Milliseconds after which the service wants to be asked again; undefined where it does not say. */
function askedPause(headers: IncomingHttpHeaders, now = Date.now()): number | undefined {
  const exact = Number(headers['retry-after-ms'] ?? Number.NaN);
  const text = headers['retry-after'];
  const seconds = Number(text ?? Number.NaN);
  const until = text === undefined || Number.isFinite(seconds) ? Number.NaN : Date.parse(text) - now;
  const ms = [exact, seconds * 1000, until].find((each) => Number.isFinite(each) && each > 0);
  return ms === undefined ? undefined : Math.min(longestPause, Math.round(ms));
}
