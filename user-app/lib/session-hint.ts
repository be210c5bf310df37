/** Set and cleared by the server together with the session's own cookie, which pages cannot read. */
const hint = 'has_session';

/** Whether there may be a session to ask the server about. */
export function hasSession(): boolean {
  return document.cookie.split('; ').some((part) => part.startsWith(`${hint}=`));
}

/** After the server has said that there is none, e.g. because it ended elsewhere. */
export function forgetSession(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store exists only in secure contexts
  document.cookie = `${hint}=; Max-Age=0; Path=/`;
}
