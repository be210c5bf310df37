import { ApiError } from '#shared/client/create-client';
import { ticketKinds, ticketLabels } from '#shared/domain/ticket-kind';
import { openLogin } from './app-store';
import { type Offer, openOffer } from './shop-store';
import { toastFailure } from './toast';

/** Returns true when a call was refused because nobody is logged in. */
export function isLoginRequired(error: unknown): boolean {
  return error instanceof ApiError && error.reason === 'auth.required';
}

/** Offer for a refusal for lack of tickets or membership; undefined for any other failure. */
function offerFor(error: unknown): Offer | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const { reason, values = {} } = error;
  if (reason === 'task.member_only') return { want: { size: values.size === '4K' ? '4K' : '2K' } };
  if (reason === 'gallery.download_quota') {
    const wanted = Number(values.wanted) || 1;
    return { want: { downloads: wanted }, shortage: { needed: wanted, left: Number(values.left) || 0 } };
  }
  if (reason !== 'ticket.short') return undefined;
  const tickets = ticketKinds.find((kind) => ticketLabels[kind] === values.kind) ?? 'normal';
  const { needed, left } = values;
  const isCounted = typeof needed === 'number' && typeof left === 'number';
  return { want: { tickets }, ...(isCounted ? { shortage: { needed, left } } : {}) };
}

/**
 * Opens what a refused action is waiting for: the login, tickets, a membership. The action goes on by itself afterwards.
 * @returns false where the failure is another one, which is for the caller to say.
 */
export function askForMissing(error: unknown, again: () => void, loginReason = '登录后继续'): boolean {
  if (isLoginRequired(error)) {
    openLogin({ reason: loginReason, after: again });
    return true;
  }
  const offer = offerFor(error);
  if (offer) openOffer({ ...offer, after: again });
  return offer !== undefined;
}

/**
 * Runs what a person asked for. Where the server wants a login, tickets or a membership first, that is asked for, and
 * the same action runs again once it is there. Any other failure is thrown on.
 * @returns the action's result, or undefined while something is asked for.
 */
export async function withLogin<T>(action: () => Promise<T>, reason = '登录后继续'): Promise<T | undefined> {
  try {
    return await action();
  } catch (error) {
    if (!askForMissing(error, () => void withLogin(action, reason).catch(toastFailure), reason)) throw error;
    return undefined;
  }
}
