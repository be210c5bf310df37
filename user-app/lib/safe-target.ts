/** A path of this site, as found in a query; anything else leads to the main page. Never back to the login. */
export function safeTarget(target: string | null | undefined): string {
  return target && /^\/(?![/\\])/.test(target) && !target.startsWith('/user/login') ? target : '/';
}
