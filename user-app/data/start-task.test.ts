import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { connection } from '../lib/connection.ts';
import { callOffWaiting } from '../lib/waiting-starts.ts';
import { startTask } from './task.ts';

/** `clientKey` of each request to start a task; `looks` counts the requests for the state of the task. */
let sent: string[] = [];
let looks = 0;
const ended = { taskId: 't1', tool: 'toline', status: 'succeeded', seq: 3, images: [] };

const cut = async () => {
  vi.stubGlobal('navigator', { onLine: false });
  await connection.isLost();
};
const mend = async () => {
  vi.stubGlobal('navigator', { onLine: true });
  await connection.isLost();
};

beforeEach(() => {
  sent = [];
  looks = 0;
  vi.stubGlobal('window', {});
  vi.stubGlobal(
    'EventSource',
    class {
      addEventListener() {}
      close() {}
    },
  );
  vi.stubGlobal('fetch', async (address: string, { body }: { body?: string | URLSearchParams } = {}) => {
    if (!navigator.onLine) throw new TypeError('Failed to fetch');
    if (address.includes('getTaskByTaskId')) looks += 1;
    if (!address.includes('startTask')) return Response.json({ error: { code: 0 }, data: ended });
    const key = typeof body === 'string' ? JSON.parse(body).clientKey : body?.get('clientKey');
    sent.push(key);
    return Response.json({ error: { code: 0 }, data: { taskId: 't1' } });
  });
});
afterEach(async () => {
  await mend();
  vi.unstubAllGlobals();
});

test('a start without a network waits for it, and is sent once when it is back', async () => {
  await cut();
  const started = startTask({ tool: 'toline', params: {}, clientKey: 'k1' });
  await Promise.resolve();
  expect(sent).toEqual([]);
  await mend();
  expect(await started).toBe('t1');
  expect(sent).toEqual(['k1']);
  // Wait until the feed has read the final state, so that it sends no requests after the test.
  await vi.waitFor(() => expect(looks).toBeGreaterThan(0));
});

test('a start that is called off while it waits is never sent, on whatever page that is done', async () => {
  await cut();
  const byPage = new AbortController();
  const one = startTask({ tool: 'toline', params: {}, clientKey: 'k1' }, { signal: byPage.signal });
  const other = startTask({ tool: 'toline', params: {}, clientKey: 'k2' });
  byPage.abort();
  await expect(one).rejects.toMatchObject({ kind: 'aborted' });
  callOffWaiting();
  await expect(other).rejects.toMatchObject({ kind: 'aborted' });
  await mend();
  expect(sent).toEqual([]);
});
