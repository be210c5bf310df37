import { setTimeout } from 'node:timers/promises';
import { type FaultPoint, faultWords, withCall } from '../fault-points.ts';
import { type PaymentProvider, PaymentUnreachable } from './port.ts';

/** A provider whose answers to queries and refunds meet the faults of `pay.query` and `refund`. */
export function withPaymentFaults(
  provider: PaymentProvider,
  points: { query: FaultPoint<'pay.query'>; refund: FaultPoint<'refund'> },
): PaymentProvider {
  const asked = withCall(provider, 'query', (query) => async (orderNo) => {
    const fault = points.query();
    if (fault?.kind === 'fail') throw new PaymentUnreachable(faultWords('pay.query'));
    if (fault?.kind === 'stale') return { state: 'open' };
    if (fault) await setTimeout(fault.ms);
    return query(orderNo);
  });
  return withCall(asked, 'refund', (refund) => async (request) => {
    const fault = points.refund();
    if (fault?.kind === 'fail') throw new PaymentUnreachable(faultWords('refund'));
    if (fault?.kind === 'processing') return { state: 'processing', detail: '渠道处理中（控制面设置的故障）' };
    if (fault?.kind === 'refuse') return { state: 'refused', detail: '渠道拒绝退款（控制面设置的故障）' };
    if (fault?.kind === 'slow') await setTimeout(fault.ms);
    const result = await refund(request);
    if (fault?.kind === 'lose') throw new PaymentUnreachable(faultWords('refund'));
    return result;
  });
}
