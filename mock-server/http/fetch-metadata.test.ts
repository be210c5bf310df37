import type { Request } from 'express';
import { describe, expect, it } from 'vitest';
import { refuseForeignOrigin } from './fetch-metadata.ts';

function isRefused(method: string, headers: Record<string, string>): boolean {
  const sent: Record<string, string> = { host: 'zhuhui.example:8000', ...headers };
  const request = { method, get: (name: string) => sent[name] } as unknown as Request;
  try {
    refuseForeignOrigin(request);
    return false;
  } catch {
    return true;
  }
}

type Case = [string, Record<string, string>, { GET: boolean; POST: boolean }];

describe('who may change something, by GET and by POST', () => {
  it.each<Case>([
    ['a program that says nothing', {}, { GET: true, POST: true }],
    ['our page', { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' }, { GET: true, POST: true }],
    [
      'our page, by a form or link',
      { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate' },
      { GET: false, POST: true },
    ],
    [
      'a person at the address bar',
      { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' },
      { GET: false, POST: true },
    ],
    ['a sister site', { 'sec-fetch-site': 'same-site' }, { GET: false, POST: false }],
    ['another site', { 'sec-fetch-site': 'cross-site' }, { GET: false, POST: false }],
    [
      'another site that claims our origin',
      { 'sec-fetch-site': 'cross-site', origin: 'http://zhuhui.example:8000' },
      { GET: false, POST: false },
    ],
    ['an old browser on our page', { origin: 'http://zhuhui.example:8000' }, { GET: true, POST: true }],
    [
      'an old browser on our page, by its referrer',
      { referer: 'http://zhuhui.example:8000/toline' },
      { GET: true, POST: true },
    ],
    ['another port of our host', { origin: 'http://zhuhui.example:9000' }, { GET: false, POST: false }],
    ['an old browser elsewhere', { origin: 'https://evil.example' }, { GET: false, POST: false }],
    [
      'an old browser elsewhere, by its referrer',
      { referer: 'https://evil.example/?http://zhuhui.example:8000' },
      { GET: false, POST: false },
    ],
    ['nobody in particular', { origin: 'null' }, { GET: false, POST: false }],
    ['nonsense', { origin: 'zhuhui.example:8000' }, { GET: false, POST: false }],
  ])('%s', (_who, headers, may) => {
    expect({ GET: !isRefused('GET', headers), POST: !isRefused('POST', headers) }).toEqual(may);
  });

  it.each(['purpose', 'sec-purpose'])('nothing that is only fetched ahead, by %s', (name) => {
    expect(isRefused('GET', { 'sec-fetch-site': 'same-origin', [name]: 'prefetch;prerender' })).toBe(true);
  });
});
