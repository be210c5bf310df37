import type { impersonationDeskContract } from '#shared/contract/impersonation';
import type { viewingContract } from '#shared/contract/viewing';
import { ProductError } from '#shared/errors';
import { clearViewerCookie, readCookie, setViewerCookie, viewerCookie } from '../../../http/cookies.ts';
import type { Handlers } from '../../../http/mount.ts';
import type { ImpersonationService } from './impersonation.service.ts';

export function impersonationRoutes(
  service: ImpersonationService,
): Handlers<typeof impersonationDeskContract> & Handlers<typeof viewingContract> {
  return {
    impersonate: async ({ caller, params, input, facts }) => {
      const { link, endsAt } = await service.begin(caller, params.id, input.reason, facts);
      return { url: `/api/admin/v1/impersonations/${link}`, endsAt };
    },
    openImpersonation: async ({ caller, params, request, response }) => {
      // A HEAD request does not use the link up.
      if (request.method === 'HEAD') throw new ProductError('impersonation.link_used');
      const { token, lifeMs } = await service.open(caller, params.link);
      setViewerCookie(response, token, lifeMs);
      response.set('referrer-policy', 'no-referrer').redirect(303, '/#viewing');
    },
    viewing: ({ caller }) => (caller ? service.shown(caller) : null),
    endViewing: async ({ request, response, facts }) => {
      const token = readCookie(request, viewerCookie);
      if (token) await service.end(token, facts);
      clearViewerCookie(response);
      return null;
    },
  };
}
