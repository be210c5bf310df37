import type { Request, Router } from 'express';
import { z } from 'zod';
import { ProductError } from '#shared/errors';
import { playActions, type SimulatedPayment } from '../adapters/payment/simulated/index.ts';

const Play = z.object({
  orderNo: z.string().min(1).max(64),
  action: z.enum(playActions),
  /** The notification never comes. */
  isSilent: z.boolean().optional(),
  /** `RSA` signs with SHA-1. */
  signType: z.enum(['RSA2', 'RSA']).optional(),
  appId: z.string().max(64).optional(),
  sellerId: z.string().max(64).optional(),
});
const Line = z.object({ isDown: z.boolean() });
const shown = 12;

type Read = <S extends z.ZodType>(request: Request, schema: S) => Promise<z.output<S>>;

/** Plays the payment company. Its calls answer 404 where no simulated one is in use. */
export function addPayCalls(router: Router, read: Read, company: SimulatedPayment | undefined): void {
  const inUse = () => {
    if (!company) throw new ProductError('request.not_found');
    return company;
  };

  router.get('/pay', (_request, response) => {
    const trades = inUse()
      .newest(shown)
      .map(({ notifyUrl: _notifyUrl, returnUrl: _returnUrl, ...trade }) => trade);
    response.json({ isDown: inUse().isDown(), trades });
  });

  router.post('/pay', async (request, response) => {
    const { orderNo, action, ...options } = await read(request, Play);
    const trade = await inUse().play(orderNo, action, options);
    if (trade.state === 'none') throw new ProductError('order.not_found');
    response.json({ ok: true, orderNo, trade });
  });

  router.post('/pay/line', async (request, response) => {
    const { isDown } = await read(request, Line);
    inUse().setOutage(isDown);
    response.json({ ok: true, isDown });
  });
}
