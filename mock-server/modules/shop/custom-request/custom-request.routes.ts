import type { orderContract } from '#shared/contract/order';
import type { orderDeskContract } from '#shared/contract/order-desk';
import type { Handlers } from '../../../http/mount.ts';
import type { CustomRequestService } from './custom-request.service.ts';

export function customRequestRoutes(
  service: CustomRequestService,
): Pick<Handlers<typeof orderContract>, 'submitCustomRequest' | 'customRequestStatus'> &
  Pick<Handlers<typeof orderDeskContract>, 'revealRequestPhone' | 'updateCustomRequest'> {
  return {
    submitCustomRequest: ({ caller, input }) => service.submit(caller, input),
    customRequestStatus: ({ input, facts }) => service.status(input.receiptNo, input.phoneNo, facts),
    revealRequestPhone: async ({ caller, params, input, facts }) => ({
      phoneNo: await service.revealPhone(caller, params.id, input.reason, facts),
    }),
    updateCustomRequest: ({ caller, params, input, facts }) => service.update({ caller, facts }, params.id, input),
  };
}
