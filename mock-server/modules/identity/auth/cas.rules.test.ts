import { describe, expect, it } from 'vitest';
import { isSet, serviceCheck, withTicket } from './cas.rules.ts';

describe('which services may use the login', () => {
  const read = serviceCheck('https://a.example/app, https://b.example:8443', false);

  it.each([
    'https://a.example/app',
    'https://a.example/app/',
    'https://a.example/app/deep?x=1#y',
    'https://A.EXAMPLE:443/app?next=https://evil.example',
    'https://b.example:8443/anything',
  ])('%s', (service) => {
    expect(read(service)).not.toBeNull();
  });

  it.each([
    'https://a.example/application',
    'https://a.example/',
    'https://a.example/app/../other',
    'https://a.example/app/%2e%2e/other',
    'https://a.example/app/..%2fother',
    'http://a.example/app',
    'https://a.example:444/app',
    'https://a.example.evil.example/app',
    'https://a.example@evil.example/app',
    'https://user:pass@a.example/app',
    'https://evil.example/https://a.example/app',
    '//a.example/app',
    '/app',
    'javascript:https://a.example/app',
    'http://localhost:9000/',
    '',
  ])('not %s', (service) => {
    expect(read(service)).toBeNull();
  });

  it.each([
    ['http://localhost:3000/x', true],
    ['http://127.0.0.1/', true],
    ['http://[::1]:80/', true],
    ['http://localhost.evil.example/', false],
    ['http://127.0.0.1.evil.example/', false],
    ['http://192.168.0.2/', false],
  ])('of this machine, where nothing is set: %s %s', (service, isAllowed) => {
    expect(serviceCheck('', true)(service) !== null).toBe(isAllowed);
    expect(serviceCheck('', false)(service)).toBeNull();
    expect(serviceCheck('https://a.example', true)(service)).toBeNull();
  });
});

it('a ticket is added and nothing else changed', () => {
  expect(withTicket(new URL('https://a.example/x?y=a%20b&z'), 'ST-1')).toBe(
    'https://a.example/x?y=a%20b&z&ticket=ST-1',
  );
  expect(withTicket(new URL('https://a.example'), 'ST-1')).toBe('https://a.example/?ticket=ST-1');
});

it('a flag that says false is not set', () => {
  expect(['true', 'yes', '1', 'on'].map(isSet)).toEqual([true, true, true, true]);
  expect([undefined, '', 'false', '0'].map(isSet)).toEqual([false, false, false, false]);
});
