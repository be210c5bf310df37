import type { Answer } from '#shared/contract/endpoint';
import type { orderContract } from '#shared/contract/order';
import type { orderDeskContract } from '#shared/contract/order-desk';
import type { Handlers } from '../../../http/mount.ts';
import type { UserCaller } from '../../base/caller.ts';
import type { InvoiceService } from './invoice.service.ts';

export function invoiceRoutes(
  service: InvoiceService,
  orders: { detail(caller: UserCaller, orderId: string): Promise<Answer<typeof orderContract.requestInvoice>> },
): Pick<Handlers<typeof orderContract>, 'requestInvoice'> & Pick<Handlers<typeof orderDeskContract>, 'answerInvoice'> {
  return {
    requestInvoice: async ({ caller, input }) => {
      await service.request(caller, input);
      return orders.detail(caller, input.orderId);
    },
    answerInvoice: ({ caller, params, input, facts }) => service.answer({ caller, facts }, params.id, input),
  };
}
