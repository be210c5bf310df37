import type { StaffHand } from './hands.ts';
import { oneOf } from './numbering.ts';
import { isRefusal } from './world.ts';

/** What members asked for and staff decide; `otherwise` where nothing waits. */
export function decisionActs({ books, wards, random, call, note }: StaffHand, otherwise: () => Promise<void>) {
  async function refund(): Promise<void> {
    const all = wards.flatMap((each) => [...each.orders].map(([orderId, order]) => ({ each, orderId, order })));
    const found = oneOf(
      all.filter(({ order }) => order.end === 'refund_asked'),
      random,
    );
    if (!found) return otherwise();
    const { each, orderId, order } = found;
    const [asked] = await call((api) => api.staffRefunds({ orderId }));
    if (!asked) throw new Error(`the refund of ${orderId} was asked for and is not there`);
    await call(async (api, isAgain) => {
      await api.approveRefund({ id: asked.id }).catch((error: unknown) => {
        if (!(isAgain && isRefusal(error, 'refund.not_waiting'))) throw error;
      });
    });
    order.end = 'refunded';
    each.tickets.live -= 30;
    note('refund approved', 'refund.approve', asked.id);
  }

  async function approve(): Promise<void> {
    const [picture] = await call((api) => api.galleryReviews({ state: 'pending', _start: 0, _end: 5 }));
    const isKnown = wards.some(({ published }) => picture !== undefined && published.has(Number(picture.id)));
    if (!picture || !isKnown) return otherwise();
    const id = Number(picture.id);
    await call(async (api, isAgain) => {
      if (isAgain && (await api.galleryReview({ id })).state === 'public') return;
      await api.approvePicture({ id });
    });
    books.approved.add(id);
    note('picture approved', 'gallery.approve', String(id));
  }

  return { refund, approve };
}
