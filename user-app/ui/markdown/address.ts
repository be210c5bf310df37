/** Target of a link of a text. */
export type Address = { kind: 'outside'; href: string } | { kind: 'inside'; path: string };

/** Paths that do something rather than show a page. */
const noPages = /^\/(?:api|cas|__mock|admin|mock)(?:\/|$)/i;
const base = 'https://inside.invalid';

/**
 * Reads the address of a link that somebody or something else wrote: pages of the web (http, https), mail, and pages of
 * the product. Undefined for everything else: scripts, data, files, addresses with a name and password in them.
 */
export function addressOf(written: string, origin?: string): Address | undefined {
  // Browsers leave these out as well, wherever they stand.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is left out
  const address = written.replaceAll(/[\u0000-\u001f\u007f]/g, '').trim();
  if (address === '' || !/^(?:https?:\/\/|mailto:|\/(?![/\\]|%2f|%5c))/i.test(address)) return undefined;
  let url: URL;
  try {
    url = new URL(address, base);
  } catch {
    return undefined;
  }
  if (url.username || url.password) return undefined;
  if (url.origin !== base && url.origin !== origin) return { kind: 'outside', href: url.href };
  if (noPages.test(url.pathname) || url.pathname.startsWith('//')) return undefined;
  return { kind: 'inside', path: url.pathname + url.search + url.hash };
}
