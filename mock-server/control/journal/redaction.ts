import { createHmac, createSecretKey, randomBytes } from 'node:crypto';
import { contract } from '#shared/contract/index';
import { secretNames, secretPaths } from '#shared/contract/secret';
import { controlContract } from '../contract.ts';

/**
 * Blanks secrets. Each becomes `…` with twelve hexadecimal digits, the same for the same secret as long as the journal
 * lives, so that a value can be followed from an answer into later requests; {@link withoutMarks} leaves `…` alone.
 */
export interface Redaction {
  mark(secret: string): string;
  /** JSON as it came, with the values of secret fields blanked. @param isAsked true for requests, whose numbers count */
  json(value: unknown, isAsked: boolean): unknown;
  /** Text of which only addresses and quoted fields can be read: pages, event streams, JSON that was cut off. */
  text(text: string): string;
  /** An address, whole or from its path on. */
  address(text: string): string;
  fields(pairs: Iterable<[name: string, value: string]>): Array<[name: string, value: string]>;
  header(name: string, value: string): string;
}

const names = [...secretNames({ ...contract, ...controlContract }), 'secret', 'sid', 'cookie'].join('|');
/** Ends of the names of secret fields, e.g. of `accessToken`. An invitation's code is meant to be passed on. */
const secretEnd = new RegExp(`(?<!invite)(?:${names})$`, 'i');
const secretListEnd = new RegExp(`(?:${names})s$`, 'i');
/** Beginnings of paths that a secret follows. Pages are not part of the contract; that of a shared link is added. */
const beginnings = [...secretPaths(contract), '/share/'].map((path) => path.replace(/:\w+/g, '[^/\\s"]{1,200}'));
const start = `(?:^|["'\\s>(=]|://[^/\\s"']{1,253})`;
const inPath = new RegExp(`(${start}(?:${beginnings.join('|')}))([^/?#&\\s"'<>\\\\]{1,400})`, 'gi');
const inAddress = new RegExp(`([?&](?:\\w{0,40}(?:${names}))=)([^&#\\s"'<>\\\\]{1,400})`, 'gi');
const quoted = new RegExp(`("\\w{0,40}(?:${names})"\\s{0,9}:\\s{0,9}")((?:[^"\\\\]|\\\\.)*)`, 'gi');
/** Tickets of CAS say what they are, wherever they stand. */
const ticket = /\b(?:TGT|ST)-[\w-]{1,200}/g;
const authenticator = /^otpauth:/;
const marks = /…[0-9a-f]{12}/g;
/** Headers whose whole value is a secret. */
const secretHeaders = /^(?:proxy-)?authorization$/i;

/** `tickets` is a number of vouchers, `codes` a list of secrets. */
const isSecretField = (name: string, value: unknown) =>
  secretEnd.test(name) || (Array.isArray(value) && secretListEnd.test(name));

/** Secrets of which the journal keeps nothing that could be compared: their paths in what a request is to match. */
export function secretsIn(match: {
  query?: object | undefined;
  header?: object | undefined;
  body?: object | undefined;
}) {
  const within = (fields: object, isSecret: (name: string, value: unknown) => boolean, path: string): string[] =>
    Object.entries(fields).flatMap(([name, value]) => {
      if (isSecret(name, value)) return [`${path}.${name}`];
      return typeof value === 'object' && value !== null ? within(value, isSecret, `${path}.${name}`) : [];
    });
  return [
    ...within(match.query ?? {}, (name) => secretEnd.test(name), 'query'),
    ...within(match.header ?? {}, (name) => secretHeaders.test(name) || /^(?:set-)?cookie$/i.test(name), 'header'),
    ...within(match.body ?? {}, isSecretField, 'body'),
  ];
}

export const withoutMarks = (text: string): string => text.replace(marks, '…');
export const marksIn = (text: string): string[] => text.match(marks) ?? [];

export function createRedaction(): Redaction {
  const key = createSecretKey(randomBytes(32));
  const mark = (secret: string) => `…${createHmac('sha256', key).update(secret).digest('hex').slice(0, 12)}`;
  const blank = (_whole: string, before: string, secret: string) =>
    `${before}${secret.startsWith('…') ? secret : mark(decoded(secret))}`;
  const addresses = (text: string) => text.replace(inPath, blank).replace(inAddress, blank).replace(ticket, mark);
  const isSecretValue = (value: unknown, isAsked: boolean) =>
    (typeof value === 'string' && value !== '') || (isAsked && typeof value === 'number');

  function json(value: unknown, isAsked: boolean): unknown {
    if (typeof value === 'string') return authenticator.test(value) ? mark(value) : addresses(value);
    if (Array.isArray(value)) return value.map((item) => json(item, isAsked));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, field]) => [
        name,
        isSecretField(name, field) ? secretOf(field, isAsked) : json(field, isAsked),
      ]),
    );
  }

  function secretOf(value: unknown, isAsked: boolean): unknown {
    if (Array.isArray(value)) return value.map((item) => secretOf(item, isAsked));
    return isSecretValue(value, isAsked) ? mark(String(value)) : json(value, isAsked);
  }

  return {
    mark,
    json,
    address: addresses,
    text: (text) => addresses(text.replace(quoted, (_whole, before: string, secret: string) => before + mark(secret))),
    fields: (pairs) =>
      [...pairs].map(([name, value]) => [name, secretEnd.test(name) && value !== '' ? mark(value) : addresses(value)]),
    header(name, value) {
      if (secretHeaders.test(name)) return mark(value);
      if (/^cookie$/i.test(name))
        return cookiesIn(value)
          .map(([cookie, secret]) => `${cookie}=${mark(secret)}`)
          .join('; ');
      if (/^set-cookie$/i.test(name))
        return value.replace(/^([^=;]*=)([^;]+)/, (_whole, before: string, secret: string) => before + mark(secret));
      return addresses(value);
    },
  };
}

/** Names and values of a Cookie header. */
export function cookiesIn(header: string): Array<[name: string, value: string]> {
  return header.split(';').flatMap((part): Array<[string, string]> => {
    const split = part.indexOf('=');
    return split > 0 ? [[part.slice(0, split).trim(), part.slice(split + 1).trim()]] : [];
  });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
