import { setTimeout } from 'node:timers/promises';
import { type FaultPoint, faultWords, withCall } from '../fault-points.ts';
import { NumberRefused, type SmsSender } from './port.ts';

/** A sender whose codes and notices meet the faults of `sms.send`. */
export function withSmsFaults(sender: SmsSender, draw: FaultPoint<'sms.send'>): SmsSender {
  const through =
    <M>(send: (message: M) => Promise<void>) =>
    async (message: M): Promise<void> => {
      const fault = draw();
      if (fault?.kind === 'fail') throw new Error(faultWords('sms.send'));
      if (fault?.kind === 'refuse') throw new NumberRefused(faultWords('sms.send'));
      if (fault?.kind === 'lose') return;
      if (fault) await setTimeout(fault.ms);
      await send(message);
    };
  return withCall(withCall(sender, 'sendCode', through), 'sendNotice', through);
}
