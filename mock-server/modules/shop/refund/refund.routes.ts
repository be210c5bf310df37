import type { orderContract } from '#shared/contract/order';
import type { orderDeskContract } from '#shared/contract/order-desk';
import type { Handlers } from '../../../http/mount.ts';
import type { OrderService } from '../order/order.service.ts';
import type { RefundService } from './refund.service.ts';

type DeskCalls =
  | 'staffRefundQuote'
  | 'orderRefundBasis'
  | 'refundBasis'
  | 'refundOrder'
  | 'approveRefund'
  | 'rejectRefund';

export function refundRoutes(
  service: RefundService,
  orders: Pick<OrderService, 'detail'>,
): Pick<Handlers<typeof orderContract>, 'refundQuote' | 'requestRefund'> &
  Pick<Handlers<typeof orderDeskContract>, DeskCalls> {
  const { desk } = service;
  return {
    refundQuote: ({ caller, input }) => service.quote(caller, input.orderId),
    requestRefund: async ({ caller, input }) => {
      await service.request(caller, input.orderId, input.reason);
      return orders.detail(caller, input.orderId);
    },
    staffRefundQuote: ({ params }) => desk.refundQuote(params.id),
    orderRefundBasis: ({ params, input }) => desk.orderBasis(params.id, input.amount),
    refundBasis: ({ params }) => desk.basis(params.id),
    refundOrder: ({ caller, params, input, facts }) => desk.refund(caller, params.id, input, facts),
    approveRefund: ({ caller, params, input, facts }) => desk.approveRefund(caller, params.id, input.totpCode, facts),
    rejectRefund: ({ caller, params, input, facts }) => desk.rejectRefund(caller, params.id, input.answer, facts),
  };
}
