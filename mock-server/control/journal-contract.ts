import { z } from 'zod';
import { endpoint } from '#shared/contract/endpoint';
import { Instant } from '#shared/contract/fields';
import { common, Done, Method, Moment } from './contract-parts.ts';
import { Har } from './har-contract.ts';
import { PathPattern } from './path-pattern.ts';

const tag = '请求';

/** Most requests that the journal keeps. */
export const journalKept = 1000;

/** Requests of the journal: those that fulfil every condition. */
const selection = {
  method: Method.optional(),
  path: PathPattern.optional(),
  /** A status such as 404, or a class such as `4xx`. */
  status: z.union([z.int().min(100).max(599), z.string().regex(/^[1-5]xx$/i, '状态写作 404 或 4xx')]).optional(),
  /** As the answer carried it in `X-Request-Id`. */
  requestId: z.string().max(64).optional(),
  /** Id or phone number of the account that asked, or that logged in. */
  account: z.string().trim().min(1).max(64).optional(),
  from: Moment.optional(),
  to: Moment.optional(),
};

const limit = z.int().min(1).max(journalKept);

/** Beside the conditions of the list: parts of the query, the headers and the fields of the body. */
const Match = z.object({
  ...selection,
  query: z.record(z.string().max(200), z.string().max(2000)).optional(),
  /** Values of headers by their names, whatever the case of the names. */
  header: z.record(z.string().max(200), z.string().max(2000)).optional(),
  /** Fields of a JSON or form body, at any depth: what is not named may be anything. Secrets are refused. */
  body: z.record(z.string().max(200), z.unknown()).optional(),
});

const Count = z.int().min(0).max(journalKept).optional();

const Verification = z
  .object({ match: Match.default({}), times: Count, atLeast: Count, atMost: Count })
  .superRefine(({ times, atLeast, atMost }, context) => {
    const refuse = (name: string, message: string) => context.addIssue({ code: 'custom', path: [name], message });
    if (times !== undefined && (atLeast ?? atMost) !== undefined) refuse('times', 'times 不能与 atLeast、atMost 同用');
    if (atLeast !== undefined && atMost !== undefined && atLeast > atMost) refuse('atMost', 'atMost 小于 atLeast');
  });

const Message = z.object({
  headers: z.array(z.object({ name: z.string(), value: z.string() })),
  /** Media type; empty without a body. */
  type: z.string(),
  /** Length of the whole body. */
  bytes: z.int(),
  /** The body with its secrets blanked; null where it is no text, or is not kept any more. */
  text: z.string().nullable(),
  /** True when the body is longer than what is kept of it. */
  isCut: z.boolean(),
  /** Parts of a multipart body. */
  parts: z
    .array(
      z.object({
        name: z.string(),
        value: z.string().optional(),
        fileName: z.string().optional(),
        type: z.string().optional(),
        bytes: z.int().optional(),
      }),
    )
    .optional(),
});

const Entry = z.object({
  /** Counts the requests of this journal, in the order in which they came. */
  number: z.int(),
  at: Instant,
  requestId: z.string(),
  method: z.string(),
  path: z.string(),
  query: z.record(z.string(), z.unknown()),
  status: z.int(),
  ms: z.number(),
  /** Reason of the failure, if it failed. */
  reason: z.string(),
  /** The account that asked, or that logged in by it. */
  account: z.object({ id: z.string(), phoneNo: z.string().nullable() }).nullable(),
  request: Message.optional(),
  answer: Message.optional(),
});

export const journalContract = {
  journal: endpoint({
    ...common,
    method: 'GET',
    path: '/__mock/journal',
    summary: '最近的请求，新的在前，密文已抹去；bodies=true 时带请求头、内容与答复',
    tag,
    input: z.object({ ...selection, limit: limit.default(500), bodies: z.boolean().default(false) }),
    output: z.array(Entry),
  }),
  clearJournal: endpoint({
    ...common,
    method: 'DELETE',
    path: '/__mock/journal',
    summary: '清空请求记录',
    tag,
    output: z.object({ ...Done, removed: z.int() }),
  }),
  journalHar: endpoint({
    ...common,
    method: 'GET',
    path: '/__mock/journal/har',
    summary: '请求记录的 HAR 1.2 文件，浏览器的开发者工具可以打开；密文已抹去',
    tag,
    input: z.object(selection),
    output: Har,
  }),
  replayJournal: endpoint({
    ...common,
    method: 'GET',
    path: '/__mock/journal/replay',
    answers: 'bare',
    media: ['text/plain'],
    summary: '把记录的请求按原来的顺序再做一遍的脚本：curl 或 Playwright',
    tag,
    input: z.object({ ...selection, format: z.enum(['playwright', 'curl']) }),
    output: z.string(),
  }),
  verifyJournal: endpoint({
    ...common,
    method: 'POST',
    path: '/__mock/journal/verify',
    summary: '核对请求是否发生过：缺省至少一次；不够时给出最接近的请求与不同之处',
    tag,
    encoding: 'json',
    input: Verification,
    output: z.object({
      ok: z.boolean(),
      count: z.int(),
      /** The finding in words. */
      sentence: z.string(),
      /** The newest that matched. */
      entries: z.array(Entry),
      /** The requests that come closest, where too few match, and in what they differ. */
      nearest: z.array(z.object({ entry: Entry, differences: z.array(z.string()) })),
    }),
  }),
};
