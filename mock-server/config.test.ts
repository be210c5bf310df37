import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ConfigError, readConfig, settingsDocument, settingWarnings } from './config.ts';

test('docs/SETTINGS.md tells the settings as they are', () => {
  expect(readFileSync(new URL('../docs/SETTINGS.md', import.meta.url), 'utf8')).toBe(settingsDocument());
});

test('a fault names the setting and shows the value, unless it is a secret', () => {
  const attempt = () => readConfig({ PORT: 'eighty', ADMIN_PASSWORD: 'short', WECHAT_PAY_API_V3_KEY: 'x'.repeat(40) });
  expect(attempt).toThrow(ConfigError);
  expect(attempt).toThrow(/PORT=eighty：/);
  expect(attempt).toThrow(/ADMIN_PASSWORD：[\s\S]*WECHAT_PAY_API_V3_KEY：/);
  expect(attempt).not.toThrow(/short|xxxx/);
});

test.each([...settingsDocument().matchAll(/^\| `([A-Z0-9_]+)`/gm)].map(([, env = '']) => env))(
  'each fault of %s is a Chinese sentence',
  (env) => {
    for (const value of ['x', '-1', '1.5', '9'.repeat(12), '{', '[1]', 'ftp://x', 'http://', 'x'.repeat(5000)]) {
      const faults = faultsOf({ [env]: value });
      // The value itself, and names of options and examples, are in other letters.
      for (const fault of faults) expect(fault.replace(value, '')).toMatch(/[\u4e00-\u9fff]{2}/);
      for (const fault of faults) expect(fault).not.toMatch(/Invalid|expected|Too (?:small|big)/);
    }
  },
);

function faultsOf(environment: Record<string, string>): string[] {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    return (error as ConfigError).message.split('\n').slice(1);
  }
}

test('a mail server is never shown, as its address holds the password', () => {
  for (const url of ['https://me:my-password@mail.example.com', 'smtps://', 'me:my-password@mail.example.com']) {
    const attempt = () => readConfig({ SMTP_URL: url });
    expect(attempt).toThrow(/SMTP_URL：请填写 smtps:/);
    expect(attempt).not.toThrow(/my-password/);
  }
});

test.each([
  ['no-reply@example.com', true],
  ['筑绘 AI <no-reply@example.com>', true],
  ['筑绘 AI no-reply@example.com', false],
  ['筑绘 AI', false],
  ['<a@example.com> <b@example.com>', false],
])('mail comes from one address: %s', (from, isGood) => {
  const attempt = expect(() => readConfig({ EMAIL_FROM: from }));
  if (isGood) attempt.not.toThrow();
  else attempt.toThrow(/EMAIL_FROM=.+：请填写邮箱地址/);
});

test('names are told from addresses', () => {
  expect(readConfig({ ALLOWED_HOSTS: ' Wiki.Example.com, my-box ,' }).allowedHosts).toEqual([
    'wiki.example.com',
    'my-box',
  ]);
  for (const bad of ['https://a.example.com', 'a.example.com:8000', 'a b', '*', 'a..b'])
    expect(() => readConfig({ ALLOWED_HOSTS: bad })).toThrow(/ALLOWED_HOSTS=.+：请填写域名/);
});

test.each<[string, object, RegExp[]]>([
  ['nothing set', {}, []],
  ['https without a proxy', { PUBLIC_URL: 'https://a.example.com' }, [/TRUST_PROXY=0/]],
  ['https behind a proxy', { PUBLIC_URL: 'https://a.example.com', TRUST_PROXY: '1' }, []],
  ['a proxy in front of a server that only this machine reaches', { TRUST_PROXY: '1' }, [/伪造网络地址/]],
  ['a proxy in front of a server for others', { TRUST_PROXY: '1', HOST: '0.0.0.0' }, []],
])('a start with %s warns of what cannot be meant', (_what, environment, sentences) => {
  const warnings = settingWarnings(readConfig(environment as Record<string, string>));
  expect(warnings).toHaveLength(sentences.length);
  for (const [index, sentence] of sentences.entries()) expect(warnings[index]).toMatch(sentence);
});

test('production warns where its address is not told, or not safe', () => {
  const warningsOf = (publicUrl: string | undefined) =>
    settingWarnings({ ...readConfig({}), mode: 'production', publicUrl });
  expect(warningsOf(undefined)).toEqual([expect.stringMatching(/PUBLIC_URL 没有填写/)]);
  expect(warningsOf('http://a.example.com')).toEqual([expect.stringMatching(/不是 https/)]);
});
