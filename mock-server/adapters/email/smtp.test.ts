import { afterEach, beforeEach, expect, it } from 'vitest';
import { startFakeSmtp } from '../../../tests/support/fake-smtp.ts';
import { senderDepsFor } from '../../../tests/support/sender-deps.ts';
import { describeEmailSender } from './conformance.ts';
import { createSmtpEmail, type SmtpSettings } from './smtp.ts';

const email = 'somebody@example.com';

async function setUp() {
  const fake = await startFakeSmtp();
  const given = senderDepsFor(fake);
  const make = (changes: Partial<SmtpSettings> = {}) =>
    createSmtpEmail({ ...fake.settings, minutes: 5, ...changes }, given.deps);
  return { ...given, fake, make };
}

describeEmailSender('SMTP', ['down', 'slow', 'busy', 'half'], async () => {
  const { fake, make, ...given } = await setUp();
  return {
    ...given,
    sender: make(),
    received: (address) => fake.received(address).map(({ text }) => /\d{6}/.exec(text)?.[0] ?? text),
    close: fake.close,
  };
});

let parts: Awaited<ReturnType<typeof setUp>>;
beforeEach(async () => {
  parts = await setUp();
});
afterEach(() => parts.fake.close());

it('the letter says the same as text and as HTML: the code, how long it is good, and what else to do', async () => {
  await parts.make().sendCode({ email, code: '012345', at: 0 });
  const [letter] = parts.fake.received(email);
  expect(letter).toMatchObject({ from: 'no-reply@example.com', subject: '筑绘 AI 验证码' });
  for (const text of [letter?.text, letter?.html]) {
    expect(text).toContain('012345');
    expect(text).toContain('5 分钟内有效');
    expect(text).toContain('若非本人操作，请忽略');
  }
});

it('a password that is wrong, a sender that is not ours and a mailbox that is unknown are told in the log', async () => {
  const { url } = parts.fake.settings;
  const message = { email, code: '123456', at: 0 };
  await expect(parts.make({ url: url.replace('word', 'wrong') }).sendCode(message)).rejects.toThrow(Error);
  await expect(parts.make({ from: 'else@example.com' }).sendCode(message)).rejects.toThrow(Error);
  await expect(parts.make().sendCode({ ...message, email: 'lost@nowhere.example' })).rejects.toThrow(Error);
  expect(parts.logged().match(/"responseCode":\d+/g)).toEqual([535, 553, 550].map((code) => `"responseCode":${code}`));
  expect(parts.logged()).not.toMatch(/p@ss|p%40ss|lost@|123456/);
});

it('a server on another machine that offers no TLS is given neither password nor code', async () => {
  const url = parts.fake.settings.url.replace('127.0.0.1', '0.0.0.0');
  await expect(parts.make({ url }).sendCode({ email, code: '123456', at: 0 })).rejects.toThrow(Error);
  expect(parts.logged()).toContain('"fault":"ETLS"');
});
