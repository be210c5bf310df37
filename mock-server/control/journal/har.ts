import { STATUS_CODES } from 'node:http';
import type { z } from 'zod';
import type { Har } from '../har-contract.ts';
import { type Exchange, formText, type Message } from './exchange.ts';
import { cookiesIn, withoutMarks } from './redaction.ts';

type HarEntry = z.output<typeof Har>['log']['entries'][number];

const httpVersion = 'HTTP/1.1';
const notKept = '内容没有保存';
const wasCut = '只保存了开头';

/** The exchanges, in the order in which they were asked, as browsers' developer tools open them. */
export function harOf(exchanges: readonly Exchange[]): z.output<typeof Har> {
  return {
    log: {
      version: '1.2',
      creator: { name: '筑绘 AI 控制面', version: '0.1.0' },
      pages: [],
      entries: exchanges.map(entryOf),
    },
  };
}

function entryOf(exchange: Exchange): HarEntry {
  const { at, ms, requestId } = exchange;
  return {
    startedDateTime: new Date(at).toISOString(),
    time: ms,
    request: requestOf(exchange),
    response: responseOf(exchange),
    cache: {},
    timings: { send: 0, wait: ms, receive: 0 },
    _requestId: requestId,
  };
}

function requestOf({ method, path, query, request }: Exchange): HarEntry['request'] {
  const pairs = Object.entries(query).flatMap(([name, values]) => [values].flat().map((value) => ({ name, value })));
  const search = formText(pairs.map(({ name, value }) => [name, value]));
  const host = headerOf(request, 'host') || 'localhost';
  return {
    method,
    url: withoutMarks(`http://${host}${path}${search ? `?${search}` : ''}`),
    httpVersion,
    cookies: cookiesIn(headerOf(request, 'cookie')).map(([name, value]) => ({ name, value: withoutMarks(value) })),
    headers: headersOf(request),
    queryString: pairs.map(({ name, value }) => ({ name, value: withoutMarks(value) })),
    ...(request.bytes > 0 ? { postData: postDataOf(request) } : {}),
    headersSize: -1,
    bodySize: request.bytes,
  };
}

function postDataOf(message: Message): NonNullable<HarEntry['request']['postData']> {
  const mimeType = headerOf(message, 'content-type');
  if (message.parts)
    return {
      mimeType,
      params: message.parts.map(({ name, value, fileName, type }) => ({
        name,
        ...(value === undefined ? {} : { value: withoutMarks(value) }),
        ...(fileName === undefined ? {} : { fileName }),
        ...(type === undefined ? {} : { contentType: type }),
      })),
    };
  return { mimeType, ...keptText(message) };
}

function responseOf({ status, answer }: Exchange): HarEntry['response'] {
  const set = answer.headers.filter(({ name }) => name === 'set-cookie').map(({ value }) => value.split(';')[0] ?? '');
  return {
    status,
    statusText: STATUS_CODES[status] ?? '',
    httpVersion,
    cookies: set.flatMap(cookiesIn).map(([name, value]) => ({ name, value: withoutMarks(value) })),
    headers: headersOf(answer),
    content: { size: answer.bytes, mimeType: headerOf(answer, 'content-type') || 'x-unknown', ...keptText(answer) },
    redirectURL: withoutMarks(headerOf(answer, 'location')),
    headersSize: -1,
    bodySize: answer.bytes,
  };
}

function keptText({ text, isCut, bytes }: Message): { text?: string; comment?: string } {
  if (text === null) return bytes > 0 ? { comment: notKept } : {};
  return { text: withoutMarks(text), ...(isCut ? { comment: wasCut } : {}) };
}

const headersOf = ({ headers }: Message) => headers.map(({ name, value }) => ({ name, value: withoutMarks(value) }));

const headerOf = ({ headers }: Message, name: string): string =>
  headers.find((header) => header.name.toLowerCase() === name)?.value ?? '';
