import { derivedContract } from '#shared/contract/console';
import type { Endpoint } from '#shared/contract/endpoint';
import { contract } from '#shared/contract/index';
import { controlContract } from '../../contract.ts';
import { pathMatcher } from '../../path-pattern.ts';
import type { Exchange, Part } from '../exchange.ts';
import { withoutMarks } from '../redaction.ts';
import { Browsers } from './browsers.ts';
import { joined, Links, type ReadCode, type Taken, type Template } from './links.ts';

/** Part of a form that is uploaded: a value, or a file by the name of the upload; null: its bytes were not kept. */
export type StepPart =
  | { name: string; value: Template }
  | { name: string; upload: string; fileName: string; type: string };

export interface Step {
  /** Place among the steps, from 1. */
  number: number;
  browser: string;
  method: string;
  /** Path with its query. */
  address: Template;
  contentType: string;
  body: Template | null;
  parts: StepPart[] | null;
  /** Status of the answer. */
  status: number;
  /** Reading that is repeated until its answer has this value. */
  until: { keys: readonly string[]; value: string } | null;
  codes: ReadCode[];
  takes: Taken[];
  title: string;
}

/** Something that is not done again, and why. */
export interface Omission {
  title: string;
  reason: string;
}

export interface Replay {
  steps: Array<Step | Omission>;
  /** Browsers that were logged in before the first recorded request. */
  sessions: Array<{ name: string; accountId: string; phoneNo: string | null }>;
  /** Uploaded files in base64, by their names. */
  uploads: Map<string, string>;
  /** Environment variables of secrets, with the names of their fields. */
  secrets: ReadonlyMap<string, string>;
}

const specs = Object.values<Endpoint>({ ...contract, ...derivedContract, ...controlContract })
  .map((spec) => ({ spec, isOpen: spec.path.includes(':'), matches: pathMatcher(`${spec.path}/**`) }))
  .sort((one, other) => Number(one.isOpen) - Number(other.isOpen));

/** States that pass by themselves: a replay may come too late to see them. */
const passing = new Set([
  'queued',
  'running',
  'created',
  'paying',
  'paid',
  'refunding',
  'waiting',
  'pending',
  'processing',
]);

/**
 * The exchanges as steps, in the order of the requests. Pages and their files are left out.
 * @param phoneOf number of an account, null for one that has none
 */
export async function replayOf(
  exchanges: readonly Exchange[],
  phoneOf: (accountId: string) => Promise<string | null>,
): Promise<Replay> {
  const links = new Links();
  const browsers = new Browsers();
  const uploads = new Map<string, string>();
  const steps: Replay['steps'] = [];
  let number = 0;
  for (const { exchange, spec, isLast } of readable(exchanges)) {
    // Of readings that are repeated, too, the cookies count.
    const browser = browsers.of(exchange);
    if (!isLast) continue;
    const title = clean(`${exchange.method} ${spec?.path ?? withoutMarks(exchange.path)}`);
    const reason = omissionOf(exchange, spec);
    if (reason) {
      steps.push({ title, reason });
      continue;
    }
    const step = stepOf(exchange, spec, links, uploads);
    steps.push({ ...step, number: ++number, browser: browser.name, title });
    links.learn(exchange, step.takes);
  }
  const sessions: Replay['sessions'] = [];
  for (const { name, accountId } of browsers.all())
    if (accountId !== null) sessions.push({ name, accountId, phoneNo: await phoneOf(accountId) });
  return { steps, sessions, uploads, secrets: links.secrets };
}

const clean = (text: string) => [...text].filter((letter) => letter >= ' ' && letter !== '\u007f').join('');

