import type { Clock } from '../../../adapters/clock/port.ts';
import type { Ids } from '../../../ids.ts';
import type { DifferenceList } from '../order/order-ports.ts';
import { insertDifference } from './books.repository.ts';

/** Differences between our books and the provider's, for staff. */
export function createDifferences({ clock, ids }: { clock: Clock; ids: Ids }): DifferenceList {
  return {
    /** May be used inside a transaction. Nothing is added while one of the same kind is open for the order. */
    async add(handle, found) {
      await insertDifference(handle, {
        id: ids.next('difference'),
        order_id: found.orderId ?? null,
        order_no: found.orderNo,
        provider: found.provider,
        kind: found.kind,
        detail: found.detail,
        our_amount: found.ourAmount ?? null,
        their_amount: found.theirAmount ?? null,
        resolved_by: null,
        created_at: clock.now(),
      });
    },
  };
}
