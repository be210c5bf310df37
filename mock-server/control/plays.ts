import { ProductError } from '#shared/errors';
import type { SimulatedPayment } from '../adapters/payment/simulated/index.ts';
import { play } from '../adapters/qr-login/simulated/index.ts';
import type { Handlers } from '../http/mount.ts';
import type { ScanService } from '../modules/identity/scan/scan.service.ts';
import type { controlContract } from './contract.ts';

type Calls<K extends keyof typeof controlContract> = Pick<Handlers<typeof controlContract>, K>;

const tradesShown = 12;
const scansShown = 8;

/** Plays the payment company. Its calls answer 404 where no simulated one is in use. */
export function payCalls(company: SimulatedPayment | undefined): Calls<'trades' | 'playPayment' | 'cutPayLine'> {
  function inUse(): SimulatedPayment {
    if (!company) throw new ProductError('request.not_found');
    return company;
  }

  return {
    trades: () => ({ isDown: inUse().isDown(), trades: inUse().newest(tradesShown) }),
    async playPayment({ input: { orderNo, action, ...options } }) {
      const trade = await inUse().play(orderNo, action, options);
      if (trade.state === 'none') throw new ProductError('order.not_found');
      return { ok: true, orderNo, trade };
    },
    cutPayLine({ input: { isDown } }) {
      inUse().setOutage(isDown);
      return { ok: true, isDown };
    },
  };
}

/** Plays the phone of somebody who scans a QR code of the login. */
export function scanCalls(scans: ScanService): Calls<'scans' | 'playScan'> {
  return {
    scans: () => scans.newest(scansShown),
    async playScan({ input: { ticket, action, person } }) {
      const before = await scans.lookByTicket(ticket);
      if (!before) throw new ProductError('scan.not_found');
      await scans.receive(play(before.scene, action, { person, scannedBy: before.openId }));
      const after = await scans.look(before.scene);
      return { ok: true, status: after?.status };
    },
  };
}
