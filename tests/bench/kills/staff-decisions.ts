import type { StaffClient } from './clients.ts';
import { isRefusal } from './killed-server.ts';
import { pickFrom } from './numbering.ts';

/** Operations on waiting refunds and gallery reviews; `fallback` runs when none is waiting. */
export function decisionOperations(
  { expected, customers, random, call, note }: StaffClient,
  fallback: () => Promise<void>,
) {
  async function refund(): Promise<void> {
    const all = customers.flatMap((each) => [...each.orders].map(([orderId, order]) => ({ each, orderId, order })));
    const found = pickFrom(
      all.filter(({ order }) => order.end === 'refund_asked'),
      random,
    );
    if (!found) return fallback();
    const { each, orderId, order } = found;
    const [asked] = await call((api) => api.staffRefunds({ orderId }));
    if (!asked) throw new Error(`the refund of ${orderId} was asked for and is not there`);
    await call(async (api, isRetry) => {
      await api.approveRefund({ id: asked.id }).catch((error: unknown) => {
        if (!(isRetry && isRefusal(error, 'refund.not_waiting'))) throw error;
      });
    });
    order.end = 'refunded';
    each.tickets.live -= 30;
    note('refund approved', 'refund.approve', asked.id);
  }

  async function approve(): Promise<void> {
    const [picture] = await call((api) => api.galleryReviews({ state: 'pending', _start: 0, _end: 5 }));
    const isOfCustomer = customers.some(({ published }) => picture !== undefined && published.has(Number(picture.id)));
    if (!picture || !isOfCustomer) return fallback();
    const id = Number(picture.id);
    await call(async (api, isRetry) => {
      if (isRetry && (await api.galleryReview({ id })).state === 'public') return;
      await api.approvePicture({ id });
    });
    expected.approved.add(id);
    note('picture approved', 'gallery.approve', String(id));
  }

  return { refund, approve };
}
