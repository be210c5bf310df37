import type { Request, Response } from 'express';
import { orderContract } from '#shared/contract/order';
import type { orderDeskContract } from '#shared/contract/order-desk';
import type { PayType } from '#shared/domain/order-status';
import { readBody } from '../../../http/body.ts';
import { factsOf } from '../../../http/context.ts';
import type { Handlers } from '../../../http/mount.ts';
import type { BooksService } from './books.service.ts';

export function booksRoutes(
  service: BooksService,
): Pick<Handlers<typeof orderContract>, 'notifyAlipay' | 'notifyWechat'> &
  Pick<Handlers<typeof orderDeskContract>, 'resolveDifference' | 'resumeBillDay'> {
  const { desk } = service;

  async function receive(payType: PayType, limit: number, request: Request, response: Response): Promise<void> {
    const body = await readBody(request, limit);
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]),
    );
    const reply = await service.receive(payType, { headers, body }, factsOf(request).address);
    response.status(reply.status).type(reply.type).send(reply.body);
  }

  return {
    notifyAlipay: ({ request, response }) => receive('alipay', orderContract.notifyAlipay.bodyLimit, request, response),
    notifyWechat: ({ request, response }) => receive('wechat', orderContract.notifyWechat.bodyLimit, request, response),
    resumeBillDay: ({ caller, params, input, facts }) => desk.resumeBillDay(caller, params.id, input, facts),
    resolveDifference: ({ caller, params, input, facts }) =>
      desk.resolveDifference({ caller, facts }, params.id, input.resolution),
  };
}
