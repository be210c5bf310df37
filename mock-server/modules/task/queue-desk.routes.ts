import type { queueDeskContract } from '#shared/contract/queue-desk';
import type { Handlers } from '../../http/mount.ts';
import { withTotal } from '../../http/total.ts';
import type { ListReader } from '../console-list.ts';
import { type QueueDesk, queueList } from './queue-desk.service.ts';

export function queueDeskRoutes(desk: QueueDesk, lists: ListReader): Handlers<typeof queueDeskContract> {
  return {
    staffQueue: async ({ caller, input, response }) => withTotal(response, await lists.page(queueList, input, caller)),
    queueState: () => desk.state(),
    pauseQueue: ({ caller, facts, input }) => desk.pause({ caller, facts, reason: input.reason }, input.notice),
    resumeQueue: ({ caller, facts, input }) => desk.resume({ caller, facts, reason: input.reason }),
  };
}