/** Exchanges with their calls. Of a state that passes, read again and again until something is done, the last counts. */
function readable(exchanges: readonly Exchange[]) {
  const found = exchanges.flatMap((exchange) => {
    const spec = specs.find(({ spec: { method, path }, matches }) => {
      const isAsLong = path.split('/').length === exchange.path.split('/').length;
      return method === exchange.method && isAsLong && matches(exchange.path);
    })?.spec;
    const isCall = /^\/(?:api|cas|pay|scan|__mock)\//.test(exchange.path) && exchange.path !== '/api/health';
    const isFile = /\.(?:js|css|svg|ico)$/.test(exchange.path);
    return isCall && !isFile && /^(?:GET|POST|PUT|PATCH|DELETE)$/.test(exchange.method) ? [{ exchange, spec }] : [];
  });
  const later = new Set<string>();
  return found
    .toReversed()
    .map(({ exchange, spec }) => {
      const isReading = exchange.method === 'GET' && !spec?.changesState;
      const key = JSON.stringify([exchange.path, exchange.query, exchange.cookies]);
      const isLast = !later.has(key);
      if (isReading) later.add(key);
      else later.clear();
      return { exchange, spec, isLast: !isReading || isLast || !passing.has(stateOf(exchange)?.value ?? '') };
    })
    .toReversed();
}

function omissionOf({ request, method }: Exchange, spec: Endpoint | undefined): string | undefined {
  if (spec?.encoding === 'raw') return '支付渠道等外部服务的通知，由它们自己发出';
  if (spec?.answers === 'events' && method === 'GET') return '事件流一直打开，不重放';
  if (request.isCut && !request.type.startsWith('multipart/')) return '请求内容太长，没有完整保存';
  return undefined;
}

function stepOf(
  exchange: Exchange,
  spec: Endpoint | undefined,
  links: Links,
  uploads: Map<string, string>,
): Omit<Step, 'number' | 'browser' | 'title'> {
  const { method, path, query, request, status } = exchange;
  const codes: ReadCode[] = [];
  const templates = links.of(exchange, codes);
  const pairs = Object.entries(query).flatMap(([name, values]) =>
    [values].flat().map((value): [string, string] => [name, value]),
  );
  const search = pairs.length > 0 ? ['?', ...templates.form(pairs)] : [];
  const isForm = request.type === 'application/x-www-form-urlencoded';
  const text = request.text ?? '';
  const isMultipart = request.type.startsWith('multipart/');
  return {
    method,
    address: joined([...templates.path(path), ...search]),
    contentType: request.type,
    body: text === '' ? null : joined(isForm ? templates.form([...new URLSearchParams(text)]) : templates.json(text)),
    parts: isMultipart
      ? (request.parts ?? missingParts(spec)).map((part) => partOf(part, templates.text, uploads))
      : null,
    status: status === 304 ? 200 : status,
    until: method === 'GET' && !spec?.changesState ? endOf(exchange) : null,
    codes,
    takes: [],
  };
}

const missingParts = (spec: Endpoint | undefined): Part[] =>
  Object.keys(spec?.parts ?? { file: 'file' }).map((name) => ({
    name,
    fileName: 'upload',
    type: 'application/octet-stream',
  }));

function partOf(part: Part, text: (name: string, value: string) => Template, uploads: Map<string, string>): StepPart {
  const { name, value, fileName = 'upload', type = '', data } = part;
  if (value !== undefined) return { name, value: text(name, value) };
  const upload = `upload-${uploads.size + 1}`;
  uploads.set(upload, data ?? '');
  return {
    name,
    upload,
    fileName: clean(fileName),
    type: /^[\w.+-]+\/[\w.+-]+$/.test(type) ? type : 'application/octet-stream',
  };
}

/** The state that an answer tells, where it is one that stays. */
function endOf(exchange: Exchange): Step['until'] {
  const state = stateOf(exchange);
  return state && !passing.has(state.value) ? state : null;
}

function stateOf({ answer: { text } }: Exchange): Step['until'] {
  let body: unknown;
  try {
    body = JSON.parse(text ?? '');
  } catch {
    return null;
  }
  for (const keys of [['data', 'status'], ['status'], ['state']]) {
    const value = keys.reduce<unknown>(
      (node, key) => (node as Record<string, unknown> | null | undefined)?.[key],
      body,
    );
    if (typeof value === 'string') return { keys, value };
  }
  return null;
}
