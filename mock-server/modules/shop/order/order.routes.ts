import type { Order, orderContract } from '#shared/contract/order';
import type { orderDeskContract } from '#shared/contract/order-desk';
import type { StaffRefund } from '#shared/contract/order-desk-rows';
import { maskEmail } from '#shared/domain/phone';
import { originOf } from '../../../http/context.ts';
import type { Handlers } from '../../../http/mount.ts';
import type { OrderService } from './order.service.ts';

type OrderCalls =
  | 'products'
  | 'createOrder'
  | 'createAliPayOrder'
  | 'checkOrder'
  | 'completeOrder'
  | 'orders'
  | 'cancelOrder';

export function orderRoutes(
  service: OrderService,
  publicUrl: string | undefined,
): Pick<Handlers<typeof orderContract>, OrderCalls> {
  return {
    products: ({ caller }) => service.products(caller),
    createOrder: ({ caller, input, request }) => service.create(caller, input, originOf(request, publicUrl)),
    createAliPayOrder: ({ caller, input, request }) => service.payByAlipay(caller, input, originOf(request, publicUrl)),
    checkOrder: ({ caller, input }) => service.check(caller, input.orderId),
    completeOrder: ({ caller, input }) => service.complete(caller, input.orderId),
    orders: async ({ caller, input }) => {
      const page = await service.list(caller, input);
      return caller.viewing ? { ...page, list: page.list.map(withoutInvoiceNames) } : page;
    },
    cancelOrder: ({ caller, input }) => service.cancel(caller, input.orderId),
  };
}

type DeskCalls = 'staffOrder' | 'verifyOrder' | 'closeOrder' | 'noteOrder';

export function orderDeskRoutes(
  { desk }: Pick<OrderService, 'desk'>,
  refundsOf: (orderId: string) => Promise<StaffRefund[]>,
): Pick<Handlers<typeof orderDeskContract>, DeskCalls> {
  return {
    staffOrder: async ({ params }) => ({ ...(await desk.order(params.id)), refunds: await refundsOf(params.id) }),
    verifyOrder: ({ caller, params, facts }) => desk.verify(caller, params.id, facts),
    closeOrder: ({ caller, params, input, facts }) => desk.close(caller, params.id, input.reason, facts),
    noteOrder: ({ caller, params, input, facts }) => desk.note({ caller, facts }, params.id, input),
  };
}

/** The order without the title of its invoice, which only the owner may see. */
function withoutInvoiceNames(order: Order): Order {
  const { invoice } = order;
  if (!invoice) return order;
  return { ...order, invoice: { ...invoice, title: '***', taxNo: '***', email: maskEmail(invoice.email) } };
}
