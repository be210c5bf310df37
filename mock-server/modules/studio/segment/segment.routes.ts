import type { taskContract } from '#shared/contract/task';
import type { Handlers } from '../../../http/mount.ts';
import type { SegmentService } from './segment.service.ts';

export function segmentRoutes(service: SegmentService): Pick<Handlers<typeof taskContract>, 'clickMask'> {
  return { clickMask: ({ caller, input }) => service.clickMask(caller, input) };
}
