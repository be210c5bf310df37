import { ownName } from '#shared/browser/stores';

/** Set and cleared by the server together with the session's own cookie, which pages cannot read. */
const hint = 'has_session';
/** The same for staff who look at the product as a customer sees it. */
const viewingHint = 'is_viewing';

function hasCookie(name: string): boolean {
  return document.cookie.split('; ').some((part) => part.startsWith(`${ownName(name)}=`));
}

/** Returns true when staff look at the product as a customer sees it: nothing is kept, and nobody is told. */
export function isViewing(): boolean {
  return hasCookie(viewingHint);
}

/** Returns true when there may be a session to ask the server about. */
export function hasSession(): boolean {
  return hasCookie(hint) || isViewing();
}

/** After the server has said that there is none, e.g. because it ended elsewhere. */
export function forgetSession(): void {
  for (const name of [hint, viewingHint]) {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store exists only in secure contexts
    document.cookie = `${ownName(name)}=; Max-Age=0; Path=/`;
  }
}
