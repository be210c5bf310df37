import { createClient } from '#shared/client/create-client';
import { createTransport } from '#shared/client/transport';
import { contract } from '#shared/contract/index';

/** Sends requests of spec §7; redirects go to the window. */
const send = createTransport({ redirect: (location) => window.location.assign(location) });

/** Every call of the product as a typed function. */
export const api = createClient(contract, send);
