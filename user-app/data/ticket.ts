import { type TicketKind, ticketKinds, ticketTypes } from '#shared/domain/ticket-kind';
import { api } from '../lib/api';
import { useServerList } from '../lib/server-list';
import { useServerState } from '../lib/server-state';
import { useShop } from '../lib/shop-store';

export type TicketCounts = Record<TicketKind, number>;

/** Key of the shared answer; whoever starts or ends a task refreshes it. */
const ticketsKey = 'tickets';

async function loadTickets(): Promise<TicketCounts> {
  const counts = await Promise.all(ticketKinds.map((kind) => api.totalTicket({ type: ticketTypes[kind] })));
  const [normal = 0, live = 0, gpt = 0] = counts;
  return { normal, live, gpt };
}

/** Remaining tickets of the logged-in user, by kind. */
export function useTickets(isLoggedIn: boolean) {
  return useServerState(loadTickets, { key: ticketsKey, isReady: isLoggedIn, dependsOn: [useShop('arrivals')] });
}

/** The three purses with their lots: what is left, held, and when it ends. */
export function usePurses(isLoggedIn: boolean) {
  return useServerState(() => api.ticketSummary(), {
    key: 'purses',
    isReady: isLoggedIn,
    dependsOn: [useShop('arrivals')],
  });
}

/** Every movement of my tickets, newest first; of one kind or of all. */
export function useTicketStatement(kind: TicketKind | undefined) {
  return useServerList(
    (cursor) =>
      api.ticketStatement({ ...(kind ? { type: ticketTypes[kind] } : {}), ...(cursor ? { cursor } : {}), size: 30 }),
    { idOf: ({ id }) => id, dependsOn: [kind, useShop('arrivals')] },
  );
}

/** Outputs that are still free today, by tool id, for the tools that have an allowance. */
export function useFreeAllowance(isLoggedIn: boolean) {
  return useServerState(() => api.freeAllowance(), {
    key: 'free-allowance',
    isReady: isLoggedIn,
    dependsOn: [useShop('arrivals')],
  });
}
