import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { TransportError } from '#shared/client/transport';
import type { Endpoint } from '#shared/contract/endpoint';
import { userContract } from '#shared/contract/user';
import { api } from './api.ts';
import { connection } from './connection.ts';

/** Endpoints that respond in the envelope. The others have their own functions, which use the same write guard. */
const entries = Object.entries<Endpoint>(userContract).filter(([, { answers }]) => answers === 'envelope');
const changes = entries.filter(([, { changesState }]) => changesState).map(([name]) => name);
const unsent = '网络已断开，没有保存';
const unanswered = '没有收到答复，可能已保存';

/** URLs passed to `fetch`, without health probes. */
let sent: string[] = [];
/** Response to each of them; set by the tests. */
let answer: () => Promise<Response>;

beforeEach(() => {
  sent = [];
  answer = () => Promise.reject(new TypeError('Failed to fetch'));
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('window', {});
  vi.stubGlobal('fetch', (address: string) => {
    if (address === '/api/health') return navigator.onLine ? Promise.resolve(Response.json({})) : Promise.reject();
    sent.push(address);
    return answer();
  });
});
afterEach(async () => {
  vi.stubGlobal('navigator', { onLine: true });
  await connection.isLost();
  vi.unstubAllGlobals();
});

const failureOf = async (name: string): Promise<Error | undefined> => {
  const call = api[name as keyof typeof api] as (values: object) => Promise<unknown>;
  return call({}).then(
    () => undefined,
    (error: Error) => error,
  );
};

test.each(changes)('%s is not sent where it is known that there is no network, and not later either', async (name) => {
  vi.stubGlobal('navigator', { onLine: false });
  const failure = await failureOf(name);
  expect(failure?.message).toBe(unsent);
  expect((failure as TransportError).kind).toBe('offline');
  vi.stubGlobal('navigator', { onLine: true });
  await connection.isLost();
  expect(sent).toEqual([]);
});

test.each(changes)(
  '%s without an answer may have been done: once sent, and what is shown is read again',
  async (name) => {
    const renew = vi.fn();
    const stop = connection.onReconnect(renew);
    expect((await failureOf(name))?.message).toBe(unanswered);
    expect(sent).toHaveLength(1);
    expect(renew).toHaveBeenCalledExactlyOnceWith(true);
    stop();
  },
);

test("a gateway's page is no answer to a change; a refusal and a page to a reader are told as they are", async () => {
  answer = async () => new Response('<html>', { status: 504, headers: { 'content-type': 'text/html' } });
  expect((await failureOf('createProject'))?.message).toBe(unanswered);
  expect((await failureOf('projects'))?.message).toBe('服务暂时无法应答，请稍后重试');
  const error = { code: 409, message: '已有同名项目', reason: 'project.name_taken' };
  answer = async () => Response.json({ error, data: null }, { status: 409 });
  expect((await failureOf('createProject'))?.message).toBe('已有同名项目');
});

test('what reads without a network says that it could not be read, not that something was not saved', async () => {
  vi.stubGlobal('navigator', { onLine: false });
  expect((await failureOf('projects'))?.message).toBe('网络连接失败，请检查网络后重试');
});
