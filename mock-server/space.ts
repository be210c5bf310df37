import type { IncomingMessage } from 'node:http';

/** Header by which a request names its world; see `worlds/`. */
export const spaceHeader = 'x-mock-space';

/** World of a request; undefined for the unnamed one. The router has put it into the header, however it was named. */
export function spaceOf({ headers }: IncomingMessage): string | undefined {
  const name = headers[spaceHeader];
  return typeof name === 'string' ? name : undefined;
}
