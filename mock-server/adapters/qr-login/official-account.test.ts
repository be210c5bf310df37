import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { minute } from '#shared/domain/time';
import {
  accountSettings,
  pushedEvent,
  signedQuery,
  startFakeOfficialAccount,
} from '../../../tests/support/fake-official-account.ts';
import { createAdjustableClock } from '../clock/adjustable.ts';
import { describeQrLogin } from './conformance.ts';
import { createOfficialAccount } from './official-account.ts';
import { CallbackRefused, type QrLoginProvider, QrLoginUnreachable } from './port.ts';

const now = Date.parse('2026-11-20T12:00:00+08:00');

let fake: Awaited<ReturnType<typeof startFakeOfficialAccount>>;
let provider: QrLoginProvider;
let warnings: string[];
const clock = createAdjustableClock();
beforeEach(async () => {
  clock.set({ now, isFrozen: true });
  fake = await startFakeOfficialAccount();
  warnings = [];
  provider = make();
});
afterEach(() => fake.close());

function make(settings: Partial<typeof accountSettings> = {}): QrLoginProvider {
  return createOfficialAccount(
    { ...accountSettings, gateway: fake.gateway, ...settings },
    { clock, log: { warn: (_fact, sentence) => warnings.push(sentence) }, send: fetch },
  );
}

const paths = () => fake.calls.map(({ path }) => path.replace('/cgi-bin/', ''));
const read = (body: Buffer, query = signedQuery(now)) => provider.readCallback({ query, body });

describeQrLogin('an official account', async () => provider);

describe('the QR code', () => {
  it('carries the scene as text and ends with it', async () => {
    expect(await provider.open('scene_1', 180, '')).toEqual({ url: 'http://weixin.qq.com/q/scene_1' });
    expect(fake.calls.at(-1)?.body).toEqual({
      expire_seconds: 180,
      action_name: 'QR_STR_SCENE',
      action_info: { scene: { scene_str: 'scene_1' } },
    });
  });

  it('costs one token for many, until shortly before its end', async () => {
    await Promise.all(['a', 'b', 'c'].map((scene) => provider.open(scene, 180, '')));
    clock.set({ advanceMs: 115 * minute - 1 });
    await provider.open('d', 180, '');
    expect(paths().filter((path) => path === 'stable_token')).toHaveLength(1);
    clock.set({ advanceMs: 1 });
    await provider.open('e', 180, '');
    expect(paths().filter((path) => path === 'stable_token')).toHaveLength(2);
  });

  it('comes with a new token where the old one is good no more', async () => {
    await provider.open('a', 180, '');
    fake.expireTokens();
    expect((await provider.open('b', 180, '')).url).toContain('/q/b');
    expect(paths()).toEqual(['stable_token', 'qrcode/create', 'qrcode/create', 'stable_token', 'qrcode/create']);
  });

  it('is missing where the account is unknown or does not answer, and is asked for anew the next time', async () => {
    await expect(make({ secret: 'wrong' }).open('a', 180, '')).rejects.toThrow(QrLoginUnreachable);
    await expect(provider.open('x'.repeat(65), 180, '')).rejects.toThrow(QrLoginUnreachable);
    expect(warnings).toEqual(['公众号没有给出access_token', '公众号没有给出二维码']);
    const lost = make();
    fake.goDown();
    await expect(lost.open('a', 180, '')).rejects.toThrow(QrLoginUnreachable);
    await expect(lost.open('a', 180, '')).rejects.toThrow(QrLoginUnreachable);
    expect(paths().filter((path) => path === 'stable_token')).toHaveLength(4);
    expect(warnings.slice(2)).toEqual(['连不上公众号接口', '连不上公众号接口']);
  });
});

describe('a call of the account', () => {
  it('is a confirmation by whoever scanned, follower or newcomer', async () => {
    const person = { openId: 'oOpenId_1', unionId: null, nickName: '', avatar: '' };
    expect(await read(pushedEvent('SCAN', 'scene_1'))).toEqual({ scene: 'scene_1', what: 'confirmed', person });
    expect(await read(pushedEvent('subscribe', 'qrscene_scene_1'))).toEqual({
      scene: 'scene_1',
      what: 'confirmed',
      person,
    });
    // A scene of digits stays text.
    expect(await read(pushedEvent('SCAN', '0012'))).toMatchObject({ scene: '0012' });
  });

  it.each([
    ['somebody who follows without a scan', pushedEvent('subscribe', '')],
    ['somebody who leaves', pushedEvent('unsubscribe', '')],
    ['a press on the menu', pushedEvent('CLICK', 'scene_1')],
    ['a scene that is none', pushedEvent('SCAN', '<b>')],
    [
      'a message, even about XML',
      Buffer.from(
        '<xml><FromUserName>o</FromUserName><MsgType>text</MsgType><Content><![CDATA[<!DOCTYPE a>]]></Content></xml>',
      ),
    ],
  ])('is none of ours: %s', async (_what, body) => {
    expect(await read(body)).toBeNull();
  });

  it('proves the address by giving back the echo', () => {
    expect(provider.proveAddress({ ...signedQuery(now), echostr: '5838479218127813673' })).toBe('5838479218127813673');
    expect(() => provider.proveAddress({ ...signedQuery(now, 'other'), echostr: '1' })).toThrow(CallbackRefused);
  });

  it('is believed with the right signature, for five minutes', async () => {
    const body = pushedEvent('SCAN', 'scene_1');
    const { signature = '', ...rest } = signedQuery(now);
    const wrong = signature.replace(/^./, (digit) => (digit === '0' ? '1' : '0'));
    for (const query of [
      signedQuery(now, 'other'),
      { ...rest, signature: wrong },
      { ...rest, signature: '' },
      { ...rest, signature: 'x'.repeat(40) },
      { ...signedQuery(now), timestamp: '1' },
      signedQuery(now - 5 * minute - 1000),
      signedQuery(now + 5 * minute + 1000),
    ])
      await expect(read(body, query)).rejects.toThrow(CallbackRefused);
    expect(await read(body, signedQuery(now - 5 * minute))).toMatchObject({ what: 'confirmed' });
  });

  it('is refused in words an operator understands when it is encrypted', async () => {
    const body = Buffer.from('<xml><ToUserName>gh</ToUserName><Encrypt><![CDATA[abc]]></Encrypt></xml>');
    await expect(read(body)).rejects.toThrow(CallbackRefused);
    await expect(read(body, { ...signedQuery(now), encrypt_type: 'aes' })).rejects.toThrow(CallbackRefused);
    expect(warnings).toHaveLength(2);
    expect(warnings[0]).toContain('明文模式');
  });

  it.each([
    ['no XML', 'hello'],
    ['half of it', '<xml><FromUserName>o'],
    ['somebody missing', '<xml><MsgType>event</MsgType></xml>'],
    ['two people', '<xml><FromUserName>a</FromUserName><FromUserName>b</FromUserName><MsgType>event</MsgType></xml>'],
    [
      'entities',
      '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><xml><FromUserName>&b;</FromUserName><MsgType>event</MsgType></xml>',
    ],
    ['nothing', ''],
  ])('is refused when it holds %s', async (_what, body) => {
    await expect(read(Buffer.from(body))).rejects.toThrow(CallbackRefused);
  });
});
