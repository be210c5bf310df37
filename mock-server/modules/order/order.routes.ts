import type { Request, Response } from 'express';
import { orderContract } from '#shared/contract/order';
import type { orderDeskContract } from '#shared/contract/order-desk';
import type { PayType } from '#shared/domain/order-status';
import { readBody } from '../../http/body.ts';
import { originOf } from '../../http/context.ts';
import type { Handlers } from '../../http/mount.ts';
import { withTotal } from '../../http/total.ts';
import type { OrderService } from './order.service.ts';

type OrderCalls =
  | 'products'
  | 'createOrder'
  | 'createAliPayOrder'
  | 'checkOrder'
  | 'completeOrder'
  | 'orders'
  | 'cancelOrder'
  | 'refundQuote'
  | 'requestRefund'
  | 'notifyAlipay'
  | 'notifyWechat';

export function orderRoutes(
  service: OrderService,
  publicUrl: string | undefined,
): Pick<Handlers<typeof orderContract>, OrderCalls> {
  async function receive(payType: PayType, limit: number, request: Request, response: Response): Promise<void> {
    const body = await readBody(request, limit);
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]),
    );
    const reply = await service.receive(payType, { headers, body });
    response.status(reply.status).type(reply.type).send(reply.body);
  }

  return {
    products: ({ caller }) => service.products(caller),
    createOrder: ({ caller, input, request }) => service.create(caller, input, originOf(request, publicUrl)),
    createAliPayOrder: ({ caller, input, request }) => service.payByAlipay(caller, input, originOf(request, publicUrl)),
    checkOrder: ({ caller, input }) => service.check(caller, input.orderId),
    completeOrder: ({ caller, input }) => service.complete(caller, input.orderId),
    orders: ({ caller, input }) => service.list(caller, input),
    cancelOrder: ({ caller, input }) => service.cancel(caller, input.orderId),
    refundQuote: ({ caller, input }) => service.refundQuote(caller, input.orderId),
    requestRefund: ({ caller, input }) => service.requestRefund(caller, input.orderId, input.reason),
    notifyAlipay: ({ request, response }) => receive('alipay', orderContract.notifyAlipay.bodyLimit, request, response),
    notifyWechat: ({ request, response }) => receive('wechat', orderContract.notifyWechat.bodyLimit, request, response),
  };
}

type DeskCalls =
  | 'staffOrders'
  | 'staffOrder'
  | 'verifyOrder'
  | 'closeOrder'
  | 'noteOrder'
  | 'staffRefundQuote'
  | 'refundOrder'
  | 'staffRefunds'
  | 'approveRefund'
  | 'rejectRefund'
  | 'paymentDifferences'
  | 'billDays'
  | 'resolveDifference';

export function orderDeskRoutes({
  desk,
}: Pick<OrderService, 'desk'>): Pick<Handlers<typeof orderDeskContract>, DeskCalls> {
  return {
    staffOrders: async ({ input, response }) => withTotal(response, await desk.orders(input)),
    staffOrder: ({ params }) => desk.order(params.id),
    verifyOrder: ({ caller, params, facts }) => desk.verify(caller, params.id, facts),
    closeOrder: ({ caller, params, input, facts }) => desk.close(caller, params.id, input.reason, facts),
    noteOrder: ({ caller, params, input, facts }) => desk.note(caller, params.id, input.note, facts),
    staffRefundQuote: ({ params }) => desk.refundQuote(params.id),
    refundOrder: ({ caller, params, input, facts }) => desk.refund(caller, params.id, input, facts),
    staffRefunds: async ({ input, response }) => withTotal(response, await desk.refunds(input)),
    approveRefund: ({ caller, params, facts }) => desk.approveRefund(caller, params.id, facts),
    rejectRefund: ({ caller, params, input, facts }) => desk.rejectRefund(caller, params.id, input.answer, facts),
    paymentDifferences: async ({ input, response }) => withTotal(response, await desk.differences(input)),
    billDays: () => desk.billDays(),
    resolveDifference: ({ caller, params, input, facts }) =>
      desk.resolveDifference(caller, params.id, input.resolution, facts),
  };
}
