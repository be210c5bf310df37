import type { slowDeskContract } from '#shared/contract/slow-desk';
import type { Handlers } from '../../../http/mount.ts';
import type { SlowDesk } from './slow.service.ts';

export function slowRoutes(desk: SlowDesk): Handlers<typeof slowDeskContract> {
  return { slowState: () => desk.state() };
}
