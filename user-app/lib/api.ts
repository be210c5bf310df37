import { createClient } from '#shared/client/create-client';
import { createTransport } from '#shared/client/transport';
import { userContract } from '#shared/contract/user';
import { reloadOnce } from './reload-once.ts';

/** Milliseconds after which a call is given up (spec §9). */
const timeoutMs = 120_000;

const reload = () => reloadOnce(sessionStorage, Date.now(), () => window.location.reload());

/** Sends requests of spec §7; redirects go to the window. */
const send = createTransport({
  timeoutMs,
  window: { go: (address) => window.location.assign(address), reload },
});

/** Every call of a user as a typed function. */
export const api = createClient(userContract, send);
