import { minute, second } from '#shared/domain/time';
import { enlargement, planColouring } from '../server.ts';
import { drawPicture } from '../server-pictures.ts';
import { byWords, endOf, type Flow, sidOf, staffOf, staffSid, unlessDone, userOf } from './flow.ts';

interface Facts {
  sid: string;
  staff: string;
  imageId: string;
  failedId: string;
  waitingId: string;
  projectId: string;
  token: string;
}

/** Tasks that succeed, deliver less than asked, fail for good, are canceled while they wait, and are deleted. */
export const tasks: Flow<Facts> = {
  name: 'tasks',
  async prepare(server) {
    const member = await server.member({ plan: 'pro' });
    const { imageId } = await member.upload(await drawPicture());
    return { sid: sidOf(member), staff: await staffSid(server), imageId };
  },
  steps: [
    [
      'a task is started',
      async (server, { sid, imageId }) => {
        await userOf(server, sid).api.startTask(enlargement(imageId, 4, 'flow-first'));
        await server.pass(0);
      },
    ],
    [
      'a task delivers less than asked',
      async (server, { sid, imageId }) => {
        await userOf(server, sid).api.startTask(planColouring(imageId, 2, 'flow-fewer'));
        await server.pass(0);
      },
    ],
    [
      'a task fails as often as it may',
      async (server, { sid, imageId }) => {
        const { taskId } = await userOf(server, sid).api.startTask(enlargement(imageId, 1, 'flow-failed'));
        for (let tries = 0; tries < 3; tries++) await server.pass(5 * second);
        return { failedId: taskId };
      },
    ],
    [
      'staff pause the queue',
      async (server, { staff }) => {
        const { api } = staffOf(server, staff);
        if ((await api.queueState()).pause === null) await api.pauseQueue({ reason: '换显卡' });
      },
    ],
    [
      'a task waits',
      async (server, { sid, imageId }) => {
        const { taskId } = await userOf(server, sid).api.startTask(enlargement(imageId, 2, 'flow-waiting'));
        return { waitingId: taskId };
      },
    ],
    [
      'it is canceled',
      async (server, { sid, waitingId }) => {
        await userOf(server, sid).api.cancelTask({ taskId: waitingId });
      },
    ],
    [
      'staff resume the queue',
      async (server, { staff }) => {
        const { api } = staffOf(server, staff);
        if ((await api.queueState()).pause !== null) await api.resumeQueue({ reason: '好了' });
        await server.pass(0);
      },
    ],
    [
      'it is tried again',
      async (server, { sid, waitingId }) => {
        await userOf(server, sid).api.retryTask({ taskId: waitingId, clientKey: 'flow-again' });
        await server.pass(0);
      },
    ],
    [
      'a failed one is deleted',
      async (server, { sid, failedId }, isRepeated) => {
        await unlessDone(userOf(server, sid).api.delTaskByTaskId({ taskId: failedId }), isRepeated, 'task.not_found');
      },
    ],
    [
      'the bin is emptied',
      async (server, { sid }) => {
        await userOf(server, sid).api.emptyBin();
      },
    ],
    [
      'works of a month ago are swept',
      async (server) => {
        await server.pass(minute);
        await server.deps.sweep();
      },
    ],
  ],
  async outcome(server, { sid }) {
    const { api } = userOf(server, sid);
    const { list, total } = await api.getTaskList();
    const { purses } = await api.ticketSummary();
    return {
      total,
      tasks: list.map(endOf).toSorted(byWords),
      purses: purses.map(({ kind, left, held }) => ({ kind, left, held })),
    };
  },
};
