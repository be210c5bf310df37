import type { noticeContract } from '#shared/contract/notice';
import type { noticeDeskContract } from '#shared/contract/notice-desk';
import type { Handlers } from '../../../http/mount.ts';
import type { NoticeService } from './notice.service.ts';
import type { NoticeDesk } from './notice-desk.service.ts';

type NoticeRoutes = Handlers<typeof noticeContract> & Omit<Handlers<typeof noticeDeskContract>, 'staffNotices'>;

export function noticeRoutes(notices: NoticeService, desk: NoticeDesk): NoticeRoutes {
  return {
    notices: ({ caller }) => notices.listFor(caller?.accountId),
    dismissNotice: async ({ caller, params, input }) => {
      await notices.dismiss(caller.accountId, params.id, input.edition);
      return null;
    },
    staffNotice: ({ params }) => desk.detail(params.id),
    createNotice: ({ caller, input, facts }) => desk.create({ caller, facts }, input),
    updateNotice: ({ caller, params, input, facts }) => desk.update({ caller, facts }, params.id, input),
    publishNotice: ({ caller, params, input, facts }) => desk.publish({ caller, facts }, params.id, input.version),
    withdrawNotice: ({ caller, params, input, facts }) => desk.withdraw({ caller, facts }, params.id, input.version),
  };
}
