import { MutationObserver, onlineManager, QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { consoleContract } from '#shared/contract/console';
import type { Endpoint } from '#shared/contract/endpoint';
import { manageContract } from '#shared/contract/staff';
import { connection } from './connection.ts';
import { admin, manage } from './data-provider.ts';
import { type ConsoleError, http } from './http.ts';
import { queryClient } from './query-client.ts';

const writes = Object.entries<Endpoint>({ ...manageContract, ...consoleContract }).filter(
  ([, { changesState }]) => changesState,
);
const unsent = '网络已断开，没有保存';
const unanswered = '没有收到答复，可能已保存';

/** Requests that reached the adapter, as `METHOD url`. */
let sent: string[] = [];
/** The adapter's reply to every request; each test sets the network condition to simulate. */
let answer: (config: object) => Promise<unknown>;
const adapter = http.defaults.adapter;

const failing = (how: object) => (config: object) => Promise.reject(Object.assign(new Error(), { config, ...how }));

beforeEach(() => {
  sent = [];
  answer = failing({ code: 'ERR_NETWORK' });
  http.defaults.adapter = (config) => {
    sent.push(`${config.method?.toUpperCase()} ${config.url}`);
    return answer(config) as never;
  };
  vi.stubGlobal('fetch', () => (navigator.onLine === false ? Promise.reject() : Promise.resolve(new Response('{}'))));
});
afterEach(async () => {
  if (adapter) http.defaults.adapter = adapter;
  vi.stubGlobal('navigator', { onLine: true });
  await connection.isLost();
  vi.unstubAllGlobals();
  onlineManager.setOnline(true);
});

const failureOf = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: ConsoleError) => error,
  );
const send = ({ method, path }: Endpoint) => failureOf(http.request({ method, url: path, data: {} }));

test('the console changes nothing by a GET, which would not be held to be a change', () => {
  expect(writes.length).toBeGreaterThan(90);
  expect(writes.filter(([, { method }]) => method === 'GET')).toEqual([]);
});

test.each(writes)('%s is not sent where it is known that there is no network', async (_name, spec) => {
  vi.stubGlobal('navigator', { onLine: false });
  expect((await send(spec))?.message).toBe(unsent);
  expect(sent).toEqual([]);
});

test.each(writes)('%s without an answer may have been done, and everything is read again', async (_name, spec) => {
  const renew = vi.spyOn(queryClient, 'invalidateQueries');
  const failure = await send(spec);
  expect(failure?.message).toBe(unanswered);
  expect(failure?.isInDoubt).toBe(true);
  expect(sent).toHaveLength(1);
  expect(renew).toHaveBeenCalledOnce();
});

test("a gateway's page and a time that ran out are no answers either; a refusal is one", async () => {
  const [, spec] = writes[0] as [string, Endpoint];
  answer = async (config) => ({ status: 200, data: '<html>', headers: { 'content-type': 'text/html' }, config });
  expect((await send(spec))?.message).toBe(unanswered);
  answer = failing({ response: { status: 504, data: '<html>' } });
  expect((await send(spec))?.message).toBe(unanswered);
  answer = failing({ response: { status: 413, data: '<html>' } });
  expect((await send(spec))?.message).toBe('服务暂时无法应答，请稍后重试');
  answer = failing({ response: { status: 409, data: { message: '同事先一步保存了' } } });
  expect((await send(spec))?.message).toBe('同事先一步保存了');
  answer = failing({ code: 'ECONNABORTED' });
  expect((await send(spec))?.message).toBe(unanswered);
});

test("every way of Refine's data providers is this way", async () => {
  vi.stubGlobal('navigator', { onLine: false });
  const record = { resource: 'products', id: 'p1', variables: {} };
  for (const provider of [admin, manage]) {
    const calls = [
      provider.create(record),
      provider.update(record),
      provider.deleteOne(record),
      ...(['post', 'put', 'patch', 'delete'] as const).map((method) => provider.custom?.({ url: '/x', method })),
    ];
    for (const call of calls) expect((await failureOf(call as Promise<unknown>))?.message).toBe(unsent);
    expect([provider.createMany, provider.updateMany, provider.deleteMany]).toEqual([undefined, undefined, undefined]);
  }
  expect(sent).toEqual([]);
});

test('the query library sends a change at once or never: nothing waits for the network', async () => {
  const mutate = (client: QueryClient) => {
    const mutationFn = vi.fn(async () => Promise.reject(new Error(unsent)));
    const observer = new MutationObserver<unknown, Error, void>(client, { mutationFn });
    void observer.mutate().catch(() => undefined);
    return { observer, mutationFn };
  };
  onlineManager.setOnline(false);
  const queued = mutate(new QueryClient());
  const ours = mutate(queryClient);
  await vi.waitFor(() => expect(ours.observer.getCurrentResult().status).toBe('error'));
  expect(ours.mutationFn).toHaveBeenCalledOnce();
  // A client with default options pauses the mutation while offline; this shows that our options take effect.
  expect(queued.observer.getCurrentResult().isPaused).toBe(true);
  onlineManager.setOnline(true);
  await queryClient.resumePausedMutations();
  expect(ours.mutationFn).toHaveBeenCalledOnce();
});
