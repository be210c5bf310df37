import express, { Router } from 'express';
import QRCode from 'qrcode';
import { z } from 'zod';
import { lightPalette } from '#shared/design/tokens';
import { ProductError } from '#shared/errors';
import type { Clock } from '../../clock/port.ts';
import type { BookedTrade } from './books.repository.ts';
import { type CashierState, cashierPage, cashierScript, type House, unknownOrderPage } from './cashier-page.ts';

export interface CashierDeps {
  clock: Clock;
  /** Name of the world of the trades; undefined for the unnamed one. */
  world: string | undefined;
  house: House;
  find(orderNo: string): BookedTrade | undefined;
  /** Resolves when the payer may go on. */
  act(orderNo: string, action: 'pay' | 'refuse'): Promise<void>;
}

const Press = z.object({ action: z.enum(['pay', 'refuse']) });
const bodyLimit = '4kb';

/** The page of the trade, on the origin that the payer comes from. Throws where that is no web address. */
export function cashierAddress(
  { orderNo, returnUrl }: Pick<BookedTrade, 'orderNo' | 'returnUrl'>,
  world: string | undefined,
): string {
  const { protocol, origin } = new URL(returnUrl);
  if (protocol !== 'https:' && protocol !== 'http:') throw new Error(`not a web address: ${returnUrl}`);
  return new URL(`/pay/${orderNo}${world === undefined ? '' : `?space=${world}`}`, origin).href;
}

/**
 * Pages on which a person pays, gives up, or lets the time run out. They work without scripts; with them they follow
 * the phone.
 */
export function createCashier({ clock, world, house, find, act }: CashierDeps): Router {
  const router = Router();
  router.get('/cashier.js', (_request, response) => void response.type('js').send(cashierScript));

  router.use('/:orderNo', (_request, response, next) => {
    response.set('cache-control', 'no-store');
    next();
  });

  router.get('/:orderNo/state', (request, response) => {
    const trade = find(request.params.orderNo);
    if (!trade) throw new ProductError('order.not_found');
    const now = clock.now();
    response.json({ state: cashierState(trade, now), leftMs: Math.max(0, trade.expireAt - now) });
  });

  router.get('/:orderNo', async (request, response, next) => {
    const trade = find(request.params.orderNo);
    if (!trade) return next();
    const now = clock.now();
    const code = await QRCode.toString(cashierAddress(trade, world), {
      type: 'svg',
      margin: 0,
      color: { dark: lightPalette.ink, light: lightPalette.surface },
    });
    response.type('html').send(cashierPage(house, { trade, state: cashierState(trade, now), now, code }));
  });

  router.post(
    '/:orderNo',
    (request, _response, next) => {
      house.refuseForeignOrigin(request);
      next();
    },
    express.urlencoded({ extended: false, limit: bodyLimit }),
    express.json({ limit: bodyLimit }),
    async (request, response, next) => {
      const { orderNo } = request.params;
      if (!find(orderNo)) return next();
      const press = Press.safeParse(request.body);
      if (!press.success) throw new ProductError('request.invalid', { fields: { action: ['请选择支付或放弃'] } });
      await act(orderNo, press.data.action);
      response.redirect(303, `/pay/${orderNo}`);
    },
  );

  router.use((_request, response) => void response.status(404).type('html').send(unknownOrderPage(house)));
  return router;
}

function cashierState(trade: BookedTrade, now: number): CashierState {
  if (trade.state === 'paid') return trade.refunded === trade.amount ? 'refunded' : 'paid';
  if (trade.state === 'open') return 'open';
  if (trade.isRefused) return 'refused';
  return now < trade.expireAt ? 'closed' : 'expired';
}
