import { bytesOf, type RawMessage } from './recorder.ts';
import { cookiesIn, type Redaction } from './redaction.ts';

/** One line of the journal, with its secrets blanked. */
export interface Head {
  /** Counts the requests in the order in which they came. */
  number: number;
  /** Milliseconds of the product's clock. */
  at: number;
  requestId: string;
  method: string;
  path: string;
  /** Values by their names; a list where a name is repeated. */
  query: Record<string, string | string[]>;
  status: number;
  /** Milliseconds from the request to the end of the answer. */
  ms: number;
  /** Reason of the failure, if it failed. */
  reason: string;
  /** The account that asked, or logged in by it. */
  accountId: string | null;
  /** True for what somebody did on the control plane: replays do it again, nothing else shows it. */
  isPlane: boolean;
}

/** An exchange as a whole. Plain JSON. */
export interface Exchange extends Head {
  request: Message;
  answer: Message;
  /** Marks of the cookies that the request brought, and that the answer set or, with null, deleted. */
  cookies: Record<string, string>;
  setCookies: Record<string, string | null>;
  /** Recipients of the codes that the request brought, by their marks. */
  codes: Record<string, Recipient>;
}

export type Recipient = { phoneNo: string } | { email: string };

/** One side of an exchange, with its secrets blanked. Plain JSON. */
export interface Message {
  headers: Array<{ name: string; value: string }>;
  /** Media type without parameters; empty without a body. */
  type: string;
  /** Length of the whole body, bytes. */
  bytes: number;
  text: string | null;
  /** True when the body is longer than what is kept of it. */
  isCut: boolean;
  parts?: Part[];
}

/** Part of a multipart body: a field with its value, or a file with its bytes in base64. */
export interface Part {
  name: string;
  value?: string;
  fileName?: string;
  type?: string;
  bytes?: number;
  data?: string;
}

/** A message whose body is not kept any more. */
export const withoutBody = (message: Message): Message => ({
  headers: message.headers,
  type: message.type,
  bytes: message.bytes,
  text: null,
  isCut: message.bytes > 0,
});

/** Blanks a message's secrets. @param isAsked true for the request */
export async function readMessage(raw: RawMessage, isAsked: boolean, redaction: Redaction): Promise<Message> {
  const { type, bytes, kept } = raw.body;
  const headers = raw.headers.map(([name, value]) => ({ name, value: redaction.header(name, value) }));
  const message: Message = { headers, type, bytes, text: null, isCut: kept < bytes };
  if (kept === 0) return message;
  const body = bytesOf(raw.body);
  if (type.startsWith('multipart/')) return { ...message, ...(await partsOf(raw, body, redaction)) };
  return { ...message, text: redactedText(body.toString('utf8'), type, isAsked, redaction) };
}

function redactedText(text: string, type: string, isAsked: boolean, redaction: Redaction): string {
  if (type === 'application/x-www-form-urlencoded') return formText(redaction.fields(new URLSearchParams(text)));
  try {
    return JSON.stringify(redaction.json(JSON.parse(text), isAsked));
  } catch {
    return redaction.text(text);
  }
}

/** The pairs as a query or a form has them; marks of secrets stay legible. */
export const formText = (pairs: ReadonlyArray<readonly [string, string]>): string =>
  new URLSearchParams(pairs.map(([name, value]) => [name, value])).toString().replaceAll('%E2%80%A6', '…');

/** Parts of a multipart body; none of one that was cut off or is malformed. */
async function partsOf(raw: RawMessage, body: Buffer, redaction: Redaction): Promise<Pick<Message, 'parts'>> {
  const contentType = raw.headers.find(([name]) => /^content-type$/i.test(name))?.[1] ?? '';
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': contentType } })
    .formData()
    .catch(() => undefined);
  if (!form) return {};
  const parts: Part[] = [];
  for (const [name, value] of form.entries()) {
    if (typeof value === 'string') {
      const [[, blanked = ''] = []] = redaction.fields([[name, value]]);
      parts.push({ name, value: blanked });
      continue;
    }
    const bytes = Buffer.from(await value.arrayBuffer());
    const { name: fileName, type } = value;
    parts.push({ name, fileName, type, bytes: bytes.length, data: bytes.toString('base64') });
  }
  return { parts };
}

/** The cookies that a request carries, by name, with the marks of their values. */
export function cookieMarks({ headers }: RawMessage, redaction: Redaction): Record<string, string> {
  const all = headers.filter(([name]) => /^cookie$/i.test(name)).flatMap(([, value]) => cookiesIn(value));
  return Object.fromEntries(all.map(([name, value]) => [name, redaction.mark(value)]));
}

/** The cookies that an answer sets, by name, with the marks of their values; null where it deletes one. */
export function setCookieMarks({ headers }: RawMessage, redaction: Redaction): Record<string, string | null> {
  const set = headers
    .filter(([name]) => /^set-cookie$/i.test(name))
    .map(([, line]): [string, string | null] => {
      const [[name, value] = ['', '']] = cookiesIn(line.split(';')[0] ?? '');
      const isDeleted = value === '' || /;\s*(?:max-age=0|expires=Thu, 01 Jan 1970)/i.test(line);
      return [name, isDeleted ? null : redaction.mark(value)];
    });
  return Object.fromEntries(set);
}
