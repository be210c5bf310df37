import type { TicketKind } from '#shared/domain/ticket-kind';
import { createStore, useStore } from './create-store';
import { forgetInterruption, keepInterruption } from './interruption';
import { onNews, tellOtherTabs } from './other-tabs';
import { closeDialog, openDialog } from './product-state';

/**
 * Missing benefit that an offer is made for: tickets of a kind, or a membership that allows a size, a number of
 * pictures at once or a number of gallery downloads a day.
 */
export interface Offer {
  want: { tickets: TicketKind } | { size: '2K' | '4K' } | { batch: number } | { downloads: number };
  /** Tickets an interrupted action needs, and those there are. */
  shortage?: { needed: number; left: number };
  /** Called once the benefit is there. */
  after?: () => void;
}

/** Subject of a checkout: a product, or an order that waits. */
export interface Checkout {
  subject: { productId: string; quantity: number } | { orderId: string };
  /** Called once it is delivered; without it the order's result is shown. */
  after?: () => void;
}

interface ShopFlags {
  offer: Offer | undefined;
  checkout: Checkout | undefined;
  /** Counts what has arrived; everything that shows rights or tickets reads them again when it changes. */
  arrivals: number;
}

const shopStore = createStore<ShopFlags>({ offer: undefined, checkout: undefined, arrivals: 0 });

export function useShop<K extends keyof ShopFlags>(name: K): ShopFlags[K] {
  return useStore(shopStore, (flags) => flags[name]);
}

export function openOffer(offer: Offer): void {
  shopStore.set({ offer });
  openDialog('recharge');
}

export function closeOffer(): void {
  closeDialog('recharge');
  shopStore.set({ offer: undefined });
}

/** A purchase that an action waits for notes its page, so that the way back is still known after a reload. */
export function openCheckout(checkout: Checkout): void {
  const { subject, after } = checkout;
  if ('productId' in subject) {
    if (after) keepInterruption(subject.productId);
    else forgetInterruption();
  }
  closeDialog('recharge');
  shopStore.set({ checkout, offer: undefined });
}

export function closeCheckout(): void {
  shopStore.set({ checkout: undefined });
}

/** Says that tickets, plan or orders are different now, in every tab. */
export function announceArrival(): void {
  noteArrival();
  tellOtherTabs({ kind: 'tickets' });
}

/** The same for this tab alone. */
export function noteArrival(): void {
  shopStore.set({ arrivals: shopStore.get().arrivals + 1 });
}

onNews(({ kind }) => kind === 'tickets' && noteArrival());
