/** Cookie by which a browser is in a named world, readable by its pages; absent in the unnamed one. Local mode only. */
export const worldCookie = 'mock_space';

/** Names of worlds are names of folders on every system, and parts of headers, cookies and addresses. */
export const worldName = /^[a-z0-9][a-z0-9_-]{0,39}$/;

/** World that cookies name, `a=1; b=2`; undefined for the unnamed one. Of two the first counts, as on the server. */
export function worldOf(cookies: string): string | undefined {
  const [, name = ''] = /(?:^|; )mock_space=([^;]*)/.exec(cookies) ?? [];
  return worldName.test(name) ? name : undefined;
}

/**
 * Name of a cookie, or of anything else that a browser keeps, in a world: two worlds in one browser never meet, even
 * where their accounts have the same ids. The plain name in the unnamed world. `~` is in no name of a world, and cookies
 * allow it.
 */
export function nameInWorld(name: string, world: string | undefined): string {
  return world === undefined ? name : `${world}~${name}`;
}
