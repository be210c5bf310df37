import { setTimeout } from 'node:timers/promises';
import { type FaultPoint, faultWords, withCall } from '../fault-points.ts';
import type { EmailSender } from './port.ts';

/** A sender whose codes and notices meet the faults of `mail.send`. */
export function withEmailFaults(sender: EmailSender, draw: FaultPoint<'mail.send'>): EmailSender {
  const through =
    <M>(send: (message: M) => Promise<void>) =>
    async (message: M): Promise<void> => {
      const fault = draw();
      if (fault?.kind === 'fail') throw new Error(faultWords('mail.send'));
      if (fault?.kind === 'lose') return;
      if (fault) await setTimeout(fault.ms);
      await send(message);
    };
  return withCall(withCall(sender, 'sendCode', through), 'sendNotice', through);
}
