import { minute } from '#shared/domain/time';

/** Rules and texts of the CAS protocol (https://apereo.github.io/cas/, protocol 3.0 and REST). */
export const serviceTicketLifetime = minute;
/** Service tickets one login may have in a minute. */
export const serviceTicketLimit = { windowMs: minute, most: 120 } as const;
/** A session counts as a new login for its first service ticket, and for this long. */
export const newLoginMs = 5 * minute;

export type ServiceCheck = (service: string) => URL | null;

const loopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/**
 * Which services may use the login.
 * @param setting prefixes divided by commas; a prefix allows its own path and what lies below it on the same origin
 * @param isLocal allows addresses of this machine where the setting is empty
 */
export function serviceCheck(setting: string, isLocal: boolean): ServiceCheck {
  const prefixes = setting
    .split(',')
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .map((text) => new URL(text));
  const isAllowed = (url: URL) =>
    prefixes.length === 0
      ? isLocal && loopback.test(url.hostname)
      : prefixes.some((prefix) => prefix.origin === url.origin && isBelow(url.pathname, prefix.pathname));
  return (service) => {
    if (!URL.canParse(service)) return null;
    const url = new URL(service);
    const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
    if (!isWeb || url.username !== '' || url.password !== '' || !isAllowed(url)) return null;
    url.hash = '';
    return url;
  };
}

function isBelow(path: string, prefix: string): boolean {
  const folder = prefix.replace(/(?<!\/)\/+$/, '');
  // Encoded slashes and backslashes are refused, as the service might read them as a step upwards.
  return (path === folder || path.startsWith(`${folder}/`)) && !/%2f|%5c/i.test(path);
}

/** The service's address with a ticket added; what stands there already is left as it is. */
export function withTicket(service: URL, ticket: string): string {
  return `${service.href}${service.search ? '&' : '?'}ticket=${ticket}`;
}

/** `renew` and `gateway` count as set unless they say otherwise: clients send `renew=false` as well. */
export function isSet(flag: string | undefined): boolean {
  return flag !== undefined && !['', 'false', '0'].includes(flag);
}

export type Validation =
  | { user: string; attributes: Readonly<Record<string, string | boolean>> }
  | { code: 'INVALID_REQUEST' | 'INVALID_TICKET' | 'INVALID_SERVICE'; description: string };

/** The answer of serviceValidate as JSON; attributes are for protocol 3 only. */
export function validationJson(validation: Validation, hasAttributes: boolean): object {
  if ('code' in validation) return { serviceResponse: { authenticationFailure: validation } };
  const { user, attributes } = validation;
  return { serviceResponse: { authenticationSuccess: hasAttributes ? { user, attributes } : { user } } };
}

/** The same as XML. */
export function validationXml(validation: Validation, hasAttributes: boolean): string {
  return `<cas:serviceResponse xmlns:cas="http://www.yale.edu/tp/cas">\n${
    'code' in validation ? failureXml(validation.code, validation.description) : successXml(validation, hasAttributes)
  }\n</cas:serviceResponse>\n`;
}

function failureXml(code: string, description: string): string {
  return `  <cas:authenticationFailure code="${code}">${escapeXml(description)}</cas:authenticationFailure>`;
}

function successXml({ user, attributes }: Extract<Validation, { user: string }>, hasAttributes: boolean): string {
  const lines = Object.entries(attributes).map(
    ([name, value]) => `      <cas:${name}>${escapeXml(String(value))}</cas:${name}>`,
  );
  const block = hasAttributes ? `\n    <cas:attributes>\n${lines.join('\n')}\n    </cas:attributes>` : '';
  return `  <cas:authenticationSuccess>\n    <cas:user>${escapeXml(user)}</cas:user>${block}\n  </cas:authenticationSuccess>`;
}

/** Escapes a text for XML; characters that XML 1.0 cannot hold are left out. */
function escapeXml(text: string): string {
  return [...text]
    .filter((letter) => /^[\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]$/u.test(letter))
    .map((letter) => (/[&<>"']/.test(letter) ? `&#${letter.charCodeAt(0)};` : letter))
    .join('');
}

/** The body of a made ticket as the REST protocol shows it. */
export function ticketPage(location: string): string {
  return `<!DOCTYPE HTML PUBLIC "-//IETF//DTD HTML 2.0//EN"><html><head><title>201 Created</title></head><body><h1>TGT Created</h1><form action="${escapeXml(location)}" method="POST">Service:<input type="text" name="service" value=""><br><input type="submit" value="Submit"></form></body></html>`;
}
