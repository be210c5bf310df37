import type { Request, Response } from 'express';
import type { taskContract } from '#shared/contract/task';
import { ProductError } from '#shared/errors';
import type { Handlers } from '../../../http/mount.ts';
import type { UserCaller } from '../../base/caller.ts';
import type { EngineDirectory } from './engine-directory.ts';
import type { TaskService } from './task.service.ts';
import type { TaskFeed } from './task-feed.ts';
import type { TaskPreviews } from './task-previews.ts';

type TaskHandlers = Omit<Handlers<typeof taskContract>, 'totalTicket' | 'clickMask' | 'getAllClassify' | 'getAllSuCai'>;

export interface StreamRegistry {
  /** Open event streams; ended when the server stops. */
  add(response: Response): void;
}

const keepAliveMs = 15_000;

export function taskRoutes(
  service: TaskService,
  engines: EngineDirectory,
  { feed, previews }: { feed: TaskFeed; previews: Pick<TaskPreviews, 'find'> },
  streams: StreamRegistry,
  /** Returns true when a session has neither ended nor been banned; streams of others are closed. */
  isLive: (sessionHash: string) => Promise<boolean>,
): TaskHandlers {
  return {
    tools: () => engines.toolList(),
    toolOffers: ({ caller }) => service.offers(caller),
    freeAllowance: ({ caller }) => service.freeAllowance(caller),
    startTask: ({ caller, input, facts: { requestId } }) => service.start(caller, { ...input, requestId }),
    readWords: ({ caller, input }) => service.readWords(caller, input.tool, input.params),
    lookAhead: ({ caller, input }) => service.lookAhead(caller, input.tool, input.forms),
    retryTask: ({ caller, input: { taskId, clientKey }, facts: { requestId } }) =>
      service.retry(caller, taskId, { clientKey, requestId }),
    getTaskByTaskId: ({ caller, input }) => service.get(caller, input.taskId),
    runPreview: ({ caller, params, response }) => {
      const preview = previews.find(caller.accountId, params.token);
      if (!preview) throw new ProductError('image.not_found');
      response.set({
        'content-type': preview.format === 'png' ? 'image/png' : 'image/jpeg',
        'cache-control': 'private, no-store',
      });
      response.end(preview.bytes);
    },
    getTaskList: ({ caller, input }) => service.list(caller, input),
    delTaskByTaskId: async ({ caller, input }) => {
      await service.remove(caller, input.taskId);
      return null;
    },
    cancelTask: ({ caller, input }) => service.cancel(caller, input.taskId),
    taskEvents: async ({ caller, request, response }) => {
      streams.add(response);
      await streamTasks(caller, request, response);
    },
  };

  /** Sends every task that has news, as it is now, until the client leaves. */
  async function streamTasks(
    { accountId, sessionHash }: UserCaller,
    request: Request,
    response: Response,
  ): Promise<void> {
    let lastId = resumePoint(request) ?? (await service.newestEventId());
    let isSending = false;
    let isAskedAgain = false;

    const send = async (): Promise<void> => {
      if (isSending) {
        isAskedAgain = true;
        return;
      }
      isSending = true;
      do {
        isAskedAgain = false;
        for (const { id, task } of await service.newsAfter(accountId, lastId)) {
          lastId = id;
          response.write(`id: ${id}\nevent: task\ndata: ${JSON.stringify(task)}\n\n`);
        }
      } while (isAskedAgain);
      isSending = false;
    };

    response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    });
    response.write('retry: 2000\n\n');
    const stop = feed.subscribe(accountId, () => void send().catch(() => response.destroy()));
    const keepAlive = setInterval(() => {
      void isLive(sessionHash).then((isStillLive) =>
        isStillLive ? response.write(': keep-alive\n\n') : response.end(),
      );
    }, keepAliveMs);
    response.once('close', () => {
      stop();
      clearInterval(keepAlive);
    });
    await send();
  }
}

function resumePoint(request: Request): number | undefined {
  const text = request.get('last-event-id');
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}
