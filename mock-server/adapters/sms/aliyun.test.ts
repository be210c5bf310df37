import { afterEach, beforeEach, expect, it } from 'vitest';
import { minute } from '#shared/domain/time';
import { startFakeAliyunSms } from '../../../tests/support/fake-aliyun-sms.ts';
import { senderDepsFor } from '../../../tests/support/sender-deps.ts';
import { createAdjustableClock } from '../clock/adjustable.ts';
import { type AliyunSmsSettings, createAliyunSms } from './aliyun.ts';
import { describeSmsSender } from './conformance.ts';

const now = Date.parse('2026-11-20T23:59:59.999+08:00');
const phoneNo = '13800138000';

async function setUp() {
  const clock = createAdjustableClock();
  clock.set({ now, isFrozen: true });
  const fake = await startFakeAliyunSms(clock);
  const given = senderDepsFor(fake);
  const make = (changes: Partial<AliyunSmsSettings> = {}) =>
    createAliyunSms({ ...fake.settings, ...changes }, given.deps);
  return { ...given, fake, make };
}

describeSmsSender(
  'Alibaba Cloud',
  {
    faults: ['down', 'slow', 'error', 'half'],
    numberRefusals: ['isv.BUSINESS_LIMIT_CONTROL', 'isv.MOBILE_NUMBER_ILLEGAL', 'isv.BLACK_KEY_CONTROL_LIMIT'],
    ownRefusals: ['isv.AMOUNT_NOT_ENOUGH', 'isv.DAY_LIMIT_CONTROL', 'isp.SYSTEM_ERROR'],
  },
  async () => {
    const { fake, make, ...given } = await setUp();
    return { ...fake, ...given, sender: make(), at: now };
  },
);

let parts: Awaited<ReturnType<typeof setUp>>;
beforeEach(async () => {
  parts = await setUp();
});
afterEach(() => parts.fake.close());

it.each<[string, (settings: AliyunSmsSettings) => Partial<AliyunSmsSettings>]>([
  ['InvalidAccessKeyId.NotFound', ({ key }) => ({ key: { ...key, id: 'LTAI5tUnknown' } })],
  ['SignatureDoesNotMatch', ({ key }) => ({ key: { ...key, secret: 'another-secret' } })],
  ['isv.SMS_SIGNATURE_ILLEGAL', () => ({ signName: '别人的签名' })],
  ['isv.SMS_TEMPLATE_ILLEGAL', () => ({ templateCode: 'SMS_2' })],
])('a setting that is wrong is refused with %s, which the operator finds in the log', async (code, change) => {
  const sender = parts.make(change(parts.fake.settings));
  await expect(sender.sendCode({ phoneNo, code: '123456', at: now })).rejects.toThrow(code);
  expect(parts.logged()).toContain(`"code":"${code}","requestId":"REQUEST-1"`);
  expect(parts.logged()).not.toMatch(/secret|LTAI|13800138000/);
});

it('a call signed a quarter of an hour ago is refused, as the time is signed', async () => {
  const sendAt = (at: number) => parts.make().sendCode({ phoneNo, code: '123456', at });
  await expect(sendAt(now - 15 * minute)).rejects.toThrow('InvalidTimeStamp.Expired');
  await sendAt(now - 14 * minute);
  expect(parts.fake.received(phoneNo)).toEqual(['123456']);
});
