import { expect, test, vi } from 'vitest';
import { ApiError } from '#shared/client/create-client';
import { TransportError } from '#shared/client/transport';
import type { Batch, BatchItem } from '../lib/tool-sessions';
import { BatchRuns, isSubmitting, stateOfItem } from './batch-runs';

const refused = (reason: string, message: string) => new ApiError(422, { code: 422, reason, message });
const item = (imageId: string): BatchItem => ({
  imageId,
  params: { upload_img: imageId },
  clientKey: `key-${imageId}`,
});
const batchOf = (...ids: string[]): Batch => ({ tool: 'toline', items: ids.map(item) });

/** A server that answers by picture: with a task, or an error. */
function story(answers: Record<string, Error | undefined> = {}) {
  const asked: string[] = [];
  const kept: Batch[] = [];
  const rooms: (() => void)[] = [];
  const runs = new BatchRuns({
    start: async ({ imageId, clientKey }) => {
      asked.push(clientKey);
      const answer = answers[imageId];
      if (answer) throw answer;
      return `task-${imageId}`;
    },
    room: () => new Promise((resolve) => rooms.push(resolve)),
    keep: async (_account, batch) => void kept.push(batch),
  });
  const states = () => runs.get('me', 'toline')?.items.map(stateOfItem);
  const ended = () => vi.waitFor(() => expect(isSubmitting(runs.get('me', 'toline'))).toBe(false));
  return { runs, answers, asked, kept, rooms, states, ended };
}

test('every picture becomes a task of its own, in order and once', async () => {
  const { runs, asked, kept, states, ended } = story();
  runs.put('me', 'toline', batchOf('a', 'b', 'c'));
  expect(states()).toEqual(['waiting', 'waiting', 'waiting']);
  await ended();
  expect(states()).toEqual(['started', 'started', 'started']);
  expect(asked).toEqual(['key-a', 'key-b', 'key-c']);
  expect(kept.at(-1)?.items.map(({ taskId }) => taskId)).toEqual(['task-a', 'task-b', 'task-c']);
});

test.each(['image.not_found', 'task.unsuitable_picture'])(
  'a picture that is refused for %s is left out, the others go on',
  async (reason) => {
    const { runs, states, ended } = story({ b: refused(reason, '图片不存在') });
    runs.put('me', 'toline', batchOf('a', 'b', 'c'));
    await ended();
    expect(states()).toEqual(['started', 'refused', 'started']);
    expect(runs.get('me', 'toline')?.items[1]?.refusal).toBe('图片不存在');
  },
);

test('where the tickets run out the rest is not tried; a second try takes the same keys', async () => {
  const { runs, answers, asked, states, ended } = story({ b: refused('ticket.short', '普通券不足') });
  runs.put('me', 'toline', batchOf('a', 'b', 'c'));
  await ended();
  expect(states()).toEqual(['started', 'refused', 'refused']);
  expect(asked).toEqual(['key-a', 'key-b']);
  delete answers.b;
  const batch = runs.get('me', 'toline') as Batch;
  runs.put('me', 'toline', { ...batch, items: batch.items.map((one) => ({ ...one, refusal: undefined })) });
  await ended();
  expect(states()).toEqual(['started', 'started', 'started']);
  expect(asked).toEqual(['key-a', 'key-b', 'key-b', 'key-c']);
});

test('while the queue is full the next picture waits for room', async () => {
  const { runs, answers, asked, rooms, states, ended } = story({ b: refused('task.too_many', '任务太多') });
  runs.put('me', 'toline', batchOf('a', 'b'));
  await vi.waitFor(() => expect(rooms).toHaveLength(1));
  expect(states()).toEqual(['started', 'waiting']);
  delete answers.b;
  rooms[0]?.();
  await ended();
  expect(asked).toEqual(['key-a', 'key-b', 'key-b']);
  expect(states()).toEqual(['started', 'started']);
});

test('what waits can be taken back; what is started stays', async () => {
  const { runs, asked, rooms, states } = story({ b: refused('task.too_many', '任务太多') });
  runs.put('me', 'toline', batchOf('a', 'b', 'c'));
  await vi.waitFor(() => expect(rooms).toHaveLength(1));
  runs.cancelWaiting('me', 'toline');
  rooms[0]?.();
  await Promise.resolve();
  expect(states()).toEqual(['started', 'canceled', 'canceled']);
  expect(asked).toEqual(['key-a', 'key-b']);
});

test('pictures that are taken back while they wait for the network are never started', async () => {
  let reach = () => {};
  const sent: string[] = [];
  const runs = new BatchRuns({
    start: ({ clientKey }, _tool, signal) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(new TransportError('aborted', signal.reason)));
        reach = () => {
          if (!signal.aborted) sent.push(clientKey);
          resolve('task');
        };
      }),
    room: async () => undefined,
    keep: async () => undefined,
  });
  runs.put('me', 'toline', batchOf('a', 'b'));
  runs.cancelWaiting('me', 'toline');
  reach();
  expect(runs.get('me', 'toline')?.items.map(stateOfItem)).toEqual(['canceled', 'canceled']);
  expect(sent).toEqual([]);
});
