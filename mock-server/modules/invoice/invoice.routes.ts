import type { orderContract } from '#shared/contract/order';
import type { orderDeskContract } from '#shared/contract/order-desk';
import type { Handlers } from '../../http/mount.ts';
import type { OrderService } from '../order/order.service.ts';
import type { InvoiceService } from './invoice.service.ts';

export function invoiceRoutes(
  service: InvoiceService,
  orders: Pick<OrderService, 'detail'>,
): Pick<Handlers<typeof orderContract>, 'requestInvoice'> & Pick<Handlers<typeof orderDeskContract>, 'answerInvoice'> {
  return {
    requestInvoice: async ({ caller, input }) => {
      await service.request(caller, input);
      return orders.detail(caller, input.orderId);
    },
    answerInvoice: ({ caller, params, input, facts }) => service.answer(caller, params.id, input, facts),
  };
}
