import type { queueDeskContract } from '#shared/contract/queue-desk';
import type { Handlers } from '../../../http/mount.ts';
import type { QueueDesk } from './queue-desk.service.ts';

export function queueDeskRoutes(desk: QueueDesk): Omit<Handlers<typeof queueDeskContract>, 'staffQueue'> {
  return {
    queueState: () => desk.state(),
    pauseQueue: ({ caller, facts, input }) => desk.pause({ caller, facts, reason: input.reason }, input.notice),
    resumeQueue: ({ caller, facts, input }) => desk.resume({ caller, facts, reason: input.reason }),
  };
}
