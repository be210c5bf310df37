import { createClient } from '#shared/client/create-client';
import { createTransport } from '#shared/client/transport';
import { userContract } from '#shared/contract/user';

/** Milliseconds after which a call is given up (spec §9). */
const timeoutMs = 120_000;

/** Sends requests of spec §7; redirects go to the window. */
const send = createTransport({
  timeoutMs,
  window: { go: (address) => window.location.assign(address), reload: () => window.location.reload() },
});

/** Every call of a user as a typed function. */
export const api = createClient(userContract, send);
