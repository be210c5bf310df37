import type { accountDeskContract } from '#shared/contract/account-desk';
import type { ListCallName } from '#shared/contract/console';
import type { Handlers } from '../../../http/mount.ts';
import type { TaskDesk } from '../../studio/task/task-desk.service.ts';
import type { AccountPage } from './account-page.service.ts';

export function accountPageRoutes(
  page: AccountPage,
  taskDesk: Pick<TaskDesk, 'thumbs'>,
): Omit<Handlers<typeof accountDeskContract>, ListCallName> {
  return {
    createAccountNote: ({ caller, input, facts }) => page.createNote({ caller, facts }, input),
    updateAccountNote: ({ caller, params, input, facts }) => page.updateNote({ caller, facts }, params.id, input),
    deleteAccountNote: ({ caller, params, facts }) => page.deleteNote({ caller, facts }, params.id),
    endAccountSession: ({ caller, params, input, facts }) => page.endSession(caller, params.id, input.reason, facts),
    endAccountSessions: ({ caller, params, input, facts }) => page.endSessions(caller, params.id, input.reason, facts),
    taskThumbs: ({ input }) => taskDesk.thumbs([...new Set(input.ids.split(','))]),
  };
}
