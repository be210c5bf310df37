import { expect, it } from 'vitest';
import { startFakeTencentSms } from '../../../tests/support/fake-tencent-sms.ts';
import { senderDepsFor } from '../../../tests/support/sender-deps.ts';
import { createAdjustableClock } from '../clock/adjustable.ts';
import { describeSmsSender } from './conformance.ts';
import { createTencentSms, type TencentSmsSettings } from './tencent.ts';

const now = Date.parse('2026-11-21T07:59:59.999+08:00');
const phoneNo = '13800138000';

async function setUp(variables = 1) {
  const clock = createAdjustableClock();
  clock.set({ now, isFrozen: true });
  const fake = await startFakeTencentSms(clock, variables);
  const given = senderDepsFor(fake);
  const make = (changes: Partial<TencentSmsSettings> = {}) =>
    createTencentSms({ ...fake.settings, moreVariables: [], ...changes }, given.deps);
  return { ...given, fake, make };
}

describeSmsSender(
  'Tencent Cloud',
  {
    faults: ['down', 'slow', 'error', 'half'],
    numberRefusals: [
      'LimitExceeded.DeliveryFrequencyLimit',
      'LimitExceeded.PhoneNumberThirtySecondLimit',
      'LimitExceeded.PhoneNumberOneHourLimit',
      'LimitExceeded.PhoneNumberDailyLimit',
      'LimitExceeded.PhoneNumberSameContentDailyLimit',
      'FailedOperation.PhoneNumberInBlacklist',
      'InvalidParameterValue.IncorrectPhoneNumber',
    ],
    ownRefusals: ['FailedOperation.InsufficientBalanceInSmsPackage', 'LimitExceeded.AppDailyLimit'],
  },
  async () => {
    const { fake, make, ...given } = await setUp();
    return { ...fake, ...given, sender: make(), at: now, received: (number) => fake.received(number).flat() };
  },
);

it.each<[string, (settings: Omit<TencentSmsSettings, 'moreVariables'>) => Partial<TencentSmsSettings>]>([
  ['AuthFailure.SecretIdNotFound', ({ key }) => ({ key: { ...key, id: 'AKIDunknown' } })],
  ['AuthFailure.SignatureFailure', ({ key }) => ({ key: { ...key, secret: 'another-secret' } })],
  ['UnsupportedRegion', () => ({ region: 'nowhere' })],
  ['UnauthorizedOperation.SmsSdkAppIdVerifyFail', () => ({ appId: '1400000002' })],
  ['FailedOperation.SignatureIncorrectOrUnapproved', () => ({ signName: '别人的签名' })],
  ['FailedOperation.TemplateIncorrectOrUnapproved', () => ({ templateId: '2' })],
  ['FailedOperation.TemplateParamSetNotMatchApprovedTemplate', () => ({ moreVariables: ['5'] })],
])('a setting that is wrong is refused with %s, which the operator finds in the log', async (code, change) => {
  const { fake, make, logged } = await setUp();
  const sender = make(change(fake.settings));
  await expect(sender.sendCode({ phoneNo, code: '123456', at: now })).rejects.toThrow(code);
  expect(logged()).toContain(`"code":"${code}","requestId":"request-1"`);
  expect(logged()).not.toMatch(/secret|AKID|13800138000/);
  await fake.close();
});

it('a template that says how long the code is good for is given the minutes as well', async () => {
  const { fake, make } = await setUp(2);
  await make({ moreVariables: ['5'] }).sendCode({ phoneNo, code: '012345', at: now });
  expect(fake.received(phoneNo)).toEqual([['012345', '5']]);
  await fake.close();
});

it('a call signed more than five minutes ago is refused, as the time is signed', async () => {
  const { fake, make } = await setUp();
  const sendAt = (at: number) => make().sendCode({ phoneNo, code: '123456', at });
  await expect(sendAt(now - 301_000)).rejects.toThrow('AuthFailure.SignatureExpire');
  await sendAt(now - 299_000);
  expect(fake.received(phoneNo)).toHaveLength(1);
  await fake.close();
});
