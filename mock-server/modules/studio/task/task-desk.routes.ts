import type { taskDeskContract } from '#shared/contract/task-desk';
import { whileConnected } from '../../../http/connection.ts';
import type { Handlers } from '../../../http/mount.ts';
import { sendFile } from '../image/image.routes.ts';
import type { TaskDesk } from './task-desk.service.ts';

export function taskDeskRoutes(desk: TaskDesk): Handlers<typeof taskDeskContract> {
  return {
    staffTask: ({ params }) => desk.find(params.id),
    staffTaskImage: async ({ facts, params, input, response }) => {
      await whileConnected(response, async (signal) => {
        const viewer = { caller: null, address: facts.address, signal };
        // Private pictures are not cached on the machines of staff.
        await sendFile(response, await desk.image(viewer, params.id, params.imageId, input.w), 'no-store');
      });
    },
    staffRetryTask: ({ caller, facts, params, input }) =>
      desk.retry({ caller, facts, id: params.id, reason: input.reason }, input.clientKey),
    staffCancelTask: ({ caller, facts, params, input }) =>
      desk.cancel({ caller, facts, id: params.id, reason: input.reason }),
    moveTask: ({ caller, facts, params, input }) =>
      desk.move({ caller, facts, id: params.id, reason: input.reason }, input.to),
    redriveTask: ({ caller, facts, params, input }) =>
      desk.redrive({ caller, facts, id: params.id, reason: input.reason }),
  };
}
