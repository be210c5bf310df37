import { Readable } from 'node:stream';
import type { Request } from 'express';
import { describe, expect, it } from 'vitest';
import { readFields } from './body.ts';

function requestOf(type: string, chunks: readonly (string | Buffer)[], length?: number): Request {
  const headers: Record<string, string> = {
    'content-type': type,
    ...(length === undefined ? {} : { 'content-length': String(length) }),
  };
  return Object.assign(Readable.from(chunks.map((chunk) => Buffer.from(chunk))), {
    get: (name: string) => headers[name],
  }) as unknown as Request;
}
const read = (type: string, ...chunks: string[]) => readFields(requestOf(type, chunks), 100);
const reason = (reading: Promise<unknown>) =>
  reading.then(
    () => '',
    (error: { reason: string }) => error.reason,
  );

describe('a body becomes fields', () => {
  it.each([
    ['application/json', '{"a":1,"b":["x"]}', { a: 1, b: ['x'] }],
    ['application/json; charset=utf-8', '{"a":null}', { a: null }],
    ['application/merge-patch+json', '{"a":1}', { a: 1 }],
    ['text/plain;charset=UTF-8', '{"beacon":true}', { beacon: true }],
    ['application/x-www-form-urlencoded', 'a=1&b=%E5%9B%BE+%E7%89%87&empty=', { a: '1', b: '图 片', empty: '' }],
    ['application/x-www-form-urlencoded', 'a=1&a=2&b=3', { a: ['1', '2'], b: '3' }],
    ['', '', {}],
    ['application/json', '  ', {}],
  ])('%s %s', async (type, text, fields) => {
    expect(await read(type, text)).toEqual(fields);
  });

  it('also when a letter is cut in two by the network', async () => {
    const bytes = Buffer.from('{"name":"筑绘"}');
    const chunks = [bytes.subarray(0, 10), bytes.subarray(10)];
    expect(await readFields(requestOf('application/json', chunks), 100)).toEqual({ name: '筑绘' });
  });

  it.each([
    ['application/json', '{"a":', 'request.malformed'],
    ['application/json', '[1]', 'request.malformed'],
    ['application/json', 'null', 'request.malformed'],
    ['application/xml', '<a/>', 'request.media_type'],
    ['', 'a=1', 'request.media_type'],
  ])('but not %s %s', async (type, text, expected) => {
    expect(await reason(read(type, text))).toBe(expected);
  });

  it('up to its limit, announced or not, to the byte', async () => {
    const form = 'application/x-www-form-urlencoded';
    expect(await read(form, `a=${'x'.repeat(98)}`)).toEqual({ a: 'x'.repeat(98) });
    expect(await reason(read(form, `a=${'x'.repeat(98)}`, 'y'))).toBe('request.too_large');
    expect(await reason(readFields(requestOf(form, ['a=1'], 101), 100))).toBe('request.too_large');
  });

  it('and a name that means something to JavaScript is a name like others', async () => {
    const form = await read('application/x-www-form-urlencoded', '__proto__=1&constructor=2&toString=3');
    const json = await read('application/json', '{"__proto__":"1","constructor":"2","toString":"3"}');
    for (const fields of [form, json]) {
      expect(Object.entries(fields)).toEqual([
        ['__proto__', '1'],
        ['constructor', '2'],
        ['toString', '3'],
      ]);
      expect(Object.getPrototypeOf(fields)).toBe(Object.prototype);
    }
  });
});
