import { createClient } from '#shared/client/create-client';
import { createTransport } from '#shared/client/transport';
import { userContract } from '#shared/contract/user';

/** Sends requests of spec §7; redirects go to the window. */
const send = createTransport({ redirect: (location) => window.location.assign(location) });

/** Every call of a user as a typed function. */
export const api = createClient(userContract, send);
